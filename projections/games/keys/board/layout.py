"""Coordinates and colours of the picture.

Columns run from west to east, rows from south to north. The gaps between tiles are wide enough to show a tunnel as a
bridge from corner to corner.
"""

from collections.abc import Mapping
from typing import Final

from projections.drawing.palette import BLACK, Paint

WIDE: Final = 56
"""The width of a tile; `HIGH` is its height, `HALF` its middle."""
HIGH: Final = 64
HALF: Final = (WIDE // 2, HIGH // 2)
GAPS: Final = (8, 14)
"""The gap between two columns, and between two rows."""
LEFT: Final = 48
TOP: Final = 40
RIGHT: Final = LEFT + 7 * WIDE + 6 * GAPS[0]
BOTTOM: Final = TOP + 7 * HIGH + 6 * GAPS[1]
NORTH: Final = TOP - 23
"""Middle of the strip outside the northern edge, where pawns wait; `SOUTH`, `WEST` and `EAST` are the other three."""
SOUTH: Final = BOTTOM + 45
WEST: Final = LEFT - 32
EAST: Final = RIGHT + 17
STRIP: Final = 27
"""The width of these strips."""
HEIGHT: Final = SOUTH + 17
"""The height of the panel of the grid; its width is `COLUMN`."""

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
    return LEFT + "abcdefg".index(tile[0]) * (WIDE + GAPS[0]), TOP + (7 - int(tile[1])) * (HIGH + GAPS[1])


def centre(tile: str) -> tuple[int, int]:
    """Return the x and y coordinates of a tile's middle."""
    x, y = corner(tile)
    return x + HALF[0], y + HALF[1]


def edge_spot(edge: str) -> tuple[int, int]:
    """Return the coordinates at which a pawn waits outside an edge."""
    across, down = (LEFT + RIGHT) // 2, (TOP + BOTTOM) // 2
    return {"N": (across, NORTH), "S": (across, SOUTH), "W": (WEST, down), "E": (EAST, down)}[edge]


def reach(edge: str, tile: str) -> tuple[int, int]:
    """Return the coordinates outside an edge that are opposite a tile."""
    x, y = centre(tile)
    return {"N": (x, NORTH), "S": (x, SOUTH), "W": (WEST, y), "E": (EAST, y)}[edge]
