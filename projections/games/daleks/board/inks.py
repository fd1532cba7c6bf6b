"""The colours of dice, pieces and grounds by day and by night, and the letters of the seats."""

from collections.abc import Mapping
from typing import Final

from projections.drawing.palette import Paint
from projections.games.daleks.state.position import Position
from projections.wording import titled

WIDTH: Final = 1200
"""How broad the track, the stage and the Locations are, with a margin on both sides."""
EDGE: Final = 6
"""The margin beside panels."""
CONSOLE: Final = 494.0
"""How broad a console is, in the column beside them."""
WHOLE: Final = 1700
"""How broad the board is."""
VORTEX: Final = "#1a1d47"
"""The ground of the Web of Time, dark by day and by night, as are all inks upon it."""
THREAD: Final = "#3d4391"
"""The threads of the web behind the spaces."""
PATH: Final = "#8e96dc"
STONE: Final = "#363d86"
"""A space of the track."""
SKARO_INK: Final = "#7d3f12"
EARTH_INK: Final = "#1c6a86"
LAND: Final = "#3f9a5f"
GALLIFREY_INK: Final = "#a8452a"
GOLD: Final = "#ffd34d"
"""Light on pieces, and what has the turn."""
DALEK: Final = "#7a5500"
"""Dalek bronze."""
BOX: Final = "#1c4f9e"
"""A police box that is nobody's: a sign."""
DICE: Final[Mapping[str, str]] = {"black": "#23282e", "green": "#1b6e39", "blue": "#1d4f9c", "red": "#a91d22"}
"""Dice by colour; the first letter of a die's name says the same."""

STAGE: Final = "#f5ebcf"
"""The ground of the Adventure."""
TRAY: Final = "#e9dcb6"
"""Where dice lie that meet nothing."""
ON_EARTH: Final = "#d3eadb"
AWAY: Final = "#d9e3f4"
"""The ground of a Location away from Earth."""
ANOMALY: Final = "#e8daf3"
FRONT: Final = "#f9ded2"
"""A Dilemma from the front."""
MET: Final = "#c9e8ce"
CARD: Final = "#edf1f5"
"""A card of a console."""
EQUIPMENT: Final = "#e2e6d2"
PART_TIME: Final = "#fff0bf"
PILL: Final = "#fdfefe"
"""The ground of what a card does."""
USED: Final = "#cfd6dd"
"""The ground of what was used this turn."""
RIM: Final = "#25303b"
"""The frame of a tile, a slot and the stage."""
LIT: Final = "#b97700"
"""The frame of what has the turn."""
CHANGED: Final = "#9b0055"
"""Words of what changed."""

NIGHT: Final[Mapping[str, str]] = {
    STAGE: "#2b2733",
    TRAY: "#3a3440",
    ON_EARTH: "#17352b",
    AWAY: "#1b2b45",
    ANOMALY: "#36234b",
    FRONT: "#4b2a22",
    MET: "#1c4529",
    CARD: "#2b3643",
    EQUIPMENT: "#333a2c",
    PART_TIME: "#4a3d12",
    PILL: "#394656",
    USED: "#151b22",
    RIM: "#64768a",
    LIT: "#ffc14a",
    CHANGED: "#ff9acb",
}
"""What a dark page shows in place of this game's inks."""

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
