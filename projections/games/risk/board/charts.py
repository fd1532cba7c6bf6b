"""Charts of territories and Daleks over the turns, one line for each army."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from projections.game import Chart
from projections.games.risk.board.armies import PAINTS, paint
from projections.games.risk.state.names import army_name
from projections.games.risk.state.position import World


def _each(count: Callable[[World, str], int]) -> Callable[[World], Mapping[str, float]]:
    def counts(world: World) -> Mapping[str, float]:
        return {army_name(army): count(world, army) for army in world.army_order}

    return counts


def _inks(world: World) -> Mapping[str, str]:
    return {army_name(army): PAINTS[paint(world, army)].fill for army in world.army_order}


CHARTS: Final[Sequence[Chart]] = (
    Chart("Territories", _each(lambda world, army: len(world.lands_of(army))), _inks),
    Chart("Daleks", _each(lambda world, army: world.daleks_of(army)), _inks),
)
