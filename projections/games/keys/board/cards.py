"""Drawing of cards: faces with their names, and backs."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN
from projections.drawing.palette import CASING, CHANGE, DARK, LIGHT, WHITE
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import wrapped
from projections.games.keys.board.layout import BACK, PAINTS
from projections.games.keys.events import moves as m
from projections.games.keys.state.names import card_name
from projections.wording import capitalised

WIDE: Final = 121
HIGH: Final = 62
"""The height of a card's face: 44 CSS pixels on a phone."""
BACK_WIDE: Final = 28
BACK_HIGH: Final = 40
PLAYED: Final = {str(move.__struct_config__.tag) for move in m.PLAYS}


@lru_cache(maxsize=1024)
def face(card: str, x: int, y: int, broad: int = WIDE, *, new: bool = False, key: str | None = None) -> str:
    """Return the SVG of a card with its name. A Key has its colour and texture, an unknown card the colour of backs."""
    colour = card.removeprefix("key-")
    one = PAINTS.get(colour) if card.startswith("key-") and colour != UNKNOWN else None
    box = {"x": x, "y": y, "width": broad, "height": HIGH, "rx": 5}
    fill, ink = (f"url(#keys-{colour})", one.ink) if one else (BACK, WHITE) if card == UNKNOWN else (LIGHT, DARK)
    parts = [el("title", plain(card_name(card))), el("rect", **box, fill=fill, stroke=DARK, stroke_width=1.6)]
    if one:
        parts.append(el("rect", x=x + 12, y=y + 8, width=broad - 24, height=HIGH - 16, rx=4, fill=one.fill))
    parts += _name(capitalised(card_name(card)), x + broad / 2, y + HIGH / 2, broad, ink)
    return el(
        "g",
        *parts,
        *_ring(box, new=new),
        data_card=card,
        data_key=key,
        data_arg=None if card == UNKNOWN else _arguments(card),
    )


def _name(words: str, x: float, y: float, broad: int, ink: str) -> Iterator[str]:
    lines = wrapped(words, 17, broad - 10, 2)
    for number, line in enumerate(lines):
        at = y + 6 + 20 * (number - (len(lines) - 1) / 2)
        yield text(line, x=x, y=at, font_size=17, font_weight="bold", text_anchor="middle", fill=ink)


@lru_cache(maxsize=256)
def back(x: int, y: int, *, new: bool = False, key: str | None = None) -> str:
    """Return the SVG of the back of a card."""
    box = {"x": x, "y": y, "width": BACK_WIDE, "height": BACK_HIGH, "rx": 4}
    mark = el("rect", x=x + 6, y=y + 7, width=BACK_WIDE - 12, height=BACK_HIGH - 14, rx=2, fill="none", stroke=WHITE)
    shape = el("rect", **box, fill=BACK, stroke=DARK, stroke_width=1.6)
    title = el("title", card_name(UNKNOWN))
    return el("g", title, shape, mark, *_ring(box, new=new), data_card=UNKNOWN, data_key=key)


def _ring(box: dict[str, int], *, new: bool) -> Iterator[str]:
    if new:
        for ink, thick in ((CASING, 7), (CHANGE, 4)):
            yield el("rect", **box, fill="none", stroke=ink, stroke_width=thick)


def _arguments(card: str) -> str:
    """Return what a card is in moves: its name, the colour of a Key, and the kind of move that plays it."""
    colour = card.removeprefix("key-")
    if colour != card:
        return f"{card} {colour}"
    return " ".join((card, *(tag for tag in (f"keys-play-{card}",) if tag in PLAYED)))
