"""Writers that share a commit, and failures of one of them."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from logs import NO_LINE, append, chained

from events.entry import Line
from events.store import group_commit
from events.store.rows import SessionRow
from events.store.sqlite import SqliteStore

NAMES = ("first", "second", "third")


@pytest.fixture
def store(database: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(database)) as opened:
        for name in NAMES:
            opened.create(SessionRow(name, "keys", 1))
        yield opened


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def wait_for_queue(store: SqliteStore, length: int) -> None:
    while len(store._turns._queue) < length:
        threading.Event().wait(0)


def together(store: SqliteStore, pool: ThreadPoolExecutor, lines: dict[str, list[Line]]) -> dict[str, str]:
    """Let writers share one commit; return the error of each, or ""."""

    def write(name: str) -> None:
        with store.writing(name) as writer:
            writer.append(lines[name])

    outcomes: dict[str, Future[None]] = {}

    def lead() -> None:
        with store.writing("third") as writer:
            for waiting, name in enumerate(lines):
                outcomes[name] = pool.submit(write, name)
                wait_for_queue(store, waiting + 1)
            writer.append(chained(NO_LINE, 1, "third"))

    leader = pool.submit(lead)
    wait([leader])
    outcomes["the leader"] = leader
    return {name: str(outcome.exception() or "") for name, outcome in outcomes.items()}


class Counted:
    """A connection that counts its commits and can fail at one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection, self.commits, self.failing = connection, 0, False

    def __getattr__(self, name: str) -> Any:  # all other methods of a connection
        return getattr(self.connection, name)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "commit":
            self.commits += 1
            if self.failing:
                raise sqlite3.OperationalError("database or disk is full")
        return self.connection.execute(sql, *values)


@pytest.fixture
def counted(store: SqliteStore) -> Counted:
    connection = Counted(store._turns._connection)
    store._turns._connection = connection  # type: ignore[assignment]  # it does all that a connection does
    return connection


def test_writers_in_the_queue_share_one_commit(store: SqliteStore, pool: ThreadPoolExecutor, counted: Counted) -> None:
    outcomes = together(store, pool, {name: chained(NO_LINE, 2, name) for name in ("first", "second")})
    assert outcomes == {"first": "", "second": "", "the leader": ""}
    assert counted.commits == 1
    assert [store.head(name).seq for name in NAMES] == [2, 2, 1]


def test_two_writers_of_a_session_use_separate_commits(
    store: SqliteStore, pool: ThreadPoolExecutor, counted: Counted
) -> None:
    outcomes = together(store, pool, {"first": chained(NO_LINE, 1, "first"), "third": []})
    assert outcomes == {"first": "", "third": "", "the leader": ""}
    assert counted.commits == 2


def test_a_failed_commit_fails_all_its_writers(store: SqliteStore, pool: ThreadPoolExecutor, counted: Counted) -> None:
    counted.failing = True
    outcomes = together(store, pool, {name: chained(NO_LINE, 2, name) for name in ("first", "second")})
    assert dict.fromkeys(outcomes, "bell.db: database or disk is full") == outcomes
    assert [store.head(name).seq for name in NAMES] == [0, 0, 0]
    counted.failing = False
    assert [append(store, 1, name)[0].seq for name in NAMES] == [1, 1, 1]


@pytest.mark.parametrize("order", ["first second", "second first"])
def test_a_failed_writer_fails_alone(
    store: SqliteStore, pool: ThreadPoolExecutor, counted: Counted, order: str
) -> None:
    broken = [*chained(NO_LINE, 2, "second"), Line("second", 3, 0, "black", "\ud800", bytes(32))]
    lines = {"first": chained(NO_LINE, 2, "first"), "second": broken}
    outcomes = together(store, pool, {name: lines[name] for name in order.split()})
    assert "cannot be stored" in outcomes.pop("second")
    assert outcomes == {"first": "", "the leader": ""}
    assert counted.commits == 1
    assert [store.head(name).seq for name in NAMES] == [2, 0, 1]


class InterruptedGate:
    """A gate that interrupts a waiting writer, before or just after its turn is granted."""

    def __init__(self, *, given: bool) -> None:
        self.given = given
        self.lock = threading.Lock()
        self.lock.acquire()

    def acquire(self) -> None:
        if self.given:
            self.lock.acquire()
        raise KeyboardInterrupt

    def release(self) -> None:
        self.lock.release()


@pytest.mark.parametrize("when", ["in the queue", "at its turn"])
def test_an_interrupted_writer_does_not_block_others(
    store: SqliteStore, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    def ticket(session: str) -> group_commit._Ticket:
        made = plain(session)
        if session == "second":
            made.gate = InterruptedGate(given=when == "at its turn")  # type: ignore[assignment]  # it does what is asked of a gate
        return made

    def write() -> None:
        with store.writing("second") as writer:
            writer.append(chained(NO_LINE, 1, "second"))

    plain = group_commit._Ticket
    monkeypatch.setattr(group_commit, "_Ticket", ticket)
    with store.writing("first") as writer:
        patient = pool.submit(append, store, 1, "third")
        wait_for_queue(store, 1)
        interrupted = pool.submit(write)
        if when == "at its turn":
            wait_for_queue(store, 2)
        else:
            wait([interrupted])
            assert [waiting.session for waiting in store._turns._queue] == ["third"]
        writer.append(chained(NO_LINE, 1, "first"))
    assert isinstance(interrupted.exception(), KeyboardInterrupt)
    assert len(patient.result()) == 1
    monkeypatch.undo()
    assert [append(store, 1, name)[0].seq for name in NAMES] == [2, 1, 2]
