"""Summaries of sessions: updated by triggers, and rebuilt after a loss."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from events.entry import GENESIS, Line, Secret, digest
from events.store.accounts import Accounts
from events.store.rows import SessionRow
from events.store.settings import VISIBILITIES, Settings
from events.store.sqlite import SqliteStore
from events.store.summaries import Summaries, Summary, Wanted


@pytest.fixture
def store(database: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(database)) as opened:
        yield opened


@pytest.fixture
def accounts(store: SqliteStore) -> Iterator[Accounts]:
    with closing(Accounts(store.path)) as found:
        yield found


def add(store: SqliteStore, session: str, *, secret: bool = False) -> str:
    head = store.head(session)
    seq, at_ms = head.seq + 1, 5_000 + head.seq
    line = Line(session, seq, at_ms, "table", "{}", digest(head.hex, session, seq, at_ms, "table", "{}"))
    with store.writing(session) as writer:
        writer.append([line], [Secret(line.seq, "text", 0, "all", "salt", "value")] if secret else [])
    return line.digest.hex()


def told(session: str, head: str = GENESIS, **what: object) -> Summary:
    return Summary(session, "toy", 1, what.pop("title", ""), "", "here", head, 0, 1, **what)  # type: ignore[arg-type]  # what a test says


def test_lists_older_sessions_that_wait_for_their_summaries(store: SqliteStore, accounts: Accounts) -> None:
    store.create(SessionRow("old", "toy", 7, "Old nights"))
    add(store, "old")
    found = Summaries(accounts, "1")
    assert found.moved() == ["old"]
    assert found.find(Wanted(("nights",)), 0, 9) == {"old": None}
    assert found.count(Wanted()) == (1, 0)


def test_notes_every_change_of_a_session(store: SqliteStore, accounts: Accounts) -> None:
    found = Summaries(accounts, "1")
    store.create(SessionRow("one", "toy", 7))
    assert found.moved() == ["one"]
    found.put(told("one"))
    assert found.moved() == []
    head = add(store, "one", secret=True)
    found.put(told("one"))
    assert found.moved() == ["one"], "a summary of an older state does not count"
    found.put(told("one", head))
    assert found.moved() == []
    store.erase("one", 1, "text")
    assert found.moved() == ["one"]
    store.remove("one")
    assert found.moved() == []
    assert found.find(Wanted(), 0, 9) == {}


@pytest.mark.parametrize("lost", ["summaries", "summaries_moved"])
def test_entries_can_be_added_if_summary_tables_are_lost(store: SqliteStore, accounts: Accounts, lost: str) -> None:
    store.create(SessionRow("one", "toy", 7))
    Summaries(accounts, "1")
    with closing(sqlite3.connect(store.path)) as other:
        other.executescript(f"drop table {lost}")
    with closing(SqliteStore(store.path)) as opened:
        add(opened, "one")
        opened.remove("one")


def test_filters_and_sorts_sessions_by_words_game_and_state(accounts: Accounts) -> None:
    found = Summaries(accounts, "1")
    for summary in (
        told("a", title="Fridays at \u00c9lan", game_title="A Toy", seat_names=("Black", "Yellow")),
        told("b", title="Thursdays", is_over=True, is_sample=True),
        told("c", title="A quarrel", disputed=7, seat_names=("Black",)),
        told("d", title="A what-if", is_branch=True),
    ):
        found.put(summary)
    ask = {
        Wanted(): "acb", Wanted(("black",)): "ac", Wanted(("\u00c9LAN", "yel")): "a", Wanted(("black", "thurs")): "",
        Wanted(("%",)): "", Wanted(("'",)): "", Wanted(game="toy"): "acb", Wanted(game="chess"): "",
        Wanted(state="running"): "ac", Wanted(state="disputed"): "c", Wanted(state="finished"): "b",
        Wanted(state="samples"): "b", Wanted(sort="title"): "cab", Wanted(("a",), "toy", "running", "title"): "ca",
    }  # fmt: skip
    assert {wanted: "".join(found.find(wanted, 0, 9)) for wanted in ask} == ask
    assert {wanted: sum(found.count(wanted)) for wanted in ask} == {wanted: len(those) for wanted, those in ask.items()}
    assert "".join(found.find(Wanted(), 1, 1)) == "c"
    assert "".join(found.find(Wanted(), 0, 9, without=["a"])) == "cb"
    assert sorted(found.of(["a", "d", "nobody"])) == ["a"]


def test_finds_and_counts_only_public_sessions(accounts: Accounts) -> None:
    found = Summaries(accounts, "1")
    for name in VISIBILITIES:
        found.put(told(name, seat_names=("Black",)))
        accounts.put_settings(name, Settings(name))
    assert list(found.find(Wanted(("black",)), 0, 9)) == ["public"]
    assert found.count(Wanted()) == (1, 0)
    assert len(found.find(Wanted(), 0, 9, everything=True)) == 3
    assert accounts.hidden() == {"unlisted", "private"}
