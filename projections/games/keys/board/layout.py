"""Where things lie on the picture, and the colours of the picture.

Columns run from the west, rows from the south. The gaps between tiles are wide enough for tunnels to read as bridges
from corner to corner.
"""

from collections.abc import Mapping
from typing import Final

from projections.drawing.palette import BLACK, Paint

WIDTH: Final = 700
TILE: Final = 72
GAP: Final = 14
LEFT: Final = 62
TOP: Final = 114
RIGHT: Final = LEFT + 7 * TILE + 6 * GAP
BOTTOM: Final = TOP + 7 * TILE + 6 * GAP
NORTH: Final = TOP - 24
"""The middle of the strip outside the northern edge, where its pawn waits; likewise the other three."""
SOUTH: Final = BOTTOM + 48
WEST: Final = LEFT - 42
EAST: Final = RIGHT + 26

ORANGE: Final = "#e87512"
SLOT: Final = "#5d6a78"
"""Places where something can lie or wait."""
SHUT: Final = "#cdd3da"
"""The ground of a Dalek Door: nobody passes."""
TARDIS: Final = "#123a70"
BACK: Final = "#14407c"
"""The backs of cards."""
NIGHT: Final[Mapping[str, str]] = {SLOT: "#8796a7", SHUT: "#465362", TARDIS: "#93bdf7"}
"""What a dark page shows in place of these."""
PAINTS: Final[Mapping[str, Paint]] = {
    "red": Paint("#c4342b", "#ffffff", "M-2 16L16 -2M-2 2L2 -2M12 16L16 12", letters="R"),
    "green": Paint("#4fb477", BLACK, "M0 4Q3.5 0 7 4T14 4M0 11Q3.5 7 7 11T14 11", letters="G"),
    "blue": Paint("#1f3b94", "#ffffff", "M0 7H14M7 0V14", letters="B"),
    "yellow": Paint("#f7d13d", BLACK, "M3.5 3.5h.01M10.5 10.5h.01", letters="Y"),
    "?": Paint("#c9ced4", BLACK, "", letters="?"),
}
"""Told apart by hue, by texture, by letter, and by lightness alone (grey prints, colour blindness)."""


def paint(colour: str) -> Paint:
    """How a colour is drawn; one that is not known is grey with a question mark."""
    return PAINTS.get(colour, PAINTS["?"])


def is_on_grid(tile: str) -> bool:
    """Whether a name is one of the 49 places."""
    return len(tile) == 2 and tile[0] in "abcdefg" and tile[1] in "1234567"


def corner(tile: str) -> tuple[int, int]:
    """The upper left corner of a tile."""
    return LEFT + "abcdefg".index(tile[0]) * (TILE + GAP), TOP + (7 - int(tile[1])) * (TILE + GAP)


def centre(tile: str) -> tuple[int, int]:
    """The middle of a tile."""
    x, y = corner(tile)
    return x + TILE // 2, y + TILE // 2


def edge_spot(edge: str) -> tuple[int, int]:
    """Where a pawn waits outside an edge."""
    across, down = (LEFT + RIGHT) // 2, (TOP + BOTTOM) // 2
    return {"N": (across, NORTH), "S": (across, SOUTH), "W": (WEST, down), "E": (EAST, down)}[edge]


def reach(edge: str, tile: str) -> tuple[int, int]:
    """The point outside an edge straight opposite a tile."""
    x, y = centre(tile)
    return {"N": (x, NORTH), "S": (x, SOUTH), "W": (WEST, y), "E": (EAST, y)}[edge]
