"""The panels with whose turn it is, the piles, and all that is laid or owed, in words."""

from collections.abc import Iterable, Iterator

from events.events import UNKNOWN
from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import wrapped
from projections.games.keys.board import cards
from projections.games.keys.board.stencils import stencils
from projections.games.keys.state.names import seat_name, turn_words
from projections.games.keys.state.position import ExtraTurn, KeyBonus, Position
from projections.wording import counted


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
    """Return the panel with tunnels, laid cards and bonuses in words, or None if there are none."""
    parts, y = list[str](), 8
    for name, words, place in _facts(position):
        lines = wrapped(words, 17, COLUMN - 172, 9)
        rows = (text(line, x=160, y=y + 18 + 22 * at, font_size=17, fill=DARK) for at, line in enumerate(lines))
        label = text(name, x=12, y=y + 18, font_size=16, fill=SOFT)
        parts.append(el("g", el("title", plain(f"{name}: {words}")), label, *rows, data_place=place))
        y += 22 * len(lines) + 4
    return Panel("laid", "Tunnels and laid cards", "", (COLUMN, y + 6), parts, column=2) if parts else None


def _facts(position: Position) -> Iterator[tuple[str, str, str | None]]:
    """Yield what is laid or owed: its name, the list in words, and the field that holds it."""
    tiles = position.tiles.items()
    found: tuple[tuple[str, str | None, Iterable[str]], ...] = (
        ("Time Tunnels", None, ("-".join(pair) for pair in position.tunnels)),
        ("Time Barriers", None, (name for name, tile in tiles if tile.barrier)),
        ("Jam Cookies", None, (name for name, tile in tiles if tile.cookie)),
        ("Held", None, (f"{seat_name(position, seat)} for {counted(left, 'turn')}"
                        for seat, left in position.held.items() if left)),
        ("Key on offer", "bonus", (f"{seat_name(position, thing.player)} on {thing.tile}"
                                   for thing in position.stack if isinstance(thing, KeyBonus))),
        ("Extra turn for", "extra turn", (seat_name(position, thing.player)
                                          for thing in position.stack if isinstance(thing, ExtraTurn))),
        ("Left out", "missed", (f"{seat_name(position, seat)}: {step}" for seat, step in position.missed)),
        ("Key tiles used", "used", (f"{tile} by {seat_name(position, seat)}" for seat, tile in position.used)),
        ("Extra turns used", "earned", (f"{tile} by {seat_name(position, seat)}" for seat, tile in position.earned)),
    )  # fmt: skip
    for name, place, things in found:
        if words := ", ".join(things):
            yield name, words, place
