"""The colours of dice, pieces and backgrounds by day and in dark mode, and the letters of the seats."""

from collections.abc import Mapping
from typing import Final

from projections.drawing.board import COLUMN
from projections.drawing.palette import Paint
from projections.games.daleks.state.position import Position
from projections.wording import titled

EDGE: Final = 8
"""The margin inside a panel."""
ROOM: Final = COLUMN - 2 * EDGE
"""The width of a panel without its margins."""
VORTEX: Final = "#1a1d47"
"""The background of the Web of Time. It is dark in both themes, as are all colours on it."""
THREAD: Final = "#3d4391"
"""The colour of the threads of the web."""
PATH: Final = "#8e96dc"
STONE: Final = "#363d86"
"""The colour of a space of the track."""
SKARO_INK: Final = "#7d3f12"
EARTH_INK: Final = "#1c6a86"
LAND: Final = "#3f9a5f"
GALLIFREY_INK: Final = "#a8452a"
GOLD: Final = "#ffd34d"
"""The colour of highlights on pieces, and of the current turn."""
DALEK: Final = "#7a5500"
"""Dalek bronze."""
BOX: Final = "#1c4f9e"
"""The colour of a police box that is only a sign and belongs to no seat."""
DICE: Final[Mapping[str, str]] = {"black": "#23282e", "green": "#1b6e39", "blue": "#1d4f9c", "red": "#a91d22"}
"""The colours of dice. The first letter of a die's name gives the same information."""

STAGE: Final = "#f5ebcf"
"""The background of the Adventure."""
TRAY: Final = "#e9dcb6"
"""The background of dice that meet no symbol."""
ON_EARTH: Final = "#d3eadb"
AWAY: Final = "#d9e3f4"
"""The background of a Location away from Earth."""
ANOMALY: Final = "#e8daf3"
FRONT: Final = "#f9ded2"
"""The front of a Dilemma."""
MET: Final = "#c9e8ce"
CARD: Final = "#edf1f5"
"""The background of a card on a console."""
EQUIPMENT: Final = "#e2e6d2"
PART_TIME: Final = "#fff0bf"
PILL: Final = "#fdfefe"
"""The background of a card's effect."""
USED: Final = "#cfd6dd"
"""The background of an effect used this turn."""
RIM: Final = "#25303b"
"""The colour of the frame around a tile, a slot and the stage."""
LIT: Final = "#b97700"
"""The colour of the frame that marks the current turn."""

DARK_MODE: Final[Mapping[str, str]] = {
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
}
"""The colour in dark mode, by the colour that it replaces."""

_FILLS: Final = ("#0a3f80", "#b55200", "#9a4fd0", "#007a70")
"""The colours of the seats. Colour-blind players can distinguish them; each is dark enough for white letters."""


def paint(position: Position, seat: str) -> Paint:
    """Return a seat's colour and short name: the first one or two letters, or its number if these are not unique."""
    names = [titled(other) for other in position.seats]
    at = position.seats.index(seat) if seat in position.seats else 0
    name = titled(seat)
    for size in (1, 2):
        starts = [other[:size].upper() for other in names]
        if name and starts.count(name[:size].upper()) == 1:
            return Paint(_FILLS[at % len(_FILLS)], letters=name[:size])
    return Paint(_FILLS[at % len(_FILLS)], letters=str(at + 1))
