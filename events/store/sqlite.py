"""The store on disk: one SQLite file for any number of logs, threads and processes.

Acknowledged means on disk: the log is written ahead and every commit waits for the disk. Rows go over sqlite3 directly;
the tables are made by `events/store/schema.py`.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from events.entry import Head, Line, Secret
from events.errors import LogError
from events.signature import Signature
from events.store.checks import (
    check_data,
    check_ends_at,
    check_follows,
    check_names,
    check_signature,
    reused_key_error,
    taken_name_error,
    unknown_name_error,
)
from events.store.connection import ErrorTranslator, ReadConnections, connect, opening_file, set_wal
from events.store.group_commit import WriteQueue
from events.store.key_file import KeyFile
from events.store.rows import SessionRow, Submission, TowerRow
from events.store.schema import NO_DELETE, NO_UNSIGNING, drop_orphans, is_current, migrate
from events.store.sql_reads import HEAD, LINK, NO_LINE, ROW, SqlHouse, head_of, session_rows
from events.store.watermark import HighWaterFile

if TYPE_CHECKING:
    from events.store.accounts import Accounts

_BUSY_MS: Final = 30_000
_PUT_LINE: Final = 'insert into lines (session, seq, at_ms, "by", body, digest) values (?, ?, ?, ?, ?, ?)'
_PUT_SEALED: Final = """
insert into secrets (session, seq, field, item, audience, salt, value) values (?, ?, ?, ?, ?, ?, ?)
"""
_PUT_FINGERPRINT: Final = "insert or replace into fingerprints (session, seq, shape, value) values (?, ?, ?, ?)"
_PUT_ANSWER: Final = """
insert into submissions (session, author, key, hash, answer) values (?, ?, ?, ?, ?)
on conflict (session, author, key) do update set answer = excluded.answer where hash = excluded.hash
"""
_PUT_SIGNATURE: Final = """
insert into signatures (session, seq, signed_ms, key, signature) select ?1, ?2, ?3, ?4, ?5
where not exists (select 1 from signatures where session = ?1 and seq = ?2 and key = ?4)
"""
_PUT_SESSION: Final = """
insert into sessions (session, game, created_ms, title, alias, origin) values (?, ?, ?, ?, nullif(?, ''), ?)
"""
_PUT_TOWER: Final = "insert into towers (session, length, links, shuffle_secret) values (?, ?, ?, ?)"
_ERASE: Final = "update secrets set salt = null, value = null where session = ? and seq = ? and field = ?"
_ERASED: Final = """
select (select count(*) from secrets indexed by secrets_erased where session = ?1 and salt is null)
from sessions where session = ?1
"""


class _SqliteWriter:
    """The writer of one transaction. After a failure, or its end, it takes nothing more."""

    def __init__(self, connection: sqlite3.Connection, telling: ErrorTranslator, session: str, head: Head) -> None:
        self.head = head
        self._execute, self._executemany = connection.execute, connection.executemany
        self.translate_errors, self._session, self.over = telling, session, False

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        check_follows(self._session, self.head, lines)
        self.check()
        with self.translate_errors:
            self.over = True
            self._executemany(_PUT_LINE, map(msgspec.structs.astuple, lines))
            if secrets:
                self._executemany(_PUT_SEALED, [(self._session, *msgspec.structs.astuple(one)) for one in secrets])
            if lines:
                self.head = Head(lines[-1].seq, lines[-1].digest)
            if fingerprint is not None:
                self._execute(_PUT_FINGERPRINT, (self._session, self.head.seq, *fingerprint))
            self.over = False

    def answer(self, submission: Submission) -> None:
        self.check()
        with self.translate_errors:
            self.over = True
            kept = self._execute(_PUT_ANSWER, (self._session, *msgspec.structs.astuple(submission))).rowcount
            self.over = False
        if not kept:
            raise reused_key_error(submission.key)

    def sign(self, signature: Signature) -> None:
        self.check()
        check_signature(self.head, signature)
        with self.translate_errors:
            self.over = True
            self._execute(_PUT_SIGNATURE, (self._session, *msgspec.structs.astuple(signature)))
            self.over = False

    def check(self) -> None:
        """Refuse to go on after a failure or the end."""
        if self.over:
            raise LogError("a transaction that failed or ended takes nothing more")


class SqliteStore(SqlHouse):
    """Logs in one SQLite file, with a mark file and, where the house signs, a key file beside it.

    For any number of threads; a fork opens its own.

    `busy_ms` is how long a writer waits for other processes.

    Raises:
        RefusedError: the path is no such file and none can be made there; names the path.
    """

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
        self._turns = WriteQueue(self._writing)

    @property
    def label(self) -> str:
        """The path of the file."""
        return str(self.path)

    def open_accounts(self) -> "Accounts":
        """The tables beside the logs."""
        from events.store.accounts import Accounts  # noqa: PLC0415  # who only reads logs needs none

        return Accounts(self.path)

    def _prepare(self) -> None:
        current = is_current(self._writing, self.path)
        set_wal(self._writing, self._busy_ms)
        self._writing.execute("pragma synchronous = full")
        self._writing.execute("pragma secure_delete = on")
        self._writing.execute("pragma recursive_triggers = on")
        if not current:
            migrate(self._writing, self.path)
        drop_orphans(self._writing)

    def row(self, session: str) -> SessionRow:
        """The session of this id or alias."""
        for row in session_rows(self._rows(f"{ROW} where session = ? or alias = ?", session, session)):
            return row
        raise unknown_name_error("session", session)

    @contextmanager
    def _turn(self, session: str) -> Iterator[sqlite3.Connection]:
        """One transaction; SQLite's failures are told as errors of the log."""
        self._readers.check_open()
        try:
            with self._turns.turn(session) as connection:
                yield connection
        except sqlite3.Error as error:
            raise (self.translate_errors.translated(error) or error) from error

    @contextmanager
    def writing(self, session: str) -> Iterator[_SqliteWriter]:
        """One transaction."""
        with self._turn(session) as connection:
            yield from self._open_writer(connection, session, self._last(connection, session))

    @contextmanager
    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> Iterator[_SqliteWriter]:
        """Take a new session together with its first lines, in one transaction."""
        check_names(row.session, row.alias)
        with self._turn(row.session) as connection:
            with self.translate_errors:
                self._insert_session(connection, row, tower)
            yield from self._open_writer(connection, row.session, NO_LINE)

    def _last(self, connection: sqlite3.Connection, session: str) -> Head:
        try:
            found = connection.execute(HEAD, (session,)).fetchone()
            known = found or connection.execute(f"{ROW} where session = ?", (session,)).fetchone()
        except UnicodeEncodeError:  # a name that no file can hold
            found = known = None
        if not known:
            raise unknown_name_error("session", session)
        return head_of(session, found) if found else NO_LINE

    def _open_writer(self, connection: sqlite3.Connection, session: str, head: Head) -> Iterator[_SqliteWriter]:
        writer = _SqliteWriter(connection, self.translate_errors, session, head)
        try:
            yield writer
            writer.check()
        finally:
            writer.over = True

    def _insert_session(self, connection: sqlite3.Connection, row: SessionRow, tower: TowerRow | None) -> None:
        for name in filter(None, (row.session, row.alias)):
            if connection.execute(f"{ROW} where session = ? or alias = ?", (name, name)).fetchone():
                raise taken_name_error(name)
        place = (row.session, row.game, row.created_ms, row.title, row.alias, row.origin)
        connection.execute(_PUT_SESSION, place)
        if tower is not None:
            if any(len(link) != LINK for link in tower.links):
                raise ValueError("a link of a chain has 32 bytes")
            connection.execute(_PUT_TOWER, (row.session, tower.length, b"".join(tower.links), tower.shuffle_secret))

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        """Take a new session."""
        with self.create_with_entries(row, tower):
            pass

    def erase(self, session: str, seq: int, field: str) -> int:
        """Drop value and salt of a field's items for good: from the file's free space and its write-ahead log too."""
        self._require_session(session)
        with self._turn(session) as connection, self.translate_errors:
            erased = connection.execute(_ERASE, (session, seq, field)).rowcount
        self._readers.settle()
        return erased

    def remove(self, session: str, head: Head | None = None) -> None:
        """Drop a whole session for good, in the one transaction in which lines may be deleted."""
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

    def erased(self, session: str) -> int:
        """How many items were ever erased."""
        for (erased,) in self._rows(_ERASED, session):
            return int(erased)
        raise unknown_name_error("session", session)

    def put_data(self, digest: str, text: str) -> None:
        """Keep a data file."""
        check_data(digest, text)
        with self._turn(digest) as connection, self.translate_errors:
            connection.execute("insert or ignore into data (hash, json) values (?, ?)", (digest, text))

    def close(self) -> None:
        """Let go of the files."""
        self._readers.close()
        self._writing.close()
        self.marks.close()
