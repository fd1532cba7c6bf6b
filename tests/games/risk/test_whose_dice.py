"""Whose dice fall in a battle: counted for the side they are rolled for, not for the seat that moved."""

import msgspec
import pytest

from events.facts import Rolled
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.battle import thrower
from projections.games.risk.state.position import Battle, World

WORLD = World(("black", "yellow"), Options())
FALLEN = (("A1 A2 A3", "black"), ("A", "black"), ("D1 D2", "yellow"), ("D2", "yellow"), ("ark", ""), ("reserves", ""))


@pytest.mark.parametrize(("die", "whose"), FALLEN)
def test_dice_belong_to_the_side_in_a_battle(die: str, whose: str) -> None:
    fight = Battle("black", "yellow", "russia", "scandinavia", 3)
    world = msgspec.structs.replace(WORLD, stack=(fight,))
    assert thrower(world, Rolled(die, 6, (1,), "battle", "typed")) == whose


def test_dice_outside_a_battle_belong_to_no_other_seat() -> None:
    assert thrower(WORLD, Rolled("A1 A2", 6, (1, 2), "battle", "typed")) == ""
    assert GAME.rules.thrower is thrower
