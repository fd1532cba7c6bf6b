"""The charts over the turns: the race along the track, tokens and cards of each seat."""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.drawing.palette import DARK
from projections.game import Chart
from projections.games.daleks.board.inks import paint
from projections.games.daleks.state.names import seat_name
from projections.games.daleks.state.position import Position

SHIP: Final = "Dalek Ship"


def _race(position: Position) -> Mapping[str, float]:
    found: dict[str, float] = {seat_name(position, seat): position.tardis.get(seat, 0) for seat in position.seats}
    return {**found, SHIP: position.ship}


def _tokens(position: Position) -> Mapping[str, float]:
    return {seat_name(position, seat): position.console(seat).tokens for seat in position.seats}


def _cards(position: Position) -> Mapping[str, float]:
    return {seat_name(position, seat): len(position.hands.get(seat, ())) for seat in position.seats}


def _inks(position: Position) -> Mapping[str, str]:
    return {seat_name(position, seat): paint(position, seat).fill for seat in position.seats} | {SHIP: DARK}


CHARTS: Final[Sequence[Chart]] = (
    Chart("Race along the Web of Time", _race, _inks),
    Chart("Sonic Charge tokens", _tokens, _inks),
    Chart("Timey-Wimey cards in hand", _cards, _inks),
)
"""The charts below the board."""
