"""Backups: a copy of a database while it is in use, whole, as of one moment, and readable by its owner alone."""

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
_PAGES: Final = 4_096
"""So many pages go in one step; between two steps others write."""


def backup(source: Path, target: Path, progress: Callable[[int, int], None] = lambda _done, _all: None) -> None:
    """Copy a database to a new file; `progress` is told how many pages are copied, of how many.

    Raises:
        RefusedError: the target is there, or one of the two cannot be opened; nothing is left behind.
        LogError: what was copied is damaged.
    """
    if target.exists():
        raise RefusedError(f"{target} is there already: a backup overwrites nothing")
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
    """Whether there is anything in a database; of one that is damaged that is not asked here. Only reads."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as reading:
            return bool(reading.execute("select 1 from sqlite_schema limit 1").fetchone())
    except sqlite3.Error:
        return True


def copy_mark(database: Path, beside: Path) -> None:
    """Copy the mark of a database, where it has one, to the place of another's, while it may be in use.

    Raises:
        LogError: it cannot be read.
    """
    if not (source := database.with_name(f"{database.name}.mark")).exists():
        return
    try:
        with closing(connect(source, _BUSY_MS)) as reading, closing(sqlite3.connect(f"{beside}.mark")) as writing:
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
            raise LogError(f"the copy is damaged: {found}")
        with part.open("rb") as copied:
            os.fsync(copied.fileno())
        part.rename(target)
    finally:
        _unlink(part)


def _unlink(part: Path) -> None:
    """Take away what is left of a copy, and what SQLite keeps beside one that was broken off."""
    for end in ("", "-journal", "-wal", "-shm"):
        part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def require_alone(path: Path) -> str:
    """See that nobody else has a database open, and bring its write-ahead log into it; what is wrong with it, if any.

    Raises:
        RefusedError: somebody has it open.
    """
    with opening_file(path):
        connection = connect(path, _ALONE_MS)
    try:
        connection.execute("pragma wal_checkpoint(truncate)").fetchone()
        connection.execute("pragma locking_mode = exclusive")
        connection.execute("pragma journal_mode = delete")
    except sqlite3.Error as error:
        if "locked" in str(error) or "busy" in str(error):
            raise RefusedError(f"{path} is in use: stop its server first") from error
        return str(error)
    finally:
        connection.close()
    return ""
