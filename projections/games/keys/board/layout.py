"""Coordinates and colours of the picture.

Columns run from west to east, rows from south to north. The gaps between tiles are wide enough to show a tunnel as a
bridge from corner to corner.
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
"""Middle of the strip outside the northern edge, where pawns wait; `SOUTH`, `WEST` and `EAST` are the other three."""
SOUTH: Final = BOTTOM + 48
WEST: Final = LEFT - 42
EAST: Final = RIGHT + 26

ORANGE: Final = "#e87512"
SLOT: Final = "#5d6a78"
"""Colour of the outline of empty places."""
SHUT: Final = "#cdd3da"
"""Colour of the ground of a Dalek Door that pawns cannot pass."""
TARDIS: Final = "#123a70"
BACK: Final = "#14407c"
"""Colour of the backs of cards."""
DARK_MODE: Final[Mapping[str, str]] = {SLOT: "#8796a7", SHUT: "#465362", TARDIS: "#93bdf7"}
"""The colour in dark mode, by the colour that it replaces."""
PAINTS: Final[Mapping[str, Paint]] = {
    "red": Paint("#c4342b", "#ffffff", "M-2 16L16 -2M-2 2L2 -2M12 16L16 12", letters="R"),
    "green": Paint("#4fb477", BLACK, "M0 4Q3.5 0 7 4T14 4M0 11Q3.5 7 7 11T14 11", letters="G"),
    "blue": Paint("#1f3b94", "#ffffff", "M0 7H14M7 0V14", letters="B"),
    "yellow": Paint("#f7d13d", BLACK, "M3.5 3.5h.01M10.5 10.5h.01", letters="Y"),
    "?": Paint("#c9ced4", BLACK, "", letters="?"),
}
"""The look of each door colour. Hue, texture, letter and lightness differ, for grey prints and colour blindness."""


def paint(colour: str) -> Paint:
    """Return the look of a colour; an unknown colour is grey with a question mark."""
    return PAINTS.get(colour, PAINTS["?"])


def is_on_grid(tile: str) -> bool:
    """Return whether a text is the name of one of the 49 places, such as `a1`."""
    return len(tile) == 2 and tile[0] in "abcdefg" and tile[1] in "1234567"


def corner(tile: str) -> tuple[int, int]:
    """Return the x and y coordinates of a tile's upper left corner."""
    return LEFT + "abcdefg".index(tile[0]) * (TILE + GAP), TOP + (7 - int(tile[1])) * (TILE + GAP)


def centre(tile: str) -> tuple[int, int]:
    """Return the x and y coordinates of a tile's middle."""
    x, y = corner(tile)
    return x + TILE // 2, y + TILE // 2


def edge_spot(edge: str) -> tuple[int, int]:
    """Return the coordinates at which a pawn waits outside an edge."""
    across, down = (LEFT + RIGHT) // 2, (TOP + BOTTOM) // 2
    return {"N": (across, NORTH), "S": (across, SOUTH), "W": (WEST, down), "E": (EAST, down)}[edge]


def reach(edge: str, tile: str) -> tuple[int, int]:
    """Return the coordinates outside an edge that are opposite a tile."""
    x, y = centre(tile)
    return {"N": (x, NORTH), "S": (x, SOUTH), "W": (WEST, y), "E": (EAST, y)}[edge]
