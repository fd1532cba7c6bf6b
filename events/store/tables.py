"""Where the tables beside the logs stand: in the SQLite file of the logs, in memory, or on a PostgreSQL server.

Their queries are written once, for SQLite, in what both understand: `?` and `?1` for values, `on conflict`, and the
functions `json_extract` and `instr`, which a PostgreSQL database is given.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from events.store.connection import ErrorTranslator, connect, opening_file, set_wal
from events.store.schema import is_current, migrate

if TYPE_CHECKING:
    from events.store.postgres.shared import SharedHits, SharedPackets

_BUSY_MS: Final = 30_000


class Found(Protocol):
    """What a statement answers."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""

    def fetchall(self) -> list[Any]:
        """All rows."""

    def __iter__(self) -> Iterator[Any]:
        """Row by row."""


class Executor(Protocol):
    """What carries out the statements of one transaction."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Found:
        """Carry out one statement."""


class Tables(Protocol):
    """The tables beside the logs. For any number of threads."""

    @property
    def label(self) -> str:
        """What the database is called; the store of the same database has the same."""

    def transaction(self) -> AbstractContextManager[Executor]:
        """One transaction at a time, whoever asks; within another of this thread it is part of that one."""

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """All rows of one query; within a transaction of this thread with what that has written."""

    def shared_hits(self) -> "SharedHits | None":
        """Where several processes count together; None where there is but one."""

    def shared_packets(self) -> "SharedPackets | None":
        """Where several processes keep packets for browsers; None where there is but one."""

    def close(self) -> None:
        """Let go of the database."""


class SqliteTables:
    """The tables in a SQLite file, or in memory: one connection, one thread at a time.

    Raises:
        RefusedError: the path is no such file; names it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self.translate_errors = ErrorTranslator(self.path)
        if str(path) == ":memory:":
            self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            migrate(self._connection, self.path)
            return
        with opening_file(self.path):
            self._connection = connect(self.path, _BUSY_MS)
            current = is_current(self._connection, self.path)
            set_wal(self._connection, _BUSY_MS)
            self._connection.execute("pragma synchronous = full")
            self._connection.execute("pragma secure_delete = on")
            if not current:
                migrate(self._connection, self.path)

    @property
    def label(self) -> str:
        """The path of the file."""
        return ":memory:" if str(self.path) == ":memory:" else str(self.path.absolute())

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One transaction."""
        with self._lock, self.translate_errors:
            if self._connection.in_transaction:
                yield self._connection
                return
            self._connection.execute("begin immediate")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("rollback")
                raise
            self._connection.execute("commit")

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """All rows of one query."""
        with self._lock, self.translate_errors:
            return self._connection.execute(sql, values).fetchall()

    def shared_hits(self) -> None:
        """One process serves from a file."""

    def shared_packets(self) -> None:
        """One process serves from a file."""

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()
