"""The colours of dice and pieces, and the letters of the seats."""

from collections.abc import Mapping
from typing import Final

from projections.drawing.palette import Paint
from projections.games.daleks.state.position import Position
from projections.wording import titled

WIDTH: Final = 1200
VORTEX: Final = "#27345e"
"""The ground of the Web of Time."""
DALEK: Final = "#6b4a00"
DICE: Final[Mapping[str, str]] = {"black": "#23282e", "green": "#1b6e39", "blue": "#1d4f9c", "red": "#a91d22"}
"""Dice by colour; the first letter of a die's name says the same."""


_FILLS: Final = ("#0a3f80", "#b55200", "#9a4fd0", "#007a70")
"""Colours that colour-blind eyes tell apart too, each dark enough for white letters."""


def paint(position: Position, seat: str) -> Paint:
    """The colour of a seat, and the fewest first letters that tell it from the others; else its number."""
    names = [titled(other) for other in position.seats]
    at = position.seats.index(seat) if seat in position.seats else 0
    name = titled(seat)
    for size in (1, 2):
        starts = [other[:size].upper() for other in names]
        if name and starts.count(name[:size].upper()) == 1:
            return Paint(_FILLS[at % len(_FILLS)], letters=name[:size])
    return Paint(_FILLS[at % len(_FILLS)], letters=str(at + 1))
