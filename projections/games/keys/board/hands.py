"""The panel of the hands, as the viewer knows them: cards with their names, or only backs if no card is known."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK, LIGHT, LINE, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide
from projections.games.keys.board import cards, pawns
from projections.games.keys.board.stencils import stencils
from projections.games.keys.state.names import EDGE_NAMES, seat_name
from projections.games.keys.state.position import OPPOSITE, OUT, Position
from projections.wording import counted

HEAD: Final = 48
"""The height of the line with a seat's name, the place and the goal of its pawn, and the number of its cards."""
NAME: Final = 68
"""The left edge of a seat's name."""
ROOM: Final = 152
"""The width of a seat's name and of its place, if its cards are next to them."""
LEFT: Final = 9
"""The left edge of the cards below a name."""
RIGHT: Final = COLUMN - 14
BACKS: Final = 5
"""The most backs that are drawn next to a name."""
MOST: Final = 8
"""The most cards that are drawn below a name; if there are more, the last place shows the number of the others."""


def hands(position: Position, drawn: Mapping[str, int]) -> Panel:
    """Return the panel with a hand for each seat, the hands that the viewer knows first.

    `drawn` maps seats to the number of new cards, the last ones.
    """
    parts, top = list[str](), 4
    for seat in sorted(position.seats, key=lambda seat: UNKNOWN in position.hands.get(seat, (UNKNOWN,))):
        markup, high = _hand(position, seat, top, drawn.get(seat, 0))
        parts.append(markup)
        top += high + 5
    return Panel("hands", "Hands", "", (COLUMN, top - 1), parts, column=2, defs=stencils("".join(parts)))


def _hand(position: Position, seat: str, top: int, drawn: int) -> tuple[str, int]:
    """Return the SVG of a seat's hand, and its height."""
    held = position.hands.get(seat, ())
    turn, count = seat == position.player and not position.is_over, counted(len(held), "card")
    rows, first_new = _rows(held), len(held) - drawn
    if rows:
        drawing = [*_words_above(position, seat, top), *_faces(seat, top + HEAD - 2, held, first_new)]
    else:
        drawing = [*_words_beside(position, seat, top), *_backs(seat, top + 4, len(held), first_new)]
    high = HEAD + (cards.HIGH + 6) * rows
    frame = {"x": 3, "y": top, "width": COLUMN - 6, "height": high, "rx": 8, "fill": LIGHT if turn else "none"}
    markup = el(
        "g",
        el("title", plain(f"Hand of {seat_name(position, seat)}: {count}")),
        el("rect", **frame, stroke=DARK if turn else LINE, stroke_width=2.4 if turn else 1),
        el("path", d=f"M9 {top + 13}L19 {top + 23}L9 {top + 33}Z", fill=DARK) if turn else "",
        pawns.token(position, seat, 42, top + 23),
        text(count, x=RIGHT, y=top + 30, font_size=17, font_weight="bold", text_anchor="end", fill=DARK),
        *drawing,
        data_hand=seat, data_place=f"hand {seat}",
    )  # fmt: skip
    return markup, high


def _state(position: Position, seat: str) -> tuple[str, str]:
    """Return where a seat's pawn is, and its goal."""
    place = position.pawns.get(seat, "")
    words = {"": "no pawn yet", OUT: "outside"}.get(place) or f"on {place[:6]}"
    if position.winner and seat == position.winner:
        words += ", winner"
    elif left := position.held.get(seat):
        words += f", held {left} turn{'s' * (left != 1)}"
    return words, EDGE_NAMES.get(OPPOSITE.get(position.edges.get(seat, ""), ""), "")


def _words_beside(position: Position, seat: str, top: int) -> Iterator[str]:
    """Yield the SVG of a seat's name, place and goal in two lines, to the left of its backs."""
    words, goal = _state(position, seat)
    name = cut(seat_name(position, seat), 19, ROOM)
    yield text(name, x=NAME, y=top + 21, font_size=19, font_weight="bold", fill=DARK)
    yield text(cut(words, 16, ROOM), x=NAME, y=top + 41, font_size=16, fill=DARK)
    if goal:
        yield text("goal", x=NAME + ROOM + 8, y=top + 21, font_size=16, fill=SOFT)
        yield text(goal, x=NAME + ROOM + 8, y=top + 41, font_size=16, fill=DARK)


def _backs(seat: str, top: int, count: int, first_new: int) -> Iterator[str]:
    """Yield the SVG of the backs of a seat's last cards."""
    for number in range(max(0, count - BACKS), count):
        x = RIGHT - 70 - (cards.BACK_WIDE + 4) * (count - number)
        yield cards.back(x, top, key=f"card-{seat}-{UNKNOWN}-{number + 1}", new=number >= first_new)


def _words_above(position: Position, seat: str, top: int) -> Iterator[str]:
    """Yield the SVG of a seat's name, place and goal in one line, above its cards."""
    words, goal = _state(position, seat)
    name = cut(seat_name(position, seat), 19, ROOM)
    after = NAME + wide(name, 19) + 10
    yield text(name, x=NAME, y=top + 30, font_size=19, font_weight="bold", fill=DARK)
    yield text(cut(words, 16, 324 - after), x=after, y=top + 30, font_size=16, fill=DARK)
    if goal:
        yield text(f"goal {goal}", x=RIGHT - 76, y=top + 30, font_size=16, text_anchor="end", fill=SOFT)


def _across(held: Sequence[str]) -> int:
    """Return the number of cards in a row below a name."""
    return 3 if len(held) <= 3 else 4


def _rows(held: Sequence[str]) -> int:
    """Return the number of rows of cards below a name, which is 0 if no card is known."""
    return 0 if set(held) <= {UNKNOWN} else -(-min(MOST, len(held)) // _across(held))


def _faces(seat: str, top: int, held: Sequence[str], first_new: int) -> Iterator[str]:
    """Yield the SVG of a seat's cards in rows, with the number of those without a place."""
    across, copies = _across(held), Counter[str]()
    broad = (RIGHT - LEFT + 5 - 6 * (across - 1)) // across
    for number, card in enumerate(held[:MOST]):
        x, y = LEFT + number % across * (broad + 6), top + number // across * (cards.HIGH + 6)
        left = len(held) - number
        if number == MOST - 1 and left > 1:
            yield text(f"+{left}", x=x + 8, y=y + 38, font_size=20, font_weight="bold", fill=DARK)
        else:
            copies[card] += 1
            yield cards.face(card, x, y, broad, new=number >= first_new, key=f"card-{seat}-{card}-{copies[card]}")
