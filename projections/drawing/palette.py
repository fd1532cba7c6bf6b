"""What every picture shares: the font, the ground, inks, the colour of a change, and how a coloured piece is drawn."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

FONT: Final = "Atkinson Hyperlegible Next, Arial, Helvetica, Liberation Sans, sans-serif"
SMALL: Final = 16
"""The size of the smallest words."""
GROUND: Final = "#e4e9ee"
LIGHT: Final = "#fffdf7"
"""The ground of cards, tiles and boxes."""
CHART_GROUND: Final = "#f4f6f8"
GRID: Final = "#b9c2cb"
"""The lines that a chart is read by."""
DARK: Final = "#18212b"
"""The ink of words and outlines."""
SOFT: Final = "#4a5763"
"""The ink of what is said beside."""
LINE: Final = "#76838f"
"""Thin frames."""
BLACK: Final = "#101820"
"""The ink of words and outlines on pieces that are light by day and by night."""
WHITE: Final = "#ffffff"
"""What is white by day and by night: the rims of pieces, and words on dark ones."""
BACK: Final = "#3b3f6b"
"""The back of a card or tile."""
CRIMSON: Final = "#a8005c"
"""A dark core that is always cased."""
CASING: Final = "#fefefe"
"""What a core is cased in, and the seam around words on a map: white by day, dark by night."""
CHANGE: Final = CRIMSON
"""What changed: its ring, its arrow, its words."""
ATTACK: Final = CRIMSON
"""Attacks, and who fights."""
NIGHT: Final[Mapping[str, str]] = {
    GROUND: "#151c25",
    LIGHT: "#222c38",
    CHART_GROUND: "#151b24",
    GRID: "#3d4957",
    DARK: "#e6ebf1",
    SOFT: "#aab6c3",
    LINE: "#6b7b8e",
    CRIMSON: "#ff7db8",
    CASING: "#0b1017",
}
"""What a dark page shows in place of the inks that every board shares; a game has its own beside them."""
_TAKES_INK: Final = ("fill", "stroke", "stop-color")
_INK: Final = re.compile(rf'\b({"|".join(_TAKES_INK)})="([^"]*)"')


def night_css(own: Mapping[str, str]) -> str:
    """The rules that show a board by night, with the inks of a game beside those of all.

    Each names an ink and no element around it, since what is drawn by reference stands in a tree of its own. Pictures
    and files do not load them and stay light, unless they are drawn with `with_night_inks`.
    """
    return "".join(
        f'[{name}="{ink}"]{{{name}:{dark}}}\n' for ink, dark in {**NIGHT, **own}.items() for name in _TAKES_INK
    )


def with_night_inks(svg: str, own: Mapping[str, str]) -> str:
    """A drawing in the inks of the night, for a page that shows it as a picture and cannot reach into it."""
    inks = {**NIGHT, **own}
    return _INK.sub(lambda found: f'{found[1]}="{inks.get(found[2], found[2])}"', svg)


class Paint(NamedTuple):
    """How a coloured piece is drawn: told apart by its fill, by a texture, and by letters.

    `ink` is what reads on the fill. `texture` is a path in a small square, drawn `weight` thick.
    """

    fill: str
    ink: str = "#ffffff"
    texture: str = ""
    weight: float = 1.6
    letters: str = ""
