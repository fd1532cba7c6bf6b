"""The high-water mark file next to a database, for each session: the highest roll, shuffle and signed head so far.

It is a separate file, so that a database restored from a backup can be detected: its log is older than the mark. The
mark is raised after each commit without waiting for the disk. Only a power failure can lose the last steps.
"""

import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

from events.entry import Head
from events.store.connection import ErrorTranslator, connect, opening_file, set_wal

_TABLE: Final = """
create table if not exists marks (session text not null primary key, k integer not null, j integer not null)
strict, without rowid
"""
_LIFT: Final = """
insert into marks (session, k, j) values (?, ?, ?)
on conflict (session) do update set k = max(k, excluded.k), j = max(j, excluded.j)
"""
_RAISE: Final = "update marks set k = max(k, ?), j = max(j, ?) where session = ?"
_HEADS: Final = """
create table if not exists heads (session text not null primary key, seq integer not null, digest blob not null)
strict, without rowid
"""
_LIFT_HEAD: Final = """
insert into heads (session, seq, digest) values (?, ?, ?)
on conflict (session) do update set seq = excluded.seq, digest = excluded.digest where excluded.seq > seq
"""


class HighWaterFile:
    """The file `<database>.mark`, a small SQLite file. A file with other contents raises `RefusedError`."""

    def __init__(self, path: Path, busy_ms: int) -> None:
        self.translate_errors, self._lock = ErrorTranslator(path), threading.Lock()
        with opening_file(path):
            self._connection = connect(path, busy_ms)
            try:
                self._prepare(busy_ms)
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self, busy_ms: int) -> None:
        found = {name for (name,) in self._connection.execute("select name from sqlite_schema")}
        if found - {"marks", "heads"}:
            raise sqlite3.DatabaseError("it is not a file of high-water marks")
        if not found:
            set_wal(self._connection, busy_ms)
        if found != {"marks", "heads"}:
            self._connection.execute(_TABLE)
            self._connection.execute(_HEADS)
        self._connection.execute("select session, k, j from marks limit 1").fetchone()
        self._connection.execute("select session, seq, digest from heads limit 1").fetchone()
        self._connection.execute("pragma synchronous = normal")

    def read(self, session: str) -> tuple[int, int]:
        """Return the highest roll and shuffle numbers of a session, (0, 0) if it has no mark."""
        with self.translate_errors, self._lock:
            row = self._connection.execute("select k, j from marks where session = ?", (session,)).fetchone()
        return (row[0], row[1]) if row else (0, 0)

    def lift(self, session: str, k: int, j: int) -> None:
        """Raise the mark of a session. It never decreases."""
        with self.translate_errors, self._lock:
            self._connection.execute(_LIFT, (session, k, j))

    def raise_known(self, session: str, k: int, j: int) -> bool:
        """Raise the mark of a session like `lift`, if the session has a mark. Return whether it has one."""
        with self.translate_errors, self._lock, suppress(UnicodeEncodeError):  # no such name is stored
            return self._connection.execute(_RAISE, (k, j, session)).rowcount > 0
        return False

    def signed_head(self, session: str) -> Head | None:
        """Return the highest signed head of a session, or None."""
        with self.translate_errors, self._lock:
            row = self._connection.execute("select seq, digest from heads where session = ?", (session,)).fetchone()
        return Head(*row) if row else None

    def lift_signed_head(self, session: str, head: Head) -> None:
        """Raise the highest signed head of a session. It never decreases."""
        with self.translate_errors, self._lock:
            self._connection.execute(_LIFT_HEAD, (session, head.seq, head.digest))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
