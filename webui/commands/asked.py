"""What commands are given: a database, a file, a viewer, a wish for JSON."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from events.errors import RefusedError
from events.facts import ALL
from events.sqlite import SqliteStore
from events.store import EventStore
from projections.shelf import shelf
from replay.session import Session
from webui.commands.said import warn

__all__ = ["as_json", "as_viewer", "database", "in_database", "look", "opened", "read_text", "unhidden"]

F = TypeVar("F", bound=Callable[..., Any])
_MOST: Final = 512 * 1024 * 1024
_DATABASE: Final = b"SQLite format 3\0"

as_json: Final = click.option("--json", "as_json", is_flag=True, help="Give the answer as JSON on stdout.")
as_viewer: Final = click.option(
    "--as", "viewer", metavar="SEAT", default=ALL, show_default="a spectator",
    help="A seat, or `table`, which knows all. While a session runs its log tells everybody that somebody looked.",
)  # fmt: skip


def in_database(command: F) -> F:
    """`--db` before the command or behind it; what stands behind it wins."""

    def keep(context: click.Context, _option: click.Parameter, value: str | None) -> None:
        root = context.find_root()
        if root.obj is None or context.get_parameter_source("db") is ParameterSource.COMMANDLINE:
            root.obj = Path(value or "cloisterbell.db")

    return click.option(
        "--db", metavar="PATH", envvar="CLOISTERBELL_DB", expose_value=False, is_eager=True, callback=keep,
        help="The database: ./cloisterbell.db, unless CLOISTERBELL_DB names another.",
    )(command)  # fmt: skip


def database() -> Path:
    """The database that the command line names."""
    found = click.get_current_context().find_root().obj
    assert isinstance(found, Path)
    return found


def is_there(path: Path) -> bool:
    """Whether there is something to open; a file of no bytes is nothing yet."""
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


@contextmanager
def opened(*, make: bool = False) -> Iterator[SqliteStore]:
    """The database, open. Only `make` makes a new one.

    Raises:
        RefusedError: there is none, or it is something else.
    """
    path = database()
    if not make and not is_there(path):
        raise RefusedError(f"there is no database {path}; demo, record, new and import make one, --db names another")
    store = SqliteStore(path)
    try:
        yield store
    finally:
        store.close()


def read_text(name: str) -> str:
    """The text of a file, or of stdin where the name is `-`.

    Raises:
        RefusedError: there is no such file, or it is no text; names it.
    """
    what = "what came on stdin" if name == "-" else name
    try:
        raw = _read(name)
    except OSError as error:
        raise RefusedError(f"{what} cannot be read: {(error.strerror or str(error)).lower()}") from error
    if len(raw) > _MOST:
        raise RefusedError(f"{what} is too large: at most {_MOST // 1024 // 1024} MiB")
    if raw.startswith(_DATABASE):
        raise RefusedError(f"{what} is a database, not a text; --db opens one")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedError(f"{what} is no text in UTF-8: byte {error.start + 1} is {raw[error.start]:#04x}") from error
    if "\0" in text:
        raise RefusedError(f"{what} is no text: character {text.index(chr(0)) + 1} is NUL")
    return text


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(_MOST + 1)
    with Path(name).open("rb") as file:
        return file.read(_MOST + 1)


def look(store: EventStore, session: str, viewer: str) -> str:
    """The session's id, once it is settled that this viewer may look; a running session's log says who did.

    Raises:
        UnknownSessionError: there is no such session.
        RefusedError: there is no such seat.
    """
    row = store.row(session)
    if viewer != ALL and Session.load(store, shelf(), row.session).look(viewer):
        warn(f"the log of {row.alias or row.session} says now that the moderator looked as {viewer}")
    return row.session
