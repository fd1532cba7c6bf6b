"""Arguments of several commands: input and output files, settings, and a session in a viewer's view."""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Final

import msgspec

from events.errors import RefusedError
from events.events import ALL, OMNISCIENT
from events.store.opening import is_server
from events.store.settings import Settings, check_name, check_pace, check_visibility, check_where, read_pace
from webui.commands.database import database_exists, database_place, open_accounts
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
    """Return whether a name can mean several files: it is a folder, or a pattern (`*.txt`) and no existing file."""
    return os.path.isdir(name) or (bool(_PATTERN & set(name)) and not os.path.exists(name))  # noqa: PTH110, PTH112  # these return False for inaccessible paths


def read_text(name: str) -> str:
    """Return the text of a file, or of stdin for `-`. A missing, too large or binary file raises `RefusedError`."""
    what, raw = "standard input" if name == "-" else name, read_bytes(name)
    if len(raw) > _MOST:
        raise RefusedError(f"{what} is too large: the maximum is {_MOST // 1024 // 1024} MiB")
    if raw.startswith(_DATABASE):
        raise RefusedError(f"{what} is a database, not a text. Open a database with --db")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedError(f"{what} is not UTF-8 text: byte {error.start + 1} is {raw[error.start]:#04x}") from error
    if "\0" in text:
        raise RefusedError(f"{what} is not text: character {text.index(chr(0)) + 1} is NUL")
    return text


def read_public_text(name: str) -> str:
    """Return a text that others will read. A secret link in it is revoked, and `RefusedError` raised."""
    text = read_text(name)
    if database_exists():
        from replay.session.seats import refuse_secrets  # noqa: PLC0415  # needed only if a database exists

        with open_accounts() as (_, accounts):
            refuse_secrets(accounts, text)
    return text


def read_data(game: "Game[Any, Any]", given: Sequence[str]) -> "tuple[OwnData, ...]":
    """Return custom data files, each given as FILE, or as NAME=FILE if the game takes several."""
    from replay.session.data_files import read_own_data  # noqa: PLC0415  # needed by few commands

    found: list[OwnData] = []
    for text in given:
        name, equals, file = text.partition("=")
        name, file = (name, file) if equals and name in game.meta.data else ("", text)
        own = read_own_data(game, read_text(file).encode(), "standard input" if file == "-" else file, name)
        if own.name in {other.name for other in found}:
            raise RefusedError(f"{file}: --data has two files for {own.name}")
        found.append(own)
    return tuple(found)


def is_interactive() -> bool:
    """Return whether the program runs in a terminal, so that its user can answer questions."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def read_bytes(name: str) -> bytes:
    """Return the bytes of a file, or of stdin for `-`. An unreadable file raises `RefusedError`."""
    what = "standard input" if name == "-" else name
    try:
        if name == "-":
            return sys.stdin.buffer.read(_MOST + 1)
        with Path(name).open("rb") as file:
            return file.read(_MOST + 1)
    except OSError as error:
        raise RefusedError(f"{what} cannot be read: {(error.strerror or str(error)).lower()}") from error


def load_session(store: "EventStore", session: str) -> "Session":
    """Return a session, open for writing."""
    from projections.registry import registry  # noqa: PLC0415  # commands that open no session load no game
    from replay.session.session import Session  # noqa: PLC0415  # as above

    return Session.load(store, registry(), session)


def open_view(store: "EventStore", session: str, viewer: str) -> str:
    """Open the view of `viewer`, and return the session's id. The log of a running session reports a private view."""
    row = store.row(session)
    if viewer != ALL and load_session(store, row.session).look(viewer):
        seen = "with all secrets" if viewer == OMNISCIENT else f"as {viewer}"
        warn(f"the log of {row.alias or row.session} now reports that the moderator viewed it {seen}")
    return row.session


def output_path(output: str | None, *, force: bool) -> Path | None:
    """Return the path of the output file, or None for stdout. An existing or unwritable one raises `RefusedError`."""
    if output in (None, "-"):
        return None
    assert output is not None
    path, place = Path(output), database_place()
    try:
        if path.is_dir():
            raise RefusedError(f"{path} is a directory. Name a file in it")
        if path.exists() and not force:
            raise RefusedError(f"{path} exists already. Overwrite it with --force")
        kept = [f"{Path(place).resolve()}{end}" for end in ("", "-wal", "-shm", "-journal")]
        if not is_server(place) and str(path.resolve()) in kept:
            raise RefusedError(f"{path} is part of the database. Choose another file")
        folder = path.parent.absolute()
        if not folder.is_dir():
            raise RefusedError(f"cannot write to {folder}: this directory does not exist")
    except OSError as error:
        raise RefusedError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise RefusedError(f"cannot write to {folder}: permission denied")
    return path


def write_file(path: Path, blocks: Iterable[bytes]) -> int:
    """Write a file completely or not at all; return its size in bytes. A failure raises `RefusedError`."""
    part: Path | None = None
    try:
        with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            part = Path(file.name)
            size = sum(map(file.write, blocks))
            file.flush()
            os.fsync(file.fileno())  # `remove` deletes a session after its export: the file must survive a power cut
        part.replace(path)
    except BaseException as error:
        if part is not None:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise RefusedError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
        raise
    return size


def read_settings(usual: Settings, seats: Sequence[str], given: Mapping[str, Any]) -> Settings:
    """Return the settings `usual`, changed by values of the command line. A bad value raises `RefusedError`."""
    grace = usual.pace.grace_hours if given["grace"] is None else given["grace"]
    pace = check_pace(msgspec.structs.replace(usual.pace, grace_hours=grace))
    pace = pace if given["pace"] is None else read_pace(given["pace"], grace)
    names = {seat: check_name(name) for seat, name in by_seat(given["names"], seats, "name")}
    return msgspec.structs.replace(
        usual, pace=pace,
        visibility=check_visibility(given["visibility"]) if given["visibility"] else usual.visibility,
        where=usual.where if given["where"] is None else check_where(given["where"]),
        names={seat: name for seat, name in {**usual.names, **names}.items() if name},
    )  # fmt: skip


def by_seat(given: Iterable[str], seats: Sequence[str], option: str, *, bare: bool = False) -> list[tuple[str, str]]:
    """Parse values given as SEAT=VALUE; with `bare` the value is optional. Other forms raise `RefusedError`."""
    found = []
    for text in given:
        seat, equals, value = text.partition("=")
        seat = seat.strip().lower()
        if not (equals or bare):
            raise RefusedError(f'--{option}: "{text[:60]}" must have the form SEAT=VALUE')
        if seat not in seats:
            raise RefusedError(f'--{option}: "{seat[:40]}" is not a seat. Seats: {", ".join(seats)}')
        found.append((seat, value.strip()))
    return found
