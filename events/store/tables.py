"""Access to the tables outside the logs: in the SQLite file of the logs, in memory, or in PostgreSQL.

Queries are written once, in SQLite's dialect. They use only what PostgreSQL supports too: `?` and `?1` (translated),
`on conflict`, and the functions `json_extract` and `instr`, which the PostgreSQL schema defines.
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
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows changed."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the rows."""


class Executor(Protocol):
    """Executes the statements of one transaction."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Found:
        """Execute one statement."""


class Tables(Protocol):
    """The tables outside the logs. Safe for many threads."""

    @property
    def label(self) -> str:
        """The name of the database, the same as its store's label."""

    def transaction(self) -> AbstractContextManager[Executor]:
        """Open a transaction; other writers wait. Inside a transaction of this thread it becomes part of that one."""

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Return all rows of one query. In a transaction of this thread, that includes its own changes."""

    def shared_hits(self) -> "SharedHits | None":
        """Return the counters that several processes share, or None if there is only one process."""

    def shared_packets(self) -> "SharedPackets | None":
        """Return the store of link packets that several processes share, or None if there is only one process."""

    def close(self) -> None:
        """Close the database."""


class SqliteTables:
    """The tables in a SQLite file or in memory, over one shared connection. A foreign file raises `RefusedError`."""

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
        return ":memory:" if str(self.path) == ":memory:" else str(self.path.absolute())

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
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
        with self._lock, self.translate_errors:
            return self._connection.execute(sql, values).fetchall()

    def shared_hits(self) -> None:
        """Return None: only one process serves a SQLite file."""

    def shared_packets(self) -> None:
        """Return None: only one process serves a SQLite file."""

    def close(self) -> None:
        with self._lock:
            self._connection.close()
