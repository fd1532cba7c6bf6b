"""The list of sessions."""

import re

import pytest
from flask.testing import FlaskClient
from people import Browser
from spectator import SEATS, links, opened, read, spoil
from texts import missing

from events.events import ALL
from events.session_events import Suspended
from events.store.accounts import SEAT, Accounts
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Pace, Settings
from projections.registry import Registry
from replay.corrections.branch import begin_branch
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app
from webui.views.session_index import SessionIndex


def test_an_empty_list_shows_help_and_a_long_list_has_pages(client: FlaskClient, store: EventStore) -> None:
    assert not missing(read(client, "/"), "cloisterbell demo", "cloisterbell import", "A Toy")
    for number in range(81):
        store.create(SessionRow(f"session-{number:02}", "toy", number, "Even" if number % 2 == 0 else "Odd"))
    pages = [read(client, "/"), read(client, "/?page=2"), read(client, "/?page=3")]
    assert "session-80" in pages[0]
    assert "81 sessions" in pages[1]
    assert links(pages[2], r"/s/session-\d+") == ["/s/session-00"]
    assert 'rel="next"' in pages[1]
    assert 'rel="next"' not in pages[2]
    first, second = read(client, "/?q=even&sort=begun"), read(client, "/?q=even&sort=begun&page=2")
    assert not missing(first, "41 sessions", 'href="/?q=even&amp;sort=begun&amp;page=2"')
    assert links(second, r"/s/session-\d+") == ["/s/session-00"]


def test_lists_running_and_finished_sessions(client: FlaskClient, over: Session, running: Session) -> None:
    page = read(client, "/")
    before, after = page.split('id="over"')
    assert not missing(before, "Friday", "Turn 3: Black to dare")
    assert "Dares &amp; more" in after
    assert re.search(r"(Black|Yellow) won: points", after)
    assert not missing(after, "Black, Yellow", f"{over.head.seq} entries", '<time datetime="2026-11-21T', "UTC</time>")
    assert set(links(page, "/s/[a-z]+")) == {"/s/finished", "/s/running"}


def test_a_list_that_is_still_being_built_has_no_counts(
    client: FlaskClient, running: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not missing(read(client, "/"), '<span class="count">1</span>')
    monkeypatch.setattr(SessionIndex, "refresh", lambda _: False)
    page = read(client, "/")
    assert not missing(page, "still being built", running.row.session)
    assert 'class="count"' not in page


def test_the_list_reports_unreadable_logs(client: FlaskClient, store: EventStore, running: Session) -> None:
    store.create(SessionRow("of-another-shelf", "chess", 5, "Chess night"))
    spoil(store, running)
    page = read(client, "/")
    assert not missing(
        page, "this server does not have the game chess", f"Readable only up to entry {running.head.seq}"
    )


def test_the_list_marks_locked_and_abandoned_sessions(client: FlaskClient, store: EventStore, games: Registry) -> None:
    opened(store, games, "toy", SEATS, session="held", title="Suspended").note(Suspended("a restored backup?"))
    released = opened(store, games, "toy", SEATS, session="released", title="Released")
    released.note(Suspended("a restored backup?"), Suspended("all is well", released=True))
    opened(store, games, "toy", SEATS, session="abandoned", title="Abandoned").end()
    running, over = read(client, "/").split('id="over"')
    assert running.count("Locked; turn 1: Black to dare") == 1
    assert "Ended without a result; turn 1: Black to dare" in over
    assert "a restored backup?" in read(client, "/s/held/9")
    assert "a restored backup?" not in read(client, "/s/released/1").partition("part-log")[0]


def test_shows_boards(client: FlaskClient, store: EventStore, games: Registry, over: Session, running: Session) -> None:
    page = read(client, "/")
    pictures = re.findall(r'(?:src|srcset)="([^"]+)"[^>]*>', page.partition("<main")[2])
    assert len(pictures) == 4
    for path in pictures:
        answer = client.get(path.replace("&amp;", "&"), buffered=True)
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml"), path
        assert "immutable" in answer.headers["Cache-Control"]
    assert (page.count('loading="lazy"'), 'alt="Board: black has ' in page) == (2, True)
    assert f"/s/finished/{Timeline.read(store, games, 'finished').ends['move'][-1]}.svg" in page
    assert f"/s/running/{running.head.seq}.svg" in page


def test_filters_the_list_by_text_state_and_game(
    client: FlaskClient, store: EventStore, games: Registry, over: Session, running: Session
) -> None:

    def found(query: str) -> set[str]:
        return set(links(read(client, f"/?{query}"), "/s/[a-z]+"))

    assert (found("q=dares"), found("q=BLACK+friday")) == ({"/s/finished"}, {"/s/running"})
    assert (found("state=running"), found("state=finished&sort=title")) == ({"/s/running"}, {"/s/finished"})
    assert found("game=toy&q=&state=&sort=&page=") == {"/s/running", "/s/finished"}
    assert found("game=keys") == set()
    for words in ("%00", "%27%20or%201=1", "%25", "_", "%F0%9F%92%A9", "%ED%A0%80", "%E2%80%AE"):
        assert found(f"q={words}") == set(), words
    assert "No sessions match" in read(client, "/?q=nobody")
    assert "\u201c&lt;b&gt;\u201d" in read(client, "/?q=%3Cb%3E")
    assert "No open disputes" in read(client, "/?state=disputed")
    assert "You have not opened a secret link" in read(client, "/?state=waiting")


def test_what_ifs_are_not_listed(store: EventStore, games: Registry, over: Session) -> None:
    client = create_app(store, games, accounts := Accounts.memory(), laptop=True).test_client()
    made = begin_branch(store, games, accounts, Timeline(over.row, over.view(ALL)), 9).row.session
    assert made not in client.get("/", base_url="http://localhost").text
    accounts.change(made, visibility="public")
    assert made not in client.get("/", base_url="http://localhost").text
    assert "What if" in client.get(f"/s/{made}/9", base_url="http://localhost").text
    assert made not in client.get("/api/v1/sessions", base_url="http://localhost").text


def test_lists_no_unlisted_session(store: EventStore, games: Registry, over: Session, running: Session) -> None:
    accounts = Accounts.memory()
    club = create_app(store, games, accounts)
    accounts.put_settings("running", Settings("unlisted"))
    asked = ("/", "/?q=friday", "/?state=running", "/?q=black", "/?state=disputed", "/?game=toy&sort=title")
    pages = {path: club.test_client().get(path).text for path in asked}
    store.remove("running")
    accounts.forget("running")
    assert {path: club.test_client().get(path).text for path in asked} == pages


def test_lists_the_awaited_session_first(store: EventStore, games: Registry, over: Session, running: Session) -> None:
    accounts = Accounts.memory()
    accounts.put_settings("running", Settings("private", Pace(48)))
    club = create_app(store, games, accounts)
    for seat in SEATS:
        browser = Browser(club, accounts.issue("running", SEAT, 1, seat=seat)[1])
        page = browser.read("/")
        mine = 'id="mine">Waiting for you <span class="count">1<' in page
        assert mine == (seat in running.status.awaited)
        assert page.index("/s/running") < page.index("/s/finished")
        assert ("/s/running" in browser.read("/?state=waiting")) == mine
        assert "due <time" in page
