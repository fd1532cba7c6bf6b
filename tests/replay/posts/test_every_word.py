"""Every word of a line counts: actions after semicolons, remarks, and an unrequested pass."""

from collections.abc import Callable

import pytest

from events.conduct import Posted
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.live.session import Session
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.posts.record import record_text
from replay.posts.words import stretches
from replay.reading.timeline import Timeline

Clock = Callable[[], int]

KEYS = """\
game: keys
seats: tenth, twelfth
edges: tenth=S, twelfth=N
first: tenth
layout: rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby

--- Ada, Sun ---
== T1 Tenth ==
D: ?; P: Kb b1 open (open); M: >b1 ; in at last
== end ==

--- Bert, Sun ---
== T2 Twelfth ==
D: ? ; what else
P: Kr a7 open (open); and M: >a7
== end ==

--- Ada, Mon ---
== T3 Tenth ==
D: ?
P: Ky g1 open; (open) ; a long way off
== end ==
"""
CCG = """\
game: ccg
seats: julie, steve
table: described
dice: typed
cards: typed

--- Gita, Sat ---
== moderator ==
SET turn = julie T5 round 3 ; midway
SET step = play ; midway
SET first = julie ; midway
SET zone = present ; midway
SET drawn = yes ; midway
SET card 1 = face daemons, side julie, zone present, turn 1, values 2/3/0 ; midway
SET hand julie = 9 ; midway
SET hand steve = 7 ; midway
SET deck julie = 41 ; midway
SET deck steve = 42 ; midway
SET time julie = present 5? ; midway
SET time steve = future 5? ; midway
== end ==

--- Steve ---
== T5 Steve ==
PASS
== end ==

--- Julie ---
== T5 Julie ==
PLAY: "Bok"
END
== end ==
"""
DALEKS = """\
game: daleks
seats: julie, steve
table: described
dice: typed
cards: typed

--- Gita, Sat ---
== moderator ==
SET turn = julie T5 round 3 ; midway
SET step = {step} ; midway
SET doctor julie = eleventh ; midway
SET doctor steve = twelfth ; midway
SET tokens julie = 2 ; midway
SET tokens steve = 2 ; midway
SET order = julie, steve ; midway
SET place 2 = location mars, zone silence open, zone ?, daleks 1 ; midway
SET deck timey = 20? ; midway
SET deck dilemma = 15? ; midway
SET deck location = 12? ; midway
== end ==

--- Steve ---
== T5 Steve ==
PASS
== end ==
"""


def told(store: EventStore, text: str, clock: Clock) -> list[tuple[str, str]]:
    done = record_text(store, shelf(), text, alias="told", clock=clock)
    assert done.whole, [line for line in done.lines if not line.is_settled]
    return [(line.status, line.text) for line in done.lines]


def moves(store: EventStore) -> list[str]:
    session = Session.load(store, shelf(), "told")
    found = (entry for entry in Timeline(session.row, session.table).entries if hasattr(entry.fact, "player"))
    names = {"DrawCard", "PlayKey", "MovePawn", "Stay", "AnnounceCombat", "PlayCard", "Passed", "EndTurn", "Finish"}
    return [
        f"{'~' * entry.implied}{type(entry.fact).__name__}" for entry in found if type(entry.fact).__name__ in names
    ]


def test_records_actions_after_semicolons_and_keeps_remarks(store: EventStore, clock: Clock) -> None:
    told(store, KEYS, clock)
    assert moves(store) == ["DrawCard", "PlayKey", "MovePawn"] * 2 + ["DrawCard", "PlayKey", "~Stay"]
    report = audit_session(store, shelf(), "told")
    assert not [finding for finding in report.findings if finding.level == "violation"]
    entries = Timeline.read(store, shelf(), "told", "table").entries
    posts = [entry.fact.text for entry in entries if isinstance(entry.fact, Posted)]
    assert "M: >b1 ; in at last" in posts[0]
    assert "; what else" in posts[1]


@pytest.mark.parametrize(
    "text", [CCG, *(DALEKS.format(step=step) for step in ("charge", "prepare", "travel", "finish"))]
)
def test_an_unrequested_pass_is_chat(store: EventStore, clock: Clock, text: str) -> None:
    lines = told(store, text, clock)
    assert ("chat", "PASS") in lines
    assert "Passed" not in moves(store)
    assert not [name for name in moves(store)[: moves(store).index("PlayCard") if text is CCG else None] if "~" in name]
    report = audit_session(store, shelf(), "told")
    assert not [finding for finding in report.findings if finding.level == "violation"]


def test_a_pass_that_was_asked_for_is_a_move(store: EventStore, clock: Clock) -> None:
    flash = 'FLASH: "Brain Transformer" > J."Daemons" Sup+1'
    told(store, CCG.replace("PASS", f"{flash}\n== end ==\n\n--- Julie ---\n== Julie ==\nPASS"), clock)
    assert "Passed" in moves(store)


@pytest.fixture
def begun(clock: Clock) -> tuple[EventStore, str]:
    store = MemoryStore()
    done = record_text(store, shelf(), KEYS.partition("--- Bert")[0], clock=clock)
    return store, done.session


def read(begun: tuple[EventStore, str], line: str) -> tuple[str, tuple[str, ...]]:
    store, session = begun
    text = f"== Twelfth ==\nD: Kr\n{line}\n== end ==\n"
    found = read_post(
        Timeline.read(store, shelf(), session, "table"), store, Pasted(text=text), Poster("moderator", "table")
    )
    last = found.lines[-1]
    return last.status, last.choices


@pytest.mark.parametrize(("line", "choice"), [
    ("P: Kr a7 opne; M: >a7", "P: Kr a7 open; M: >a7"), ("P: Kr a7 open; M: >a77", "P: Kr a7 open; M: >a7"),
    ("P: Kr a7 open; >a7", "P: Kr a7 open; M: >a7"), ("P: Kr a7 open; so happy, M: >a7", "P: Kr a7 open; M: >a7"),
    ("P: Kr a7 open; not yet M: >a7", "P: Kr a7 open"), ("P Kr a7 opne", "P: Kr a7 open"),
    ("P: Kr a7 open; UNDO 1.1", ""), ("P Kz q7 ajar", ""), ("play that blue thing on a7 =c2:open", ""),
    ("P: Kr a7 open; J: >a7", "P: Kr a7 open; M: >a7"),
])  # fmt: skip
def test_asks_about_words_that_could_be_a_move(begun: tuple[EventStore, str], line: str, choice: str) -> None:
    status, choices = read(begun, line)
    assert status == "ask"
    assert not choice or choice in choices


@pytest.mark.parametrize(("line", "status"), [
    ("P: Kr a7 open; nice, and red at last", "ok"), ("P: Kr a7 open ; bonus of the house", "ok"),
    ("P: Kr a7 open; move it, people", "ok"), ("P: Kr a7 open;; ;", "ok"),
    ("P: Kr a7 open; draw your own conclusions", "ok"), ("Play nice, everyone", "chat"), ("Move it!", "chat"),
    ("Bonus time", "chat"), ("Draws are for the weak", "chat"),
])  # fmt: skip
def test_does_not_ask_about_remarks(begun: tuple[EventStore, str], line: str, status: str) -> None:
    assert read(begun, line) == (status, ())


def test_names_what_each_word_became(begun: tuple[EventStore, str]) -> None:
    store, session = begun
    text = "== Twelfth ==\nD: Kr ; at last\nP: Kr a7 opne\n== end ==\n"
    timeline = Timeline.read(store, shelf(), session, "table")
    words = stretches(read_post(timeline, store, Pasted(text=text), Poster("moderator", "table")))
    assert [(word.text, word.kind) for word in words[2] if word.kind] == [
        ("D:", "carried"), ("Kr", "carried"), ("at last", "remark")
    ]  # fmt: skip
    assert [word.what for word in words[2] if word.kind] == ["verb", "what was seen of chance", "remark"]
    assert [(word.text, word.kind) for word in words[3] if word.kind] == [("P:", "carried"), ("Kr a7 opne", "left")]
    assert ["".join(word.text for word in words[number]) for number in (2, 3)] == text.splitlines()[1:3]
