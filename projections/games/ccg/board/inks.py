"""The frames of cards and the grounds of zones, by colour."""

from collections.abc import Mapping
from typing import Final

from projections.drawing.palette import BACK, DARK, Paint
from projections.games.ccg.components.cards import TIMELESS, Card
from projections.games.ccg.state.names import CODES

WIDTH: Final = 1200
FRAMES: Final[Mapping[str, Paint]] = {
    "past": Paint("#1f6b3a", "#ffffff", letters=CODES["past"]),
    "present": Paint("#a3161f", "#ffffff", letters=CODES["present"]),
    "future": Paint("#1d4f91", "#ffffff", letters=CODES["future"]),
    TIMELESS: Paint("#ffffff", DARK, letters="Tl"),
    "resource": Paint("#5c6570", "#ffffff"),
    "episode": Paint("#5b2d82", "#ffffff"),
    "flash": Paint("#f0c92e", DARK),
    "": Paint(BACK, "#ffffff"),
}
"""Frames by zone, with its letters for those who do not see the colour; for cards of every zone by type; "" for a card
that nobody knows."""
ZONE_INKS: Final[Mapping[str, str]] = {"past": "#dcebdf", "present": "#f4dedd", "future": "#dde6f3"}
"""The ground of each zone."""


def frame(card: Card | None) -> Paint:
    """The frame of a card: a Creature's and a Time card's by its zone, any other's by its type."""
    if card is None:
        return FRAMES[""]
    return FRAMES.get(card.zone) or FRAMES.get(card.type, FRAMES[""])
