"""Deadlines: hours, fixed days in a time zone, absence, grace, and the line on every page."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from freezegun import freeze_time
from spectator import SEATS, opened, read
from toy import Dare

from events.session_events import Remarked
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from events.store.settings import Pace, Settings
from projections.contracts import Written
from projections.registry import Registry
from replay.reading.timeline import Timeline
from replay.session.deadline import awaited_since, awaiting, deadline_after
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app

HOUR_MS = 3_600_000


def ms(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("since", "pace", "until"),
    [
        ("2026-11-21 12:00", Pace(), None),
        ("2026-11-21 12:00", Pace(hours=48), "2026-11-23 12:00"),
        # a Saturday: the next Thursday at seven in London, which is UTC in winter
        ("2026-11-21 12:00", Pace(days=("mon", "thu"), zone="Europe/London"), "2026-11-23 19:00"),
        ("2026-11-23 06:59", Pace(days=("mon", "thu"), zone="Europe/London"), "2026-11-23 19:00"),
        ("2026-11-23 07:01", Pace(days=("mon", "thu"), zone="Europe/London"), "2026-11-26 19:00"),
        ("2026-11-23 19:00", Pace(days=("mon",)), "2026-11-30 19:00"),
        # summer time ends on 25 October: seven in the evening is an hour later in UTC
        ("2026-10-24 12:00", Pace(days=("sat",), zone="Europe/London"), "2026-10-31 19:00"),
        ("2026-10-17 12:00", Pace(days=("sat",), at="02:30", zone="Europe/London"), "2026-10-24 01:30"),
        ("2026-06-05 12:00", Pace(days=("fri",), at="19:00", zone="America/New_York"), "2026-06-12 23:00"),
        ("2026-06-05 10:00", Pace(days=("fri",), at="19:00", zone="America/New_York"), "2026-06-05 23:00"),
    ],
)
def test_a_deadline_follows_from_the_pace(since: str, pace: Pace, until: str | None) -> None:
    assert deadline_after(ms(since), pace) == (ms(until) if until else 0)
    assert [deadline_after(wrong, Pace(hours=1)) for wrong in (-1, 2**62, 253_402_300_799_000)] == [0, 0, 0]


def test_chat_does_not_move_a_deadline_and_the_end_removes_it(session: Session) -> None:
    before = awaiting(Timeline(session.row, session.view("all")), Pace(hours=24))
    session.note(Remarked("yellow", "hello", "all"), by="yellow")
    assert awaiting(Timeline(session.row, session.view("all")), Pace(hours=24)) == before
    session.end()
    assert awaiting(Timeline(session.row, session.view("all")), Pace(hours=24)) is None


@pytest.fixture
def session(games: Registry) -> Session:
    return opened(MemoryStore(), games, "toy", SEATS, session="paced", title="Friday", options={"points": 9})


def test_the_clock_runs_from_the_last_move(session: Session) -> None:
    timeline = Timeline(session.row, session.view("all"))
    first = awaiting(timeline, Pace(hours=24, grace_hours=6))
    assert first is not None
    assert first.seats == ("black",)
    assert first.until_ms == timeline.lines[-1].at_ms + 24 * HOUR_MS
    assert first.late_ms == first.until_ms + 6 * HOUR_MS
    assert not first.is_over(first.until_ms - 1)
    assert first.is_over(first.until_ms)
    assert not first.is_late(first.until_ms)
    assert first.is_late(first.late_ms)
    submit(session, "black", [Request(Written(Dare("black", "yellow")))])
    again = Timeline(session.row, session.view("all"))
    then = awaiting(again, Pace(hours=24))
    assert then is not None
    assert then.seats == ("yellow",)
    assert then.since_ms == again.lines[-1].at_ms > first.since_ms
    assert awaited_since(again, "yellow") == again.last


def test_absence_extends_a_deadline_and_no_pace_means_none(session: Session) -> None:
    timeline = Timeline(session.row, session.view("all"))
    found = awaiting(timeline, Pace(hours=1), {"black": "2026-12-24", "yellow": "2027-12-24"})
    assert found is not None
    assert found.until_ms == ms("2026-12-25 00:00")
    assert awaiting(timeline, Pace(hours=24), {"black": "2020-01-01"}) == awaiting(timeline, Pace(hours=24))
    page = read(paced(session, Pace()).test_client(), "/s/paced/3")
    bar = page[page.index("Waiting for") : page.index("<main")]
    assert re.search(r'since <time datetime="2026-11-21T[0-9:]+Z" title="21 Nov 2026, [0-9:]{8} UTC">', bar)
    assert "until" not in bar


def paced(session: Session, pace: Pace) -> Flask:
    accounts = Accounts.memory()
    accounts.put_settings("paced", Settings(pace=pace))
    return create_app(session.store, session.registry, accounts)


@pytest.mark.parametrize("path", ["/s/paced/3", "/s/paced/audit", "/s/paced/dice"])
def test_every_page_says_who_is_awaited_until_when(session: Session, path: str) -> None:
    client = paced(session, Pace(hours=24, grace_hours=6, zone="America/New_York")).test_client()
    at_ms = session.table.lines[-1].at_ms
    for hours, word in ((1, "Waiting for"), (25, "Deadline passed:"), (31, "Late:")):
        with freeze_time(datetime.fromtimestamp(at_ms / 1000 + hours * 3600, UTC)):
            page = read(client, path)
        assert word in page
        assert "black" in page[page.index(word) :][:300].lower()
        assert "UTC" in page[page.index(word) :][:600]
        assert "America/New_York" in page
