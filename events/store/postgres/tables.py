"""The tables beside the logs in a PostgreSQL database."""

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from events.store.postgres.database import Connection, PostgresDatabase, require_storable
from events.store.postgres.schema import SCHEMA
from events.store.postgres.shared import SharedHits, SharedPackets

_LOCK: Final = f"select pg_advisory_xact_lock(hashtext('{SCHEMA} beside'))"
_MARK: Final = re.compile(r"\?([0-9]*)")


@lru_cache(maxsize=256)
def in_postgres(sql: str) -> tuple[str, bool]:
    """A statement with the marks of this server for its values; whether they are numbered."""
    marks = _MARK.findall(sql)
    if any(marks):
        return _MARK.sub(lambda mark: f"%(v{mark[1]})s", sql.replace("%", "%%")), True
    return _MARK.sub("%s", sql.replace("%", "%%")), False


class _Executor:
    """The statements of one transaction, written for SQLite."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        require_storable(values)
        query, numbered = in_postgres(sql)
        given: Any = {f"v{at}": value for at, value in enumerate(values, 1)} if numbered else values
        return self._connection.execute(query, given)


class PostgresTables:
    """The tables beside the logs of a database; whoever changes them waits for who does, in any process."""

    def __init__(self, database: PostgresDatabase) -> None:
        self.database = database
        self._mine = threading.local()

    @property
    def label(self) -> str:
        """The database, as its store calls it."""
        return self.database.place

    @contextmanager
    def transaction(self) -> Iterator[_Executor]:
        """One transaction."""
        if (held := getattr(self._mine, "executor", None)) is not None:
            yield held
            return
        with self.database.turn(lambda connection: connection.execute(_LOCK)) as (connection, _):
            self._mine.executor = _Executor(connection)
            try:
                yield self._mine.executor
            finally:
                self._mine.executor = None
            connection.commit()

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """All rows of one query; none where a value is one that no column can hold."""
        if (held := getattr(self._mine, "executor", None)) is not None:
            return list(held.execute(sql, values).fetchall())
        query, numbered = in_postgres(sql)
        if numbered:
            raise ValueError("a query has no numbered values")
        return self.database.rows(query, *values)

    def shared_hits(self) -> SharedHits:
        """Where the processes of this database count together."""
        return SharedHits(self.database)

    def shared_packets(self) -> SharedPackets:
        """Where the processes of this database keep packets for browsers."""
        return SharedPackets(self.database)

    def close(self) -> None:
        """Nothing: the connections are the store's."""
