"""Offered readings of a line: their differences, and the rules they break."""

from keys_board import BEGUN

from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.lookahead import LookAhead
from replay.posts.offers import Offer, Step, offer
from replay.posts.record import record_text
from replay.reading.timeline import Timeline


def reading(*lines: str) -> Offer:
    return Offer(" / ".join(lines), tuple(Step(line, (f"It is {line}.",)) for line in lines))


def test_shows_how_another_reading_differs() -> None:
    first = reading("D", "P", "M")
    told = [(is_own, step.line) for is_own, step in reading("D", "P", "N").apart(first)]
    assert told == [(False, "M"), (True, "N")]
    assert [(is_own, step.line) for is_own, step in reading("D", "P").apart(first)] == [(False, "M")]
    assert reading("D").apart(first) == ()
    assert reading("X", "Y").apart(first) == ()


def test_a_reading_that_is_against_a_rule_says_so() -> None:
    store = MemoryStore()
    timeline = Timeline.read(store, shelf(), record_text(store, shelf(), BEGUN).session)
    ahead = LookAhead(timeline)
    told = offer(ahead, "twelfth", "D: TB / M: >d7 / P: TB b2", ["M: >d7"])
    assert [(step.line, step.is_supplied) for step in told.steps] == [("D: TB", False), ("M: >d7", True)]
    assert told.steps[0].says[-1] == "Twelfth draws a Time Barrier."
    assert told.against
    assert ahead.position is timeline.position(timeline.last), "a try leads nowhere"
    assert offer(ahead, "twelfth", "== T2 Twelfth ==") == Offer("== T2 Twelfth ==", ())
