"""The recorded session of Time of the Daleks in which eight mistakes stood: each is found once, where it was made."""

from functools import cache

import pytest

from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.games.daleks.facts import adventure_effects as a
from projections.games.daleks.facts import effects as f
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import dice_left
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.posts.record import record_text
from replay.posts.samples import samples, take_in
from replay.reading.timeline import Timeline

SAMPLE = next(sample for sample in samples("daleks") if sample.name == "mistakes")
MISTAKES = (
    ("TOD-EXT-03", "13.5", "bea", "of the own zone", "U1 is exterminated"),
    ("TOD-POOL-03", "14.5", "cyril", "before the pool is cut", "becomes a blue die"),
    ("TOD-LIM-01", "16.7", "bea", "the pool of Bea is cut to 8 dice: 1 is too many", "G1 Running"),
    ("TOD-HELP-07", "17.6", "bea", "Due, and not in the log: The Dalek Ship moves", "is at The Pit"),
    ("TOD-COND-01", "19.7", "bea", "at a Fixed Point", "B3 Strength"),
    ("TOD-COND-05", "20.8", "cyril", "Time Locked", "B3 is turned to Strength"),
    (
        "TOD-COMPN-02",
        "22.9",
        "bea",
        "is dismissed into the deck",
        "Rory Williams leaves Bea's console and is discarded",
    ),
    ("TOD-FIN-05", "23.10", "cyril", "4 Timey-Wimey cards are kept", "the Daleks' turn begins"),
)
"""By which rule, in which line, whose, what was due, and what it changed."""
UNDONE = (
    ("TOD-EXT-03", "POOL: exterminate U\nROLL: B(Ru St Cu) U(Sc)", "ROLL: B(Ru St Cu) U(Sc Cu)"),
    ("TOD-POOL-03", 'POOL: drop B\nPOOL: focus "Clara" B>U\nPOOL: drop B = 8',
     'POOL: focus "Clara" B>U\nPOOL: drop B B = 8'),
    ("TOD-LIM-01", "ROLL: B(St Cu Ru Di) U(Sc Sc Cu) G(Ru Ta)", "POOL: drop G\nROLL: B(St Cu Ru Di) U(Sc Sc Cu) G(Ru)"),
    ("TOD-COND-01", 'ROLL: B(Ru Cu Di Ta) U(Sc Sc Cu) G(Ru)\nAGAIN: "Bow Tie" B3 B4 -> (St Di)',
     "ROLL: B(Ru St Di Ta) U(Sc Sc Cu) G(Ru)"),
    ("TOD-COND-05", 'Cu Di Sc) G(Ru) R(Ta Ta Sc)\nFACE: "Strax" B3 -> St', "Cu Di Sc) G(Ru) R(Ta Ta St)"),
    ("TOD-COMPN-02", '"Rory Williams" +companion-left bea rory discarded', '"Rory Williams"'),
    ("TOD-FIN-05", "END =hand:5\nEND\n", 'END =hand:5\nEND: discard "Randomiser"\n'),
)  # fmt: skip
"""What would have been written without the mistake."""


@cache
def taken_in(text: str = SAMPLE.text) -> tuple[Timeline, Report]:
    """The session, and its audit."""
    store = MemoryStore()
    if text == SAMPLE.text:
        session = take_in(store, shelf(), SAMPLE)
    else:
        result = record_text(store, shelf(), text)
        assert result.whole, result.lines[-1]
        session = result.session
    return Timeline.read(store, shelf(), session, TABLE), audit_session(store, shelf(), session)


@pytest.mark.parametrize(("rule", "address", "seat", "due", "changed"), MISTAKES)
def test_each_mistake_is_found_at_its_line_with_what_it_changed(
    rule: str, address: str, seat: str, due: str, changed: str
) -> None:
    _, report = taken_in()
    (found,) = [finding for finding in report.findings if finding.rule == rule]
    assert (found.level, found.address, found.seat) == ("violation", address, seat)
    assert due in found.condition
    assert changed in found.effect


def test_there_are_no_findings_but_those() -> None:
    _, report = taken_in()
    assert [finding.rule for finding in report.findings] == [rule for rule, *_ in MISTAKES]


@pytest.mark.parametrize(("rule", "wrong", "right"), UNDONE)
def test_without_the_mistake_there_is_no_finding(rule: str, wrong: str, right: str) -> None:
    """Each finding comes of its own line alone: with that set right the other seven are left."""
    assert SAMPLE.text.count(wrong) == 1
    _, report = taken_in(SAMPLE.text.replace(wrong, right))
    assert [finding.rule for finding in report.findings] == [other for other, *_ in MISTAKES if other != rule]


def at_end_of(turn: int) -> Position:
    """The table when a turn is over."""
    timeline, _ = taken_in()
    (seq,) = [
        entry.seq for entry in timeline.entries if isinstance(entry.fact, f.TurnBegan) and entry.fact.turn == turn + 1
    ]
    found: Position = timeline.position(seq - 1)
    return found


def test_what_stood_has_happened() -> None:
    """Nine dice lie, the ship has stayed under the biscuits, Rory is on the discards, five cards are in a hand."""
    timeline, _ = taken_in()
    pools = [adventure.pools for seq in range(1, timeline.last) if (adventure := timeline.position(seq).adventure)]
    assert max(len(dice_left(*dice)) for dice in pools if all(die.symbol for die in dice_left(*dice))) == 9
    assert (at_end_of(16).ship, at_end_of(17).ship) == (7, 7)
    end = at_end_of(22)
    assert "rory" in end.companion_discards["earth"]
    assert "rory" not in {one.companion for one in end.console("bea").companions}
    assert len(at_end_of(23).hands["cyril"]) == 5


def test_play_goes_on_to_the_next_round() -> None:
    timeline, _ = taken_in()
    status = timeline.status(timeline.last)
    assert (status.turn, status.round, status.seat, status.outcome) == (25, 9, "bea", None)
    faces = [entry.fact for entry in timeline.entries if isinstance(entry.fact, a.FaceChanged)]
    assert [(face.die, face.symbol) for face in faces] == [("B3", "strength")]
