"""Parts that all boards share: panels, the document, the background, and the ring around a change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

from projections.contracts import Marks
from projections.drawing import palette, svg
from projections.drawing.text_width import wide, wrapped

S = TypeVar("S")

MANY: Final = 24
"""If at least this many things changed, the board counts as a new one, and no change gets a ring."""
COLUMN: Final = 520
"""The width of a panel that a phone can show with readable texts of the usual size."""
BAND: Final = 36
BETWEEN: Final = 8
"""The space between two panels of a picture."""
MOST_CHANGES: Final = 8
"""The most lines of changes in words."""
CHANGE_HIGH: Final = 20
"""The height of a line of changes in words."""
READABLE: Final = 11
"""The smallest size in CSS pixels at which text on a board is readable."""


class Panel(NamedTuple):
    """A named part of a board with its own size (width and height in units of the drawing).

    `title` names the panel; the title of the first panel is the title of the whole board. `desc` describes the panel in
    words, `parts` are its finished markup without a background, `attributes` are for the outer element. `defs` are
    elements with an id that several panels may use.

    `column` is the column on wide pages and pictures, counted from 1; 0 means above the columns, as wide as all of
    them. `letters` is the size of the smallest text. A page shows a `folded` panel on demand, pictures always show it.
    """

    name: str
    title: str
    desc: str
    size: tuple[int, int]
    parts: Sequence[str]
    attributes: Mapping[str, Any] = {}
    column: int = 1
    letters: float = palette.SMALL
    defs: Sequence[str] = ()
    folded: bool = False

    @property
    def least(self) -> int:
        """The smallest width in CSS pixels at which every text of the panel is readable."""
        return ceil(self.size[0] * READABLE / self.letters)


def definitions(panels: Iterable[Panel]) -> list[str]:
    """Return the definitions that panels use, each once."""
    return [*dict.fromkeys(one for panel in panels for one in panel.defs)]


def compose(slug: str, panels: Sequence[Panel]) -> str:
    """Return the panels of a board as one SVG document, in columns, with the title of the first panel."""
    desc = " ".join(panel.desc for panel in panels if panel.desc)
    ident = f"{slug}-{crc32(desc.encode(errors='replace')):08x}"
    placed, width, height = _placed(panels)
    attributes = {name: value for panel in panels for name, value in panel.attributes.items()}
    defs = definitions(panels)
    parts = [*([svg.el("defs", *defs)] if defs else []), ground(width, height), *placed]
    return svg.document(
        width, height, panels[0].title, desc, parts, ident=ident, font_family=palette.FONT, **attributes
    )


def _placed(panels: Sequence[Panel]) -> tuple[list[str], int, int]:
    """Return the panels as groups at their places, and the width and height of the whole board."""
    widths = {number: max(panel.size[0] for panel in panels if panel.column == number) for number in columns(panels)}
    whole = sum(widths.values()) + BETWEEN * (len(widths) - 1) if widths else max(panel.size[0] for panel in panels)
    parts = list[str]()

    def stack(column: int, left: float, top: float, width: float) -> float:
        """Place the panels of a column below each other, and return the top of what follows."""
        for panel in panels:
            if panel.column == column:
                scale = width / panel.size[0]
                moved = f"translate({left:g} {round(top, 2):g})" + (f" scale({scale:.6g})" if scale != 1 else "")
                parts.append(svg.el("g", *panel.parts, transform=moved, data_panel=panel.name))
                top += panel.size[1] * scale + BETWEEN
        return top

    top = bottom = stack(0, 0, 0, whole)
    left = 0
    for number, width in widths.items():
        bottom = max(bottom, stack(number, left, top, width))
        left += width + BETWEEN
    return parts, whole, ceil(bottom - BETWEEN)


def columns(panels: Sequence[Panel]) -> list[int]:
    """Return the numbers of the columns of a board, in order."""
    return sorted({panel.column for panel in panels if panel.column})


def band(words: str) -> Panel:
    """Return a panel with one line of words that a user must not overlook."""
    line = svg.text(
        words, x=COLUMN / 2, y=BAND * 0.68, text_anchor="middle", font_size=min(20, COLUMN / wide(words, 1) * 0.95),
        font_weight="bold", fill="#3a2a00",
    )  # fmt: skip
    box = svg.el("rect", width=COLUMN, height=BAND, rx=8, fill="#fff3c4")
    return Panel("band", words, words, (COLUMN, BAND), (box, line))


def changes_panel(words: str, column: int) -> Iterator[Panel]:
    """Yield a panel with the changes since the previous position in words, or nothing if there are none."""
    if lines := wrapped(words.strip(), palette.SMALL, COLUMN - 24, MOST_CHANGES):
        style = {"x": 12, "font_size": palette.SMALL, "fill": palette.CHANGE}
        parts = [svg.text(line, y=21 + CHANGE_HIGH * at, **style) for at, line in enumerate(lines)]
        yield Panel("changes", "Changes", "", (COLUMN, 12 + CHANGE_HIGH * len(lines)), parts, column=column)


def ground(width: int | str, high: int | str) -> str:
    """Return the SVG of a light background for a board, so that it is readable on any page and as a file."""
    return svg.el("rect", width=width, height=high, rx=12, fill=palette.GROUND)


def position_before(marks: Marks, kind: type[S]) -> S | None:
    """Return the previous position, or None if it is missing or of another game."""
    return marks.before if isinstance(marks.before, kind) else None


def ring(shape: str, name: str, **attributes: Any) -> str:
    """Return an SVG shape drawn as the ring around a change: a dark line with a white outline (black in dark mode)."""
    casing = svg.el(shape, **attributes, stroke=palette.CASING, stroke_width=8)
    return svg.el("g", casing, svg.el(shape, **attributes, stroke=palette.CHANGE, stroke_width=4), data_ring=name)
