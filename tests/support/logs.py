"""Simple logs for tests of stores: entries without meaning that are chained correctly."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from postgres_server import SERVER, VARIABLE, new_database

from events.entry import GENESIS, Head, Line, digest
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.rows import SessionRow, TowerRow
from events.store.sqlite import SqliteStore

SESSION = "abcdefghijkl"
ROW = SessionRow(SESSION, "keys", 1_000, "Friday", "friday")
TOWER = TowerRow(512, (b"a" * 32, b"b" * 32, b"c" * 32), b"s" * 32)
NO_LINE = Head(0, bytes.fromhex(GENESIS))
STORES = (
    "memory", "sqlite",
    pytest.param("postgres", marks=pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")),
)  # fmt: skip
KEPT_BESIDE = ("memory", STORES[2])


def opened(kind: str, path: Path) -> EventStore:
    if kind == "postgres":
        from events.store.postgres.database import PostgresDatabase  # noqa: PLC0415  # optional dependency
        from events.store.postgres.store import PostgresStore  # noqa: PLC0415  # as above

        return PostgresStore(PostgresDatabase(new_database(migrated=True)), path.with_suffix(".beside"))
    return MemoryStore() if kind == "memory" else SqliteStore(path)


@contextmanager
def opened_accounts(kind: str) -> Iterator[Accounts]:
    if kind == "memory":
        with closing(Accounts.memory()) as accounts:
            yield accounts
        return
    from events.store.postgres.database import PostgresDatabase  # noqa: PLC0415  # optional dependency
    from events.store.postgres.tables import PostgresTables  # noqa: PLC0415  # as above

    with closing(PostgresDatabase(new_database(migrated=True))) as database:
        yield Accounts(PostgresTables(database))


def chained(head: Head, count: int, session: str = SESSION) -> list[Line]:
    lines: list[Line] = []
    for seq in range(head.seq + 1, head.seq + count + 1):
        at_ms, body = 1_000 + seq, f'{{"kind":"passed","player":"black","n":{seq}}}'
        lines.append(Line(session, seq, at_ms, "black", body, digest(head.hex, session, seq, at_ms, "black", body)))
        head = Head(seq, lines[-1].digest)
    return lines


def append(store: EventStore, count: int, session: str = SESSION) -> list[Line]:
    with store.writing(session) as writer:
        lines = chained(writer.head, count, session)
        writer.append(lines)
    return lines
