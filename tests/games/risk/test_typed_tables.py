"""Risk as it is recorded from a table: silence between the moves, and what a slip leaves alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.facts import Effect, Move, Started
from events.store.protocol import EventStore
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.game import GAME
from projections.shelf import shelf
from projections.terms import Seen, Written
from replay.audit.audit import audit_session
from replay.live.session import Session
from replay.live.submission import Request, submit

LANDS = list(TERRITORIES)


def codes(start: int, stop: int) -> str:
    return "+".join(TERRITORIES[name].code for name in LANDS[start:stop])


TWO = {"black": codes(0, 12), "yellow": codes(12, 24), "n1": codes(24, 30), "n2": codes(30, 36), "n3": codes(36, 42)}
THREE = {"black": codes(0, 14), "yellow": codes(14, 28), "orange": codes(28, 42)}


@pytest.fixture
def table(store: EventStore) -> Any:
    """A session typed in, with the territories dealt by hand."""

    def opened(territories: dict[str, str]) -> Session:
        seats = tuple(army for army in territories if not army.startswith("n"))
        options = {"territories": territories, "first_player": "black"}
        started = Started("risk", 1, seats, options, dice="typed", cards="typed")
        return Session.create(store, shelf(), started)

    return opened


def said(session: Session, move: Any, stated: Sequence[Effect] = (), **seen: Any) -> list[str]:
    """File a move as it was written; the moves that went into the log for it, those implied with a `~`."""
    before = len(session.table.entries)
    answer = submit(session, move.player, [Request(Written(move, Seen(**seen), tuple(stated)))])
    assert answer.done, answer
    added = session.table.entries[before:]
    return ["~" * entry.implied + type(entry.fact).__name__ for entry in added if isinstance(entry.fact, Move)]


def findings(session: Session, store: EventStore) -> list[str]:
    return [finding.rule for finding in audit_session(store, shelf(), session.row.session).findings]


def opened_turn(session: Session) -> None:
    """Black's first turn up to the attacks; black holds all of North America."""
    said(session, e.LandTardis("black"), items=("egypt",))
    said(session, e.CountDaleks("black"))
    said(session, e.Place("black", "alaska", session.position.pool))


def test_the_next_move_implies_the_end_of_a_step(table: Any) -> None:
    session = table(THREE)
    opened_turn(session)
    assert said(session, e.LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert session.position.player == "yellow"
    session = table(THREE)
    opened_turn(session)
    move = e.Manoeuvre("black", "alaska", "ontario", 2)
    assert said(session, move) == ["~StopAttacking", "Manoeuvre"]
    assert said(session, e.EndTurn("black")) == ["EndTurn"]
    session = table(THREE)
    opened_turn(session)
    assert said(session, e.Attack("black", "iceland", "great-britain", 2)) == ["Attack"]
    assert GAME.rules.status(session.position).step == "defence"
    assert said(session, e.RollDice("black", 2), faces=((6, 3), (5, 5))) == ["~Passed", "RollDice"]


@pytest.mark.parametrize("territories", [TWO, THREE])
def test_a_wrong_attack_ends_no_turn(table: Any, store: EventStore, territories: dict[str, str]) -> None:
    session = table(territories)
    if len(territories) == 5:
        said(session, e.PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    assert said(session, e.Attack("black", "alaska", "peru", 2)) == ["Attack"]
    assert session.position.player == "black"
    assert findings(session, store) == ["RISK-ATT-03" if LANDS.index("peru") >= 12 else "RISK-ATT-02"]


def test_other_mistakes_end_no_turn(table: Any, store: EventStore) -> None:
    session = table(TWO)
    said(session, e.PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    assert said(session, e.ClaimMission("black", "vampires")) == ["ClaimMission"]
    assert (session.position.player, session.position.step) == ("black", "attack")
    assert "RISK-MIS-05" in findings(session, store)
    session = table(TWO)
    said(session, e.PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    assert said(session, e.LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert findings(session, store) == ["RISK-TWO-12"]
    assert said(session, e.PlaceNeutral("black", "madagascar", 3)) == ["PlaceNeutral"]
    assert findings(session, store) == ["RISK-TWO-12"], "and it was made good"


def test_a_whole_typed_turn_has_no_findings(table: Any, store: EventStore) -> None:
    session = table(TWO)
    said(session, e.PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    said(session, e.Attack("black", "brazil", "argentina", 2))
    said(session, e.RollDice("black", 2), faces=((6, 3), (5, 5)))
    for move in (e.LeaveBattle("black"), e.StopAttacking("black"), e.HoldPosition("black"), e.EndTurn("black")):
        assert said(session, move) == [type(move).__name__]
    assert findings(session, store) == []


def test_the_audit_finds_the_mistakes_of_a_table(table: Any, store: EventStore) -> None:
    session = table(THREE)
    said(session, e.LandTardis("black"), items=("greenland",))
    said(session, e.CountDaleks("black"), [e.Reinforced("black", 3, 0, (("north-america", 5),))])
    said(session, e.Place("black", "alaska", session.position.pool))
    said(session, e.Attack("black", "brazil", "north-africa", 3, "nitro-9"))
    said(session, e.PlayPower("black", "ambush"))
    said(session, e.RollDice("black", 3), faces=((6, 6, 5), (1, 1)))
    said(session, e.MoveIn("black", 3))
    said(session, e.Manoeuvre("black", "iceland", "eastern-canada", 2))
    said(session, e.EndTurn("black"))
    said(session, e.LandTardis("yellow"), items=("peru",))
    said(session, e.CountDaleks("yellow"))
    said(session, e.Place("yellow", "scandinavia", session.position.pool))
    said(session, e.DrawTerritoryCard("yellow"))
    report = audit_session(store, shelf(), session.row.session)
    assert [finding.rule for finding in report.findings if finding.level == "violation"] == [
        "RISK-CON-01", "RISK-PLC-03", "RISK-ATT-06", "RISK-POW-05", "RISK-DRW-01",
    ]  # fmt: skip
    assert {finding.rule for finding in report.findings if finding.level == "doubt"} == {"RISK-POW-07", "RISK-TAR-06"}
