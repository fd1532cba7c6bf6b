"""The panel of the hands, as the viewer knows them: known cards in words, unknown ones as backs with their number."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK, LIGHT, LINE, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut
from projections.games.keys.board import cards, pawns
from projections.games.keys.board.stencils import stencils
from projections.games.keys.state.names import EDGE_NAMES, seat_name
from projections.games.keys.state.position import OPPOSITE, OUT, Position
from projections.wording import counted

HEAD: Final = 48
"""The height of the line with a seat's name, its place and its unknown cards."""
ROOM: Final = 152
"""The width of a seat's name and of its place."""
ACROSS: Final = 4
"""The number of known cards in a row."""
MOST: Final = 2 * ACROSS
"""The most known cards that are drawn; if there are more, the last place shows the number of the others."""
BACKS: Final = 5
"""The most unknown cards that are drawn; more are only counted."""


def hands(position: Position, drawn: Mapping[str, int]) -> Panel:
    """Return the panel with a hand for each seat, the hands that the viewer knows first.

    `drawn` maps seats to the number of new cards, the last ones.
    """
    parts, top = list[str](), 4
    for seat in sorted(position.seats, key=lambda seat: UNKNOWN in position.hands.get(seat, (UNKNOWN,))):
        markup, high = _hand(position, seat, top, drawn.get(seat, 0))
        parts.append(markup)
        top += high + 5
    drawing = "".join(parts)
    return Panel("hands", "Hands", "", (COLUMN, top - 2), parts, column=2, defs=stencils(drawing))


def _hand(position: Position, seat: str, top: int, drawn: int) -> tuple[str, int]:
    """Return the SVG of a seat's hand, and its height."""
    held = position.hands.get(seat, ())
    known = [(at, card) for at, card in enumerate(held) if card != UNKNOWN]
    rows = -(-min(MOST, len(known)) // ACROSS)
    high = HEAD + rows * (cards.HIGH + 6)
    turn = seat == position.player and not position.is_over
    count = counted(len(held), "card")
    frame = {"x": 3, "y": top, "width": COLUMN - 6, "height": high, "rx": 8, "fill": LIGHT if turn else "none"}
    markup = el(
        "g",
        el("title", plain(f"Hand of {seat_name(position, seat)}: {count}")),
        el("rect", **frame, stroke=DARK if turn else LINE, stroke_width=2.4 if turn else 1),
        el("path", d=f"M9 {top + 15}L19 {top + 25}L9 {top + 35}Z", fill=DARK) if turn else "",
        pawns.token(position, seat, 42, top + HEAD // 2),
        *_names(position, seat, top),
        text(count, x=COLUMN - 14, y=top + 31, font_size=17, font_weight="bold", text_anchor="end", fill=DARK),
        *_backs(seat, len(held) - len(known), top, drawn if held[-drawn:].count(UNKNOWN) else 0),
        *_faces(seat, known, top + HEAD, len(held) - drawn),
        data_hand=seat, data_place=f"hand {seat}",
    )  # fmt: skip
    return markup, high


def _names(position: Position, seat: str, top: int) -> Iterator[str]:
    """Yield the SVG of a seat's name, and of the place and goal of its pawn."""
    place = position.pawns.get(seat, "")
    words = {"": "no pawn yet", OUT: "outside"}.get(place) or f"on {place[:6]}"
    if position.winner and seat == position.winner:
        words += ", winner"
    elif left := position.held.get(seat):
        words += f", held {left} turn{'s' * (left != 1)}"
    yield text(cut(seat_name(position, seat), 19, ROOM), x=68, y=top + 22, font_size=19, font_weight="bold", fill=DARK)
    yield text(cut(words, 16, ROOM), x=68, y=top + 41, font_size=16, fill=DARK)
    if goal := EDGE_NAMES.get(OPPOSITE.get(position.edges.get(seat, ""), "")):
        yield text("goal", x=76 + ROOM, y=top + 21, font_size=16, fill=SOFT)
        yield text(goal, x=76 + ROOM, y=top + 41, font_size=16, fill=DARK)


def _backs(seat: str, count: int, top: int, drawn: int) -> Iterator[str]:
    """Yield the SVG of a seat's unknown cards as backs, from the right, the newest last."""
    shown = min(count, BACKS)
    for number in range(shown):
        x = COLUMN - 84 - (cards.BACK_WIDE + 4) * (shown - number)
        yield cards.back(x, top + 5, key=f"card-{seat}-{UNKNOWN}-{number + 1}", new=number >= shown - drawn)


def _faces(seat: str, known: list[tuple[int, str]], top: int, first_new: int) -> Iterator[str]:
    """Yield the SVG of a seat's known cards, in rows."""
    copies = Counter[str]()
    for number, (at, card) in enumerate(known):
        row, column = divmod(number, ACROSS)
        x, y = 9 + column * (cards.WIDE + 6), top + row * (cards.HIGH + 6)
        left = len(known) - number
        if number == MOST - 1 and left > 1:
            yield text(f"+{left}", x=x + 8, y=y + 38, font_size=20, font_weight="bold", fill=DARK)
            return
        copies[card] += 1
        yield cards.face(card, x, y, key=f"card-{seat}-{card}-{copies[card]}", new=at >= first_new)
