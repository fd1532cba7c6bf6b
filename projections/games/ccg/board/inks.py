"""The colours of the card game: frames of cards, grounds of zones, and what a dark page shows in their place."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from projections.drawing.palette import BACK, BLACK, Paint
from projections.games.ccg.components.cards import TIMELESS, Card
from projections.games.ccg.state.names import CODES

WHITE: Final = "#ffffff"
FRAMES: Final[Mapping[str, Paint]] = {
    "past": Paint("#1f6b3a", WHITE, letters=CODES["past"]),
    "present": Paint("#a3161f", WHITE, letters=CODES["present"]),
    "future": Paint("#1d4f91", WHITE, letters=CODES["future"]),
    TIMELESS: Paint(WHITE, BLACK, letters="Tl"),
    "resource": Paint("#5c6570", WHITE),
    "episode": Paint("#5b2d82", WHITE),
    "flash": Paint("#f0c92e", BLACK),
    "": Paint(BACK, WHITE),
}
"""Frames by zone, with its letters for those who do not see the colour; for cards of every zone by type; "" for a card
that nobody knows. They are the same by day and by night."""


class Art(NamedTuple):
    """The picture on a card: its ground, and the ink of what is drawn there."""

    ground: str
    ink: str


ARTS: Final[Mapping[str, Art]] = {
    "past": Art("#d3e9d9", "#256f41"),
    "present": Art("#f6dcda", "#9b1c25"),
    "future": Art("#d9e5f6", "#23538f"),
    TIMELESS: Art("#ece7db", "#665a42"),
    "resource": Art("#e2e6ea", "#515b66"),
    "episode": Art("#e8ddf2", "#623490"),
    "flash": Art("#fbefbf", "#755a00"),
    "": Art("#dddef0", "#454a80"),
}
"""The picture on a card, by the key of its frame."""
ZONE_INKS: Final[Mapping[str, str]] = {"past": "#e0eee3", "present": "#f7e4e2", "future": "#e1eaf6"}
"""The ground of each zone."""
SIGN_INKS: Final[Mapping[str, str]] = {"past": "#cbe2d2", "present": "#efd0ce", "future": "#cbdaee"}
"""The sign of each zone on its ground, and the plate with its name."""
ENERGY: Final = "#8f5a00"
SUBSTANCE: Final = "#2f5f8a"
SUPPORT: Final = "#2c7040"
VALUE_INKS: Final[Mapping[str, str]] = {"energy": ENERGY, "substance": SUBSTANCE, "support": SUPPORT}
NEW: Final = "#9c0052"
"""The ink of words about what changed or is at stake."""
TURN: Final = "#27355c"
"""The plate of the seat that has the turn, with white words."""
ASKED: Final = "#fbeef4"
"""The ground of what waits to be answered."""
NIGHT: Final[Mapping[str, str]] = {
    ZONE_INKS["past"]: "#17271d",
    ZONE_INKS["present"]: "#2b1b1e",
    ZONE_INKS["future"]: "#182537",
    SIGN_INKS["past"]: "#21392a",
    SIGN_INKS["present"]: "#42272b",
    SIGN_INKS["future"]: "#24364f",
    ARTS["past"].ground: "#1e3a29",
    ARTS["present"].ground: "#43262a",
    ARTS["future"].ground: "#22364f",
    ARTS[TIMELESS].ground: "#3a3833",
    ARTS["resource"].ground: "#333b45",
    ARTS["episode"].ground: "#38294a",
    ARTS["flash"].ground: "#423a1d",
    ARTS[""].ground: "#2d3050",
    ARTS["past"].ink: "#8fd6a8",
    ARTS["present"].ink: "#f5a3a6",
    ARTS["future"].ink: "#a0c6f6",
    ARTS[TIMELESS].ink: "#e2d9c4",
    ARTS["resource"].ink: "#bcc7d2",
    ARTS["episode"].ink: "#d0aef0",
    ARTS["flash"].ink: "#f2d563",
    ARTS[""].ink: "#b4b8ea",
    ENERGY: "#f0b95a",
    SUBSTANCE: "#8fc0ea",
    SUPPORT: "#8fd6a8",
    NEW: "#ff9ccb",
    ASKED: "#3a2433",
    TURN: "#3b4d80",
}
"""What a dark page shows in place of these inks."""


def key(card: Card | None) -> str:
    """By what the colours of a card go: a Creature's and a Time card's by its zone, any other's by its type."""
    if card is None:
        return ""
    return card.zone if card.zone in FRAMES else card.type if card.type in FRAMES else ""


def frame(card: Card | None) -> Paint:
    """The frame of a card."""
    return FRAMES[key(card)]
