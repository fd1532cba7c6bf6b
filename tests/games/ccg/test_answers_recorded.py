"""An answer that is answered, as a table wrote it down: what was announced last takes effect first."""

from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.games.ccg.state.position import Position
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.posts.record import record_text
from replay.reading.timeline import Timeline

ANSWERED = """\
game: ccg
seats: julie, steve
table: described
dice: typed
cards: typed

--- Host ---
== moderator ==
SET turn = julie T5 round 3 ; as it stood
SET step = play ; as it stood
SET first = julie ; as it stood
SET zone = present ; as it stood
SET drawn = yes ; as it stood
SET card 1 = face daemons, side julie, zone present, turn 1, values 2/3/0 ; as it stood
SET card 2 = face daemons, side julie, zone present, turn 1, values 2/3/0 ; as it stood
SET card 3 = face dulciens, side steve, zone present, turn 2, values 0/1/1 ; as it stood
SET card 4 = face force-field, side steve, zone present, turn 4, values 0/0/0 ; as it stood
SET hand julie = 9 ; as it stood
SET hand steve = 7 ; as it stood
SET deck julie = 41 ; as it stood
SET deck steve = 42 ; as it stood
SET time julie = present 5? ; as it stood
SET time steve = future 5? ; as it stood
== end ==

--- Julie ---
== T5 Julie ==
SPECIAL: #1 > S."Dulciens" Sub-1
"""


def answered(*said: str) -> tuple[Position, Report]:
    """The table behind what Julie's block says after her first damage, and the audit."""
    store = MemoryStore()
    result = record_text(store, shelf(), "\n".join((ANSWERED.rstrip(), *said, "== end ==", "")))
    assert result.whole, result.lines[-1]
    timeline = Timeline.read(store, shelf(), result.session, TABLE)
    return timeline.position(timeline.last), audit_session(store, shelf(), result.session)


def test_an_answer_can_be_answered() -> None:
    now, report = answered(
        'S SIDE: "Force Field" > "Dulciens" Sub+2', 'SPECIAL: #2 > S."Dulciens" Sub-1', 'S PASS ="Dulciens" 0/0/1'
    )
    assert now.at(3) is None
    assert report.findings == ()
    assert not [line for line in report.unchecked if "claim" in line]


def test_a_claim_waits_until_the_answers_end() -> None:
    now, report = answered('S SIDE: "Force Field" > "Dulciens" Sub+2 = Sub 3', 'S PASS ="Dulciens" 0/2/1')
    assert now.at(3) is not None
    assert report.findings == ()
    _, differing = answered('S SIDE: "Force Field" > "Dulciens" Sub+2 = Sub 4', 'S PASS ="Dulciens" 0/2/1')
    assert [found.rule for found in differing.findings] == ["LOG-CLAIM"]
