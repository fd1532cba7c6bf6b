"""What the boards of all games share: the document, what changed since the position before, and the ring around it."""

from collections.abc import Iterable
from typing import Any, Final, TypeVar
from zlib import crc32

from projections.drawing.palette import CASING, CHANGE, FONT, GROUND
from projections.drawing.svg import document, el
from projections.terms import Marks

S = TypeVar("S")

MANY: Final = 24
"""So many changed things are a new table, not a change: none is ringed."""


def board_document(
    slug: str, title: str, desc: str, size: tuple[int, int], parts: Iterable[str], **attributes: Any
) -> str:
    """A board of a size as an SVG document, with the position in words as its description."""
    ident = f"{slug}-{crc32(desc.encode(errors='replace')):08x}"
    return document(*size, title, desc, parts, ident=ident, font_family=FONT, **attributes)


def ground(width: int, high: int) -> str:
    """The ground of a board, so that it reads on any page and as a file."""
    return el("rect", width=width, height=high, rx=12, fill=GROUND)


def position_before(marks: Marks, kind: type[S]) -> S | None:
    """The position before what is marked, if there is one of this game."""
    return marks.before if isinstance(marks.before, kind) else None


def ring(shape: str, name: str, **attributes: Any) -> str:
    """A shape, without a fill, drawn as the ring of a change: a dark line cased in white, by night light in black."""
    casing = el(shape, **attributes, stroke=CASING, stroke_width=8)
    return el("g", casing, el(shape, **attributes, stroke=CHANGE, stroke_width=4), data_ring=name)
