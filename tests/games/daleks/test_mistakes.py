"""The recorded session of Time of the Daleks in which eight mistakes stood: each is found once, where it was made."""

import pytest
from recordings import SAMPLES, recording

from events.store.memory import MemoryStore
from projections.games.daleks.facts import adventure_effects as a
from projections.games.daleks.facts import effects as f
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import dice_left
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.posts.record import record_text

RULES = ("TOD-EXT-03", "TOD-POOL-03", "TOD-LIM-01", "TOD-HELP-07", "TOD-COND-01", "TOD-COND-05", "TOD-COMPN-02",
         "TOD-FIN-05")  # fmt: skip
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


@pytest.mark.parametrize(("rule", "wrong", "right"), UNDONE)
def test_without_the_mistake_there_is_no_finding(rule: str, wrong: str, right: str) -> None:
    text, store = SAMPLES["daleks-mistakes"].text, MemoryStore()
    assert text.count(wrong) == 1
    result = record_text(store, shelf(), text.replace(wrong, right))
    assert result.whole, result.lines[-1]
    report = audit_session(store, shelf(), result.session)
    assert [finding.rule for finding in report.findings] == [other for other in RULES if other != rule]


def at_end_of(turn: int) -> Position:
    """The table when a turn is over."""
    timeline = recording("daleks-mistakes").timeline
    (seq,) = [
        entry.seq for entry in timeline.entries if isinstance(entry.fact, f.TurnBegan) and entry.fact.turn == turn + 1
    ]
    found: Position = timeline.position(seq - 1)
    return found


def test_what_stood_has_happened() -> None:
    timeline = recording("daleks-mistakes").timeline
    pools = [adventure.pools for seq in range(1, timeline.last) if (adventure := timeline.position(seq).adventure)]
    assert max(len(dice_left(*dice)) for dice in pools if all(die.symbol for die in dice_left(*dice))) == 9
    assert (at_end_of(16).ship, at_end_of(17).ship) == (7, 7)
    end = at_end_of(22)
    assert "rory" in end.companion_discards["earth"]
    assert "rory" not in {one.companion for one in end.console("bea").companions}
    assert len(at_end_of(23).hands["cyril"]) == 5


def test_play_goes_on_to_the_next_round() -> None:
    timeline = recording("daleks-mistakes").timeline
    status = timeline.status(timeline.last)
    assert (status.turn, status.round, status.seat, status.outcome) == (25, 9, "bea", None)
    faces = [entry.fact for entry in timeline.entries if isinstance(entry.fact, a.FaceChanged)]
    assert [(face.die, face.symbol) for face in faces] == [("B3", "strength")]
