"""A part of the board, drawn from 0 downward, with its measured height."""

from collections.abc import Callable, Hashable, Iterable
from typing import Final, NamedTuple

from projections.games.daleks.board.glyphs import at
from projections.games.daleks.components.box import Box

KEPT: Final = 1024
"""The most parts that are kept. A session has a few hundred different ones."""
_kept: Final[dict[tuple[int, Hashable], tuple[Box, "Section"]]] = {}


class Section(NamedTuple):
    """A finished part of the board: its SVG markup and its height."""

    high: float
    parts: tuple[str, ...]


def stacked(sections: Iterable[Section], gap: float = 0) -> Section:
    """Return sections as one, each below the other with a gap between them. Empty ones are left out."""
    y, parts = 0.0, list[str]()
    for section in sections:
        if section.parts:
            parts.append(at(0, y, *section.parts))
            y += section.high + gap
    return Section(max(0.0, y - gap), tuple(parts))


def drawn_once(box: Box, shows: Hashable, draw: Callable[[], Section]) -> Section:
    """Return a part of the board. It is drawn only if it is new.

    `shows` is everything that the part depends on, besides the contents of the box. Most parts are the same in the
    next position.
    """
    key = id(box), shows
    if (found := _kept.get(key)) is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        found = _kept[key] = box, draw()
    return found[1]
