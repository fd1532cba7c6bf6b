"""The colours of the card game: frames of cards, grounds of zones, and their replacements in dark mode."""

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
"""Frames by zone or type, "" for an unknown card. Letters show the zone without the colour. Frames are the same in dark
mode."""


class Art(NamedTuple):
    """The ground and ink of a card's picture."""

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
"""The colours of pictures, by the key of the frame."""
ZONE_INKS: Final[Mapping[str, str]] = {"past": "#e0eee3", "present": "#f7e4e2", "future": "#e1eaf6"}
PLATE_INKS: Final[Mapping[str, str]] = {"past": "#cbe2d2", "present": "#efd0ce", "future": "#cbdaee"}
"""The colour of the plate with the name of each zone."""
ENERGY: Final = "#8f5a00"
SUBSTANCE: Final = "#2f5f8a"
SUPPORT: Final = "#2c7040"
VALUE_INKS: Final[Mapping[str, str]] = {"energy": ENERGY, "substance": SUBSTANCE, "support": SUPPORT}
NEW: Final = "#9c0052"
"""The ink of words about changes and pending actions."""
TURN: Final = "#27355c"
"""The plate of the seat that has the turn, with white words."""
ASKED: Final = "#fbeef4"
"""The ground of pending actions."""
DARK_MODE: Final[Mapping[str, str]] = {
    ZONE_INKS["past"]: "#17271d",
    ZONE_INKS["present"]: "#2b1b1e",
    ZONE_INKS["future"]: "#182537",
    PLATE_INKS["past"]: "#21392a",
    PLATE_INKS["present"]: "#42272b",
    PLATE_INKS["future"]: "#24364f",
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
"""The replacements in dark mode: each colour above with the colour that replaces it."""


def key(card: Card | None) -> str:
    """Return the key for a card's colours: the zone of a Creature or Time card, the type of another."""
    if card is None:
        return ""
    return card.zone if card.zone in FRAMES else card.type if card.type in FRAMES else ""


def frame(card: Card | None) -> Paint:
    """Return the colours of a card's frame."""
    return FRAMES[key(card)]
