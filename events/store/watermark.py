"""The high-water mark beside a database: how far its dice towers ever came, and the highest head that was ever signed.

Of each session it keeps the highest roll and shuffle that were given, and the highest signed head.

It is a file of its own, so that a database restored from a backup can be recognised: the mark is ahead of its log. It
is raised after a commit and not waited for; only a cut of power can lose its last steps.
"""

import sqlite3
import threading
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
_HEADS: Final = """
create table if not exists heads (session text not null primary key, seq integer not null, digest blob not null)
strict, without rowid
"""
_LIFT_HEAD: Final = """
insert into heads (session, seq, digest) values (?, ?, ?)
on conflict (session) do update set seq = excluded.seq, digest = excluded.digest where excluded.seq > seq
"""


class HighWaterFile:
    """`<database>.mark`, a small SQLite file.

    Raises:
        RefusedError: there is another file of that name, or no place for one.
    """

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
            raise sqlite3.DatabaseError("it holds other things than marks")
        if not found:
            set_wal(self._connection, busy_ms)
        if found != {"marks", "heads"}:
            self._connection.execute(_TABLE)
            self._connection.execute(_HEADS)
        self._connection.execute("select session, k, j from marks limit 1").fetchone()
        self._connection.execute("select session, seq, digest from heads limit 1").fetchone()
        self._connection.execute("pragma synchronous = normal")

    def read(self, session: str) -> tuple[int, int]:
        """The highest roll and shuffle of a session, (0, 0) where none is marked."""
        with self.translate_errors, self._lock:
            row = self._connection.execute("select k, j from marks where session = ?", (session,)).fetchone()
        return (row[0], row[1]) if row else (0, 0)

    def lift(self, session: str, k: int, j: int) -> None:
        """Raise the mark of a session; it never falls."""
        with self.translate_errors, self._lock:
            self._connection.execute(_LIFT, (session, k, j))

    def signed_head(self, session: str) -> Head | None:
        """The highest signed head of a session, None where none was signed."""
        with self.translate_errors, self._lock:
            row = self._connection.execute("select seq, digest from heads where session = ?", (session,)).fetchone()
        return Head(*row) if row else None

    def lift_signed_head(self, session: str, head: Head) -> None:
        """Raise the highest signed head of a session; it never falls."""
        with self.translate_errors, self._lock:
            self._connection.execute(_LIFT_HEAD, (session, head.seq, head.digest))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()
