"""Cache headers, and logs and links while the clock is wrong."""

import gzip
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import cycle

import pytest
from flask import Flask
from flask.testing import FlaskClient
from freezegun import freeze_time
from long_runs import some_short
from people import Browser
from spectator import SEATS, opened, played, read, spectator_outputs

from events.errors import RefusedError
from events.events import OMNISCIENT
from events.session_events import Posted, Remarked
from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import Pace, Settings
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.corrections.takeback import take_back
from replay.reading.reading import groups_of
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import submit
from replay.transfer.bundle import export_lines, import_bundle, read_bundle
from replay.turn_summaries.notices import due_notices
from webui import create_app
from webui.access.responses import asset_version
from webui.access.timeline_cache import TimelineCache


def tag(client: FlaskClient, path: str) -> str:
    """The tag of an answer, which gives 304 to a reader who sends it."""
    answer = client.get(path, buffered=True)
    held = answer.headers["ETag"]
    again = client.get(path, headers={"If-None-Match": held}, buffered=True)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", held)
    assert again.headers["Cache-Control"] == answer.headers["Cache-Control"]
    assert "Content-Security-Policy" in again.headers
    return held


def pinned(session: Session, seq: int, form: str) -> str:
    made = session.table.lines[seq - 1].digest.hex()[:32]
    return f"/s/{session.row.session}/{seq}.{form}?d={made}&v={asset_version()}"


@pytest.mark.parametrize("form", ["svg", "json", "txt"])
def test_positions_with_their_digest_can_be_cached_for_ever(client: FlaskClient, running: Session, form: str) -> None:
    path = pinned(running, 9, form)
    assert client.get(path, buffered=True).headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get(path, buffered=True).data == client.get(f"/s/running/9.{form}", buffered=True).data
    assert path.replace("&", "&amp;") in read(client, "/s/running/9")
    tag(client, path)


def test_changing_pages_are_private_and_tags_differ_by_view(
    client: FlaskClient, over: Session, running: Session
) -> None:
    lasting = pinned(over, 9, "svg")
    private = (
        "/", "/s/finished", "/s/finished/9", "/s/finished/9.svg", "/s/finished/audit", "/s/finished/export.jsonl",
        "/s/finished/dice", f"{lasting}&as=black", f"{lasting}&known=now", lasting.partition("&")[0], f"{lasting}x",
        "/s/finished/1.1", "/nope", "/s/running/9?as=black",
    )  # fmt: skip
    for path in private:
        assert client.get(path, buffered=True).headers["Cache-Control"] == "private, no-cache", path
    views = ("", "?as=black", "?as=yellow", "?as=table", "?known=now", "?as=black&known=now")
    paths = [f"/s/finished/{seq}{form}{view}" for seq in (9, 10) for form in ("", ".svg", ".txt") for view in views]
    assert len({tag(client, path) for path in paths}) == len(paths)


def test_refuses_an_address_with_the_digest_of_another_log(client: FlaskClient, running: Session) -> None:
    answer = client.get(pinned(running, 10, "svg").replace("/10.", "/9."), buffered=True)
    assert (answer.status_code, "belongs to another log" in answer.text) == (404, True)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    whole = running.table.lines[8].digest.hex()
    assert client.get(f"/s/running/9.svg?d={whole}&v={asset_version()}", buffered=True).status_code == 200


def test_positions_with_their_digest_never_change(client: FlaskClient, running: Session, store: EventStore) -> None:
    last = running.head.seq
    paths = [pinned(running, seq, form) for seq in range(1, last + 1) for form in ("svg", "json", "txt")]
    before = [client.get(path, buffered=True).data for path in paths]
    take_back(running, running.table.seq - len(groups_of(running.table.entries)[-1].entries), by="moderator")
    running.note(Remarked("black", "well played"), by="black")
    running.end()
    assert [client.get(path, buffered=True).data for path in paths] == before


def test_etags_change_with_the_shown_content(client: FlaskClient, running: Session, store: EventStore) -> None:
    ends = ("9", "audit", "export.jsonl", "dice", "feed.atom", "export.html")
    paths = [*(f"/s/running/{end}" for end in ends), "/"]
    tags = [tag(client, path) for path in paths]
    submit(running, "black", [], notes=[Posted("black", "my own words")])
    last = running.head.seq
    later = [tag(client, path) for path in paths]
    assert all(one != other for one, other in zip(tags, later, strict=True))
    assert "my own words" in read(client, f"/s/running/{last}")

    held = tag(client, f"/s/running/{last}")
    store.erase("running", last, "text")
    answer = client.get(f"/s/running/{last}", headers={"If-None-Match": held}, buffered=True)
    assert (answer.status_code, "my own words" in answer.text) == (200, False)
    assert "removed" in answer.text
    assert "my own words" not in read(client, "/s/running/export.jsonl")


def test_static_files_are_small_and_cached_by_version(client: FlaskClient) -> None:
    assert asset_version() != sha256().hexdigest()[:8], "it stands for what the files say, not for none of them"
    page = read(client, "/")
    assert f"/static/{asset_version()}/bell.css" in page
    assert (
        client.get(f"/static/{asset_version()}/bell.css", buffered=True).headers["Cache-Control"].startswith("public")
    )
    assert client.get("/static/00000000/bell.css", buffered=True).headers["Cache-Control"] == "private, no-cache"
    assert client.get("/static/bell.css", buffered=True).headers["Cache-Control"] == "private, no-cache"
    for name, most in (("bell.css", 12_600), ("viewer.js", 16_500)):
        path = f"/static/{asset_version()}/{name}"
        answer = client.get(path, headers={"Accept-Encoding": "gzip"}, buffered=True)
        assert (answer.status_code, len(answer.data) < most) == (200, True)


def test_long_answers_are_compressed_on_request(client: FlaskClient, running: Session) -> None:
    for path in ("/s/running/9", "/static/bell.css", "/static/viewer.js", "/s/running/audit"):
        plain = client.get(path, buffered=True)
        packed = client.get(path, headers={"Accept-Encoding": "gzip, br"}, buffered=True)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) == int(packed.headers["Content-Length"]) < len(plain.data)
        held = packed.headers["ETag"]
        assert held.startswith("W/")
        asked = {"If-None-Match": held, "Accept-Encoding": "gzip"}
        assert client.get(path, headers=asked, buffered=True).status_code == 304
    refusing = client.get("/s/running/9", headers={"Accept-Encoding": "gzip;q=0"}, buffered=True)
    assert "Content-Encoding" not in refusing.headers


def test_timelines_are_cached_until_the_log_changes(store: EventStore, games: Registry, running: Session) -> None:
    readings = TimelineCache(store, games, most=2)
    row = readings.row("running")
    first = readings.read(row)
    assert readings.read(row) is first
    assert readings.read(row, "black") is not first
    running.note(Remarked("yellow", "hm"), by="yellow")
    second = readings.read(row)
    assert second is not first
    assert second.timeline.last == first.timeline.last + 1
    played(opened(store, games, "toy", ("black", "yellow"), session="another"), 1)
    readings.read(readings.row("another"))
    readings.read(readings.row("another"), "black")
    assert readings.read(row) is not second


NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
AHEAD = NOW + timedelta(days=2_000)
NOW_MS, AHEAD_MS = (round(one.timestamp() * 1000) for one in (NOW, AHEAD))
WALKS = {
    "back": lambda: iter(range(NOW_MS, 0, -3_600_000)),
    "to and fro": lambda: cycle((NOW_MS, AHEAD_MS, 0, 1, NOW_MS - 1)), "still": lambda: cycle((NOW_MS,)),
}  # fmt: skip


def walked(games: Registry, walk: Callable[[], Iterator[int]], moves: int = 6) -> tuple[MemoryStore, Session]:
    store, ticks = MemoryStore(), walk()
    how = {"session": "clocked", "options": {"points": 9}, "clock": lambda: next(ticks)}
    return store, played(opened(store, games, "toy", SEATS, **how), moves)


@pytest.mark.parametrize("walk", some_short(WALKS, lambda walk: walk == "to and fro"))
def test_a_wrong_clock_does_not_change_the_order_of_a_log(games: Registry, accounts: Accounts, walk: str) -> None:
    store, session = walked(games, WALKS[walk])
    accounts.put_settings("clocked", Settings(pace=Pace(hours=48)))
    lines = store.lines("clocked")
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert not audit_session(store, games, "clocked", OMNISCIENT).findings
    bundle = read_bundle("\n".join(export_lines(store, games, "clocked", OMNISCIENT, whole=True)), games)
    other = MemoryStore()
    import_bundle(other, bundle)
    assert Session.load(other, games, "clocked").position == session.position
    for path, head, _ in spectator_outputs(create_app(store, games, accounts), "clocked", len(lines)):
        assert not head.startswith("5"), path


def test_refuses_to_record_an_impossible_time(games: Registry) -> None:
    store, session = walked(games, WALKS["still"])
    before = store.head("clocked")
    session.clock = lambda: -1
    with pytest.raises(RefusedError, match="not a time in milliseconds since 1970"):
        played(session, 1)
    session.clock = lambda: NOW_MS
    assert store.head("clocked") == before
    played(session, 1)
    assert store.head("clocked").seq > before.seq


def test_a_cookie_stays_valid_after_the_clock_was_corrected(games: Registry, accounts: Accounts) -> None:
    store, _ = walked(games, WALKS["still"])
    app = create_app(store, games, accounts)
    token = accounts.issue("clocked", SEAT, NOW_MS, seat="black")[1]
    for first, second in ((AHEAD, NOW), (NOW, AHEAD)):
        with freeze_time(first):
            browser = Browser(app, token)
        with freeze_time(second):
            assert browser.client.get("/s/clocked/3?as=black").status_code == 200


@pytest.mark.long
def test_the_guess_limit_resets_after_the_clock_was_corrected(games: Registry, accounts: Accounts) -> None:
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


def test_an_awaited_seat_is_notified_after_the_clock_was_set_back(games: Registry) -> None:
    store, _ = walked(games, lambda: cycle((AHEAD_MS,)))
    told = due_notices(Timeline.read(store, games, "clocked"), Settings(), NOW_MS)
    assert [one.kind for one in told] == ["turn"]
