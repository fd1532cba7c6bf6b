"""Open a store by the name of its database: the path of a SQLite file, or the URL of a PostgreSQL database."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from events.store.protocol import DatabaseStore

_SERVERS: Final = ("postgresql://", "postgres://")
_SERVER_OF_SORTS: Final = lazy_pattern("(postgres|postgresql|postgressql|pgsql):|[a-z]+://", re.IGNORECASE)
STATE_DIR: Final = "CLOISTERBELL_STATE_DIR"
"""The environment variable with the state directory, for watermarks and keys, if the logs are in PostgreSQL."""


def is_server(place: str) -> bool:
    """Return whether a database is on a PostgreSQL server. Another URL raises `RefusedError`."""
    if _SERVER_OF_SORTS.match(place) and not place.startswith(_SERVERS):
        address = place.partition("@")[2] or place
        raise RefusedError(f"{address} is not the address of a PostgreSQL database. It must begin with postgresql://")
    return place.startswith(_SERVERS)


@contextmanager
def _client() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("psycopg", "psycopg_pool"):
            raise
        raise RefusedError(
            "a PostgreSQL database needs psycopg, which is not installed. Run: pip install 'cloisterbell[postgres]'"
        ) from error


def is_made(place: str) -> bool:
    """Return whether a database exists and is not empty. If that cannot be checked, raise `RefusedError`."""
    if is_server(place):
        with _client():
            from events.store.postgres.database import is_made as is_made_on_server  # noqa: PLC0415  # optional

        return is_made_on_server(place)
    path = Path(place)
    try:
        return path.exists() and not (path.is_file() and path.stat().st_size == 0)
    except OSError as error:
        raise RefusedError(f"{path} cannot be opened: {(error.strerror or str(error)).lower()}") from error


def open_store(place: str) -> DatabaseStore:
    """Open the store of a database; create a missing SQLite file. If that is not possible, raise `RefusedError`."""
    if not is_server(place):
        from events.store.sqlite import SqliteStore  # noqa: PLC0415  # only one store is used

        return SqliteStore(place)
    with _client():
        from events.store.postgres.database import PostgresDatabase  # noqa: PLC0415  # optional
        from events.store.postgres.store import PostgresStore  # noqa: PLC0415  # as above

    state_dir = os.environ.get(STATE_DIR, "")
    if not state_dir:
        raise RefusedError(
            f"{STATE_DIR} is not set. For a PostgreSQL database it must name a state directory on this computer,"
            " for high-water marks and keys"
        )
    database = PostgresDatabase(place)
    try:
        return PostgresStore(database, state_dir)
    except BaseException:
        database.close()  # otherwise its threads keep running
        raise


def migrate_house(place: str, service: str = "") -> str:
    """Upgrade the tables of a database to the latest schema step, and return the name of that step.

    On PostgreSQL, create the tables if needed and give the role `service` access to them. Watermark and key files are
    not needed, because the owner of the tables may work on another computer. A database that is of another program or
    of a later version, and a missing right or role, raise `RefusedError`.
    """
    if is_server(place):
        with _client():
            from events.store.postgres import database, schema  # noqa: PLC0415  # optional

        database.migrate_database(place, service)
        return list(schema.STEPS)[-1]
    from events.store.schema import STEPS  # noqa: PLC0415  # only one store is used
    from events.store.sqlite import SqliteStore  # noqa: PLC0415  # as above

    SqliteStore(place).close()
    return list(STEPS)[-1]
