"""The database that a command works on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from events.errors import RefusedError

if TYPE_CHECKING:
    from events.store.sqlite import SqliteStore


def database_path() -> Path:
    """The database that the command line names."""
    context = click.get_current_context()
    named = context.find_root().obj
    return Path(named or ("cloisterbell-demo.db" if context.info_name == "demo" else "cloisterbell.db"))


def database_exists(path: Path) -> bool:
    """Whether a database exists; a file of no bytes is none yet."""
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


@contextmanager
def open_database(*, make: bool = False) -> "Iterator[SqliteStore]":
    """The database, open. Only with `make` a new one is made.

    Raises:
        RefusedError: there is none, or it is something else.
    """
    from events.store.sqlite import SqliteStore  # noqa: PLC0415  # not every command opens one

    path = database_path()
    if not make and not database_exists(path):
        raise RefusedError(f"there is no database {path}; demo, new, record and import make one, --db names another")
    store = SqliteStore(path)
    try:
        yield store
    finally:
        store.close()
