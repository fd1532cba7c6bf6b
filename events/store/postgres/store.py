"""The store on PostgreSQL: any number of logs, for many processes on many machines.

Acknowledged means committed as the server's `synchronous_commit` says. A writer locks its session's row and reads after
that what stands there, so one session has one writer, whoever it is. What a transaction reads meanwhile it reads over
connections that are kept for reading: writers who wait for a reader never wait for each other.

The marks and the keys of the house are no part of the cluster: they stand in files of a folder of this machine.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import psycopg
from psycopg import errors

from events.entry import Head, Line, Secret
from events.errors import ConflictError, LogError, RefusedError
from events.signature import Signature
from events.store.accounts import Accounts
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
from events.store.key_file import KeyFile
from events.store.postgres.database import Connection, PostgresDatabase, UnstorableError, require_storable
from events.store.postgres.schema import UNLIMITED
from events.store.postgres.tables import PostgresTables, in_postgres
from events.store.rows import SessionRow, Submission, TowerRow
from events.store.sql_reads import HEAD, LINK, NO_LINE, ROW, SqlHouse
from events.store.watermark import HighWaterFile

T = TypeVar("T")

_BUSY_MS: Final = 30_000
_HEAD: Final = in_postgres(HEAD)[0]
_NAMED: Final = f"{ROW} where session = (select session from names where name = %s)"  # noqa: S608  # a text above
_LOCK: Final = "select pg_current_xact_id()::text from sessions where session = %s for no key update"
_WAIT_FOR_NAME: Final = "insert into names (name, session) values (%s, %s) on conflict do nothing"
_PUT_LINES: Final = """
insert into lines (session, seq, at_ms, "by", body, digest)
select %s, * from unnest(%s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::bytea[])
"""
_PUT_SECRETS: Final = """
insert into secrets (session, seq, field, item, audience, salt, value)
select %s, * from unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::text[], %s::text[])
"""
_PUT_FINGERPRINT: Final = """
insert into fingerprints (session, seq, shape, value) values (%s, %s, %s, %s)
on conflict (session, seq) do update set shape = excluded.shape, value = excluded.value
"""
_PUT_ANSWER: Final = """
insert into submissions (session, author, key, hash, answer) values (%s, %s, %s, %s, %s)
on conflict (session, author, key) do update set answer = excluded.answer where submissions.hash = excluded.hash
"""
_PUT_SIGNATURE: Final = """
insert into signatures (session, seq, signed_ms, key, signature) values (%s, %s, %s, %s, %s) on conflict do nothing
"""
_PUT_SESSION: Final = """
insert into sessions (session, game, created_ms, title, alias, origin) values (%s, %s, %s, %s, nullif(%s, ''), %s)
"""
_PUT_TOWER: Final = "insert into towers (session, length, links, shuffle_secret) values (%s, %s, %s, %s)"
_ERASE: Final = "update secrets set salt = null, value = null where session = %s and seq = %s and field = %s"
_ERASED: Final = """
select (select count(*) from secrets where session = %s and salt is null) from sessions where session = %s
"""


def _columns(rows: Sequence[msgspec.Struct], *names: str) -> list[list[Any]]:
    return [[getattr(row, name) for row in rows] for name in names]


class _PostgresWriter:
    """The writer of one transaction. After a failure, or its end, it takes nothing more."""

    def __init__(self, database: PostgresDatabase, connection: Connection, session: str, head: Head) -> None:
        self.head, self.over, self.appended = head, False, False
        self._database, self._connection, self._session = database, connection, session

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        check_follows(self._session, self.head, lines)
        with self._taking() as execute:
            if lines:
                columns = _columns(lines, "seq", "at_ms", "by", "body", "digest")
                execute(_PUT_LINES, (self._session, *columns))
                self.head, self.appended = Head(lines[-1].seq, lines[-1].digest), True
            if secrets:
                columns = _columns(secrets, "seq", "field", "item", "audience", "salt", "value")
                execute(_PUT_SECRETS, (self._session, *columns))
            if fingerprint is not None:
                execute(_PUT_FINGERPRINT, (self._session, self.head.seq, *fingerprint))

    def answer(self, submission: Submission) -> None:
        with self._taking() as execute:
            kept = execute(_PUT_ANSWER, (self._session, *msgspec.structs.astuple(submission))).rowcount
        if not kept:
            raise reused_key_error(submission.key)

    def sign(self, signature: Signature) -> None:
        self.check()
        check_signature(self.head, signature)
        with self._taking() as execute:
            execute(_PUT_SIGNATURE, (self._session, *msgspec.structs.astuple(signature)))

    @contextmanager
    def _taking(self) -> Iterator[Callable[..., "psycopg.Cursor[tuple[Any, ...]]"]]:
        self.check()
        with self._database.telling():
            self.over = True
            try:
                yield self._connection.execute
            except errors.UniqueViolation as error:
                if error.diag.table_name == "lines":
                    raise ConflictError(f"{self._session}: somebody else has written that line") from error
                raise
            self.over = False

    def check(self) -> None:
        """Refuse to go on after a failure or the end."""
        if self.over:
            raise LogError("a transaction that failed or ended takes nothing more")


class PostgresStore(SqlHouse):
    """Logs in a PostgreSQL database, with marks and keys in a folder of this machine.

    For any number of threads; a fork opens its own. `beside` is the folder, made where it is not there.

    Raises:
        RefusedError: as `PostgresDatabase`, or there is no place for the folder.
    """

    def __init__(self, database: PostgresDatabase, beside: str | os.PathLike[str], busy_ms: int = _BUSY_MS) -> None:
        self.database = database
        super().__init__(lambda sql, *values: database.rows(in_postgres(sql)[0], *values))
        folder = Path(beside).absolute()
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise RefusedError(f"{folder} cannot be made: {error.strerror or error}") from error
        self.marks = HighWaterFile(folder / "bell.mark", busy_ms)
        self.key_file = KeyFile(folder / "bell.key")

    @property
    def label(self) -> str:
        """The database, without who asks."""
        return self.database.place

    def unlimited_role(self) -> str:
        """The role that asks, where it may change lines: a superuser, the owner of the tables, or a member of it."""
        return next((str(name) for (name,) in self.database.rows(UNLIMITED)), "")

    def open_accounts(self) -> Accounts:
        """The tables beside the logs, over the same connections."""
        return Accounts(PostgresTables(self.database))

    def row(self, session: str) -> SessionRow:
        """The session of this id or alias."""
        for row in self.database.rows(_NAMED, session):
            return SessionRow(*row)
        raise unknown_name_error("session", session)

    @contextmanager
    def writing(self, session: str) -> Iterator[_PostgresWriter]:
        """One transaction: the session's row is locked first, and what stands there is read after that."""
        with self.database.turn(partial(self._locked, session)) as (connection, (xid, head)):
            yield from self._open_writer(connection, session, head, xid)

    @contextmanager
    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> Iterator[_PostgresWriter]:
        """Take a new session together with its first lines, in one transaction."""
        check_names(row.session, row.alias)
        with self.database.turn(partial(self._insert_session, row, tower)) as (connection, xid):
            yield from self._open_writer(connection, row.session, NO_LINE, xid)

    def _locked(self, session: str, connection: Connection) -> tuple[str, Head]:
        try:
            require_storable([session])
        except UnstorableError:
            raise unknown_name_error("session", session) from None
        for (xid,) in connection.execute(_LOCK, (session,)).fetchall():
            found = connection.execute(_HEAD, (session,)).fetchone()
            return xid, Head(*found) if found else NO_LINE
        raise unknown_name_error("session", session)

    def _open_writer(
        self, connection: Connection, session: str, head: Head, xid: str
    ) -> Iterator[_PostgresWriter]:  # fmt: skip
        writer = _PostgresWriter(self.database, connection, session, head)
        try:
            yield writer
            writer.check()
        finally:
            writer.over = True
        self._commit(connection, session, xid, writer.head if writer.appended else None)

    def _commit(self, connection: Connection, session: str, xid: str, head: Head | None) -> None:
        """Commit; where the server went away before it answered, find out what became of it.

        Raises:
            LogError: it was not committed, or nobody can tell: whoever sends it again under its key learns it.
        """
        try:
            connection.commit()
        except psycopg.OperationalError as error:
            if error.sqlstate is not None and not connection.broken:
                raise
            if not self._stands(session, xid, head):
                raise

    def _stands(self, session: str, xid: str, head: Head | None) -> bool:
        """Whether a transaction whose commit was not answered was committed: seen after it has let go of its session.

        A line tells it of itself, after a failover too; what wrote none is looked up by the server's own number. A
        session that is being founded has no row to wait for yet, but its name, which nobody else may take meanwhile.
        What is found is committed over, so that it is waited for the standbys that the lost commit had to wait for.
        """
        with psycopg.connect(self.database.info, autocommit=False) as anew:
            with anew.transaction(force_rollback=True):
                anew.execute(_WAIT_FOR_NAME, (session, session))
            anew.execute(_LOCK, (session,)).fetchall()
            if head is not None:
                return anew.execute(
                    "select 1 from lines where session = %s and seq = %s and digest = %s",
                    (session, head.seq, head.digest),
                ).fetchone() is not None  # fmt: skip
            try:
                return anew.execute("select pg_xact_status(%s::xid8)", (xid,)).fetchone() == ("committed",)
            except errors.InvalidParameterValue:  # a server that took over has not come so far
                return False

    @staticmethod
    def _insert_session(row: SessionRow, tower: TowerRow | None, connection: Connection) -> str:
        """Take a new session; returns the server's number of the transaction."""
        for name in dict.fromkeys(filter(None, (row.session, row.alias))):
            try:
                connection.execute("insert into names (name, session) values (%s, %s)", (name, row.session))
            except errors.UniqueViolation as error:
                raise taken_name_error(name) from error
        place = (row.session, row.game, row.created_ms, row.title, row.alias, row.origin)
        connection.execute(_PUT_SESSION, place)
        if tower is not None:
            if any(len(link) != LINK for link in tower.links):
                raise ValueError("a link of a chain has 32 bytes")
            connection.execute(_PUT_TOWER, (row.session, tower.length, b"".join(tower.links), tower.shuffle_secret))
        ((xid,),) = connection.execute("select pg_current_xact_id()::text").fetchall()
        return str(xid)

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        """Take a new session."""
        with self.create_with_entries(row, tower):
            pass

    def erase(self, session: str, seq: int, field: str) -> int:
        """Drop value and salt of a field's items for good.

        Dead rows, the server's own log and its standbys keep them a while: `docs/operations.md` says how long.
        """
        self._require_session(session)
        with self.database.turn(partial(self._locked, session)) as (connection, _):
            require_storable([field])
            erased = connection.execute(_ERASE, (session, seq, field)).rowcount
            connection.commit()
        return erased

    def remove(self, session: str, head: Head | None = None) -> None:
        """Drop a whole session for good, by the one function that may."""
        self._require_session(session)
        with self.database.turn(partial(self._locked, session)) as (connection, (_, found)):
            check_ends_at(session, head, found)
            connection.execute("select remove_session(%s)", (session,))
            connection.commit()

    def erased(self, session: str) -> int:
        """How many items were ever erased."""
        for (erased,) in self.database.rows(_ERASED, session, session):
            return int(erased)
        raise unknown_name_error("session", session)

    def put_data(self, digest: str, text: str) -> None:
        """Keep a data file."""
        check_data(digest, text)
        insert = "insert into data (hash, json) values (%s, %s) on conflict do nothing"
        with self.database.turn(lambda connection: connection.execute(insert, (digest, text))) as (connection, _):
            connection.commit()

    def close(self) -> None:
        """Let go of connections and files."""
        self.database.close()
        self.marks.close()
