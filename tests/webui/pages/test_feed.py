"""The feed of a session: its last moves, for a reader that asks from time to time."""

from xml.etree.ElementTree import fromstring

from flask import Flask
from spectator import read

from events.store.memory import MemoryStore
from events.store.records import SessionRow
from replay.live.session import Session

ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_last_moves_stand_in_the_feed_newest_first(app: Flask, running: Session) -> None:
    feed = fromstring(read(app.test_client(), "/s/running/feed.atom"))
    assert feed.findtext(f"{ATOM}title") == "Friday"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) > 3
    updated = [str(entry.findtext(f"{ATOM}updated")) for entry in entries]
    assert updated == sorted(updated, reverse=True)
    links = [str(entry.find(f"{ATOM}link").attrib["href"]) for entry in entries]  # type: ignore[union-attr]  # it is there
    assert links[0].endswith(f"/s/running/{running.head.seq}")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)


def test_the_feed_of_a_session_that_has_not_begun_is_empty(app: Flask, store: MemoryStore) -> None:
    store.create(SessionRow("silent", "toy", 1, "Not begun"))
    feed = fromstring(read(app.test_client(), "/s/silent/feed.atom"))
    assert feed.findtext(f"{ATOM}title") == "Not begun"
    assert feed.findall(f"{ATOM}entry") == []


def test_a_feed_is_of_a_session(app: Flask) -> None:
    read(app.test_client(), "/s/nowhere/feed.atom", 404)


def test_a_feed_is_not_sent_again_unchanged(app: Flask, running: Session) -> None:
    client = app.test_client()
    first = client.get("/s/running/feed.atom")
    assert first.mimetype == "application/atom+xml"
    assert client.get("/s/running/feed.atom", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
