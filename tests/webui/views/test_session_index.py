"""The index of the session list: kept current, rebuilt after damage, and without secrets."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from freezegun import freeze_time
from msgspec.structs import replace
from spectator import FIRST, SEATS, SECOND, opened, played, world

from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from events.store.summaries import Summary, Wanted
from projections.registry import Registry, registry
from replay.corrections.ruling import dispute
from replay.reading.notes import NoteReader
from replay.session.notes import file_note
from replay.session.session import Session
from webui.views.session_index import SessionIndex, _files, made_by
from webui.views.session_summary import SessionEntry, summary_of


@pytest.fixture
def store(database: Path) -> Iterator[SqliteStore]:
    found = SqliteStore(database)
    yield found
    found.close()


@pytest.fixture
def accounts(store: SqliteStore) -> Iterator[Accounts]:
    with closing(Accounts(store.path)) as found:
        yield found


def session(store: SqliteStore, games: Registry, name: str = "friday", moves: int = 4) -> Session:
    return played(opened(store, games, "toy", SEATS, session=name, title="Friday", options={"points": 9}), moves)


def told(index: SessionIndex, name: str = "friday") -> Summary:
    (found,) = index.of([name])
    return found


def test_a_session_summary_is_updated_when_its_log_changes(
    store: SqliteStore, accounts: Accounts, games: Registry
) -> None:
    friday, index = session(store, games), SessionIndex(store, games, accounts, "1")
    assert index.refresh()
    before = told(index)
    assert (before.headline, before.lines, before.is_over) == ("Turn 3: Black to dare", friday.head.seq, False)
    assert (before.awaited, before.seat_names, before.game_title) == (("black",), ("Black", "Yellow"), "A Toy")
    with closing(SqliteStore(store.path)) as other:  # as another process files
        dispute(Session.load(other, games, "friday"), 9, "That was not so.", by="yellow")
    assert index.find(Wanted(state="disputed"), 0, 9).sessions == (), "nothing was looked at yet"
    assert index.refresh()
    assert (told(index).disputed, index.find(Wanted(state="disputed"), 0, 9).sessions) == (9, (told(index),))
    Session.load(store, games, "friday").end()
    assert told(index).headline == "Ended without a result; turn 3: Black to dare; a dispute is open"


def test_refresh_reads_only_changed_sessions(
    store: SqliteStore, accounts: Accounts, games: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("friday", "monday"):
        session(store, games, name)
    one, other = (SessionIndex(store, games, accounts, "1") for _ in range(2))
    moved = one._moved()
    assert sorted(moved) == ["friday", "monday"]
    assert other.refresh()
    session(store, games, "sunday")
    read = list[str]()

    def reading(name: str) -> int:
        read.append(name)
        return 1

    monkeypatch.setattr(one, "_moved", lambda: [*moved, "sunday"])
    monkeypatch.setattr(one, "renew_or_drop", reading)
    assert one.refresh()
    assert read == ["sunday"]


@pytest.mark.parametrize("damage", [
    "update summaries set json = '{'", "update summaries set json = '{\"session\": 7}'",
    "update summaries set json = '', version = ''", "delete from summaries; delete from summaries_moved",
    "drop table summaries", "drop table summaries_moved", "drop trigger summaries_of_longer",
    "drop index summaries_filed", "alter table summaries add column more text",
])  # fmt: skip
def test_damaged_summaries_are_made_again(store: SqliteStore, accounts: Accounts, games: Registry, damage: str) -> None:
    session(store, games)
    whole = SessionIndex(store, games, accounts, "1")
    whole.refresh()
    before = told(whole)
    with closing(sqlite3.connect(store.path)) as other:
        other.executescript(damage)
    if "delete" not in damage:  # only the next process notices deleted rows
        assert whole.refresh()
        assert whole.find(Wanted(("friday",)), 0, 9).sessions == (before,)
    again = SessionIndex(store, games, accounts, "1")
    assert again.refresh()
    assert again.find(Wanted(("friday",)), 0, 9).sessions == (before,)


def test_many_summaries_are_made_in_the_background(store: SqliteStore, accounts: Accounts, games: Registry) -> None:
    names = [f"night-{number}" for number in range(6)]
    for name in names:
        session(store, games, name, 1)
    index = SessionIndex(store, games, accounts, "1", at_once=0)
    assert not index.refresh()
    assert index.find(Wanted(), 0, 9).running == 6, "they are listed meanwhile"
    for thread in threading.enumerate():
        if thread.name == "summaries":
            thread.join()
    assert index.refresh()
    assert {one.session for one in index.find(Wanted(("yellow",)), 0, 9).sessions} == set(names)


def test_a_request_does_not_wait_for_a_running_refresh(store: SqliteStore, accounts: Accounts, games: Registry) -> None:
    index = SessionIndex(store, games, accounts, "1")
    session(store, games)
    with index._lock:
        assert not index.refresh()
        assert index.find(Wanted(), 0, 9).running == 1, "it is listed meanwhile"
    assert index.refresh()


def test_old_summaries_are_shown_unless_a_text_was_erased(
    store: SqliteStore, accounts: Accounts, games: Registry
) -> None:
    names = ["one", "two", "three"]
    for name in names:
        session(store, games, name)
    index = SessionIndex(store, games, accounts, "1")
    assert index.refresh()
    index.at_once = 0
    before = {one.session: one for one in index.find(Wanted(sort="begun"), 0, 9).sessions}
    for name in names:
        file_note(Session.load(store, games, name), NoteReader("yellow"), "", "Look at this again.")
    first, second, third = index.find(Wanted(sort="begun"), 0, 9).sessions
    assert first.lines > before[first.session].lines, "one is read while somebody waits"
    assert (second, third) == (before[second.session], before[third.session])
    assert index._summaries.has_moved(third.session), "it is not forgotten"
    store.erase(third.session, third.lines + 1, "text")
    first, second, third = index.find(Wanted(sort="begun"), 0, 9).sessions
    assert second.lines > before[second.session].lines, "it is the next that is read"
    assert (third.lines, third.erased) == (second.lines, 1)


def test_the_index_forgets_removed_sessions(
    store: SqliteStore, accounts: Accounts, games: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    session(store, games)
    session(store, games, "gone", 1)
    index = SessionIndex(store, games, accounts, "1")
    monkeypatch.setattr(index, "_moved", lambda: ["gone", "friday", "nobody"])
    store.remove("gone")
    assert index.refresh()
    assert [one.session for one in index.find(Wanted(), 0, 9).sessions] == ["friday"]


def test_a_memory_store_is_reread_on_every_refresh(games: Registry) -> None:
    store, accounts = MemoryStore(), Accounts.memory()
    friday = opened(store, games, "toy", SEATS, session="friday")
    index = SessionIndex(store, games, accounts, "1")
    index.refresh()
    before = told(index).lines
    friday.end()
    index.refresh()
    assert told(index).lines > before
    store.remove("friday")
    index.refresh()
    assert index.of(["friday"]) == ()


@freeze_time("2026-11-21 12:00:00")
def test_a_summary_does_not_depend_on_hidden_cards(games: Registry) -> None:
    found = []
    for order in (FIRST, SECOND):
        _, one = world(games, order)
        found.append(replace(summary_of(one.store, games, one.row, one.head.digest, 0), head="", digest=""))
    assert found[0] == found[1]
    assert found[0].lines > 9


def test_stale_summaries_are_made_again_newest_first(store: SqliteStore, accounts: Accounts, games: Registry) -> None:
    friday, index = session(store, games), SessionIndex(store, games, accounts, "1")
    session(store, games, "later")
    assert set(index.stale()) == {"friday", "later"}
    for name in index.stale():
        index.renew_or_drop(name)
    assert index.stale() == []
    told_of = [msgspec.json.decode(entry, type=SessionEntry) for entry in index.entries()]
    assert [one.session for one in told_of] == [row.session for row in store.sessions()]
    dispute(friday, 9, "That was not so.", by="yellow")
    with accounts.transaction() as db:
        db.execute("update summaries set json = 'nothing' where session = 'later'")
    assert set(index.stale()) == {"friday", "later"}, "one has changed, the other is damaged"
    assert set(SessionIndex(store, games, accounts, "2").stale()) == {"friday", "later"}, "another program made them"
    index.renew_or_drop("friday")
    (told_anew,) = (one for one in map(msgspec.json.decode, index.entries()) if one["session"] == "friday")
    assert [one["line"] for one in told_anew["disputes"]] == [9]


def test_recognizes_another_program_version_by_its_files(tmp_path: Path) -> None:
    (tmp_path / "inner" / "__pycache__").mkdir(parents=True)
    source = tmp_path / "inner" / "one.py"
    source.write_text("a = 1\n", encoding="utf-8")
    (tmp_path / "inner" / "__pycache__" / "one.pyc").write_text("", encoding="utf-8")
    (first,) = _files(str(tmp_path))
    source.write_text("a = 21\n", encoding="utf-8")
    (second,) = _files(str(tmp_path))
    assert (first[0], first[1], second[1]) == (str(source), 6, 7)
    assert len(made_by(registry())) == 8
