"""Colours and letters of the picture, and how much room words take in them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from projections.games.daleks.state.position import Position
from projections.wording import titled

__all__ = [
    "DALEK", "DARK", "DICE", "FONT", "GROUND", "LIGHT", "LINE", "MARK", "SMALL", "SOFT", "VORTEX", "WIDTH", "Paint",
    "paint",
]  # fmt: skip

WIDTH: Final = 1200
FONT: Final = "Atkinson Hyperlegible Next, Arial, Helvetica, Liberation Sans, sans-serif"
SMALL: Final = 16
"""The size of the smallest words."""
GROUND: Final = "#e4e9ee"
LIGHT: Final = "#fffdf7"
DARK: Final = "#18212b"
SOFT: Final = "#4a5763"
LINE: Final = "#93a0ad"
MARK: Final = "#a8005c"
"""What changed: a dark core that is always cased in white."""
VORTEX: Final = "#27345e"
"""The ground of the Web of Time."""
DALEK: Final = "#6b4a00"
DICE: Final[Mapping[str, str]] = {"black": "#23282e", "green": "#1b6e39", "blue": "#1d4f9c", "red": "#a91d22"}
"""Dice by colour; the first letter of a die's name says the same."""


class Paint(NamedTuple):
    """How the pieces of a seat look: their colour, and the letters on them."""

    fill: str
    letters: str


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
            return Paint(_FILLS[at % len(_FILLS)], name[:size])
    return Paint(_FILLS[at % len(_FILLS)], str(at + 1))
