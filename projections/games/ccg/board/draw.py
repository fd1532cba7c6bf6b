"""The board as a picture: a pure function from a position to SVG, with a description in words inside."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from projections.contracts import Marks
from projections.drawing.board import Panel
from projections.drawing.svg import el
from projections.games.ccg.board import faces, frames, glyphs
from projections.games.ccg.board.appearance import Shown, shown
from projections.games.ccg.board.layout import BAND, MARGIN, WIDTH, Plan, plan, sides
from projections.games.ccg.board.legend import items, legend
from projections.games.ccg.board.lines import lines
from projections.games.ccg.board.marks import Changes, changes
from projections.games.ccg.board.panel import grounds, panel, panel_height, plates, status
from projections.games.ccg.board.seats import hand_height, known_cards, known_hand, seat_panel
from projections.games.ccg.board.text import card_words, described
from projections.games.ccg.prose.awaiting import turn_words
from projections.games.ccg.state.position import Position

_USED: Final = re.compile(r'href="#ccg-([a-z0-9-]+)"')


def stencils(drawing: str) -> str:
    """Return the SVG of the reusable signs and frames that a drawing uses, directly or inside each other."""
    wanted, found = dict[str, str](), {*_USED.findall(drawing)}
    while found:
        wanted |= {name: _stencil(name) for name in found}
        found = {name for one in found for name in _USED.findall(wanted[one])} - wanted.keys()
    return el("defs", *(wanted[name] for name in sorted(wanted)))


@lru_cache(maxsize=512)
def _stencil(name: str) -> str:
    return glyphs.stencil(name) or frames.stencil(name)


def draw(position: Position, marks: Marks = Marks()) -> list[Panel]:
    """Return the whole board as one panel, with changed cards ringed."""
    found = changes(position, marks)
    above, below = sides(position)
    seen = [shown(position, card, card_words(position, card), changed=card.n in found.cards) for card in position.play]
    known = {seat: known_cards(position, seat) for seat in (above, below)}
    signs = items(position, [*seen, *(one for cards in known.values() for _, one in cards)])
    panel = panel_height(position, found, 1 + max((one.line for one in signs), default=0))
    lie = plan(position, (hand_height(position, above), hand_height(position, below)), panel)
    number, due = turn_words(position)
    desc = described(position) + found.words(position)
    title = f"Doctor Who: The Collectible Card Game. {number}: {due}"
    drawing = "".join((*_layers(position, found, lie, seen, known), legend(signs, lie)))
    return [Panel("board", title, desc, (WIDTH, lie.height), (stencils(drawing), drawing))]


def _layers(
    position: Position,
    found: Changes,
    lie: Plan,
    seen: Sequence[Shown],
    known: Mapping[str, Sequence[tuple[str, Shown]]],
) -> Iterator[str]:
    middle = lie.band + BAND / 2
    seats = ((lie.zones, middle - MARGIN / 2), (middle + MARGIN / 2, lie.floor))
    yield from status(position)
    yield from grounds(position, lie)
    for seat, (top, floor), hand in zip(sides(position), seats, lie.hands, strict=True):
        yield seat_panel(position, found.before, seat, top, floor - top)
        yield from known_hand(position, seat, known[seat], hand)
    yield el("g", *(faces.card_face(lie.spots[one.n], one) for one in seen), **faces.CARDS)
    ties, labels = lines(position, lie)
    yield from ties
    yield from plates(position, found, lie)
    yield from labels
    yield from panel(position, found, lie)
