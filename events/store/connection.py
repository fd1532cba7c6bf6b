"""Connections to a SQLite file: opening, error translation, the write-ahead log, and a pool of read connections."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from events.errors import CorruptLogError, LogError, MovedAwayError, RefusedError, StorageError

NOT_ANY_MORE: Final = "nothing can be recorded here any more"
"""The end of the error message of a database that was moved. It identifies the error."""
SEND_AGAIN: Final = "Everything recorded before is safe. Send this again later"
_OLDEST: Final = (3, 38, 0)
_SMALLEST: Final = 512
_PAUSE_S: Final = 0.005
_SETTLE_MS: Final = 1_000
_NO_ROOM: Final = 65_536  # a database opens only if this many bytes are free, because SQLite needs a small extra file
_UNUSABLE: Final = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
})  # fmt: skip
"""SQLite error codes whose cause is the disk or another process, not the request."""


class ErrorTranslator:
    """Translates SQLite errors, and values that SQLite cannot store, into log errors that name the file."""

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def translated(self, error: BaseException) -> LogError | None:
        """Return the log error that explains an exception, or None for an exception that SQLite did not cause."""
        name = self._path.name  # web pages show the message, so it must not contain the path
        if type(error) is sqlite3.DatabaseError:
            return CorruptLogError(f"{name}: {error}")
        if isinstance(error, sqlite3.Error) and _code(error) in _UNUSABLE:
            return StorageError(f"{name} cannot be written at present: {error}. {SEND_AGAIN}")
        if isinstance(error, sqlite3.Error):
            return (MovedAwayError if NOT_ANY_MORE in str(error) else LogError)(f"{name}: {error}")
        if isinstance(error, OverflowError | UnicodeEncodeError):
            return LogError(f"{name}: a value cannot be stored: {error}")
        return None

    def __enter__(self) -> None:
        """Start to translate errors."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and (told := self.translated(error)) is not None:
            raise told from error


def _code(error: BaseException) -> int:
    causes = (error, error.__cause__)
    return next((int(code) & 0xFF for each in causes if (code := getattr(each, "sqlite_errorcode", 0))), 0)


@contextmanager
def opening_file(path: Path) -> Iterator[None]:
    """Translate the errors of opening a file into `RefusedError` with its name."""
    if sqlite3.sqlite_version_info < _OLDEST:
        raise RefusedError(f"SQLite {sqlite3.sqlite_version} is too old. Cloister Bell needs 3.38 or later")
    try:
        _check_place(path)
        yield
    except sqlite3.OperationalError as error:
        is_full = shutil.disk_usage(path.parent).free < _NO_ROOM  # SQLite's message does not mention it
        raise RefusedError(f"{path} cannot be opened: {error}{' (the disk is full)' if is_full else ''}") from error
    except sqlite3.Error as error:
        raise RefusedError(f"{path} is not a Cloister Bell database: {error}") from error
    except OSError as error:
        raise RefusedError(f"{path} cannot be opened: {error.strerror or error}") from error
    except ValueError as error:
        raise RefusedError(f"{str(path)!a} is not a valid file name: {error}") from error


def _check_place(path: Path) -> None:
    if path.exists():
        if not path.is_file():
            raise RefusedError(f"{path} is not a file")
        if not os.access(path, os.R_OK | os.W_OK):
            raise RefusedError(f"{path} cannot be written. Check its permissions")
        if 0 < path.stat().st_size < _SMALLEST:  # SQLite treats such a short file as empty
            raise RefusedError(f"{path} is not a Cloister Bell database: it is too short")
    elif not path.parent.is_dir():
        raise RefusedError(f"{path} cannot be opened: the directory {path.parent} does not exist")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise RefusedError(f"{path} cannot be written: new files are not allowed in its directory")


def connect(path: Path, busy_ms: int) -> sqlite3.Connection:
    """Open a connection that waits up to `busy_ms` for other processes and does not begin transactions by itself.

    Threads may share it. Only the owner can read a new file, because it contains all secrets.
    """
    fresh = not path.exists()
    connection = sqlite3.connect(path, timeout=busy_ms / 1000, isolation_level=None, check_same_thread=False)
    if fresh:
        path.chmod(0o600)
    return connection


def set_wal(connection: sqlite3.Connection, busy_ms: int) -> None:
    """Switch a file to write-ahead logging. Retries for `busy_ms`, because SQLite does not wait for locks here."""
    until = time.monotonic() + busy_ms / 1000
    while True:
        try:
            mode = connection.execute("pragma journal_mode = wal").fetchone()[0]
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(_PAUSE_S)
            continue
        if mode != "wal":
            raise sqlite3.OperationalError("its file system does not support a write-ahead log")
        return


class ReadConnections:
    """A pool of read-only connections, one for each thread that reads at the same time."""

    def __init__(self, path: Path, busy_ms: int) -> None:
        self._path, self._busy_ms, self.translate_errors = path, busy_ms, ErrorTranslator(path)
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._process = os.getpid()

    def check_open(self) -> None:
        """Raise if the pool is closed, or if the process was forked: SQLite connections do not survive a fork."""
        if self._closed:
            raise LogError(f"{self._path} is closed")
        if os.getpid() != self._process:
            raise LogError(f"{self._path} was opened before a fork. Open it again in this process")

    def rows(self, sql: str, *values: object) -> list[Any]:
        """Return all rows of one query. Invalid UTF-8 becomes U+FFFD, so that damage can be reported."""
        self.check_open()
        with self.translate_errors:
            connection = self._take()
            try:
                return connection.execute(sql, values).fetchall()
            except UnicodeEncodeError:
                return []  # a name with an unpaired surrogate is never stored
            except sqlite3.OperationalError as error:
                if "UTF-8" not in str(error):
                    raise
                connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
                return connection.execute(sql, values).fetchall()
            finally:
                self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            connection = connect(self._path, self._busy_ms)
            connection.execute("pragma query_only = on")
            return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        connection.text_factory = str
        if self._closed:
            connection.close()
        else:
            self._idle.append(connection)

    def settle(self) -> None:
        """Write the write-ahead log into the database file and empty it, unless other processes use the database."""
        with self.translate_errors:
            connection = connect(self._path, _SETTLE_MS)
            try:
                connection.execute("pragma wal_checkpoint(truncate)").fetchone()
            finally:
                connection.close()

    def close(self) -> None:
        """Close all connections."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
