"""What the arguments of several commands name: a file, a data file, a session as a viewer sees it."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from events.errors import RefusedError
from events.events import ALL
from webui.commands.database import database_exists, open_accounts
from webui.commands.output import warn

if TYPE_CHECKING:
    from events.store.protocol import EventStore
    from projections.game import Game
    from replay.session.data_files import OwnData
    from replay.session.session import Session

_MOST: Final = 512 * 1024 * 1024
_DATABASE: Final = b"SQLite format 3\0"
_PATTERN: Final = frozenset("*?[")


def is_many(name: str) -> bool:
    """Whether a name means many files: a folder, or a pattern that is no file's own name."""
    return os.path.isdir(name) or (bool(_PATTERN & set(name)) and not os.path.exists(name))  # noqa: PTH110, PTH112  # which say no of what may not be looked at


def read_text(name: str) -> str:
    """The text of a file, or of stdin where the name is `-`.

    Raises:
        RefusedError: there is no such file, or it is no text; names it.
    """
    what, raw = "what came on stdin" if name == "-" else name, read_bytes(name)
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


def read_public_text(name: str) -> str:
    """The text of a file that others are going to read.

    Raises:
        RefusedError: as `read_text`; or it holds a secret link, which is revoked.
    """
    text = read_text(name)
    if database_exists():
        from replay.session.seats import refuse_secrets  # noqa: PLC0415  # where no database is, none is asked

        with open_accounts() as (_, accounts):
            refuse_secrets(accounts, text)
    return text


def read_data(game: "Game[Any, Any]", given: Sequence[str]) -> "tuple[OwnData, ...]":
    """The data files that a table brings: each FILE, or NAME=FILE where its game takes several.

    Raises:
        RefusedError: one cannot be read, is not what the game takes, or comes twice; names it.
    """
    from replay.session.data_files import read_own_data  # noqa: PLC0415  # few commands bring files

    found: list[OwnData] = []
    for text in given:
        name, equals, file = text.partition("=")
        name, file = (name, file) if equals and name in game.meta.data else ("", text)
        own = read_own_data(game, read_text(file).encode(), "what came on stdin" if file == "-" else file, name)
        if own.name in {other.name for other in found}:
            raise RefusedError(f"{file}: a file for {own.name} is given already")
        found.append(own)
    return tuple(found)


def is_interactive() -> bool:
    """Whether a person at a terminal can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of stdin if the name is `-`.

    Raises:
        RefusedError: the file cannot be read; names it.
    """
    what = "what came on stdin" if name == "-" else name
    try:
        if name == "-":
            return sys.stdin.buffer.read(_MOST + 1)
        with Path(name).open("rb") as file:
            return file.read(_MOST + 1)
    except OSError as error:
        raise RefusedError(f"{what} cannot be read: {(error.strerror or str(error)).lower()}") from error


def load_session(store: "EventStore", session: str) -> "Session":
    """A session, open for writing.

    Raises:
        UnknownSessionError: there is no such session.
    """
    from projections.registry import registry  # noqa: PLC0415  # commands that open no session need no game
    from replay.session.session import Session  # noqa: PLC0415  # as above

    return Session.load(store, registry(), session)


def open_view(store: "EventStore", session: str, viewer: str) -> str:
    """Open a viewer's view of a session and return its id; the log of a running session says that somebody looked.

    Raises:
        UnknownSessionError: there is no such session.
        RefusedError: there is no such seat.
    """
    row = store.row(session)
    if viewer != ALL and load_session(store, row.session).look(viewer):
        warn(f"the log of {row.alias or row.session} now says that the moderator looked as {viewer}")
    return row.session
