"""Parts that all boards share: the document, the background, and the ring around a change."""

from collections.abc import Iterable
from typing import Any, Final, TypeVar
from zlib import crc32

from projections.drawing.palette import CASING, CHANGE, FONT, GROUND
from projections.drawing.svg import document, el
from projections.terms import Marks

S = TypeVar("S")

MANY: Final = 24
"""If at least this many things changed, the board counts as a new one, and no change gets a ring."""


def board_document(
    slug: str, title: str, desc: str, size: tuple[int, int], parts: Iterable[str], **attributes: Any
) -> str:
    """Return a board as an SVG document. `desc` is the position in words; `size` is width and height."""
    ident = f"{slug}-{crc32(desc.encode(errors='replace')):08x}"
    return document(*size, title, desc, parts, ident=ident, font_family=FONT, **attributes)


def ground(width: int, high: int) -> str:
    """Return the SVG of a light background for a board, so that it is readable on any page and as a file."""
    return el("rect", width=width, height=high, rx=12, fill=GROUND)


def position_before(marks: Marks, kind: type[S]) -> S | None:
    """Return the previous position, or None if it is missing or of another game."""
    return marks.before if isinstance(marks.before, kind) else None


def ring(shape: str, name: str, **attributes: Any) -> str:
    """Return an SVG shape drawn as the ring around a change: a dark line with a white outline (black in dark mode)."""
    casing = el(shape, **attributes, stroke=CASING, stroke_width=8)
    return el("g", casing, el(shape, **attributes, stroke=CHANGE, stroke_width=4), data_ring=name)
