"""The PostgreSQL store: any number of logs, for many processes on many computers.

A write is confirmed when it is committed as the server's `synchronous_commit` requires. A writer locks the row of its
session and reads the head after that, so that each session has one writer at a time. Reads inside a transaction use the
separate read pool, so that writers never wait for each other there.

Watermarks and keys are not in the database cluster, but in files of a local directory.
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
from events.errors import ConflictError, RefusedError
from events.store.accounts import Accounts
from events.store.checks import check_data, check_ends_at, check_names, taken_name_error, unknown_name_error
from events.store.key_file import KeyFile
from events.store.postgres.database import Connection, PostgresDatabase, UnstorableError, require_storable
from events.store.postgres.schema import UNLIMITED
from events.store.postgres.tables import PostgresTables, in_postgres
from events.store.rows import SessionRow, TowerRow
from events.store.secrets_file import SecretsFile
from events.store.sql_store import ERASE, HEAD, NO_LINE, SqlHouse, SqlWriter, put_session
from events.store.watermark import HighWaterFile

T = TypeVar("T")

_BUSY_MS: Final = 30_000
_LOCK: Final = "select pg_current_xact_id()::text from sessions where session = %s for no key update"
_WAIT_FOR_NAME: Final = "insert into names (name, session) values (%s, %s) on conflict do nothing"
_PUT_LINES: Final = """
insert into lines (session, seq, at_ms, "by", body, digest)
select ?, * from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bytea[])
"""
_PUT_SECRETS: Final = """
insert into secrets (session, seq, field, item, audience, salt, value)
select ?, * from unnest(?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[])
"""


def _columns(rows: Sequence[msgspec.Struct], *names: str) -> list[list[Any]]:
    return [[getattr(row, name) for row in rows] for name in names]


def _executor(connection: Connection) -> Callable[[str, Sequence[object]], Any]:
    return lambda sql, values: connection.execute(in_postgres(sql)[0], values)


class _PostgresWriter(SqlWriter):
    PUT_SIGNATURE = """
insert into signatures (session, seq, signed_ms, key, signature) values (?, ?, ?, ?, ?) on conflict do nothing
"""

    def put_lines(self, lines: Sequence[Line]) -> None:
        columns = _columns(lines, "seq", "at_ms", "by", "body", "digest")
        try:
            self._execute(_PUT_LINES, (self._session, *columns))
        except errors.UniqueViolation as error:
            raise ConflictError(f"{self._session}: another process has already written this entry") from error

    def put_secrets(self, secrets: Sequence[Secret]) -> None:
        columns = _columns(secrets, "seq", "field", "item", "audience", "salt", "value")
        self._execute(_PUT_SECRETS, (self._session, *columns))


class PostgresStore(SqlHouse):
    """Logs in a PostgreSQL database, with watermarks and keys in the local directory `state_dir`.

    Safe for many threads; each forked process must open its own store. The directory is created if needed.
    If that is not possible, `RefusedError` is raised.
    """

    ERASED = "(select count(*) from secrets where secrets.session = sessions.session and salt is null)"

    def __init__(self, database: PostgresDatabase, state_dir: str | os.PathLike[str], busy_ms: int = _BUSY_MS) -> None:
        self.database = database
        super().__init__(lambda sql, *values: database.rows(in_postgres(sql)[0], *values))
        folder = Path(state_dir).absolute()
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise RefusedError(f"{folder} cannot be created: {error.strerror or error}") from error
        self.marks = HighWaterFile(folder / "bell.mark", busy_ms)
        self.key_file = KeyFile(folder / "bell.key")
        self.secrets_file = SecretsFile(folder / "bell.secrets")

    @property
    def label(self) -> str:
        return self.database.place

    def unlimited_role(self) -> str:
        """Return the role in use if it may change entries: a superuser, the owner of the tables, or a member of it."""
        return next((str(name) for (name,) in self.database.rows(UNLIMITED)), "")

    def open_accounts(self) -> Accounts:
        """Return the accounts, which use the same connections."""
        return Accounts(PostgresTables(self.database))

    @contextmanager
    def writing(self, session: str) -> Iterator[_PostgresWriter]:
        with self.database.turn(partial(self._locked, session)) as (connection, (xid, head)):
            yield from self._open_writer(connection, session, head, xid)

    @contextmanager
    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> Iterator[_PostgresWriter]:
        check_names(row.session, row.alias)
        with self.database.turn(partial(self._insert_session, row, tower)) as (connection, xid):
            yield from self._open_writer(connection, row.session, NO_LINE, xid)

    def _locked(self, session: str, connection: Connection) -> tuple[str, Head]:
        try:
            require_storable([session])
        except UnstorableError:
            raise unknown_name_error("session", session) from None
        for (xid,) in connection.execute(_LOCK, (session,)).fetchall():
            found = _executor(connection)(HEAD, (session,)).fetchone()
            return xid, Head(*found) if found else NO_LINE
        raise unknown_name_error("session", session)

    def _open_writer(self, connection: Connection, session: str, head: Head, xid: str) -> Iterator[_PostgresWriter]:
        writer = _PostgresWriter(session, head, _executor(connection), self.database.translate_errors)
        with writer:
            yield writer
        self._commit(connection, session, xid, writer.head if writer.head.seq > head.seq else None)

    def _commit(self, connection: Connection, session: str, xid: str, head: Head | None) -> None:
        """Commit. If the server was lost before it answered, find out whether the commit succeeded."""
        try:
            connection.commit()
        except psycopg.OperationalError as error:
            if error.sqlstate is not None and not connection.broken:
                raise
            if not self._stands(session, xid, head):
                raise

    def _stands(self, session: str, xid: str, head: Head | None) -> bool:
        """Return whether an unanswered commit succeeded, once its transaction no longer locks the session.

        If it wrote an entry, look for that entry, which works after a failover too. Otherwise look up the transaction
        number. A new session has no row to wait for, so wait for its name. The commit at the end of this check waits
        for the same standbys as the lost one.
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
            except errors.InvalidParameterValue:  # a server that took over does not know the number
                return False

    @staticmethod
    def _insert_session(row: SessionRow, tower: TowerRow | None, connection: Connection) -> str:
        """Add a new session, and return the server's transaction number."""
        for name in dict.fromkeys(filter(None, (row.session, row.alias))):
            try:
                connection.execute("insert into names (name, session) values (%s, %s)", (name, row.session))
            except errors.UniqueViolation as error:
                raise taken_name_error(name) from error
        put_session(_executor(connection), row, tower)
        ((xid,),) = connection.execute("select pg_current_xact_id()::text").fetchall()
        return str(xid)

    def erase(self, session: str, seq: int, field: str) -> int:
        """Erase value and salt of all items of a field.

        Dead rows, the server's write-ahead log and its standbys keep them for a while; see `docs/howto/erase.md`.
        """
        self._require_session(session)
        with self.database.turn(partial(self._locked, session)) as (connection, _):
            require_storable([field])
            erased = int(_executor(connection)(ERASE, (session, seq, field)).rowcount)
            connection.commit()
        return erased

    def remove(self, session: str, head: Head | None = None) -> None:
        """Delete a session, through the only database function that may."""
        self._require_session(session)
        with self.database.turn(partial(self._locked, session)) as (connection, (_, found)):
            check_ends_at(session, head, found)
            connection.execute("select remove_session(%s)", (session,))
            connection.commit()

    def put_data(self, digest: str, text: str) -> None:
        check_data(digest, text)
        insert = "insert into data (hash, json) values (%s, %s) on conflict do nothing"
        self.database.run(lambda connection: connection.execute(insert, (digest, text)))

    def close(self) -> None:
        self.database.close()
        self.marks.close()
