"""The PostgreSQL side of a transfer between databases."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Final

from psycopg import errors

from events.errors import RefusedError
from events.store.postgres.database import Connection, PostgresDatabase
from events.store.transfer import TABLES, chosen, some_at_a_time

_NAMES: Final = """
insert into names (name, session)
select session, session from sessions union all select alias, session from sessions where alias is not null
"""


class PostgresTransfer:
    """The transaction of a transfer. Other writers of the database wait until it ends."""

    def __init__(self, place: str, connection: Connection) -> None:
        self.place, self._connection, self._cursors = place, connection, count()

    def moved_to(self) -> str:
        found = self._connection.execute("select place from moved order by at_ms desc limit 1").fetchone()
        return str(found[0]) if found else ""

    def has_arrived(self) -> bool:
        return len(self._connection.execute("select 1 from moved limit 2").fetchall()) > 1

    def rows(self, table: str) -> Iterator[Sequence[tuple[Any, ...]]]:
        """Yield the rows of a table in order, from a server-side cursor."""
        with self._connection.cursor(name=f"moved_{next(self._cursors)}") as cursor:
            cursor.execute(chosen(table))
            yield from some_at_a_time(cursor.fetchmany)

    def put(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        with self._connection.cursor() as cursor:
            with cursor.copy(f"copy {table} ({', '.join(TABLES[table][0])}) from stdin") as copying:
                for row in rows:
                    copying.write_row(row)
            if table == "sessions":
                cursor.execute(_NAMES)

    def freeze(self, place: str, at_ms: int, words: str) -> None:
        """Make this source, moved to `place`, read-only: its triggers then refuse every write with the text `words`."""
        self._connection.execute("select freeze(%s, %s, %s)", (place, at_ms, words))

    def commit(self) -> None:
        self._connection.commit()

    def arrive(self, place: str, at_ms: int) -> None:
        """Record in this source that the target at `place` was committed: add a row after that of `freeze`.

        The method commits this record.
        """
        self._connection.execute("insert into moved (place, at_ms) values (%s, %s)", (place, at_ms))
        self._connection.commit()


@contextmanager
def transferring(database: PostgresDatabase) -> Iterator[PostgresTransfer]:
    """Open one side of a transfer. Uncommitted changes are rolled back."""
    tables = ", ".join(TABLES)
    lock = f"lock table {tables} in share row exclusive mode"
    with database.turn(lambda connection: _locked(connection, lock, database.place)) as (connection, _):
        yield PostgresTransfer(database.place, connection)


def _locked(connection: Connection, lock: str, place: str) -> None:
    try:
        connection.execute(lock)
    except errors.InsufficientPrivilege as error:
        raise RefusedError(f"{place}: only the owner of the tables can transfer this database") from error
