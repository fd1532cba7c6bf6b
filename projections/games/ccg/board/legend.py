"""The legend: the meaning of the signs used on a board."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide
from projections.games.ccg.board import appearance, glyphs, inks, layout
from projections.games.ccg.board.faces import PLAIN
from projections.games.ccg.board.stencils import stencils
from projections.games.ccg.components import cards
from projections.games.ccg.state.position import Announcement, Position

LEFT: Final = 12
STEP: Final = 22
MOVED: Final = "moved"
"""Mark for changed values: the printed value with an arrow up or down."""
TIMELESS: Final = inks.FRAMES[cards.TIMELESS].letters
"""The letters of Timeless frames. The names of the zones explain the letters of the other frames."""


def legend_panels(position: Position, shown: Sequence[appearance.Shown]) -> Iterator[Panel]:
    """Yield the panel with the signs used on a board and their meanings, or nothing if no sign is used."""
    found = (*_meant(position, shown),)
    if found:
        yield _legend(found)


@lru_cache(maxsize=256)
def _legend(found: tuple[tuple[str, str], ...]) -> Panel:
    things = [((mark, words), _broad(mark) + 12 + PLAIN * wide(words, SMALL)) for mark, words in found]
    parts = list[str]()
    row = 0
    for row, signs in enumerate(layout.flow(things, COLUMN - 2 * LEFT)):
        for (mark, words), x, _ in signs:
            place = f"translate({round(x + LEFT, 1):g} {20 + STEP * row})"
            parts.append(el("g", *_drawn(mark, words), transform=place, data_sign=mark))
    drawn = el("g", *parts, font_size=SMALL, fill=SOFT, data_legend="")
    size = (COLUMN, 10 + STEP * (row + 1))
    return Panel("legend", "Legend", "", size, (drawn,), column=2, defs=stencils(drawn), folded=True)


def _broad(mark: str) -> float:
    return wide(mark[1:], SMALL) if mark.startswith("=") else 34 if mark == MOVED else 15


def _drawn(mark: str, words: str) -> Iterator[str]:
    if mark.startswith("="):
        yield text(mark[1:], font_weight="bold", fill=DARK)
    elif mark == MOVED:
        yield text("1")
        yield glyphs.glyph("up", 10, -11, 11, inks.NEW)
        yield glyphs.glyph("down", 22, -11, 11, inks.NEW)
    else:
        yield glyphs.glyph(mark, 0, -13, 15, inks.VALUE_INKS.get(mark, DARK))
    yield text(words, x=round(_broad(mark) + 4, 1))


def _signs(position: Position, shown: Iterable[appearance.Shown]) -> set[str]:
    used = {one.name for seen in shown for one in seen.values} | {tag.sign for seen in shown for tag in seen.tags}
    used |= {sign for seen in shown for sign in seen.emblems if seen.key}
    used |= {"time" for row in position.times.values() if row}
    faces = [pile[-1] for pile in position.discards.values() if pile]
    faces += [thing.face for thing in position.stack if isinstance(thing, Announcement)]
    used |= {card.emblems[0] for face in faces if (card := appearance.printed(position, face)).key}
    return used | {"episode" for seen in shown if seen.solve}


def _meant(position: Position, shown: Sequence[appearance.Shown]) -> Iterator[tuple[str, str]]:
    """Yield each sign on this board and its meaning, for the legend. A sign that is a word begins with `=`."""
    signs = _signs(position, shown)
    yield from glyphs.meanings(signs)
    if "sided" in signs:
        yield "=Stand", "Sided cards Stand as their player's turn begins"
    if any(one.now != one.printed for seen in shown for one in seen.values):
        yield MOVED, "printed value, raised or lowered"
    if position.fight:
        yield "=1/2/3", "the three values"
    if any(appearance.STAR in seen.name for seen in shown):
        yield f"={appearance.STAR}", "Unique"
    if any(inks.FRAMES[seen.key].letters == TIMELESS for seen in shown):
        yield f"={TIMELESS}", "Timeless"
    if position.zone:
        yield "=chosen zone", "cards come into play and fight here this turn"
    if any(position.bonus_zone(seat) for seat in position.seats):
        yield "=bonus zone", "its player may play or draw one more card there"
    if position.seats:
        yield "up", "player of the upper side, with the number of cards"
        yield "down", "player of the lower side, with the number of cards"
