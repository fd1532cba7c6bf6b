"""The connections of one process to a PostgreSQL database: pools, transactions, and its failures as errors of the log.

What a transaction reads meanwhile it reads over connections that are kept for reading: writers who wait for a reader
never wait for each other.
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
from events.store.connection import NOT_ANY_MORE
from events.store.postgres.schema import SCHEMA, is_current, migrate

logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # who asks a server that is away is told so, each time

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]

_BUSY_MS: Final = 30_000
_READERS: Final = 8
_WRITERS: Final = 4
_CONNECT_S: Final = 10
_ASKING_S: Final = 2
_SILENT_INTERVALS: Final = 50
"""So often a tenth of a second without a word from the server, and it is asked anew whether it is there."""
_SOON_S: Final = 1
"""After so long without a free connection it is asked whether the server is there at all."""
_RECONNECT_S: Final = 2
"""A pool tries no longer by itself, and at once when somebody asks: else a server that is back is left alone as long as
it was away."""
_ISOLATION: Final = r"-c default_transaction_isolation=read\ committed"
"""A writer reads the head after it has waited for its turn: a server that is set to more would show what was before."""
_LEAVING: Final = (errors.AdminShutdown, errors.CrashShutdown)
_TOO_SLOW: Final = ("25P03", "25P04")
"""What a server says that ends a transaction because it was idle, or lasted, for longer than its owner allows."""
_SIGNS: Final = "signs like @ / : % in a name or password are written as %40 %2F %3A %25"
_STANDS: Final = "what was filed before stands, and this can be sent again"


class UnstorableError(Exception):
    """A value that no column can hold: half a character, or the character of number 0."""


def require_storable(values: Sequence[object]) -> None:
    """Refuse texts that no column can hold.

    Raises:
        UnstorableError: there is one among them.
    """
    for value in values:
        if isinstance(value, str) and ("\0" in value or not value.isascii()):
            if "\0" in value:
                raise UnstorableError
            try:
                value.encode()
            except UnicodeEncodeError as error:
                raise UnstorableError from error


def place_of(url: str) -> str:
    """What the database of an address is called: without who asks, and with what password.

    Raises:
        RefusedError: it is no address.
    """
    try:
        asked = conninfo_to_dict(url)
    except psycopg.Error as error:
        quoted = str(error).partition('"')[2].rpartition('"')[0]
        why = _SIGNS if quoted and quoted in url.rpartition("@")[0] else str(error).strip()
        raise RefusedError(f"that names no database of PostgreSQL: {why}") from None
    if "@" in f"{str(asked.get('host')).removeprefix('@')}{asked.get('port')}{asked.get('dbname')}":
        raise RefusedError(f"that names no database of PostgreSQL: {_SIGNS}")
    port = f":{asked['port']}" if asked.get("port") else ""
    return f"postgresql://{asked.get('host') or ''}{port}/{asked.get('dbname') or ''}"


def migrate_database(url: str, service: str = "", busy_ms: int = _BUSY_MS) -> tuple[str, str]:
    """Bring the tables of a database to the last step, where they are not; let the role `service` use them.

    Returns what the database is called, and how it is connected to.

    Raises:
        RefusedError: there is no such database, this role may not, or there is no such service.
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
                raise RefusedError(f"{place} keeps its texts in {encoding}: create it with encoding 'UTF8'")
            if service or not is_current(connection, place):
                migrate(connection, place, service)
    except psycopg.Error as error:
        raise RefusedError(f"{place} cannot be opened: {_first_line(error)}") from error
    return place, info


class SilentServerError(psycopg.OperationalError):
    """The server answers nothing, neither here nor to whoever asks it anew: it is stopped, or the way to it is gone."""


class _WatchedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that hears nothing for no longer than its server is there.

    A process that is stopped, or a machine that is gone, ends no connection, and the system goes on to take what is
    sent to it. So who has heard nothing for a while has it asked whether the server is there at all, and waits on only
    where it is: for a lock, a standby, a long list.
    """

    how_made: str = ""
    """How another one is made: with the password, which a connection does not tell."""

    def wait(self, gen: PQGen[T], *given: Any, **named: Any) -> T:
        """Wait for what the server answers.

        Raises:
            SilentServerError: it answers nothing; this connection is closed.
        """
        return super().wait(self._watched(gen), *given, **named)

    def _watched(self, gen: PQGen[T]) -> PQGen[T]:
        silent = 0
        try:
            state = next(gen)
            while True:
                ready = yield state
                silent = 0 if ready else silent + 1  # nothing was heard for one interval more
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
    """Whether a server takes no new connection, and does not say why; asked for no longer than two seconds."""
    try:
        psycopg.connect(info, connect_timeout=_ASKING_S).close()
    except psycopg.Error as error:
        return "FATAL" not in str(error)
    return False


class PostgresDatabase:
    """The connections of one process to one database: some for reading, some for writing. For any number of threads.

    `url` is as libpq reads it: `postgresql://service@host/database`. A role that may migrate brings the tables to the
    last step.

    Raises:
        RefusedError: there is no such database, or it is not as it must be; names it without its password.
    """

    def __init__(
        self, url: str, *, busy_ms: int = _BUSY_MS, readers: int = _READERS, writers: int = _WRITERS, service: str = ""
    ) -> None:
        self.url, self._process, self._closed = url, os.getpid(), False
        self.place, self.info = migrate_database(url, service, busy_ms)
        self.name = self.place.rpartition("/")[2]  # pages show it, and where it is is nobody's business
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
        """A connection of a pool. Who waits because others work waits on; a server that is away is told of soon.

        Raises:
            psycopg.OperationalError: the server does not answer, or others work for too long.
        """
        try:
            return pool.getconn(_SOON_S)
        except PoolTimeout:
            psycopg.connect(self.info).close()
            return pool.getconn()

    def check_open(self) -> None:
        """Refuse work after the end, and in a fork: connections do not survive one."""
        if self._closed:
            raise LogError(f"{self.place} is closed")
        if os.getpid() != self._process:
            raise LogError(f"{self.place} was opened before a fork: open it anew")

    def rows(self, query: str, *values: object) -> list[Any]:
        """All rows of one query; none where a value is one that no column can hold. Asked anew once over a new line."""
        self.check_open()
        try:
            require_storable(values)
        except UnstorableError:
            return []
        with self.telling():
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
                self._readers.check()  # a server that was started anew knows none of them
        raise AssertionError  # the second try returns or raises

    @contextmanager
    def turn(self, begin: Callable[[Connection], T]) -> Iterator[tuple[Connection, T]]:
        """One transaction and what it begins with, rolled back by an exception; committed by who asked for it.

        Where the server was started anew meanwhile, it is begun once more over a new line.

        Raises:
            RuntimeError: this thread has one already.
        """
        self.check_open()
        if getattr(self._mine, "turn", False):
            raise RuntimeError("this thread holds a transaction already")
        with self.telling():
            connection, begun = self._begun(begin)
            self._mine.turn = True
            try:
                yield connection, begun
            finally:
                self._mine.turn = False
                self._give_back(connection)

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
    def telling(self) -> Iterator[None]:
        """Tell a failure of the server as an error of the log, with the database's name."""
        try:
            yield
        except PoolClosed as error:
            raise LogError(f"{self.place} is closed") from error
        except errors.LockNotAvailable as error:
            raise StorageError(f"somebody else has been filing there for too long; {_STANDS}") from error
        except errors.ObjectNotInPrerequisiteState as error:  # its triggers, where it was moved away
            why = error.diag.message_primary or _first_line(error)
            raise (MovedAwayError if NOT_ANY_MORE in why else StorageError)(f"{self.place}: {why}") from error
        except (psycopg.OperationalError, errors.ReadOnlySqlTransaction) as error:
            why = error.diag.message_primary or "it does not answer"
            raise StorageError(f"the server of the logs takes nothing just now: {why}; {_STANDS}") from error
        except psycopg.Error as error:
            if error.sqlstate in _TOO_SLOW:
                raise StorageError(f"the server of the logs ended this: {_first_line(error)}; {_STANDS}") from error
            raise LogError(f"{self.name}: {_first_line(error)}") from error
        except (UnstorableError, UnicodeEncodeError) as error:
            raise LogError(f"{self.name}: a value that cannot be stored") from error

    def pool_figures(self) -> dict[str, dict[str, float]]:
        """How much the connections of this process are used, for reading and for writing, since its start."""
        return {"readers": _used(self._readers), "writers": _used(self._writers)}

    def answers(self) -> bool:
        """Whether the server takes a new connection, and answers over it; asked for no longer than two seconds."""
        try:
            with psycopg.connect(self.info, connect_timeout=_ASKING_S, autocommit=True) as connection:
                return connection.execute("select 1").fetchone() == (1,)
        except psycopg.Error:
            return False

    def close(self) -> None:
        """Let go of the connections."""
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
    """Whether the database of this address has the tables of the house already.

    Raises:
        RefusedError: it cannot be asked.
    """
    try:
        with psycopg.connect(url, connect_timeout=_CONNECT_S) as connection:
            return connection.execute("select to_regclass(%s)", (f"{SCHEMA}.steps",)).fetchone() != (None,)
    except psycopg.Error as error:
        raise RefusedError(f"{place_of(url)} cannot be opened: {_first_line(error)}") from error
