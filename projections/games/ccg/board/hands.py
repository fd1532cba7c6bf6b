"""The panel with the known cards of both hands, as chips."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import SMALL
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.ccg.board import faces
from projections.games.ccg.board.appearance import Shown, held
from projections.games.ccg.board.layout import APART, STRIP, flow, sides, stretched
from projections.games.ccg.board.stencils import stencils
from projections.games.ccg.state.names import whose
from projections.games.ccg.state.position import Position

Hand = tuple[str, str, tuple[tuple[str, Shown], ...]]
"""A seat, the label of its hand, and its known cards: each card's id, and what is visible of the card."""
RIM: Final = 2
ROOM: Final = COLUMN - 2 * RIM
LABEL: Final = 200
"""Maximum width of the label of a hand, which is before the first card."""


def known_hands(position: Position) -> tuple[Hand, ...]:
    """Return the hands of which at least one card is known."""
    hands = (
        (seat, f"{whose(position, seat)} hand", tuple(
            (face, held(position, face)) for face in position.hands.get(seat, ()) if face != UNKNOWN
        ))
        for seat in sides(position)
    )  # fmt: skip
    return tuple(hand for hand in hands if hand[2])


def hand_panels(hands: tuple[Hand, ...]) -> Iterator[Panel]:
    """Yield the panel with the known cards of hands, or nothing if no card is known."""
    if hands:
        yield _hands(hands)


@lru_cache(maxsize=512)
def _hands(hands: tuple[Hand, ...]) -> Panel:
    y, parts = float(RIM), list[str]()
    for seat, title, known in hands:
        copies, label = Counter[str](), cut(title, SMALL, LABEL)
        parts.append(text(label, x=RIM + 6, y=y + 22, font_weight="bold"))
        cards = [(one, faces.chip_width(one[1])) for one in known]
        lead = wide(label, SMALL) + 12 + APART
        for row in flow(cards, ROOM, lead):
            for (face, seen), x, across in stretched(row, ROOM):
                copies[face] += 1
                parts.append(_held(face, seen, f"{seat}-{face}-{copies[face]}", seat, (x + RIM, y, across)))
            y += STRIP + APART
        y += APART
    drawn = el("g", *parts, **faces.CARDS)
    size = (COLUMN, round(y - 2 * APART) + RIM)
    return Panel("hands", "Known cards of hands", "", size, (drawn,), column=3, defs=stencils(drawn))


@lru_cache(maxsize=2048)
def _held(face: str, seen: Shown, key: str, seat: str, place: tuple[float, float, float]) -> str:
    x, y, across = place
    return el(
        "g", el("title", plain(seen.words)), faces.chip(seen, across, STRIP), transform=f"translate({x:g} {y:g})",
        data_known=face, data_key=f"held-{key}", data_place=f"hand {seat}", data_arg=face,
    )  # fmt: skip
