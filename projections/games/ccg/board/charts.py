"""Charts over the turns: Time cards left, cards in hand and cards in play, one line for each seat."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from projections.game import Chart
from projections.games.ccg.state.names import seat_name
from projections.games.ccg.state.position import Position


def _each(count: Callable[[Position, str], int]) -> Callable[[Position], Mapping[str, float]]:
    def counts(position: Position) -> Mapping[str, float]:
        return {seat_name(position, seat): count(position, seat) for seat in position.seats}

    return counts


CHARTS: Final[Sequence[Chart]] = (
    Chart("Time cards left", _each(lambda position, seat: len(position.times.get(seat, ())))),
    Chart("Cards in hand", _each(lambda position, seat: len(position.hands.get(seat, ())))),
    Chart("Cards in play", _each(lambda position, seat: sum(card.owner == seat for card in position.play))),
)
