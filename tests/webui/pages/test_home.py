"""The list of sessions."""

import re

from flask import Flask
from spectator import SEATS, links, opened, read, spoil

from events.conduct import Held
from events.store.protocol import EventStore
from events.store.records import SessionRow
from projections.shelf import Shelf
from replay.live.session import Session


def test_empty_list_says_how_to_begin(app: Flask) -> None:
    page = read(app.test_client(), "/")
    assert "cloisterbell demo" in page
    assert "cloisterbell record" in page
    assert "A Toy" in page


def test_list_of_running_and_finished(app: Flask, over: Session, running: Session) -> None:
    page = read(app.test_client(), "/")
    before, after = page.split('id="over"')
    assert "Friday" in before
    assert "Turn 3: Black to dare" in before
    assert "Dares &amp; more" in after
    assert re.search(r"(Black|Yellow) won: points", after)
    assert "Black, Yellow" in after
    assert f"{over.head.seq} lines" in after
    assert '<time datetime="2026-11-21T' in after
    assert "UTC</time>" in after
    assert set(links(page, "/s/[a-z]+")) == {"/s/finished", "/s/running"}


def test_list_in_pages(app: Flask, store: EventStore) -> None:
    for number in range(81):
        store.create(SessionRow(f"session-{number:02}", "toy", number))
    client = app.test_client()
    pages = [read(client, "/"), read(client, "/?page=2"), read(client, "/?page=3")]
    assert "session-80" in pages[0]
    assert "81 sessions" in pages[1]
    assert links(pages[2], r"/s/session-\d+") == ["/s/session-00"]
    assert 'rel="next"' in pages[1]
    assert 'rel="next"' not in pages[2]


def test_list_names_logs_that_cannot_be_read(app: Flask, store: EventStore, running: Session) -> None:
    store.create(SessionRow("of-another-shelf", "chess", 5, "Chess night"))
    spoil(store, running)
    page = read(app.test_client(), "/")
    assert "this game is not on the shelf here" in page
    assert f"Readable up to line {running.head.seq} only" in page


def test_held_and_abandoned_sessions_say_so(app: Flask, store: EventStore, games: Shelf) -> None:
    held = opened(store, games, "toy", SEATS, session="held", title="Held")
    held.note(Held("a restored backup?"))
    released = opened(store, games, "toy", SEATS, session="released", title="Released")
    released.note(Held("a restored backup?"), Held("all is well", released=True))
    opened(store, games, "toy", SEATS, session="abandoned", title="Abandoned").end()
    page = read(app.test_client(), "/")
    running, over = page.split('id="over"')
    assert running.count("Held; turn 1: Black to dare") == 1
    assert "Ended without an outcome; turn 1: Black to dare" in over
    assert "a restored backup?" in read(app.test_client(), "/s/held/9")
    assert "a restored backup?" not in read(app.test_client(), "/s/released/1").partition("part-log")[0]
