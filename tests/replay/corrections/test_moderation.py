"""What a moderator's block may contain, and what a seat may not do."""

from collections.abc import Callable

import pytest

from events.conduct import DisputeOpened, Flagged, Ruled
from events.facts import TABLE, Drawn, Started
from events.store.protocol import EventStore
from projections.shelf import Shelf
from replay.live.session import Session
from replay.posts.export_text import transcript_of
from replay.posts.record import go_on, record_text
from replay.reading.timeline import Timeline

Clock = Callable[[], int]
DARE = """\
game: toy
seats: black, yellow

== T1 Black ==
dare yellow
== end ==
"""


def recorded(store: EventStore, games: Shelf, text: str, clock: Clock) -> Timeline:
    return Timeline.read(store, games, record_text(store, games, text, clock=clock).session, TABLE)


@pytest.mark.parametrize("line", ["SET score black = 2 ; mine", "SKIP black ; late", "RULING 1.1: stand ; fine"])
def test_only_the_moderator_sets_skips_and_rules(store: EventStore, games: Shelf, clock: Clock, line: str) -> None:
    session = Session.create(store, games, Started("toy", 1, ("black", "yellow"), {"points": 9}), clock=clock)
    head = session.head.seq
    done = go_on(store, games, session.row.session, f"== Black ==\n{line}\n== end ==\n", clock=clock)
    assert [line.status for line in done.lines] == ["fix"]
    assert "moderator" in done.lines[0].message
    assert len(store.lines(session.row.session)) == head


def test_refuses_to_keep_a_card_that_was_not_dealt(store: EventStore, games: Shelf, clock: Clock) -> None:
    started = Started("keys", 1, ("tenth", "twelfth"), {"first": "tenth"})
    session = Session.create(store, games, started, clock=clock)
    held = session.position.hands["tenth"]
    absent = next(card for card in ("cookie", "cyberman", "pandorica", "tunnel") if card not in held)
    post = f"== Tenth ==\nP: discard {absent}\n! so we agreed\n== end ==\n"
    done = go_on(store, games, session.row.session, post, clock=clock)
    assert [line.status for line in done.lines] == ["fix"]
    assert "did not deal" in done.lines[0].message
    assert len(store.lines(session.row.session)) == session.head.seq
    kept = "== Tenth ==\nM: stay\n! so we agreed\n== end ==\n"
    assert go_on(store, games, session.row.session, kept, clock=clock).whole


@pytest.mark.parametrize(("line", "why"), [
    ("RULING 1.1: maybe ; who knows", "stand, fix, rewind or compensate"), ("SKIP", "turn"), ("SET", "reason"),
    ("UNDO", "no address"), ("RULING", "no verdict"),
])  # fmt: skip
def test_asks_for_missing_parts_of_a_moderators_line(
    store: EventStore, games: Shelf, clock: Clock, line: str, why: str
) -> None:
    first = recorded(store, games, DARE, clock)
    done = go_on(store, games, first.row.session, f"== moderator ==\n{line}\n== end ==\n", clock=clock)
    assert not done.whole
    assert why in done.lines[-1].message
    assert store.lines(first.row.session)[-1] == first.lines[-1]


KEYS = """\
game: keys
seats: tenth, twelfth
first: tenth

"""
DRAWN = f"{KEYS}== T1 Tenth ==\nD: CA\nP: discard CA\n"
AGAIN = f"""{KEYS}--- Rose ---
2 + 2 == 4, and T1 is == mine ==
so there
== T1 Tenth ==
D: ?
M: >a7
! so we play
UNDO 1.2 ok twelfth ; it was the wrong corner
P: SS a1 open (open)
! at last
M: stay
DISPUTE 1.3: it was mine
NOTE 1.2: a corner ; worth a look
== end ==
good night

--- moderator ---
== moderator ==
RULING 1.3: stands, KEY-TRN-03, KEY-TRN-04 ; nobody minds
== end ==
"""


@pytest.mark.parametrize(("card", "says"), [("banana", "68 cards"), ("cyberman", "is not known to you")])
def test_refuses_to_learn_an_unknown_card(store: EventStore, games: Shelf, clock: Clock, card: str, says: str) -> None:
    first = recorded(store, games, DRAWN, clock)
    session, line = first.row.session, next(entry.seq for entry in first.entries if isinstance(entry.fact, Drawn))
    learnt = "".join(f"LEARN #{line} cards {item} = {card}\n" for item in (1, 2))
    done = go_on(store, games, session, f"== moderator ==\n{learnt}", clock=clock)
    assert not done.whole
    assert says in done.lines[-1].message
    assert len(done.lines) == (1 if card == "banana" else 2)


def test_an_export_keeps_what_was_said_and_why(store: EventStore, games: Shelf, clock: Clock) -> None:
    def kinds(timeline: Timeline) -> list[type]:
        facts = [entry.fact for entry in timeline.entries]
        return [type(fact) for fact in facts if isinstance(fact, Flagged | DisputeOpened | Ruled)]

    first = recorded(store, games, AGAIN, clock)
    text = transcript_of(first)
    for said in (
        "2 + 2 == 4, and T1 is == mine ==\nso there\n", "\ngood night\n", "! so we play\n",
        "UNDO 1.2 ok ; it was the wrong corner\n", "DISPUTE 1.3: it was mine\n", "NOTE 1.2: a corner ; worth a look\n",
        "RULING 1.3: stand, KEY-TRN-03, KEY-TRN-04 ; nobody minds\n",
    ):  # fmt: skip
        assert said in text
    again = recorded(store, games, text, clock)
    assert kinds(again) == kinds(first)
    assert again.position(again.last) == first.position(first.last)
