"""The SQLite store: one file for any number of logs, threads and processes.

A confirmed write is on disk, because every commit waits for it. `events/store/schema.py` creates the tables.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from events.entry import Head, Line, Secret
from events.store.checks import check_data, check_ends_at, check_names, taken_name_error, unknown_name_error
from events.store.connection import ErrorTranslator, ReadConnections, connect, opening_file, set_wal
from events.store.group_commit import WriteQueue
from events.store.key_file import KeyFile
from events.store.rows import SessionRow, TowerRow
from events.store.schema import NO_DELETE, NO_UNSIGNING, drop_orphans, is_current, migrate
from events.store.secrets_file import SecretsFile
from events.store.sql_store import ERASE, HEAD, NO_LINE, ROW, SqlHouse, SqlWriter, head_of, put_session
from events.store.watermark import HighWaterFile

if TYPE_CHECKING:
    from events.store.accounts import Accounts

_BUSY_MS: Final = 30_000
_PUT_LINE: Final = 'insert into lines (session, seq, at_ms, "by", body, digest) values (?, ?, ?, ?, ?, ?)'
_PUT_SEALED: Final = """
insert into secrets (session, seq, field, item, audience, salt, value) values (?, ?, ?, ?, ?, ?, ?)
"""


class _SqliteWriter(SqlWriter):
    PUT_SIGNATURE = """
insert into signatures (session, seq, signed_ms, key, signature) select ?1, ?2, ?3, ?4, ?5
where not exists (select 1 from signatures where session = ?1 and seq = ?2 and key = ?4)
"""

    def __init__(self, connection: sqlite3.Connection, translated: ErrorTranslator, session: str, head: Head) -> None:
        super().__init__(session, head, connection.execute, lambda: translated)
        self._executemany = connection.executemany

    def put_lines(self, lines: Sequence[Line]) -> None:
        self._executemany(_PUT_LINE, map(msgspec.structs.astuple, lines))

    def put_secrets(self, secrets: Sequence[Secret]) -> None:
        self._executemany(_PUT_SEALED, [(self._session, *msgspec.structs.astuple(one)) for one in secrets])


class SqliteStore(SqlHouse):
    """Logs in one SQLite file, with a watermark file and, if this server signs heads, a key file next to it.

    Safe for many threads; each forked process must open its own store. `busy_ms` is how long a writer waits for other
    processes. A path that is not and cannot become a Cloister Bell database raises `RefusedError`.
    """

    ERASED = """(
select count(*) from secrets indexed by secrets_erased where secrets.session = sessions.session and salt is null
)"""

    def __init__(self, path: str | os.PathLike[str], busy_ms: int = _BUSY_MS) -> None:
        self.path = Path(path).absolute()
        self._busy_ms, self.translate_errors = busy_ms, ErrorTranslator(self.path)
        self._readers = ReadConnections(self.path, busy_ms)
        super().__init__(self._readers.rows)
        with opening_file(self.path):
            self._writing = connect(self.path, busy_ms)
            try:
                self._prepare()
                self.marks = HighWaterFile(Path(f"{self.path.resolve()}.mark"), busy_ms)
            except BaseException:
                self._writing.close()
                raise
        self.key_file = KeyFile(Path(f"{self.path.resolve()}.key"))
        self.secrets_file = SecretsFile(Path(f"{self.path.resolve()}.secrets"))
        self._turns = WriteQueue(self._writing)

    @property
    def label(self) -> str:
        return str(self.path)

    def open_accounts(self) -> "Accounts":
        from events.store.accounts import Accounts  # noqa: PLC0415  # not needed to read logs

        return Accounts(self.path)

    def _prepare(self) -> None:
        self._writing.execute("begin")
        try:
            current = is_current(self._writing, self.path)
        finally:
            self._writing.execute("rollback")
        set_wal(self._writing, self._busy_ms)
        self._writing.execute("pragma synchronous = full")
        self._writing.execute("pragma secure_delete = on")
        self._writing.execute("pragma recursive_triggers = on")
        if not current:
            migrate(self._writing, self.path)
        drop_orphans(self._writing)

    @contextmanager
    def _turn(self, session: str) -> Iterator[sqlite3.Connection]:
        """Run one transaction, and translate errors of SQLite into log errors."""
        self._readers.check_open()
        try:
            with self._turns.turn(session) as connection:
                yield connection
        except sqlite3.Error as error:
            raise (self.translate_errors.translated(error) or error) from error

    @contextmanager
    def writing(self, session: str) -> Iterator[_SqliteWriter]:
        with self._turn(session) as connection:
            head = self._last(connection, session)
            with _SqliteWriter(connection, self.translate_errors, session, head) as writer:
                yield writer

    @contextmanager
    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> Iterator[_SqliteWriter]:
        check_names(row.session, row.alias)
        with self._turn(row.session) as connection:
            with self.translate_errors:
                for name in filter(None, (row.session, row.alias)):
                    if connection.execute(f"{ROW} where session = ? or alias = ?", (name, name)).fetchone():
                        raise taken_name_error(name)
                put_session(connection.execute, row, tower)
            with _SqliteWriter(connection, self.translate_errors, row.session, NO_LINE) as writer:
                yield writer

    def _last(self, connection: sqlite3.Connection, session: str) -> Head:
        try:
            found = connection.execute(HEAD, (session,)).fetchone()
            known = found or connection.execute(f"{ROW} where session = ?", (session,)).fetchone()
        except UnicodeEncodeError:  # a name with an unpaired surrogate is never stored
            found = known = None
        if not known:
            raise unknown_name_error("session", session)
        return head_of(session, found) if found else NO_LINE

    def erase(self, session: str, seq: int, field: str) -> int:
        """Erase value and salt of all items of a field, also from the file's free space and write-ahead log."""
        self._require_session(session)
        with self._turn(session) as connection, self.translate_errors:
            erased = connection.execute(ERASE, (session, seq, field)).rowcount
        self._readers.settle()
        return erased

    def remove(self, session: str, head: Head | None = None) -> None:
        """Delete a session. Only this transaction drops the triggers that protect entries."""
        self._require_session(session)
        with self._turn(session) as connection, self.translate_errors:
            check_ends_at(session, head, self._last(connection, session))
            connection.execute("drop trigger lines_are_not_deleted")
            connection.execute("drop trigger signatures_are_not_deleted")
            for table in ("lines", "secrets", "sessions", "towers", "submissions", "fingerprints", "signatures"):
                connection.execute(f"delete from {table} where session = ?", (session,))  # noqa: S608  # names above
            connection.execute(NO_DELETE)
            connection.execute(NO_UNSIGNING)
        self._readers.settle()

    def put_data(self, digest: str, text: str) -> None:
        check_data(digest, text)
        with self._turn(digest) as connection, self.translate_errors:
            connection.execute("insert or ignore into data (hash, json) values (?, ?)", (digest, text))

    def close(self) -> None:
        self._readers.close()
        self._writing.close()
        self.marks.close()
