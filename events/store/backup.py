"""Backups: a consistent copy of a database that may be in use. Only the owner of the file can read the copy."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from events.errors import LogError, RefusedError
from events.store.connection import connect, opening_file
from events.store.schema import is_current

_BUSY_MS: Final = 30_000
_ALONE_MS: Final = 1_000
_PAGES: Final = 4_096  # pages copied in one step. Other processes can write between steps.


def backup(source: Path, target: Path, progress: Callable[[int, int], None] = lambda _done, _all: None) -> None:
    """Copy a database to a new file; `progress` receives the numbers of copied and of all pages.

    A target that exists or a file that cannot be opened raises `RefusedError`; a damaged copy, `LogError`. No partial
    file remains.
    """
    if target.exists():
        raise RefusedError(f"{target} already exists, and a backup does not overwrite files. Choose another name")
    with opening_file(source):
        reading = connect(source, _BUSY_MS)
    try:
        is_current(reading, source)
        _copy(reading, target, progress)
    except sqlite3.Error as error:
        raise LogError(f"{source} cannot be copied: {error}") from error
    finally:
        reading.close()


def has_tables(path: Path) -> bool:
    """Return whether a file has any tables, and True for a damaged file. Nothing is written to the file."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as reading:
            return bool(reading.execute("select 1 from sqlite_schema limit 1").fetchone())
    except sqlite3.Error:
        return True


def copy_mark(database: Path, target: Path) -> None:
    """Copy a database's watermark file, if any, to `<target>.mark`. An unreadable watermark file raises `LogError`."""
    if not (source := database.with_name(f"{database.name}.mark")).exists():
        return
    try:
        with closing(connect(source, _BUSY_MS)) as reading, closing(sqlite3.connect(f"{target}.mark")) as writing:
            reading.backup(writing)
    except sqlite3.Error as error:
        raise LogError(f"{source} cannot be read: {error}") from error


def _copy(reading: sqlite3.Connection, target: Path, progress: Callable[[int, int], None]) -> None:
    part = target.with_name(f".{target.name}.part")
    _unlink(part)
    try:
        with opening_file(part):
            writing = connect(part, _BUSY_MS)
        try:
            reading.backup(writing, pages=_PAGES, progress=lambda _state, left, pages: progress(pages - left, pages))
            writing.execute("pragma journal_mode = delete")
            found = writing.execute("pragma quick_check(1)").fetchone()[0]
        finally:
            writing.close()
        if found != "ok":
            raise LogError(
                f"the copy {target} is damaged and was deleted: {found}. Check the original with cloisterbell db check"
            )
        with part.open("rb") as copied:
            os.fsync(copied.fileno())
        part.rename(target)
    finally:
        _unlink(part)


def _unlink(part: Path) -> None:
    for end in ("", "-journal", "-wal", "-shm"):
        part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def require_alone(path: Path) -> str:
    """Write the write-ahead log into a database that no other process has open, or raise `RefusedError`.

    Return SQLite's error message if the file is damaged, otherwise "".
    """
    with opening_file(path):
        connection = connect(path, _ALONE_MS)
    try:
        connection.execute("pragma wal_checkpoint(truncate)").fetchone()
        connection.execute("pragma locking_mode = exclusive")
        connection.execute("pragma journal_mode = delete")
    except sqlite3.Error as error:
        if "locked" in str(error) or "busy" in str(error):
            raise RefusedError(f"{path} is in use by another process. Stop the server first") from error
        return str(error)
    finally:
        connection.close()
    return ""
