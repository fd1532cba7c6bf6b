"""Connections to a SQLite file: opening, errors, the write-ahead log, and a pool of readers."""

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

NOT_ANY_MORE: Final = "nothing is filed here any more"
"""So ends what a database says that was moved away."""
_OLDEST: Final = (3, 38, 0)
_SMALLEST: Final = 512
_PAUSE_S: Final = 0.005
_SETTLE_MS: Final = 1_000
_NO_ROOM: Final = 65_536
"""Fewer bytes than this that are free, and no database opens: SQLite needs a small file beside it."""
_UNUSABLE: Final = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
})  # fmt: skip
"""What SQLite says of a disk or of other processes, and not of what was asked."""


class ErrorTranslator:
    """Translates a failure of SQLite, or a value that it cannot hold, into an error of the log with the file's name."""

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def translated(self, error: BaseException) -> LogError | None:
        """The failure as an error of the log, None where it is of another kind."""
        name = self._path.name  # pages show it, and where it lies is nobody's business
        if type(error) is sqlite3.DatabaseError:
            return CorruptLogError(f"{name}: {error}")
        if isinstance(error, sqlite3.Error) and _code(error) in _UNUSABLE:
            told = "what was filed before stands, and this can be sent again"
            return StorageError(f"nothing can be kept in {name} just now: {error}; {told}")
        if isinstance(error, sqlite3.Error):
            return (MovedAwayError if NOT_ANY_MORE in str(error) else LogError)(f"{name}: {error}")
        if isinstance(error, OverflowError | UnicodeEncodeError):
            return LogError(f"{name}: a value that cannot be stored: {error}")
        return None

    def __enter__(self) -> None:
        """Watch what follows."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and (told := self.translated(error)) is not None:
            raise told from error


def _code(error: BaseException) -> int:
    """What SQLite calls a failure, without its details; that of a shared commit stands in its cause."""
    causes = (error, error.__cause__)
    return next((int(code) & 0xFF for each in causes if (code := getattr(each, "sqlite_errorcode", 0))), 0)


def _room_words(path: Path) -> str:
    """Says so where the disk is why a file does not open, which SQLite does not say."""
    return "; its disk is full" if shutil.disk_usage(path.parent).free < _NO_ROOM else ""


@contextmanager
def opening_file(path: Path) -> Iterator[None]:
    """Refuse, by name, a file that cannot be opened as what it should be.

    Raises:
        RefusedError: a directory, an unwritable or foreign file, or no place for one.
    """
    if sqlite3.sqlite_version_info < _OLDEST:
        raise RefusedError(f"SQLite {sqlite3.sqlite_version} is too old: 3.38 or later is needed")
    try:
        _check_place(path)
        yield
    except sqlite3.OperationalError as error:
        raise RefusedError(f"{path} cannot be opened: {error}{_room_words(path)}") from error
    except sqlite3.Error as error:
        raise RefusedError(f"{path} is no database of Cloister Bell: {error}") from error
    except OSError as error:
        raise RefusedError(f"{path} cannot be opened: {error.strerror or error}") from error
    except ValueError as error:
        raise RefusedError(f"{str(path)!a} is no name of a file: {error}") from error


def _check_place(path: Path) -> None:
    if path.exists():
        if not path.is_file():
            raise RefusedError(f"{path} is no file")
        if not os.access(path, os.R_OK | os.W_OK):
            raise RefusedError(f"{path} may not be written")
        if 0 < path.stat().st_size < _SMALLEST:  # SQLite takes so short a file for an empty one
            raise RefusedError(f"{path} is no database of Cloister Bell: it is too short")
    elif not path.parent.is_dir():
        raise RefusedError(f"{path} cannot be opened: there is no directory {path.parent}")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise RefusedError(f"{path} may not be written: its directory takes no files")


def connect(path: Path, busy_ms: int) -> sqlite3.Connection:
    """A connection that waits up to `busy_ms` for others and begins no transaction by itself.

    It may go from thread to thread. A new file is readable by its owner alone: whoever reads it knows every secret.
    """
    fresh = not path.exists()
    connection = sqlite3.connect(path, timeout=busy_ms / 1000, isolation_level=None, check_same_thread=False)
    if fresh:
        path.chmod(0o600)
    return connection


def set_wal(connection: sqlite3.Connection, busy_ms: int) -> None:
    """Give a file its write-ahead log. SQLite does not wait for others here, so this does."""
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
            raise sqlite3.OperationalError("it can have no write-ahead log there")
        return


class ReadConnections:
    """A pool of connections that only read, as many as there are threads reading at one moment."""

    def __init__(self, path: Path, busy_ms: int) -> None:
        self._path, self._busy_ms, self.translate_errors = path, busy_ms, ErrorTranslator(path)
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._process = os.getpid()

    def check_open(self) -> None:
        """Refuse work after the end, and in a fork: SQLite's connections do not survive one."""
        if self._closed:
            raise LogError(f"{self._path} is closed")
        if os.getpid() != self._process:
            raise LogError(f"{self._path} was opened before a fork: open it anew")

    def rows(self, sql: str, *values: object) -> list[Any]:
        """All rows of one query. Bytes that are no UTF-8 read as U+FFFD, so that damage can be reported."""
        self.check_open()
        with self.translate_errors:
            connection = self._take()
            try:
                return connection.execute(sql, values).fetchall()
            except UnicodeEncodeError:
                return []  # a name that no file can hold
            except sqlite3.OperationalError as error:
                if "UTF-8" not in str(error):
                    raise
                connection.text_factory = _replacing
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
        """Bring the write-ahead log into the file and empty it, unless others keep it busy."""
        with self.translate_errors:
            connection = connect(self._path, _SETTLE_MS)
            try:
                connection.execute("pragma wal_checkpoint(truncate)").fetchone()
            finally:
                connection.close()

    def close(self) -> None:
        """Let go of the file."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()


def _replacing(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
