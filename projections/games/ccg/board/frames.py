"""Stencils that many cards share: frames of tiles, small cards, and the signs of the three values."""

from functools import lru_cache
from typing import Final

from projections.drawing.palette import BLACK, GROUND, LIGHT
from projections.drawing.svg import el
from projections.games.ccg.board import glyphs, inks

RIM: Final = 3
"""Thickness of a frame on its sides without words."""
BAND: Final = 21
"""Height of the part of a frame with words."""
SIGN: Final = 15
"""Width and height of the sign of a value."""
SHORT: Final = 0.7
"""The shorter side of a small card as a share of the longer side."""


@lru_cache(maxsize=256)
def stencil(name: str) -> str:
    """Return the reusable SVG of a frame, a small card or the three value signs; "" for another name."""
    kind, *rest = name.split("-")
    if kind == "values":
        signs = enumerate(inks.VALUE_INKS.items())
        return el("g", *(glyphs.glyph(value, at * float(rest[0]), 0, SIGN, ink) for at, (value, ink) in signs),
                  id=f"ccg-{name}")  # fmt: skip
    if kind == "small":
        return _small(name, rest[0].replace("unknown", ""), float(rest[1]), float(rest[2]))
    if kind == "frame":
        return _frame(name, rest[0].replace("unknown", ""), float(rest[1]), float(rest[2]), frozenset(rest[3:]))
    return ""


def _frame(name: str, key: str, across: float, high: float, how: frozenset[str]) -> str:
    edge = inks.FRAMES[key]
    out = "out" in how
    dashes = {"stroke_dasharray": "4 4"} if out else {}
    box = {"width": across, "height": high, "rx": 7}
    inside = inks.ARTS[key].ground if out else GROUND if "sided" in how else LIGHT
    return el(
        "g",
        el("rect", x=2, y=3, **box, fill="#000000", fill_opacity=0.16),
        el("rect", **box, fill=edge.fill, stroke=BLACK, stroke_width=1.2, **dashes),
        el("rect", x=RIM, y=BAND, width=across - 2 * RIM, height=high - BAND - RIM, rx=4, fill=inside),
        id=f"ccg-{name}",
    )  # fmt: skip


def _small(name: str, key: str, across: float, high: float) -> str:
    box = {"width": across, "height": high, "rx": 5, "stroke": BLACK, "stroke_width": 1.2}
    inside = el("rect", x=4, y=4, width=across - 8, height=high - 8, rx=2, fill=inks.ARTS[key].ground)
    return el("g", el("rect", **box, fill=inks.FRAMES[key].fill), inside, id=f"ccg-{name}")
