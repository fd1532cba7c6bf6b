"""Parts that all boards share: panels, the document, the background, and the ring around a change."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

from projections.contracts import Marks
from projections.drawing import palette, svg

S = TypeVar("S")

MANY: Final = 24
"""If at least this many things changed, the board counts as a new one, and no change gets a ring."""


class Panel(NamedTuple):
    """A named part of a board with its own size (width and height).

    `desc` describes the panel in words, `parts` are its finished markup, `attributes` are for the outer element.
    """

    name: str
    title: str
    desc: str
    size: tuple[int, int]
    parts: Sequence[str]
    attributes: Mapping[str, Any] = {}


def compose(slug: str, panels: Sequence[Panel]) -> str:
    """Return the panels of a board as one SVG document, one below the other, with the title of the first panel."""
    desc = " ".join(panel.desc for panel in panels)
    ident = f"{slug}-{crc32(desc.encode(errors='replace')):08x}"
    parts, high = list[str](panels[0].parts), panels[0].size[1]
    for panel in panels[1:]:
        parts.append(svg.el("g", *panel.parts, transform=f"translate(0 {high})", data_panel=panel.name))
        high += panel.size[1]
    wide = max(panel.size[0] for panel in panels)
    attributes = {name: value for panel in panels for name, value in panel.attributes.items()}
    return svg.document(wide, high, panels[0].title, desc, parts, ident=ident, font_family=palette.FONT, **attributes)


def ground(width: int, high: int) -> str:
    """Return the SVG of a light background for a board, so that it is readable on any page and as a file."""
    return svg.el("rect", width=width, height=high, rx=12, fill=palette.GROUND)


def position_before(marks: Marks, kind: type[S]) -> S | None:
    """Return the previous position, or None if it is missing or of another game."""
    return marks.before if isinstance(marks.before, kind) else None


def ring(shape: str, name: str, **attributes: Any) -> str:
    """Return an SVG shape drawn as the ring around a change: a dark line with a white outline (black in dark mode)."""
    casing = svg.el(shape, **attributes, stroke=palette.CASING, stroke_width=8)
    return svg.el("g", casing, svg.el(shape, **attributes, stroke=palette.CHANGE, stroke_width=4), data_ring=name)
