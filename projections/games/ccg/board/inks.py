"""Colours and letters of the picture, and how much room words take in them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from projections.games.ccg.components.cards import TIMELESS, Card
from projections.games.ccg.state.names import CODES

__all__ = [
    "BACK", "DARK", "FONT", "GROUND", "LIGHT", "LINE", "MARK", "SMALL", "SOFT", "WIDTH", "ZONE_INKS",
    "Frame", "frame",
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
"""What changed, and combat: a dark core that is always cased in white."""
BACK: Final = "#3b3f6b"
"""The back of a card."""


class Frame(NamedTuple):
    """The frame of a card: its colour, the ink that reads on it, and the same in a word for those who see neither."""

    fill: str
    ink: str
    word: str


FRAMES: Final[Mapping[str, Frame]] = {
    "past": Frame("#1f6b3a", "#ffffff", CODES["past"]),
    "present": Frame("#a3161f", "#ffffff", CODES["present"]),
    "future": Frame("#1d4f91", "#ffffff", CODES["future"]),
    TIMELESS: Frame("#ffffff", DARK, "Tl"),
    "resource": Frame("#5c6570", "#ffffff", ""),
    "episode": Frame("#5b2d82", "#ffffff", ""),
    "flash": Frame("#f0c92e", DARK, ""),
    "": Frame(BACK, "#ffffff", ""),
}
"""Frames by zone or, for cards of every zone, by type; "" for a card that nobody knows."""
ZONE_INKS: Final[Mapping[str, str]] = {"past": "#dcebdf", "present": "#f4dedd", "future": "#dde6f3"}
"""The ground of each zone."""


def frame(card: Card | None) -> Frame:
    """The frame of a card: a Creature's and a Time card's by its zone, any other's by its type."""
    if card is None:
        return FRAMES[""]
    return FRAMES.get(card.zone) or FRAMES.get(card.type, FRAMES[""])
