"""The sessions that ship with Keys to the TARDIS: what they show, and what becomes of a post without its answers."""

import re

import pytest
from imported import record_text
from recordings import recording

from events.errors import NotationError
from events.session_events import Adjusted, Claimed, Redecided, TakebackAnswered, TakenBack
from events.store.memory import MemoryStore
from projections.games.keys.events import moves as m
from projections.registry import registry
from replay.audit.audit import audit_session

FOUR = recording("keys-four-player")
ANSWER = re.compile(r"\n~ .*")
ANSWERS = {found.start(): found[0] for found in ANSWER.finditer(FOUR.sample.text)}


def test_recording_has_takebacks_corrections_and_quoted_blocks() -> None:
    events = [entry.event for entry in FOUR.timeline.entries]
    assert [event.place for event in events if isinstance(event, Adjusted)] == ["d5"]
    assert len([event for event in events if isinstance(event, TakenBack)]) == 2
    assert [event.seat for event in events if isinstance(event, TakebackAnswered)] == ["tenth", "fourth"]
    assert len([event for event in events if isinstance(event, Redecided)]) == 5
    assert len([event for event in events if isinstance(event, Claimed)]) == 4
    assert "> P: Kr b44 open" in FOUR.sample.text
    opened = [event.tile for event in FOUR.events() if isinstance(event, m.PlayKey) and event.action == "open"]
    assert opened.count("b4") == 2, "once on turn 5, and again after it was closed"


@pytest.mark.parametrize("at", [start for start, answer in ANSWERS.items() if "CA" not in answer])
def test_each_typo_is_asked_about_without_its_answer(at: int) -> None:
    text = FOUR.sample.text
    answer = ANSWER.match(text, at)
    assert answer
    store = MemoryStore()
    result = record_text(store, registry(), text[:at] + text[answer.end() :], check=True)
    asked = result.lines[-1]
    assert (asked.status, asked.number) == ("question", text[:at].count("\n") + 1)
    assert not result.whole
    assert store.sessions() == []
    first = answer[0].removeprefix("\n~ ").removesuffix(" (open)")
    assert any(choice.startswith(first) for choice in asked.choices), asked


def test_records_a_pawn_moved_from_a_wrong_space() -> None:
    """KEY-CCY-01."""
    text = FOUR.sample.text
    for answer in ANSWERS.values():
        text = text.replace(answer, "", 1) if "CA" in answer else text
    store = MemoryStore()
    recorded = record_text(store, registry(), text)
    assert recorded.whole
    found = audit_session(store, registry(), recorded.session).findings
    assert [(each.rule, each.seat) for each in found if each.level == "violation"][:1] == [("KEY-CCY-01", "thirteenth")]


def test_bad_lines_stop_the_import() -> None:
    text = recording("keys-two-player").sample.text.replace("P: JC d5", "P: JC in the console room", 1)
    store = MemoryStore()
    result = record_text(store, registry(), text)
    assert not result.whole
    assert store.sessions() == []
    assert result.lines[-1].text == "P: JC in the console room"
    assert result.lines[-1].column == len("P: JC i")
    text = recording("keys-two-player").sample.text.replace("layout: grrgbbb", "layout: grrgbbq", 1)
    with pytest.raises(NotationError) as caught:
        record_text(MemoryStore(), registry(), text)
    assert (caught.value.line, "a7" in caught.value.reason or "g7" in caught.value.reason) == (7, True)
