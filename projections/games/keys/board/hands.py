"""The parts above and below the grid: whose turn it is, the piles, and each hand as the viewer knows it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN
from projections.drawing.palette import CASING, CHANGE, DARK, LIGHT, LINE, WHITE
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut
from projections.games.keys.board import layout, pawns
from projections.games.keys.state.names import card_name, seat_name, turn_words
from projections.games.keys.state.position import OUT, Position
from projections.wording import counted

FIRST: Final = layout.BOTTOM + 76
"""Top of the first hand; each hand is `ROW` high."""
ROW: Final = 50
CARDS: Final = 256
"""Left edge of the cards in a row; the name and place before them are at most `ROOM` wide."""
ROOM: Final = CARDS - 88
FACE: Final = 104
LEAST: Final = 64
"""Least width of a known card in a long hand; in other hands a known card is `FACE` wide."""
CLOSED: Final = 40
SHORT: Final[Mapping[str, str]] = {
    "sonic": "Sonic", "barrier": "Barrier", "tunnel": "Tunnel", "cookie": "Cookie", "pandorica": "Pandorica",
    "cyberman": "Cyberman",
}  # fmt: skip


def height(position: Position) -> int:
    """Return the height of the drawing: the board, the hands and the legend."""
    return FIRST + ROW * len(position.seats) + (34 if _laid(position) else 6)


def heading(position: Position) -> Iterator[str]:
    """Yield the SVG of the heading: the turn number, who must do what, and the piles."""
    number, due = turn_words(position)
    label = text(number, x=22, y=32, font_size=18, fill=DARK)
    yield el("g", el("title", plain(number)), label, data_place="turn")
    label = text(cut(due, 24, 420), x=22, y=60, font_size=24, font_weight="bold", fill=DARK)
    yield el("g", el("title", plain(due)), label, data_place="step")
    top = position.discards[-1:]
    wide = CLOSED if top == (UNKNOWN,) else FACE
    yield _pile("Draw pile", "draw", len(position.draw), 524, _card(UNKNOWN, 450, 40, 26, CLOSED) * bool(position.draw))
    cards = "".join(_card(on, 540, 40, 26, wide) for on in top)
    yield _pile("Discards", "discards", len(position.discards), 680, cards)


def _pile(words: str, place: str, count: int, x: int, top: str) -> str:
    title = el("title", f"{words}: {counted(count, 'card')}")
    name = text(words, x=x, y=32, font_size=18, text_anchor="end", fill=DARK)
    number = text(str(count), x=x, y=60, font_size=24, font_weight="bold", text_anchor="end", fill=DARK)
    return el("g", title, name, number, top, data_place=place, data_key=f"pile-{place}")


def hands(position: Position, drawn: Mapping[str, int]) -> Iterator[str]:
    """Yield the SVG of a row for each seat. `drawn` maps seats to the number of new cards, the last ones."""
    for number, seat in enumerate(position.seats):
        y = FIRST + number * ROW
        turn = seat == position.player and not position.is_over
        cards = _cards(position, seat, y, drawn.get(seat, 0))
        count = counted(len(position.hands.get(seat, ())), "card")
        title = el("title", plain(f"Hand of {seat_name(position, seat)}: {count}"))
        yield el("g", title, *_row(position, seat, y, turn=turn), *cards, data_hand=seat, data_place=f"hand {seat}")


def _row(position: Position, seat: str, y: int, *, turn: bool) -> Iterator[str]:
    yield el(
        "rect", x=10, y=y, width=layout.WIDTH - 20, height=ROW - 4, rx=6, fill=LIGHT if turn else "none",
        stroke=DARK if turn else LINE, stroke_width=2.4 if turn else 1,
    )  # fmt: skip
    if turn:
        yield el("path", d=f"M16 {y + 13}L27 {y + 23}L16 {y + 33}Z", fill=DARK)
    yield pawns.token(position, seat, 52, y + 23)
    place = position.pawns.get(seat, "")
    words = {"": "no pawn yet", OUT: "outside"}.get(place) or f"on {place[:6]}"
    if position.winner and seat == position.winner:
        words += ", winner"
    elif left := position.held.get(seat):
        words += f", held {left} turn{'s' * (left != 1)}"
    yield text(cut(seat_name(position, seat), 19, ROOM), x=82, y=y + 20, font_size=19, font_weight="bold", fill=DARK)
    yield text(cut(words, 16, ROOM), x=82, y=y + 39, font_size=16, fill=DARK)


def _cards(position: Position, seat: str, y: int, drawn: int) -> Iterator[str]:
    """Yield the SVG of a hand's cards, narrower if there are many, with the number of those without room."""
    cards = position.hands.get(seat, ())
    x, room = CARDS, layout.WIDTH - 18
    closed = cards.count(UNKNOWN)
    each = (room - x - 5 * (len(cards) - 1) - CLOSED * closed) // max(1, len(cards) - closed)
    face, copies = min(FACE, max(LEAST, each)), Counter[str]()
    for number, card in enumerate(cards):
        wide, left = (CLOSED if card == UNKNOWN else face), len(cards) - number
        if x + wide + (46 if left > 1 and each < LEAST else 0) > room:
            yield text(f"+{left}", x=x + 2, y=y + 30, font_size=20, font_weight="bold", fill=DARK)
            return
        copies[card] += 1
        yield _card(card, x, y + 5, 36, wide, new=left <= drawn, key=f"card-{seat}-{card}-{copies[card]}")
        x += wide + 5


@lru_cache(maxsize=1024)
def _card(card: str, x: int, y: int, high: int, wide: int, *, new: bool = False, key: str | None = None) -> str:
    colour = card.removeprefix("key-")
    one = layout.PAINTS.get(colour) if card.startswith("key-") and colour != UNKNOWN else None
    side = wide // 5
    box = {"x": x, "y": y, "width": wide, "height": high, "rx": 4}
    size = 17 if wide > 84 or card == UNKNOWN else 14
    words = {"y": y + high // 2 + 6, "font_size": size, "text_anchor": "middle"}
    parts = [el("title", plain(card_name(card)))]
    if card == UNKNOWN:
        parts += [el("rect", **box, fill=layout.BACK, stroke=DARK, stroke_width=1.6),
                  text("?", x=x + wide // 2, font_weight="bold", fill=WHITE, **words)]  # fmt: skip
    elif one:
        parts += [el("rect", **box, fill=f"url(#keys-{colour})", stroke=DARK, stroke_width=1.6),
                  el("rect", x=x + side, y=y + 4, width=wide - 2 * side, height=high - 8, rx=3, fill=one.fill),
                  text(f"Key {one.letters}", x=x + wide // 2, font_weight="bold", fill=one.ink, **words)]  # fmt: skip
    else:
        name = cut(SHORT.get(card) or card_name(card), size, wide - 6)
        parts += [el("rect", **box, fill=LIGHT, stroke=DARK, stroke_width=1.6),
                  text(name, x=x + wide // 2, fill=DARK, **words)]  # fmt: skip
    if new:
        ring = {**box, "fill": "none"}
        parts += [el("rect", **ring, stroke=ink, stroke_width=thick) for ink, thick in ((CASING, 7), (CHANGE, 4))]
    return el("g", *parts, data_card=card, data_key=key)


def _laid(position: Position) -> list[str]:
    """Return a legend entry, as text, for each kind of card on the board."""
    tiles = position.tiles.values()
    found = (
        (any(tile.barrier for tile in tiles), "TB Time Barrier"),
        (any(tile.cookie for tile in tiles), "JC Jam Cookie"),
        (bool(position.tunnels), "bridge: Time Tunnel"),
        (any(position.held.values()), "box: Pandorica"),
    )
    return [words for there, words in found if there]


def legend(position: Position) -> str:
    """Return the SVG of the legend of the cards on the board, or ""."""
    words = _laid(position)
    y = FIRST + ROW * len(position.seats) + 20
    return text(" · ".join(words), x=22, y=y, font_size=17, fill=DARK) if words else ""
