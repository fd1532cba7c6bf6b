"""The feed of a session: its last moves, for a reader that asks from time to time."""

from xml.etree.ElementTree import fromstring

from flask.testing import FlaskClient
from spectator import read

from events.store.memory import MemoryStore
from events.store.records import SessionRow
from replay.live.session import Session

ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_last_moves_stand_in_the_feed_newest_first(client: FlaskClient, running: Session) -> None:
    answer = client.get("/s/running/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    feed = fromstring(answer.text)
    assert feed.findtext(f"{ATOM}title") == "Friday"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) > 3
    updated = [str(entry.findtext(f"{ATOM}updated")) for entry in entries]
    assert updated == sorted(updated, reverse=True)
    links = [str(entry.find(f"{ATOM}link").attrib["href"]) for entry in entries]  # type: ignore[union-attr]  # it is there
    assert links[0].endswith(f"/s/running/{running.head.seq}")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)


def test_the_feed_of_a_session_that_has_not_begun_is_empty(client: FlaskClient, store: MemoryStore) -> None:
    store.create(SessionRow("silent", "toy", 1, "Not begun"))
    feed = fromstring(read(client, "/s/silent/feed.atom"))
    assert feed.findtext(f"{ATOM}title") == "Not begun"
    assert feed.findall(f"{ATOM}entry") == []
