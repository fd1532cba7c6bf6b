"""An old thread brought in by the browser: looked through, set right, its authors seated, recorded."""

import io
import re
from html import unescape
from typing import Any

import pytest
from old_threads import ARCHIVES, CASES, PEOPLE, header
from people import Browser, visible
from texts import missing

from events.session_events import Posted
from events.store.accounts import EVERYWHERE, HOST, Accounts
from events.store.memory import MemoryStore
from projections.shelf import Shelf
from replay.importing.authors import archive_authors
from replay.importing.kinds import read_archive
from replay.importing.record import record_archive
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint
from webui import create_app

NOW = 1_795_219_200_000


def form(name: str, **changed: Any) -> dict[str, Any]:
    fields = header(name)
    usual = ("game", "seats", "title", "dice", "cards", "writer", "date")
    options = "\n".join(f"{key} = {value}" for key, value in fields.items() if key not in usual)
    given = {"game": fields["game"], "seats": fields["seats"], "title": "Old", "options": options}
    return {"key": "b" * 32, "do": "look", "text": "", "visibility": "public", **given, **changed}


def seated(name: str) -> dict[str, str]:
    archive = read_archive((ARCHIVES / name).read_bytes())
    seats = tuple(part.strip() for part in header(name)["seats"].split(","))
    found: dict[str, str] = {}
    for number, author in enumerate(archive_authors(archive, seats, PEOPLE[name]), 1):
        found |= {f"author-{number}": author.name, f"seat-{number}": author.seat or "-"}
    return found


def textarea(page: str) -> str:
    return unescape(re.findall(r'<textarea id="text"[^>]*>(.*?)</textarea>', page, re.DOTALL)[0])


@pytest.mark.parametrize("name", CASES)
def test_a_thread_is_previewed_and_recorded(laptop: Browser, store: MemoryStore, games: Shelf, name: str) -> None:
    raw = (ARCHIVES / name).read_bytes()
    first = laptop.send("/archive", "/archive", **form(name), file=(io.BytesIO(raw), "x.bin"))
    assert (first.status_code, "Who is who?" in visible(first.text)) == (200, True)
    assert store.sessions() == []
    text = textarea(first.text)
    second = laptop.send("/archive", "/archive", **form(name, text=text, **seated(name)))
    assert "All of it reads." in visible(second.text)
    assert store.sessions() == []
    where = laptop.done("/archive", "/archive", **form(name, text=text, do="record", **seated(name)))
    (row,) = store.sessions()
    assert where == f"/s/{row.session}"
    timeline, there = Timeline.read(store, games, row.session, "table"), MemoryStore()
    straight = record_archive(there, games, raw, header(name), PEOPLE[name])
    same = Timeline.read(there, games, straight.session, "table")
    assert fingerprint(timeline.reading.position) == fingerprint(same.reading.position)
    posts = [[fact for fact in (e.fact for e in one.entries) if isinstance(fact, Posted)] for one in (timeline, same)]
    assert [(p.author, p.when, p.where) for p in posts[0]] == [(p.author, p.when, p.where) for p in posts[1]]


def test_sent_twice_records_one_session(laptop: Browser, store: MemoryStore) -> None:
    name = "keys-forum.txt"
    sent = form(name, text=(ARCHIVES / name).read_text("utf-8"), do="record", **seated(name))
    assert laptop.done("/archive", "/archive", **sent) == laptop.done("/archive", "/archive", **sent)
    assert len(store.sessions()) == 1


def test_a_line_that_does_not_read_is_shown_and_set_right(laptop: Browser, store: MemoryStore) -> None:
    name = "keys-forum.txt"
    text = (ARCHIVES / name).read_text("utf-8").replace("P: Kg a4 open (open)", "P: Kg a44 open (open)")
    page = laptop.refused("/archive", "/archive", "post 3 (coat_of_colours, Sun 1 May 2011 13:40): line", 422,
                          **form(name, text=text, do="record", **seated(name)))  # fmt: skip
    assert store.sessions() == []
    right = textarea(page).replace("a44", "a4")
    laptop.done("/archive", "/archive", **form(name, text=right, do="record", **seated(name)))


@pytest.mark.parametrize(("changed", "says"), [
    ({"text": ""}, "the archive is empty"), ({"text": "Hello."}, "who wrote and when"),
    ({"game": "", "options": ""}, "which game?"), ({"seats": ""}, "which seats?"), ({"game": "whist"}, "whist"),
    ({"options": "colour = red"}, "has no option"), ({"options": "colour"}, "a place and a value"),
    ({"game": "", "options": "first = a"}, "say which"), ({"seats": "second, sixth, eighth, tenth, war"}, "2 to 4"),
    ({"visibility": "nobody", "do": "record"}, "visibility"), ({"title": "x\x07y"}, "title"),
])  # fmt: skip
def test_a_refusal_writes_nothing(laptop: Browser, store: MemoryStore, changed: dict[str, str], says: str) -> None:
    name = "keys-forum.txt"
    sent = {**form(name, text=(ARCHIVES / name).read_text("utf-8"), **seated(name)), **changed}
    answer = laptop.send("/archive", "/archive", **sent)
    assert answer.status_code in (200, 422)
    assert says.lower() in visible(answer.text).lower()
    assert store.sessions() == []


def test_names_are_text_and_open_prose_is_reported(laptop: Browser) -> None:
    text = "--- <script>alert(1)</script> ---\n<img src=x onerror=alert(2)>\n== second ==\nD: <svg onload=x>\n"
    page = laptop.send("/archive", "/archive", **form("keys-forum.txt", text=text)).text
    assert not re.search(r"<script>|<img|<svg on", page.partition("<main")[2])
    text = (
        "game: keys\nseats: tenth, twelfth\nedges: tenth=S, twelfth=N\nfirst: tenth\n"
        "layout: grrgbbb/rybbygg/gyrbgyr/rgy.yby/rbgbbgg/yrbrbyy/rgrygyr\n\n"
        "--- tenth, Monday ---\n== T1 Tenth ==\nD: ?\nP: Kr c1 open (open)\nM: >c1\n== end ==\n"
        "--- twelfth, Tuesday ---\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
    )
    page = unescape(laptop.send("/archive", "/archive", key="b" * 32, do="look", text=text, visibility="public").text)
    assert not missing(page, "No move was read in a post of", "it may mean D: ? / P: Kg d7 open (open) / M: stay")


def test_what_is_too_large_is_said_so(laptop: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.pages.server.archive._FORM", 400_000)
    half = b"--- a ---\n" + b"\n--- a ---\n".join([b"y" * 90_000] * 4)
    answer = laptop.send("/archive", "/archive", **form("keys-forum.txt"), file=(io.BytesIO(half), "x.txt"))
    assert "too large for a browser" in visible(answer.text)
    monkeypatch.setattr("webui.pages.server.archive.LARGEST", 200_000)
    answer = laptop.send("/archive", "/archive", **form("keys-forum.txt"), file=(io.BytesIO(half), "x.txt"))
    assert answer.status_code == 422
    assert "cloisterbell archive reads larger ones" in visible(answer.text).replace("`", "")


def test_a_host_brings_an_archive_in(store: MemoryStore, games: Shelf, accounts: Accounts) -> None:
    app = create_app(store, games, accounts)
    host = Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1])
    name = "risk-api.json"
    sent = form(name, do="record", visibility="private", **seated(name))
    where = host.done("/archive", "/archive", **sent, file=(io.BytesIO((ARCHIVES / name).read_bytes()), "x.json"))
    assert "Set a value" in visible(host.read(f"{where}/set"))
    assert app.test_client().get(where).status_code == 404
