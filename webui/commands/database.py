"""The option `--db`, and the database that a command works on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from events.errors import RefusedError

if TYPE_CHECKING:
    from events.store.sqlite import SqliteStore

F = TypeVar("F", bound=Callable[..., Any])


def database_option(command: F) -> F:
    """`--db` before the command or behind it; what stands behind it wins."""

    def keep(context: click.Context, option: click.Parameter, value: str | None) -> None:
        root = context.find_root()
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if root.obj is None or given:
            root.obj = Path(value or "cloisterbell.db")

    return click.option(
        "--db", metavar="PATH", envvar="CLOISTERBELL_DB", expose_value=False, is_eager=True, callback=keep,
        help="The database: ./cloisterbell.db, unless CLOISTERBELL_DB names another.",
    )(command)  # fmt: skip


def database_path() -> Path:
    """The database that the command line names."""
    found = click.get_current_context().find_root().obj
    assert isinstance(found, Path)
    return found


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
