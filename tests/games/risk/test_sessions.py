"""Sessions of Risk: posts by the tower, typed tables, audits of a running session, recordings that ship."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

import pytest
from faults import Copy, Planted, forged_fields
from imported import Imported, go_on
from long_runs import some_short
from players import GAMES, awaited_moves, founded
from recordings import recording

from events.events import ALL, OMNISCIENT, Effect, Move, Rolled, Started
from events.session_events import TakenBack
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World
from projections.registry import registry
from projections.terms import Seen, Written
from replay.audit.audit import audit, audit_session
from replay.audit.findings import Finding, Report
from replay.audit.signatures import ANYBODY
from replay.chance.tower import build
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import read_bundle
from replay.transfer.verify import verify

SESSION = "posted-by-us"
LANDS = list(TERRITORIES)
DOMINATION: Final = {"end_mode": "domination", "forced_trade_stars": 6}


class Table(NamedTuple):
    """A session of three by the tower; `source` and `target` are codes of black's and of an enemy's beside it."""

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
    source, target = next(
        (one, other)
        for one in session.position.lands_of("black")
        for other in neighbours(one)
        if lands[other].army != "black"
    )
    return Table(store, TERRITORIES[source].code, TERRITORIES[target].code, lands[target].army)


def told(result: Imported) -> list[tuple[str, str]]:
    return [(line.status, line.rule) for line in result.lines]


def test_a_turn_is_posted_bit_by_bit(by_tower: Table) -> None:
    source, target, enemy = by_tower.source, by_tower.target, by_tower.enemy
    attack = f"A: {source}>{target} 3 (roll)"
    first = by_tower.post("black", "T: (roll)", "+:", f"P: all {source}", attack)
    assert told(first)[-1] == ("fix", "RISK-POW-15")
    assert "may still play a Power Card" in first.lines[-1].message
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


def test_a_look_throws_nothing(by_tower: Table) -> None:
    before = Session.load(by_tower.store, registry(), SESSION).head
    turn = ["T: (roll)", "+:", f"P: {by_tower.source}+4", "A: none"]
    assert by_tower.post("black", *turn, check=True).whole
    turn[2] = f"P: {by_tower.source}+3"
    waiting = by_tower.post("black", *turn, check=True)
    assert [line.waits for line in waiting.lines] == ["", *["it is known what the tower turns up before it"] * 3]
    refused = by_tower.post("black", *turn[1:], check=True)
    assert "RISK-TAR-01" in {line.rule for line in refused.lines}, "nothing is turned up before"
    assert Session.load(by_tower.store, registry(), SESSION).head == before


@pytest.mark.parametrize(("line", "rule"), [
    ("+: base 3, lands 9 = 12", "RISK-PLC-03"), ("+: base 4 = 4", "RISK-PLC-01"),
    ("+: +step-reached draw", "RISK-TRN-01"),
])  # fmt: skip
def test_results_that_are_not_due_are_refused(by_tower: Table, line: str, rule: str) -> None:
    by_tower.post("black", "T: (roll)")
    refused = by_tower.post("black", line).lines[-1]
    assert (refused.status, refused.rule) == ("fix", rule)
    assert by_tower.world.step == "count"


def test_dice_of_a_session_of_the_tower_are_not_typed(by_tower: Table) -> None:
    source, target = by_tower.source, by_tower.target
    by_tower.post("black", "T: (roll)", "+:", f"P: all {source}", f"A: {source}>{target} 3")
    by_tower.post(by_tower.enemy, "D: pass")
    stopped = by_tower.post("black", "R: 3 (6 6 6 : 1 1)").lines[-1]
    assert (stopped.status, stopped.choices) == ("fix", ("R: 3 (roll)",))
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


def said(session: Session, move: Any, stated: Sequence[Effect] = (), **seen: Any) -> list[str]:
    """File a move as it was written; the moves that went into the log for it, those implied with a `~`."""
    before = len(session.table.entries)
    answer = submit(session, move.player, [Request(Written(move, Seen(**seen), tuple(stated)))])
    assert answer.done, answer
    added = session.table.entries[before:]
    return ["~" * entry.implied + type(entry.event).__name__ for entry in added if isinstance(entry.event, Move)]


def findings(session: Session, store: EventStore) -> list[str]:
    return [finding.rule for finding in audit_session(store, registry(), session.row.session).findings]


def opened_turn(store: EventStore, territories: dict[str, str]) -> Session:
    """Black's first turn up to the attacks; black holds all of North America."""
    session = table(store, territories)
    if len(territories) == 5:
        said(session, e.PlaceNeutral("yellow", "madagascar", 3))
    said(session, e.LandTardis("black"), items=("egypt",))
    said(session, e.CountDaleks("black"))
    said(session, e.Place("black", "alaska", session.position.pool))
    return session


def test_the_next_move_implies_the_end_of_a_step(store: EventStore) -> None:
    session = opened_turn(store, THREE)
    assert said(session, e.LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert session.position.player == "yellow"
    session = opened_turn(store, THREE)
    assert said(session, e.Manoeuvre("black", "alaska", "ontario", 2)) == ["~StopAttacking", "Manoeuvre"]
    assert said(session, e.EndTurn("black")) == ["EndTurn"]
    session = opened_turn(store, THREE)
    assert said(session, e.Attack("black", "iceland", "great-britain", 2)) == ["Attack"]
    assert GAME.rules.status(session.position).step == "defence"
    assert said(session, e.RollDice("black", 2), faces=((6, 3), (5, 5))) == ["~Passed", "RollDice"]


@pytest.mark.parametrize("territories", [TWO, THREE])
def test_a_wrong_attack_ends_no_turn(store: EventStore, territories: dict[str, str]) -> None:
    session = opened_turn(store, territories)
    assert said(session, e.Attack("black", "alaska", "peru", 2)) == ["Attack"]
    assert session.position.player == "black"
    assert findings(session, store) == ["RISK-ATT-03" if LANDS.index("peru") >= 12 else "RISK-ATT-02"]


def test_other_mistakes_end_no_turn_and_a_whole_turn_has_no_findings(store: EventStore) -> None:
    session = opened_turn(store, TWO)
    assert said(session, e.ClaimMission("black", "vampires")) == ["ClaimMission"]
    assert (session.position.player, session.position.step) == ("black", "attack")
    assert "RISK-MIS-05" in findings(session, store)
    session = opened_turn(store, TWO)
    assert said(session, e.LandTardis("yellow"), items=("peru",)) == [
        "~StopAttacking", "~HoldPosition", "~EndTurn", "LandTardis",
    ]  # fmt: skip
    assert findings(session, store) == ["RISK-TWO-12"]
    assert said(session, e.PlaceNeutral("black", "madagascar", 3)) == ["PlaceNeutral"]
    assert findings(session, store) == ["RISK-TWO-12"], "and it was made good"
    session = opened_turn(store, TWO)
    said(session, e.Attack("black", "brazil", "argentina", 2))
    said(session, e.RollDice("black", 2), faces=((6, 3), (5, 5)))
    for move in (e.LeaveBattle("black"), e.StopAttacking("black"), e.HoldPosition("black"), e.EndTurn("black")):
        assert said(session, move) == [type(move).__name__]
    assert findings(session, store) == []


def test_the_audit_finds_the_mistakes_of_a_table(store: EventStore) -> None:
    session = table(store, THREE)
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
    report = audit_session(store, registry(), session.row.session)
    assert [finding.rule for finding in report.findings if finding.level == "violation"] == [
        "RISK-CON-01", "RISK-PLC-03", "RISK-ATT-06", "RISK-POW-05", "RISK-DRW-01",
    ]  # fmt: skip
    assert {finding.rule for finding in report.findings if finding.level == "doubt"} == {"RISK-POW-07", "RISK-TAR-06"}


def played(session: Session, moves: int, *, seed: int, until: type[Effect] | None = None) -> Session:
    """Play random moves until an effect occurs; stopping an attack is less likely than going on."""
    chooser = random.Random(seed)
    for _ in range(moves):
        known = session.head.seq
        offered: list[Any] = awaited_moves(session.game, session.position, session.status)
        weights = [0.1 if isinstance(move, e.StopAttacking | e.LeaveBattle) else 1.0 for move in offered]
        move = chooser.choices(offered, weights)[0]
        assert submit(session, move.player, [Request(Written(move))]).done
        if until and any(isinstance(entry.event, until) for entry in session.table.entries[known:]):
            break
    return session


@cache
def dealt(seats: int) -> Copy:
    session = founded(MemoryStore(), "risk", seats, session=f"running-{seats}")
    return Copy(played(session, 60, seed=seats), random.Random(seats))


def found_in(copy: Copy, planted: Planted, viewer: str) -> tuple[Finding, ...]:
    session = copy.session
    return audit(
        session.game, session.codec, session.row, planted.lines, planted.secrets, viewer, data=lambda _pin: b"",
    ).findings  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "viewer"), some_short(product((2, 3, 4, 5), (ALL, "black")), lambda case: case == (3, ALL))
)
def test_finds_a_forged_deal_before_the_shuffle_is_revealed(seats: int, viewer: str) -> None:
    copy = dealt(seats)
    assert [one for one in found_in(copy, Planted("", copy.lines, copy.secrets), viewer) if one.level != "doubt"] == []
    forged = [one for one in forged_fields(copy, 1.0) if one.name == "risk-territories-dealt.territories"]
    assert len(forged) >= 10
    for one in forged:
        assert {found.seq for found in found_in(copy, one, viewer) if found.level == "violation"} & one.at, one.lines


def reports(session: Session) -> Iterator[Report]:
    for viewer in (ALL, *session.started.seats):
        yield audit_session(session.store, GAMES, session.row.session, viewer)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_compulsory_trade_known_to_its_seat_has_no_finding(seats: int) -> None:
    session = played(founded(MemoryStore(), "risk", seats, options=DOMINATION), 700, seed=1)
    assert len([entry.event for entry in session.table.entries if entry.event == e.StepReached("attack")]) > 10
    for report in reports(session):
        assert [found for found in report.findings if found.level != "doubt"] == []


def passed(session: Session) -> e.CardsPassed | None:
    events = [entry.event for entry in session.table.entries]
    return next((event for event in events if isinstance(event, e.CardsPassed)), None)


@pytest.mark.parametrize(("seats", "seed"), some_short([(2, 7), (3, 5)], lambda case: case == (2, 7)))
def test_cards_of_a_defeated_seat_raise_no_doubt(seats: int, seed: int) -> None:
    tried = (founded(MemoryStore(), "risk", seats, session="passing", options=DOMINATION) for _ in range(20))
    sessions = (played(session, 2500, seed=seed, until=e.CardsPassed) for seed, session in enumerate(tried, start=seed))
    session = next(session for session in sessions if passed(session) and not session.table.unsealed)
    event = passed(session)
    assert event is not None
    assert event in [entry.event for entry in session.view(event.taker).entries], "whoever takes them sees them"
    for report in (*reports(session), audit_session(session.store, GAMES, session.row.session, OMNISCIENT)):
        assert [found for found in report.findings if found.level != "doubt"] == []
        assert [item for item in report.unchecked if "RISK-ELI" in item or "RISK-TWO-16" in item] == []


def test_the_printed_battle() -> None:
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
def test_an_export_proves_itself(name: str) -> None:
    report = verify(read_bundle(recording(name).sample.text, registry(), strict=False), registry())
    assert (report.findings, report.unchecked) == ((), ("fingerprints: none are stored with this log", ANYBODY))
    assert "tower" in report.grade
    assert "with words of the players" in report.grade
