"""A house's store by the name of its database: the path of a SQLite file, or the address of a PostgreSQL database."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from events.errors import RefusedError
from events.store.protocol import HouseStore

T = TypeVar("T")

_SERVERS: Final = ("postgresql://", "postgres://")
_SERVER_OF_SORTS: Final = re.compile("(postgres|postgresql|postgressql|pgsql):|[a-z]+://", re.IGNORECASE)
BESIDE: Final = "CLOISTERBELL_BESIDE"
"""The variable that names the folder of marks and keys, where the logs are on a server."""
_NO_FOLDER: Final = (
    f"{BESIDE} names no folder: the marks and keys of a database on a server stand in a folder of this machine"
)
_NO_CLIENT: Final = (
    "a database on a server needs psycopg, which is not installed: pip install 'cloisterbell[postgres]' does it"
)


def is_server(place: str) -> bool:
    """Whether a database is on a PostgreSQL server.

    Raises:
        RefusedError: it begins as the address of a server does, and is none.
    """
    if _SERVER_OF_SORTS.match(place) and not place.startswith(_SERVERS):
        raise RefusedError(
            f"{place.partition('@')[2] or place} is no address of a server: one begins with postgresql://"
        )
    return place.startswith(_SERVERS)


def is_made(place: str) -> bool:
    """Whether there is a database of that name that something was kept in; a file of no bytes is none yet.

    Raises:
        RefusedError: its server cannot be asked, or its file not be looked for.
    """
    if is_server(place):
        return _with_client(lambda: _is_made_on_server(place))
    path = Path(place)
    try:
        return path.exists() and not (path.is_file() and path.stat().st_size == 0)
    except OSError as error:
        raise RefusedError(f"{path} cannot be opened: {(error.strerror or str(error)).lower()}") from error


def open_house(place: str) -> HouseStore:
    """The store of a database, made where it is not there.

    Raises:
        RefusedError: it is something else, or cannot be opened.
    """
    if is_server(place):
        return _with_client(lambda: _open_on_server(place))
    from events.store.sqlite import SqliteStore  # noqa: PLC0415  # one of the two is needed

    return SqliteStore(place)


def migrate_house(place: str, service: str = "") -> str:
    """Bring the tables of a database to the last step; on a server make them, and let the role `service` use them.

    Returns the last step. Marks and keys are not looked at: whoever owns the tables need not be where they are.

    Raises:
        RefusedError: it is something else or of a later version; this role may not; there is no such service.
    """
    if is_server(place):
        return _with_client(lambda: _migrate_on_server(place, service))
    from events.store.schema import STEPS  # noqa: PLC0415  # one of the two is needed
    from events.store.sqlite import SqliteStore  # noqa: PLC0415  # as above

    SqliteStore(place).close()
    return list(STEPS)[-1]


def _migrate_on_server(place: str, service: str) -> str:
    from events.store.postgres.database import migrate_database  # noqa: PLC0415  # one of the two is needed
    from events.store.postgres.schema import STEPS  # noqa: PLC0415  # as above

    migrate_database(place, service)
    return list(STEPS)[-1]


def _with_client(call: Callable[[], T]) -> T:
    try:
        return call()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("psycopg", "psycopg_pool"):
            raise
        raise RefusedError(_NO_CLIENT) from error


def _is_made_on_server(place: str) -> bool:
    from events.store.postgres.database import is_made as is_made_on_server  # noqa: PLC0415  # as above

    return is_made_on_server(place)


def _open_on_server(place: str) -> HouseStore:
    from events.store.postgres.database import PostgresDatabase  # noqa: PLC0415  # as above
    from events.store.postgres.store import PostgresStore  # noqa: PLC0415  # as above

    beside = os.environ.get(BESIDE, "")
    if not beside:
        raise RefusedError(_NO_FOLDER)
    database = PostgresDatabase(place)
    try:
        return PostgresStore(database, beside)
    except BaseException:
        database.close()  # its threads outlive nobody who asked
        raise
