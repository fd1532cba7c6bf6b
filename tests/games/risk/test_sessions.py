"""Sessions of Risk: posts by the tower, typed tables, audits of a running session, recordings that ship."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

import pytest
from faults import Copy, Planted, forged_fields
from imported import Imported, PostTable, go_on
from long_runs import LONG, some_short
from players import GAMES, founded, play_on
from random_sessions import keenly, keenness
from recordings import recording

from events.events import ALL, OMNISCIENT, Effect, Move, Passed, Rolled, Started
from events.session_events import TakenBack
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import ObservedChance, Written
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World
from projections.registry import registry
from replay.audit.audit import audit, audit_session
from replay.audit.findings import Finding, Report
from replay.audit.heads import ANYBODY
from replay.chance.tower import build
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import read_bundle
from replay.transfer.verify import verify

SESSION = "posted-by-us"
LANDS = list(TERRITORIES)
DOMINATION: Final = {"end_mode": "domination", "forced_trade_stars": 6}


class Table(NamedTuple):
    """A session of three seats with the built-in dice roller, and codes of two adjacent territories.

    `source` is Black's, `target` an enemy's.
    """

    store: EventStore
    source: str
    target: str
    enemy: str

    def post(self, seat: str, *lines: str, check: bool = False, tail: bool = False) -> Imported:
        text = "\n".join(["Here we go.", f"== T1 {seat} ==", *lines, *["== end =="] * tail])
        return go_on(self.store, registry(), SESSION, text, check=check)

    @property
    def world(self) -> World:
        world = Session.load(self.store, registry(), SESSION).position
        assert isinstance(world, World)
        return world


@pytest.fixture
def by_tower(store: EventStore, clock: Callable[[], int]) -> Table:
    started = Started("risk", GAME.meta.rules_number, ("black", "yellow", "orange"), {"first_player": "black"})
    tower = build(b"\1" * 32, b"\2" * 32, 1024)
    session = Session.create(store, registry(), started, session=SESSION, tower=tower, clock=clock)
    lands = session.position.lands
    borders = ((one, other) for one in session.position.lands_of("black") for other in neighbours(one))
    source, target = next((one, other) for one, other in borders if lands[other].army != "black")
    return Table(store, TERRITORIES[source].code, TERRITORIES[target].code, lands[target].army)


def told(result: Imported) -> list[tuple[str, str]]:
    return [(line.status, line.rule) for line in result.lines]


def test_a_turn_can_be_posted_in_parts(by_tower: Table) -> None:
    source, target, enemy = by_tower.source, by_tower.target, by_tower.enemy
    attack = f"A: {source}>{target} 3 (roll)"
    first = by_tower.post("black", "T: (roll)", "+:", f"P: all {source}", attack)
    assert told(first)[-1] == ("illegal", "RISK-POW-15")
    assert "Yellow must first play a Power Card or pass" in first.lines[-1].message
    assert by_tower.world.stack, "the declaration is filed, the roll is not"
    assert told(by_tower.post(enemy, "D: pass")) == [("ok", "")]
    number = 0
    while (battle := by_tower.world.battle) is not None and not battle.taken:
        number += 1  # two posts of the same words are one post, so each has words of its own
        assert number < 40
        assert told(by_tower.post("black", f"Round {number}.", attack))[-1] == ("ok", "")
    assert battle is not None, "these dice take it"
    assert told(by_tower.post("black", "IN: all", "C: +?", "END", tail=True)) == [("ok", "")] * 3
    assert by_tower.world.player == "yellow"


def test_a_preview_does_not_roll_dice(by_tower: Table) -> None:
    before = Session.load(by_tower.store, registry(), SESSION).head
    turn = ["T: (roll)", "+:", f"P: {by_tower.source}+4", "A: none"]
    assert by_tower.post("black", *turn, check=True).whole
    turn[2] = f"P: {by_tower.source}+3"
    waiting = by_tower.post("black", *turn, check=True)
    assert [line.waits for line in waiting.lines] == ["", *["the dice roller has shown the cards before it"] * 3]
    refused = by_tower.post("black", *turn[1:], check=True)
    assert "RISK-TAR-01" in {line.rule for line in refused.lines}, "nothing is turned up before"
    assert Session.load(by_tower.store, registry(), SESSION).head == before


@pytest.mark.parametrize(("line", "rule"), [
    ("+: base 3, lands 9 = 12", "RISK-PLC-03"), ("+: base 4 = 4", "RISK-PLC-01"),
    ("+: +step-reached draw", "RISK-TRN-01"),
])  # fmt: skip
def test_refuses_results_that_differ_from_the_rules(by_tower: Table, line: str, rule: str) -> None:
    by_tower.post("black", "T: (roll)")
    refused = by_tower.post("black", line).lines[-1]
    assert (refused.status, refused.rule) == ("illegal", rule)
    assert by_tower.world.step == "count"


def test_refuses_typed_dice_in_a_session_with_the_dice_roller(by_tower: Table) -> None:
    source, target = by_tower.source, by_tower.target
    by_tower.post("black", "T: (roll)", "+:", f"P: all {source}", f"A: {source}>{target} 3")
    by_tower.post(by_tower.enemy, "D: pass")
    stopped = by_tower.post("black", "R: 3 (6 6 6 : 1 1)").lines[-1]
    assert (stopped.status, stopped.choices) == ("illegal", ("R: 3 (roll)",))
    by_tower.post("black", "R: 3 (roll)")
    session = Session.load(by_tower.store, registry(), SESSION)
    rolls = [entry.event for entry in session.table.entries if type(entry.event).__name__ == "Rolled"]
    assert [roll.source for roll in rolls] == ["tower", "tower"]  # type: ignore[attr-defined]  # Rolled


def codes(start: int, stop: int) -> str:
    return "+".join(TERRITORIES[name].code for name in LANDS[start:stop])


TWO = {"black": codes(0, 12), "yellow": codes(12, 24), "n1": codes(24, 30), "n2": codes(30, 36), "n3": codes(36, 42)}
THREE = {"black": codes(0, 14), "yellow": codes(14, 28), "orange": codes(28, 42)}


def table(store: EventStore, territories: dict[str, str]) -> Session:
    """A session typed in, with the territories dealt by hand."""
    seats = tuple(army for army in territories if not army.startswith("n"))
    options = {"territories": territories, "first_player": "black"}
    return Session.create(store, registry(), Started("risk", 1, seats, options, dice="typed", cards="typed"))


def recorded_moves(session: Session, move: Any, stated: Sequence[Effect] = (), **seen: Any) -> list[str]:
    """File a move as it was written; the moves that went into the log for it, those implied with a `~`."""
    before = len(session.table.entries)
    answer = submit(session, move.player, [Request(Written(move, ObservedChance(**seen), tuple(stated)))])
    assert answer.done, answer
    added = session.table.entries[before:]
    return ["~" * entry.implied + type(entry.event).__name__ for entry in added if isinstance(entry.event, Move)]


def findings(session: Session, store: EventStore) -> list[str]:
    return [finding.rule for finding in audit_session(store, registry(), session.row.session).findings]


def opened_turn(store: EventStore, territories: dict[str, str]) -> Session:
    """Black's first turn up to the attacks; black holds all of North America."""
    session = table(store, territories)
    if len(territories) == 5:
        recorded_moves(session, e.PlaceNeutral("yellow", "madagascar", 3))
    recorded_moves(session, e.LandTardis("black"), items=("egypt",))
    recorded_moves(session, e.CountDaleks("black"))
    recorded_moves(session, e.Place("black", "alaska", session.position.pool))
    return session


@pytest.mark.parametrize("line", ["R: 3", "R: 3 6 5", "R: 3 (6 5 4)"])
def test_an_error_about_dice_says_which_dice_the_attack_needs(store: EventStore, line: str) -> None:
    session = opened_turn(store, THREE)
    recorded_moves(session, e.Attack("black", "alaska", "kamchatka", 3))
    recorded_moves(session, Passed("yellow"))
    read = PostTable(store, session.row.session).read(f"== Black ==\n{line}\n== end ==").lines[-1]
    assert read.status == "question"
    assert "3 dice from 1 to 6 (attack from Alaska to Kamchatka) and 2 dice from 1 to 6" in read.message
    assert re.search(r"for example R: 3 \([1-6] [1-6] [1-6] : [1-6] [1-6]\)", read.message)


def test_the_next_move_implies_the_end_of_a_step(store: EventStore) -> None:
    session = opened_turn(store, THREE)
    assert recorded_moves(session, e.LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert session.position.player == "yellow"
    session = opened_turn(store, THREE)
    assert recorded_moves(session, e.Manoeuvre("black", "alaska", "ontario", 2)) == ["~StopAttacking", "Manoeuvre"]
    assert recorded_moves(session, e.EndTurn("black")) == ["EndTurn"]
    session = opened_turn(store, THREE)
    assert recorded_moves(session, e.Attack("black", "iceland", "great-britain", 2)) == ["Attack"]
    assert GAME.rules.status(session.position).step == "defence"
    assert recorded_moves(session, e.RollDice("black", 2), faces=((6, 3), (5, 5))) == ["~Passed", "RollDice"]


@pytest.mark.parametrize("territories", [TWO, THREE])
def test_an_illegal_attack_does_not_end_the_turn(store: EventStore, territories: dict[str, str]) -> None:
    session = opened_turn(store, territories)
    assert recorded_moves(session, e.Attack("black", "alaska", "peru", 2)) == ["Attack"]
    assert session.position.player == "black"
    assert findings(session, store) == ["RISK-ATT-03" if LANDS.index("peru") >= 12 else "RISK-ATT-02"]


def test_mistakes_do_not_end_a_turn_and_a_legal_turn_is_clean(store: EventStore) -> None:
    session = opened_turn(store, TWO)
    assert recorded_moves(session, e.ClaimMission("black", "vampires")) == ["ClaimMission"]
    assert (session.position.player, session.position.step) == ("black", "attack")
    assert "RISK-MIS-05" in findings(session, store)
    session = opened_turn(store, TWO)
    assert recorded_moves(session, e.LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert findings(session, store) == ["RISK-TWO-12"]
    assert recorded_moves(session, e.PlaceNeutral("black", "madagascar", 3)) == ["PlaceNeutral"]
    assert findings(session, store) == ["RISK-TWO-12"], "and it was made good"
    session = opened_turn(store, TWO)
    recorded_moves(session, e.Attack("black", "brazil", "argentina", 2))
    recorded_moves(session, e.RollDice("black", 2), faces=((6, 3), (5, 5)))
    for move in (e.LeaveBattle("black"), e.StopAttacking("black"), e.HoldPosition("black"), e.EndTurn("black")):
        assert recorded_moves(session, move) == [type(move).__name__]
    assert findings(session, store) == []


@cache
def dealt(seats: int) -> Copy:
    session = founded(MemoryStore(), "risk", seats, session=f"running-{seats}")
    return Copy(play_on(session, 60, seed=seats), random.Random(seats))


def found_in(copy: Copy, planted: Planted, viewer: str) -> tuple[Finding, ...]:
    session = copy.session
    return audit(
        session.game, session.codec, session.row, planted.lines, planted.secrets, viewer, data=lambda _pin: b"",
    ).findings  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "viewer"), some_short(product((2, 3, 4, 5), (ALL, "black")), lambda case: case == (3, ALL))
)
def test_finds_a_forged_deal_before_the_shuffle_is_revealed(seats: int, viewer: str) -> None:
    copy = dealt(seats)
    assert [
        one for one in found_in(copy, Planted("", copy.lines, copy.secrets), viewer) if one.level != "unverified"
    ] == []
    forged = [one for one in forged_fields(copy, 1.0) if one.name == "risk-territories-dealt.territories"]
    assert len(forged) >= 10
    for one in forged:
        assert {found.seq for found in found_in(copy, one, viewer) if found.level == "violation"} & one.at, one.lines


def reports(session: Session) -> Iterator[Report]:
    for viewer in (ALL, *session.started.seats):
        yield audit_session(session.store, GAMES, session.row.session, viewer)


def without_trades(now: World, moves: Sequence[Any]) -> list[float]:
    return [0.001 if isinstance(move, e.TradeStars) else keenness(now, move) for move in moves]


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=LONG)])
def test_a_compulsory_trade_known_to_its_seat_has_no_finding(seats: int) -> None:
    session = play_on(founded(MemoryStore(), "risk", seats, options=DOMINATION), 700, weigh=without_trades)
    assert len([entry.event for entry in session.table.entries if entry.event == e.StepReached("attack")]) > 10
    for report in reports(session):
        assert [found for found in report.findings if found.level != "unverified"] == []


@pytest.mark.parametrize("seats", [pytest.param(2, marks=LONG), 3])
def test_audit_can_check_the_cards_of_a_defeated_seat(seats: int) -> None:
    session, chooser = founded(MemoryStore(), "risk", seats, options=DOMINATION), random.Random(seats)
    passed: list[e.CardsPassed] = []
    while not passed:
        play_on(session, 10, chooser=chooser, weigh=keenly)
        passed = [entry.event for entry in session.table.entries if isinstance(entry.event, e.CardsPassed)]
    assert not session.table.unsealed
    assert passed[0] in [entry.event for entry in session.view(passed[0].taker).entries], "its new owner sees them"
    for report in (*reports(session), audit_session(session.store, GAMES, session.row.session, OMNISCIENT)):
        assert [found for found in report.findings if found.level != "unverified"] == []
        assert [item for item in report.unchecked if "RISK-ELI" in item or "RISK-TWO-16" in item] == []


def test_rulebook_battle_has_the_printed_rolls_and_losses() -> None:
    battle = recording("risk-rulebook-battle")
    rolls = [entry.event.faces for entry in battle.timeline.entries if isinstance(entry.event, Rolled)]
    assert rolls == [(6, 3, 1), (4, 2), (6, 3, 1), (4, 3)]
    undone = battle.events(undone=True)
    assert e.DaleksLost("scandinavia", 2) in undone
    assert e.TerritoryTaken("scandinavia", "black", 3) in undone
    assert len(battle.events(TakenBack)) == 1
    assert battle.events(e.DaleksLost) == [e.DaleksLost("russia", 1), e.DaleksLost("scandinavia", 1)]
    assert battle.events(e.BattleEnded) == [e.BattleEnded("withdrawal")]


@pytest.mark.parametrize("name", ["risk-five-player", "risk-two-player"])
def test_verifies_an_export_without_findings(name: str) -> None:
    report = verify(read_bundle(recording(name).sample.text, registry(), strict=False), registry())
    assert (report.findings, report.unchecked) == (
        (),
        ("the state hashes, because none are stored with this log", ANYBODY),
    )
    assert "tower" in report.grade
    assert "with seeds from the players" in report.grade
