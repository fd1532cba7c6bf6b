"""Risk as it is recorded from a table: silence between the moves, and what a slip leaves alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.facts import Effect, Move, Started
from events.store.protocol import EventStore
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.facts import (
    Attack,
    ClaimMission,
    CountDaleks,
    DrawTerritoryCard,
    EndTurn,
    HoldPosition,
    LandTardis,
    LeaveBattle,
    Manoeuvre,
    MoveIn,
    Place,
    PlaceNeutral,
    PlayPower,
    Reinforced,
    RollDice,
    StopAttacking,
)
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
    said(session, LandTardis("black"), items=("egypt",))
    said(session, CountDaleks("black"))
    said(session, Place("black", "alaska", session.position.pool))


def test_going_on_says_that_the_rest_is_passed(table: Any) -> None:
    session = table(THREE)
    opened_turn(session)
    assert said(session, LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert session.position.player == "yellow"


def test_a_manoeuvre_says_that_the_attacks_are_over(table: Any) -> None:
    session = table(THREE)
    opened_turn(session)
    move = Manoeuvre("black", "alaska", "ontario", 2)
    assert said(session, move) == ["~StopAttacking", "Manoeuvre"]
    assert said(session, EndTurn("black")) == ["EndTurn"]


def test_dice_say_that_the_defender_passed(table: Any) -> None:
    session = table(THREE)
    opened_turn(session)
    assert said(session, Attack("black", "iceland", "great-britain", 2)) == ["Attack"]
    assert GAME.rules.status(session.position).step == "defence"
    assert said(session, RollDice("black", 2), faces=((6, 3), (5, 5))) == ["~Passed", "RollDice"]


@pytest.mark.parametrize("territories", [TWO, THREE])
def test_a_slip_ends_no_turn(table: Any, store: EventStore, territories: dict[str, str]) -> None:
    session = table(territories)
    if len(territories) == 5:
        said(session, PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    assert said(session, Attack("black", "alaska", "peru", 2)) == ["Attack"]
    assert session.position.player == "black"
    assert findings(session, store) == ["RISK-ATT-03" if LANDS.index("peru") >= 12 else "RISK-ATT-02"]


def test_another_slip_ends_no_turn(table: Any, store: EventStore) -> None:
    session = table(TWO)
    said(session, PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    assert said(session, ClaimMission("black", "vampires")) == ["ClaimMission"]
    assert (session.position.player, session.position.step) == ("black", "attack")
    assert "RISK-MIS-05" in findings(session, store)


def test_a_forgotten_neutral_reinforcement(table: Any, store: EventStore) -> None:
    session = table(TWO)
    said(session, PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    assert said(session, LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert findings(session, store) == ["RISK-TWO-12"]
    assert said(session, PlaceNeutral("black", "madagascar", 3)) == ["PlaceNeutral"]
    assert findings(session, store) == ["RISK-TWO-12"], "and it was made good"


def test_a_whole_typed_turn_is_clean(table: Any, store: EventStore) -> None:
    session = table(TWO)
    said(session, PlaceNeutral("yellow", "madagascar", 3))
    opened_turn(session)
    said(session, Attack("black", "brazil", "argentina", 2))
    said(session, RollDice("black", 2), faces=((6, 3), (5, 5)))
    for move in (LeaveBattle("black"), StopAttacking("black"), HoldPosition("black"), EndTurn("black")):
        assert said(session, move) == [type(move).__name__]
    assert findings(session, store) == []


def test_the_mistakes_of_a_table(table: Any, store: EventStore) -> None:
    session = table(THREE)
    said(session, LandTardis("black"), items=("greenland",))
    said(session, CountDaleks("black"), [Reinforced("black", 3, 0, (("north-america", 5),))])
    said(session, Place("black", "alaska", session.position.pool))
    said(session, Attack("black", "brazil", "north-africa", 3, "nitro-9"))
    said(session, PlayPower("black", "ambush"))
    said(session, RollDice("black", 3), faces=((6, 6, 5), (1, 1)))
    said(session, MoveIn("black", 3))
    said(session, Manoeuvre("black", "iceland", "eastern-canada", 2))
    said(session, EndTurn("black"))
    said(session, LandTardis("yellow"), items=("peru",))
    said(session, CountDaleks("yellow"))
    said(session, Place("yellow", "scandinavia", session.position.pool))
    said(session, DrawTerritoryCard("yellow"))
    report = audit_session(store, shelf(), session.row.session)
    assert [finding.rule for finding in report.findings if finding.level == "violation"] == [
        "RISK-CON-01", "RISK-PLC-03", "RISK-ATT-06", "RISK-POW-05", "RISK-DRW-01",
    ]  # fmt: skip
    assert {finding.rule for finding in report.findings if finding.level == "doubt"} == {"RISK-POW-07", "RISK-TAR-06"}
