"""The font and the colours of all drawings."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from events.lazy_patterns import lazy_pattern

FONT: Final = "Atkinson Hyperlegible Next, Arial, Helvetica, Liberation Sans, sans-serif"
SMALL: Final = 16
"""The size of the smallest text."""
GROUND: Final = "#e4e9ee"
LIGHT: Final = "#fffdf7"
"""The background colour of cards, tiles and boxes."""
CHART_GROUND: Final = "#f4f6f8"
GRID: Final = "#b9c2cb"
"""The colour of the grid lines of charts."""
DARK: Final = "#18212b"
"""The colour of text and outlines."""
SOFT: Final = "#4a5763"
"""The colour of secondary text."""
LINE: Final = "#76838f"
"""The colour of thin frames."""
BLACK: Final = "#101820"
"""The colour of text and outlines on pieces that are light in both modes (light and dark)."""
WHITE: Final = "#ffffff"
"""White in light and dark mode: the colour of the rims of pieces, and of text on dark pieces."""
BACK: Final = "#3b3f6b"
"""The colour of the back of a card or tile."""
CRIMSON: Final = "#a8005c"
"""A dark colour that is always drawn with an outline in `CASING`."""
CASING: Final = "#fefefe"
"""The colour of outlines around dark lines and text on a map: white on light pages, dark on dark pages."""
CHANGE: Final = CRIMSON
"""The colour of changes on a board: their rings, arrows and texts."""
ATTACK: Final = CRIMSON
"""The colour of attacks, and of the armies in them."""
DARK_MODE: Final[Mapping[str, str]] = {
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
"""The dark-mode colours for the colours that every board shares. A game can add its own."""
_TAKES_INK: Final = ("fill", "stroke", "stop-color")
_INK: Final = lazy_pattern(rf'\b({"|".join(_TAKES_INK)})="([^"]*)"')


def dark_mode_css(own: Mapping[str, str]) -> str:
    """Return the CSS rules of dark mode for a board, with the game's own colours.

    Each rule matches a colour only and no parent element, because elements drawn by reference are in a separate tree.
    Images and files do not load the rules and stay light, unless `with_dark_colours` is used.
    """
    return "".join(
        f'[{name}="{ink}"]{{{name}:{dark}}}\n' for ink, dark in {**DARK_MODE, **own}.items() for name in _TAKES_INK
    )


def with_dark_colours(svg: str, own: Mapping[str, str]) -> str:
    """Return an SVG drawing in dark-mode colours, for pages that embed it as an image and cannot style it."""
    inks = {**DARK_MODE, **own}
    return _INK.sub(lambda found: f'{found[1]}="{inks.get(found[2], found[2])}"', svg)


class Paint(NamedTuple):
    """The look of a coloured piece: a fill, a texture and letters, so that pieces differ in more than colour.

    `ink` is a readable text colour on the fill. `texture` is a path in a small square, with line width `weight`.
    """

    fill: str
    ink: str = "#ffffff"
    texture: str = ""
    weight: float = 1.6
    letters: str = ""
