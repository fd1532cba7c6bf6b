"""The connections of one process to a PostgreSQL database: pools, transactions and error translation.

Reads inside a transaction use the separate read pool. So writers that wait for a read connection never wait for each
other.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from events.errors import LogError, MovedAwayError, RefusedError, StorageError
from events.store.connection import NOT_ANY_MORE, SEND_AGAIN
from events.store.postgres.schema import SCHEMA, is_current, migrate

logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # each request reports an unreachable server itself

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]

_BUSY_MS: Final = 30_000
_READERS: Final = 8
_WRITERS: Final = 4
_CONNECT_S: Final = 10
_ASKING_S: Final = 2
_SILENT_INTERVALS: Final = 50
"""The number of silent intervals of 0.1 seconds after which a new connection tests whether the server is up."""
_SOON_S: Final = 1  # the number of seconds without a free connection after which the server is tested
_RECONNECT_S: Final = 2
"""The number of seconds for which a pool reconnects by itself; after that, it reconnects on the next request.

A longer time would leave a restarted server unused, because the pauses between the attempts grow.
"""
_ISOLATION: Final = r"-c default_transaction_isolation=read\ committed"
"""A writer reads the head after it has waited for its lock. A stricter isolation level would show an older head."""
_LEAVING: Final = (errors.AdminShutdown, errors.CrashShutdown)
_TOO_SLOW: Final = ("25P03", "25P04")
"""SQLSTATE codes for a transaction that exceeded the server's limits for idle time or duration."""
_SIGNS: Final = "characters like @ / : % in a user name or password must be written as %40 %2F %3A %25"


class UnstorableError(Exception):
    """A value that no column can store: a text with an unpaired surrogate or a NUL character."""


def require_storable(values: Sequence[object]) -> None:
    """Raise `UnstorableError` for a text that cannot be stored."""
    for value in values:
        if isinstance(value, str) and ("\0" in value or not value.isascii()):
            if "\0" in value:
                raise UnstorableError
            try:
                value.encode()
            except UnicodeEncodeError as error:
                raise UnstorableError from error


def place_of(url: str) -> str:
    """Return the address of a database without user name and password. An invalid one raises `RefusedError`."""
    try:
        asked = conninfo_to_dict(url)
    except psycopg.Error as error:
        quoted = str(error).partition('"')[2].rpartition('"')[0]
        why = _SIGNS if quoted and quoted in url.rpartition("@")[0] else str(error).strip()
        raise RefusedError(f"this is not the address of a PostgreSQL database: {why}") from None
    if "@" in f"{str(asked.get('host')).removeprefix('@')}{asked.get('port')}{asked.get('dbname')}":
        raise RefusedError(f"this is not the address of a PostgreSQL database: {_SIGNS}")
    port = f":{asked['port']}" if asked.get("port") else ""
    return f"postgresql://{asked.get('host') or ''}{port}/{asked.get('dbname') or ''}"


def migrate_database(url: str, service: str = "", busy_ms: int = _BUSY_MS) -> tuple[str, str]:
    """Upgrade the tables of a database if needed, and give the role `service` access to them.

    Return the address without user name and password, and the connection string. A missing database, role or right
    raises `RefusedError`.
    """
    place, asked = place_of(url), conninfo_to_dict(url)
    options = f"{asked.get('options') or ''} -c search_path={SCHEMA},pg_temp -c lock_timeout={busy_ms} {_ISOLATION}"
    info = make_conninfo(
        url, options=options.strip(), application_name="cloisterbell", connect_timeout=_CONNECT_S,
        client_encoding="utf8",
    )  # fmt: skip
    try:
        with psycopg.connect(info, autocommit=True) as connection:
            if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
                raise RefusedError(f"{place} has the encoding {encoding}. Create the database with encoding 'UTF8'")
            if service or not is_current(connection, place):
                migrate(connection, place, service)
    except psycopg.Error as error:
        raise RefusedError(f"{place} cannot be opened: {_first_line(error)}") from error
    return place, info


class SilentServerError(psycopg.OperationalError):
    """The server does not answer, not even a new connection: it is stopped or unreachable."""


class _WatchedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that stops waiting if its server no longer answers.

    A stopped process or an unreachable host does not close its connections, and the operating system keeps accepting
    data for it. So after a silence, a new connection tests whether the server is up. If it is, the wait goes on, for
    example for a lock, a standby or a long result.
    """

    how_made: str = ""
    """The connection string for the test, with the password, which a connection does not reveal."""

    def wait(self, gen: PQGen[T], *given: Any, **named: Any) -> T:
        """Wait for the server's answer. If it does not answer, close the connection and raise `SilentServerError`."""
        return super().wait(self._watched(gen), *given, **named)

    def _watched(self, gen: PQGen[T]) -> PQGen[T]:
        silent = 0
        try:
            state = next(gen)
            while True:
                ready = yield state
                silent = 0 if ready else silent + 1  # another silent interval
                if silent > _SILENT_INTERVALS:
                    if _is_away(self.how_made):
                        self.close()
                        raise SilentServerError("it does not answer")
                    silent = 0
                state = gen.send(ready)
        except StopIteration as ended:
            found: T = ended.value
            return found


def _watch(info: str, connection: Connection) -> None:
    assert isinstance(connection, _WatchedConnection)
    connection.how_made = info


def _is_away(info: str) -> bool:
    try:
        psycopg.connect(info, connect_timeout=_ASKING_S).close()
    except psycopg.Error as error:
        return "FATAL" not in str(error)
    return False


class PostgresDatabase:
    """The connections of one process to one database, in a read pool and a write pool.

    Safe for many threads. `url` has libpq's format: `postgresql://service@host/database`. If the role may upgrade the
    tables, they are upgraded. An unusable database raises `RefusedError`, whose message names it without its password.
    """

    def __init__(
        self, url: str, *, busy_ms: int = _BUSY_MS, readers: int = _READERS, writers: int = _WRITERS, service: str = ""
    ) -> None:
        self.url, self._process, self._closed = url, os.getpid(), False
        self.place, self.info = migrate_database(url, service, busy_ms)
        self.name = self.place.rpartition("/")[2]  # web pages show the message, so it must not contain the address
        self._readers = self._pool(readers, busy_ms, autocommit=True)
        self._writers = self._pool(writers, busy_ms, autocommit=False)
        self._mine = threading.local()

    def _pool(self, most: int, busy_ms: int, *, autocommit: bool) -> ConnectionPool[Connection]:
        return ConnectionPool(
            self.info, min_size=1, max_size=most, timeout=busy_ms / 1000, reconnect_timeout=_RECONNECT_S,
            kwargs={"autocommit": autocommit}, open=True, connection_class=_WatchedConnection,
            configure=partial(_watch, self.info),
        )  # fmt: skip

    def _connection(self, pool: ConnectionPool[Connection]) -> Connection:
        """Return a connection. If none is free for a second, test the server before waiting longer."""
        try:
            return pool.getconn(_SOON_S)
        except PoolTimeout:
            psycopg.connect(self.info).close()
            return pool.getconn()

    def check_open(self) -> None:
        """Raise if the database is closed, or if the process was forked: connections do not survive a fork."""
        if self._closed:
            raise LogError(f"{self.place} is closed")
        if os.getpid() != self._process:
            raise LogError(f"{self.place} was opened before a fork. Open it again in this process")

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return all rows of one query, no rows if a value is unstorable. After a lost connection, try once more."""
        self.check_open()
        try:
            require_storable(values)
        except UnstorableError:
            return []
        with self.translate_errors():
            for is_last in (False, True):
                connection = self._connection(self._readers)
                try:
                    return connection.execute(query, values).fetchall()
                except psycopg.OperationalError as error:
                    was_lost = connection.closed or error.sqlstate is None or isinstance(error, _LEAVING)
                    if is_last or not was_lost or isinstance(error, SilentServerError):
                        raise
                finally:
                    self._readers.putconn(connection)
                self._readers.check()  # after a restart, the server has closed all connections
        raise AssertionError  # the second try returns or raises

    @contextmanager
    def turn(self, begin: Callable[[Connection], T]) -> Iterator[tuple[Connection, T]]:
        """Open a transaction, call `begin`, and yield the connection and its result.

        The caller commits. An exception rolls back. If the connection was lost before `begin` returned, it is called
        again over a new connection. A thread that already has a transaction gets `RuntimeError`.
        """
        self.check_open()
        if getattr(self._mine, "turn", False):
            raise RuntimeError("this thread already has an open transaction")
        with self.translate_errors():
            connection, begun = self._begun(begin)
            self._mine.turn = True
            try:
                yield connection, begun
            finally:
                self._mine.turn = False
                self._give_back(connection)

    def run(self, work: Callable[[Connection], T]) -> T:
        """Call `work` in a transaction of its own, and commit."""
        with self.turn(work) as (connection, done):
            connection.commit()
        return done

    def _begun(self, begin: Callable[[Connection], T]) -> tuple[Connection, T]:
        for is_last in (False, True):
            connection = self._connection(self._writers)
            try:
                return connection, begin(connection)
            except BaseException as error:
                was_lost = connection.closed and isinstance(error, psycopg.OperationalError)
                self._give_back(connection)
                if is_last or not was_lost or isinstance(error, SilentServerError):
                    raise
            self._writers.check()
        raise AssertionError  # the second try returns or raises

    def _give_back(self, connection: Connection) -> None:
        try:
            if not connection.closed:
                connection.rollback()
        except psycopg.Error:
            connection.close()
        finally:
            self._writers.putconn(connection)

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Translate errors of the server into log errors that name the database."""
        try:
            yield
        except PoolClosed as error:
            raise LogError(f"{self.place} is closed") from error
        except errors.LockNotAvailable as error:
            raise StorageError(f"the database is locked by another process. {SEND_AGAIN}") from error
        except errors.ObjectNotInPrerequisiteState as error:  # raised by triggers if the database was moved
            why = error.diag.message_primary or _first_line(error)
            raise (MovedAwayError if NOT_ANY_MORE in why else StorageError)(f"{self.place}: {why}") from error
        except (psycopg.OperationalError, errors.ReadOnlySqlTransaction) as error:
            why = error.diag.message_primary or "it does not answer"
            raise StorageError(f"the database server is not available at present: {why}. {SEND_AGAIN}") from error
        except psycopg.Error as error:
            if error.sqlstate in _TOO_SLOW:
                raise StorageError(f"the database server stopped this: {_first_line(error)}. {SEND_AGAIN}") from error
            raise LogError(f"{self.name}: {_first_line(error)}") from error
        except (UnstorableError, UnicodeEncodeError) as error:
            raise LogError(f"{self.name}: a value cannot be stored") from error

    def pool_figures(self) -> dict[str, dict[str, float]]:
        """Return usage figures of both pools since the process started."""
        return {"readers": _used(self._readers), "writers": _used(self._writers)}

    def answers(self) -> bool:
        """Return whether the server accepts a new connection and answers a query within two seconds."""
        try:
            with psycopg.connect(self.info, connect_timeout=_ASKING_S, autocommit=True) as connection:
                return connection.execute("select 1").fetchone() == (1,)
        except psycopg.Error:
            return False

    def close(self) -> None:
        """Close all connections."""
        self._closed = True
        if os.getpid() == self._process:
            self._readers.close()
            self._writers.close()


def _used(pool: ConnectionPool[Connection]) -> dict[str, float]:
    found = pool.get_stats()
    size, free = found.get("pool_size", 0), found.get("pool_available", 0)
    return {
        "open": size, "busy": max(0, size - free), "most": found.get("pool_max", 0),
        "waiting": found.get("requests_waiting", 0), "asked": found.get("requests_num", 0),
        "waited": found.get("requests_queued", 0), "waited_ms": found.get("requests_wait_ms", 0),
        "failed": found.get("requests_errors", 0),
    }  # fmt: skip


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def is_made(url: str) -> bool:
    """Return whether the database has Cloister Bell's tables. A server that does not answer raises `RefusedError`."""
    try:
        with psycopg.connect(url, connect_timeout=_CONNECT_S) as connection:
            return connection.execute("select to_regclass(%s)", (f"{SCHEMA}.steps",)).fetchone() != (None,)
    except psycopg.Error as error:
        raise RefusedError(f"{place_of(url)} cannot be opened: {_first_line(error)}") from error
