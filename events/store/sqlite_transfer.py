"""The SQLite side of a transfer between databases."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from events.store.connection import ErrorTranslator, connect, opening_file
from events.store.transfer import FROZEN, TABLES, chosen, some_at_a_time

_BUSY_MS: Final = 30_000
_ARRIVED: Final = "select 1 from moved limit 2"
_MOVED: Final = "create table if not exists moved (place text not null, at_ms integer not null) strict"


class SqliteTransfer:
    """The transaction of a transfer. Other writers of the file wait until it ends."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.place, self._connection = str(path), connection

    def moved_to(self) -> str:
        return moved_to(self._connection)

    def has_arrived(self) -> bool:
        return bool(moved_to(self._connection)) and len(self._connection.execute(_ARRIVED).fetchall()) > 1

    def rows(self, table: str) -> Iterator[Sequence[tuple[Any, ...]]]:
        yield from some_at_a_time(self._connection.execute(chosen(table)).fetchmany)

    def put(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = TABLES[table][0]
        marks = ", ".join("?" * len(columns))
        self._connection.executemany(f"insert into {table} ({', '.join(columns)}) values ({marks})", rows)  # noqa: S608  # names of `transfer`

    def freeze(self, place: str, at_ms: int, words: str) -> None:
        """Make this source, moved to `place`, read-only: its triggers then refuse every write with the text `words`.

        This holds for older versions of the program too.
        """
        self._connection.execute(_MOVED)
        self._connection.execute("insert into moved (place, at_ms) values (?, ?)", (place, at_ms))
        quoted = words.replace("'", "''")
        for table in FROZEN:
            for act in ("insert", "update", "delete"):
                self._connection.execute(
                    f"create trigger {table}_moved_{act} before {act} on {table}"
                    f" begin select raise(abort, '{quoted}'); end"
                )

    def commit(self) -> None:
        self._connection.execute("commit")

    def arrive(self, place: str, at_ms: int) -> None:
        """Record in this source that the target at `place` was committed: add a row after that of `freeze`."""
        self._connection.execute("insert into moved (place, at_ms) values (?, ?)", (place, at_ms))


def moved_to(connection: sqlite3.Connection) -> str:
    """Return the place that a database was moved to, or ""."""
    if not connection.execute("select 1 from sqlite_schema where name = 'moved' and type = 'table'").fetchone():
        return ""
    found = connection.execute("select place from moved order by at_ms desc limit 1").fetchone()
    return str(found[0]) if found else ""


@contextmanager
def transferring(path: Path) -> Iterator[SqliteTransfer]:
    """Open one side of a transfer. Uncommitted changes are rolled back."""
    with opening_file(path):
        connection = connect(path, _BUSY_MS)
    try:
        with ErrorTranslator(path):
            connection.execute("pragma synchronous = full")
            connection.execute("begin immediate")
            yield SqliteTransfer(path, connection)
            if connection.in_transaction:
                connection.execute("rollback")
    finally:
        connection.close()


def files_of(path: Path) -> list[Path]:
    """Return the paths of a database, its watermark and key files, and SQLite's side files."""
    ends = ("", "-wal", "-shm", ".mark", ".mark-wal", ".mark-shm", ".key")
    return [path.with_name(f"{path.name}{end}") for end in ends]


@contextmanager
def new_files(path: Path) -> Iterator[None]:
    """Delete the files that the block created for a database if it fails. Older files remain."""
    before = {file for file in files_of(path) if file.exists()}
    try:
        yield
    except BaseException:
        for file in files_of(path):
            if file not in before:
                file.unlink(missing_ok=True)
        raise
