"""A clock that is set back, or stands years ahead: nobody is locked out by it, and a log goes by its numbers."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle

import pytest
from flask import Flask
from freezegun import freeze_time
from people import Browser
from spectator import SEATS, opened, played, spectator_outputs

from events.errors import RefusedError
from events.facts import TABLE
from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from events.store.settings import Pace, Settings
from projections.shelf import Shelf
from replay.audit.audit import audit_session
from replay.exchange.bundle import export_lines, import_bundle, read_bundle
from replay.live.session import Session
from replay.reading.timeline import Timeline
from replay.replies.notices import due_notices
from webui import create_app

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
AHEAD = NOW + timedelta(days=2_000)
NOW_MS, AHEAD_MS = (round(one.timestamp() * 1000) for one in (NOW, AHEAD))
WALKS = {
    "back": lambda: iter(range(NOW_MS, 0, -3_600_000)),
    "to and fro": lambda: cycle((NOW_MS, AHEAD_MS, 0, 1, NOW_MS - 1)),
    "still": lambda: cycle((NOW_MS,)),
}


def walked(games: Shelf, walk: Callable[[], Iterator[int]], moves: int = 6) -> tuple[MemoryStore, Session]:
    store, ticks = MemoryStore(), walk()
    how = {"session": "clocked", "options": {"points": 9}, "clock": lambda: next(ticks)}
    return store, played(opened(store, games, "toy", SEATS, **how), moves)


@pytest.mark.parametrize("walk", WALKS)
def test_a_log_goes_by_its_numbers_whatever_the_clock_said(games: Shelf, accounts: Accounts, walk: str) -> None:
    store, session = walked(games, WALKS[walk])
    accounts.put_settings("clocked", Settings(pace=Pace(hours=48)))
    lines = store.lines("clocked")
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert not audit_session(store, games, "clocked", TABLE).findings
    bundle = read_bundle("\n".join(export_lines(store, games, "clocked", TABLE, whole=True)), games)
    other = MemoryStore()
    import_bundle(other, bundle)
    assert Session.load(other, games, "clocked").position == session.position
    for path, head, _ in spectator_outputs(create_app(store, games, accounts), "clocked", len(lines)):
        assert not head.startswith("5"), path


def test_a_time_that_no_log_can_hold_files_nothing(games: Shelf) -> None:
    store, session = walked(games, WALKS["still"])
    before = store.head("clocked")
    session.clock = lambda: -1
    with pytest.raises(RefusedError, match="no time in milliseconds since 1970"):
        played(session, 1)
    session.clock = lambda: NOW_MS
    assert store.head("clocked") == before
    played(session, 1)
    assert store.head("clocked").seq > before.seq


def test_who_came_in_while_the_clock_was_ahead_stays_in(games: Shelf, accounts: Accounts) -> None:
    store, _ = walked(games, WALKS["still"])
    app = create_app(store, games, accounts)
    token = accounts.issue("clocked", SEAT, NOW_MS, seat="black")[1]
    for first, second in ((AHEAD, NOW), (NOW, AHEAD)):
        with freeze_time(first):
            browser = Browser(app, token)
        with freeze_time(second):
            assert browser.client.get("/s/clocked/3?as=black").status_code == 200


def test_who_was_counted_while_the_clock_was_ahead_is_let_in(games: Shelf, accounts: Accounts) -> None:
    app: Flask = create_app(walked(games, WALKS["still"])[0], games, accounts)
    client = app.test_client()

    def knocked() -> int:
        return client.get(f"/k/k-{'a' * 26}").status_code

    with freeze_time(AHEAD):
        while knocked() != 429:
            pass
    with freeze_time(NOW):
        assert knocked() == 404
        while knocked() != 429:
            pass
    with freeze_time(NOW + timedelta(minutes=2)):
        assert knocked() == 404


def test_an_awaited_seat_is_notified_after_the_clock_was_set_back(games: Shelf) -> None:
    store, _ = walked(games, lambda: cycle((AHEAD_MS,)))
    told = due_notices(Timeline.read(store, games, "clocked"), Settings(), NOW_MS)
    assert [one.kind for one in told] == ["turn"]
