"""Posts in a session of the tower: `(roll)` asks for dice, the defender is asked in between, silence says the rest."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from events.facts import Started
from events.store.protocol import EventStore
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World
from projections.shelf import shelf
from replay.chance.tower import build
from replay.live.session import Session
from replay.posts.record import RecordedPosts, go_on

SESSION = "posted-by-us"


class Table(NamedTuple):
    """A session of three by the tower; `source` and `target` are codes of black's and of an enemy's beside it."""

    store: EventStore
    source: str
    target: str
    enemy: str

    def post(self, seat: str, *lines: str, check: bool = False, tail: bool = False) -> RecordedPosts:
        text = "\n".join(["Here we go.", f"== T1 {seat} ==", *lines, *["== end =="] * tail])
        return go_on(self.store, shelf(), SESSION, text, check=check)

    @property
    def world(self) -> World:
        world = Session.load(self.store, shelf(), SESSION).position
        assert isinstance(world, World)
        return world


@pytest.fixture
def by_tower(store: EventStore, clock: Callable[[], int]) -> Table:
    started = Started("risk", GAME.meta.rules_number, ("black", "yellow", "orange"), {"first_player": "black"})
    tower = build(b"\1" * 32, b"\2" * 32, 1024)
    session = Session.create(store, shelf(), started, session=SESSION, tower=tower, clock=clock)
    lands = session.position.lands
    source, target = next(
        (one, other)
        for one in session.position.lands_of("black")
        for other in neighbours(one)
        if lands[other].army != "black"
    )
    return Table(store, TERRITORIES[source].code, TERRITORIES[target].code, lands[target].army)


def told(result: RecordedPosts) -> list[tuple[str, str]]:
    return [(line.status, line.rule) for line in result.lines]


def test_a_turn_is_posted_bit_by_bit(by_tower: Table) -> None:
    source, target, enemy = by_tower.source, by_tower.target, by_tower.enemy
    attack = f"A: {source}>{target} 3 (roll)"
    first = by_tower.post("black", "T: (roll)", "+:", f"P: all {source}", attack)
    assert told(first) == [("ok", ""), ("ok", ""), ("ok", ""), ("fix", "RISK-POW-15")]
    assert "may still play a Power Card" in first.lines[-1].message
    assert by_tower.world.stack, "the declaration is filed, the roll is not"
    assert told(by_tower.post(enemy, "D: pass")) == [("ok", "")]
    while (battle := by_tower.world.battle) is not None and not battle.taken:
        assert told(by_tower.post("black", attack)) == [("ok", "")]
    assert battle is not None, "these dice take it"
    assert told(by_tower.post("black", "IN: all", "C: +?", "END", tail=True)) == [("ok", "")] * 3
    assert by_tower.world.player == "yellow"


def test_a_look_throws_nothing(by_tower: Table) -> None:
    before = Session.load(by_tower.store, shelf(), SESSION).head
    turn = ["T: (roll)", "+:", f"P: {by_tower.source}+4", "A: none"]
    assert by_tower.post("black", *turn, check=True).whole
    turn[2] = f"P: {by_tower.source}+3"
    waiting = by_tower.post("black", *turn, check=True)
    assert [line.waits for line in waiting.lines] == ["", *["it is known what the tower turns up before it"] * 3]
    assert by_tower.post("black", *turn[1:], check=True).lines[-1].rule == "RISK-TAR-01", "nothing is turned up before"
    assert Session.load(by_tower.store, shelf(), SESSION).head == before


@pytest.mark.parametrize(("line", "rule"), [
    ("+: base 3, lands 9 = 12", "RISK-PLC-03"), ("+: base 4 = 4", "RISK-PLC-01"),
    ("+: +step-reached draw", "RISK-TRN-01"),
])  # fmt: skip
def test_results_that_are_not_due_are_refused(by_tower: Table, line: str, rule: str) -> None:
    by_tower.post("black", "T: (roll)")
    refused = by_tower.post("black", line).lines[-1]
    assert (refused.status, refused.rule) == ("fix", rule)
    assert by_tower.world.step == "count"


def test_a_sum_that_is_not_due_is_asked_about(by_tower: Table) -> None:
    by_tower.post("black", "T: (roll)")
    asked = by_tower.post("black", "+: 2").lines[-1]
    assert asked.status == "ask"
    assert asked.choices[0].startswith("+: base 3, lands 1")


def test_dice_of_a_session_of_the_tower_are_not_typed(by_tower: Table) -> None:
    source, target = by_tower.source, by_tower.target
    by_tower.post("black", "T: (roll)", "+:", f"P: all {source}", f"A: {source}>{target} 3")
    by_tower.post(by_tower.enemy, "D: pass")
    stopped = by_tower.post("black", "R: 3 (6 6 6 : 1 1)").lines[-1]
    assert (stopped.status, stopped.choices) == ("fix", ("R: 3 (roll)",))
    by_tower.post("black", "R: 3 (roll)")
    session = Session.load(by_tower.store, shelf(), SESSION)
    rolls = [entry.fact for entry in session.table.entries if type(entry.fact).__name__ == "Rolled"]
    assert [roll.source for roll in rolls] == ["tower", "tower"]  # type: ignore[attr-defined]  # Rolled
