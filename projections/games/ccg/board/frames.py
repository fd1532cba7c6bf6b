"""Stencils for the frames of cards and the signs of the three values, which many cards share."""

from functools import lru_cache
from typing import Final

from projections.drawing.palette import BLACK, LIGHT
from projections.drawing.svg import el
from projections.drawing.text_width import wide
from projections.games.ccg.board import glyphs, inks

RIM: Final = 3
"""Thickness of a frame on its sides without words."""
BAND: Final = 19
"""Height of the part of a frame with words, on the smallest cards."""
LARGE: Final = 150
"""Minimum size of a card with the largest letters. From the size `MIDDLE` on, letters are somewhat larger."""
MIDDLE: Final = 130


def stencil(name: str) -> str:
    """Return the reusable SVG of a frame or of the three value signs; "" for another name."""
    kind, *rest = name.split("-")
    if kind == "values":
        return _values_stencil(name, float(rest[0]), float(rest[1]))
    if kind == "frame":
        return _frame_stencil(name, rest[0].replace("unknown", ""), float(rest[1]), float(rest[2]), frozenset(rest[3:]))
    return ""


@lru_cache(maxsize=256)
def _values_stencil(name: str, across: float, size: float) -> str:
    sign = value_sign(size)
    columns = zip(inks.VALUE_INKS.items(), value_columns(across, size), strict=True)
    return el("g", *(glyphs.glyph(value, x, 1 - sign, sign, ink) for (value, ink), x in columns), id=f"ccg-{name}")


def value_sign(size: float) -> int:
    """Return the width and height of a value's sign beside digits of this size."""
    return round(size * 0.62)


def value_columns(across: float, size: float) -> list[float]:
    """Return the x positions of the three value signs on a card of the width `across`."""
    broad = value_sign(size) + 1 + wide("0", size)
    return [across * share - broad / 2 for share in (0.175, 0.5, 0.825)]


@lru_cache(maxsize=256)
def _frame_stencil(name: str, key: str, across: float, high: float, how: frozenset[str]) -> str:
    edge, picture = inks.FRAMES[key], inks.ARTS[key]
    x, y, right, floor = inner(across, high, sided="sided" in how)
    out = "out" in how
    dashes = {"stroke_dasharray": "4 4"} if out else {}
    box = {"width": across, "height": high, "rx": 7}
    return el(
        "g",
        el("rect", x=2, y=3, **box, fill="#000000", fill_opacity=0.16),
        el("rect", **box, fill=edge.fill, stroke=BLACK, stroke_width=1.2, **dashes),
        el("rect", x=x, y=y, width=right - x, height=floor - y, rx=3, fill=picture.ground if out else LIGHT),
        id=f"ccg-{name}",
    )  # fmt: skip


def band_high(across: float, high: float) -> int:
    """Return the height of the part of a card's frame that has the words."""
    size = max(across, high)
    return BAND + (4 if size >= LARGE else 2 if size >= MIDDLE else 0)


def inner(across: float, high: float, *, sided: bool) -> tuple[float, float, float, float]:
    """Return the area inside the frame: left, top, right, bottom."""
    band = band_high(across, high)
    return (RIM, RIM, across - band, high - RIM) if sided else (RIM, band, across - RIM, high - RIM)
