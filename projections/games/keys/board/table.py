"""The panels with whose turn it is, the piles, and all that is laid or owed, in words."""

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK, LIGHT, LINE, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.keys.board import cards
from projections.games.keys.board.stencils import stencils
from projections.games.keys.state.names import seat_name, turn_words
from projections.games.keys.state.position import ExtraTurn, KeyBonus, Position
from projections.wording import counted

ROW: Final = 36
"""The height of a row of things in words."""


def status(position: Position, desc: str) -> Panel:
    """Return the panel with the number of the turn and who must do what. Its title is that of the board."""
    number, due = turn_words(position)
    lines = wrapped(due, 24, COLUMN - 32, 3)
    words = {"x": 16, "font_size": 24, "font_weight": "bold", "fill": DARK}
    parts = (
        el("g", el("title", plain(number)), text(number, x=16, y=27, font_size=18, fill=DARK), data_place="turn"),
        el("g", el("title", plain(due)), *(text(line, y=56 + 28 * at, **words) for at, line in enumerate(lines)),
           data_place="step"),
    )  # fmt: skip
    title = f"Keys to the TARDIS. {number}: {due}"
    return Panel("status", title, desc, (COLUMN, 42 + 28 * len(lines)), parts)


def piles(position: Position) -> Panel:
    """Return the panel with the draw pile and the discards, with the top card of each."""
    top, high = position.discards[-1:], cards.HIGH + 12
    draw = cards.back(12, 17) if position.draw else ""
    shown = "".join(
        cards.back(COLUMN - 40, 17) if card == UNKNOWN else cards.face(card, COLUMN - cards.WIDE - 9, 6) for card in top
    )
    parts = (
        _pile("Draw pile", "draw", len(position.draw), 52, draw, "keys-draw-card"),
        _pile("Discards", "discards", len(position.discards), 250, shown),
    )
    return Panel("piles", "Piles", "", (COLUMN, high), parts, column=2, defs=stencils(shown))


def _pile(words: str, place: str, count: int, x: int, top: str, move: str | None = None) -> str:
    number = counted(count, "card")
    return el(
        "g", el("title", f"{words}: {number}"), text(words, x=x, y=30, font_size=17, fill=DARK),
        text(number, x=x, y=56, font_size=20, font_weight="bold", fill=DARK), top,
        data_place=place, data_key=f"pile-{place}", data_arg=move,
    )  # fmt: skip


def laid(position: Position) -> Panel | None:
    """Return the panel with tunnels, laid cards and bonuses in words, each in its box, or None if there are none."""
    facts = [*(Fact(name, words, None) for name, words in _cards(position)), *starmap(Fact, _bonuses(position))]
    rows, parts = _rows(facts), list[str]()
    for number, row in enumerate(rows):
        room = (COLUMN - 10 - sum(fact.across + 6 for fact in row) + 6) / len(row)
        more, x = (0.0 if number and number == len(rows) - 1 else room), 5.0
        for fact in row:
            parts.append(_box(fact, x, 5 + number * ROW, fact.across + more))
            x += fact.across + more + 6
    return Panel("laid", "Tunnels and laid cards", "", (COLUMN, 5 + len(rows) * ROW), parts, column=2) if rows else None


class Fact(NamedTuple):
    """Something that is laid, owed or used: its name, the rest in words, and the field that shows it."""

    name: str
    words: str
    place: str | None

    @property
    def across(self) -> float:
        """The width of its box."""
        return min(wide(f"{self.name} ", 16) + wide(self.words, 16) + 18, COLUMN - 10)


def _rows(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Return facts in rows, as many in each as there is room for."""
    rows, left = list[list[Fact]](), 0.0
    for fact in facts:
        if not rows or left < fact.across:
            rows.append([])
            left = COLUMN - 10
        rows[-1].append(fact)
        left -= fact.across + 6
    return rows


def _box(fact: Fact, x: float, y: int, across: float) -> str:
    named = wide(f"{fact.name} ", 16)
    return el(
        "g",
        el("title", plain(f"{fact.name}: {fact.words}")),
        el("rect", x=x, y=y, width=across, height=ROW - 5, rx=6, fill=LIGHT, stroke=LINE),
        text(fact.name, x=x + 8, y=y + 21, font_size=16, fill=SOFT),
        text(cut(fact.words, 16, across - named - 14), x=x + 8 + named, y=y + 21, font_size=16, fill=DARK),
        data_place=fact.place,
    )  # fmt: skip


def _cards(position: Position) -> Iterator[tuple[str, str]]:
    """Yield what lies on the grid: its name, and the rest in words."""
    for tile, other in position.tunnels:
        yield "Time Tunnel", f"{tile}-{other}"
    for name, door in position.tiles.items():
        if door.barrier:
            yield "Time Barrier", name
        if door.cookie:
            yield "Jam Cookie", name
    for seat, left in position.held.items():
        if left:
            yield "Pandorica", f"{seat_name(position, seat)}, {counted(left, 'turn')}"


def _bonuses(position: Position) -> Iterator[tuple[str, str, str]]:
    """Yield what is owed or used up: its name, the rest in words, and the field that shows it."""
    for thing in position.stack:
        match thing:
            case KeyBonus(player=seat, tile=tile):
                yield "TARDIS Key", f"{seat_name(position, seat)} may use {tile}", "bonus"
            case ExtraTurn(player=seat):
                yield "Extra Turn", f"{seat_name(position, seat)} has one coming", "extra turn"
    for seat, step in position.missed:
        yield "Left out", f"{seat_name(position, seat)}: {step}", "missed"
    for seat, tile in position.used:
        yield "Key used", f"{tile} by {seat_name(position, seat)}", "used"
    for seat, tile in position.earned:
        yield "Extra Turn used", f"{tile} by {seat_name(position, seat)}", "earned"
