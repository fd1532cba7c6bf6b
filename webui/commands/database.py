"""The database that a command works on."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from events.errors import RefusedError
from events.store.opening import is_made, is_server, open_house

if TYPE_CHECKING:
    from events.store.accounts import Accounts
    from events.store.protocol import HouseStore


USUAL: Final = "cloisterbell.db"
"""The database of whoever names none."""


def database_place() -> str:
    """The database that the command line names: a path, or the address of a server."""
    return str(named_database() or ("cloisterbell-demo.db" if _is_demo() else USUAL))


def _is_demo() -> bool:
    return click.get_current_context().info_name == "demo"


def named_database() -> str | None:
    """The database that is named, None for none. `demo` takes none that the environment names for everything else."""
    context = click.get_current_context()
    root = context.find_root()
    given = (one.get_parameter_source("db") is ParameterSource.COMMANDLINE for one in (context, root))
    return str(root.obj) if root.obj and (not _is_demo() or any(given)) else None


def shown_place() -> str:
    """The database as messages name it."""
    return place_shown(database_place())


def place_shown(place: str) -> str:
    """A database as messages name it: who asks a server, and no password."""
    if not is_server(place):
        return place
    scheme, _, rest = place.partition("?")[0].partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where}"


def database_path() -> Path:
    """The file that the command line names.

    Raises:
        RefusedError: it names a server.
    """
    if is_server(place := database_place()):
        raise RefusedError("this is for a database in a file; a server has its own ways, see docs/operations.md")
    return Path(place)


def database_exists() -> bool:
    """Whether there is a database yet. In a folder that may not be looked into there is none, unless it is named."""
    try:
        return is_made(database_place())
    except RefusedError:
        if named_database():
            raise
        return False


def no_database_words() -> str:
    """Says that there is no database of the name that the command line names, and what makes one."""
    if is_server(database_place()):
        return f"{shown_place()} has no tables of Cloister Bell: db upgrade makes them, as their owner"
    return f"there is no database {shown_place()}; demo, new and import make one, --db names another"


@contextmanager
def open_database(*, make: bool = False) -> "Iterator[HouseStore]":
    """The database, open. Only with `make` a new one is made.

    Raises:
        RefusedError: there is none, or it is something else.
    """
    place = database_place()
    if not make and not is_made(place):
        raise RefusedError(no_database_words())
    with closing(open_house(place)) as store:
        yield store


@contextmanager
def open_accounts(*, make: bool = False) -> "Iterator[tuple[HouseStore, Accounts]]":
    """The database and the tables beside its logs, open."""
    with open_database(make=make) as store, closing(store.open_accounts()) as accounts:
        yield store, accounts
