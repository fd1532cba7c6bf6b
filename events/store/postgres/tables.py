"""The tables outside the logs, in a PostgreSQL database."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from events.lazy_patterns import lazy_pattern
from events.store.postgres.database import Connection, PostgresDatabase, require_storable
from events.store.postgres.schema import SCHEMA
from events.store.postgres.shared import SharedHits, SharedPackets

_LOCK: Final = f"select pg_advisory_xact_lock(hashtext('{SCHEMA} beside'))"
_MARK: Final = lazy_pattern(r"\?([0-9]*)")


@lru_cache(maxsize=256)
def in_postgres(sql: str) -> tuple[str, bool]:
    """Return a SQLite statement with psycopg's placeholders, and True if the placeholders are numbered."""
    marks = _MARK.findall(sql)
    if any(marks):
        return _MARK.sub(lambda mark: f"%(v{mark[1]})s", sql.replace("%", "%%")), True
    return _MARK.sub("%s", sql.replace("%", "%%")), False


class _Executor:
    """Executes SQLite statements inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        require_storable(values)
        query, numbered = in_postgres(sql)
        given: Any = {f"v{at}": value for at, value in enumerate(values, 1)} if numbered else values
        return self._connection.execute(query, given)


class PostgresTables:
    """The tables outside the logs. One writer at a time may change them, in all processes together."""

    def __init__(self, database: PostgresDatabase) -> None:
        self.database = database
        self._mine = threading.local()

    @property
    def label(self) -> str:
        return self.database.place

    @contextmanager
    def transaction(self) -> Iterator[_Executor]:
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
        """Return all rows of one query, or no rows if one of `values` is a text that PostgreSQL cannot store."""
        if (held := getattr(self._mine, "executor", None)) is not None:
            return list(held.execute(sql, values).fetchall())
        query, numbered = in_postgres(sql)
        if numbered:
            raise ValueError("numbered placeholders are not supported")
        return self.database.rows(query, *values)

    def shared_hits(self) -> SharedHits:
        return SharedHits(self.database)

    def shared_packets(self) -> SharedPackets:
        return SharedPackets(self.database)

    def close(self) -> None:
        """Do nothing: the store owns the connections."""
