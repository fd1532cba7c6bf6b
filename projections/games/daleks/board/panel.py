"""The status of the game, the decks and Dalek markers, and the legend."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from projections.drawing.board import COLUMN
from projections.drawing.palette import BACK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide, wrapped
from projections.games.daleks.board import inks, phrases
from projections.games.daleks.board.glyphs import WHITE, at, named, sign
from projections.games.daleks.board.section import Section, drawn_once
from projections.games.daleks.components.box import COLOURS, SYMBOLS
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.state.names import symbol_name
from projections.games.daleks.state.piles import PILES, deck, discards
from projections.games.daleks.state.position import Position
from projections.wording import capitalised

MARKERS: Final = 6
"""The Dalek markers in the box, including Davros (TOD-COMP-06)."""
NAMES: Final = {
    "timey": ("Timey", "Timey-Wimey"), "earth": ("Earth", "Earth Companions"), "alien": ("Alien", "Alien Companions"),
    "location": ("Location", "Locations"), "dilemma": ("Dilemma", "Dilemmas"), "anomaly": ("Anomaly", "Time Anomalies"),
}  # fmt: skip
"""The short and the whole name of each deck."""


def status(position: Position) -> Section:
    """Draw whose turn it is and the next task."""
    number, due = turn_words(position)
    due = capitalised(due)
    left = 28 + wide(number, SMALL)
    room = COLUMN - 14 - left
    size = round(max(21.0, min(28.0, room / wide(due, 1))), 1)
    lines = wrapped(due, size, room, 5)
    words = (text(line, x=left, y=30 + 26 * at_, font_size=size, font_weight="bold") for at_, line in enumerate(lines))
    parts = [
        el("g", named(number), text(number, x=14, y=28, fill=SOFT), data_place="turn"),
        el("g", named(due), *words, data_place="step"),
    ]
    return Section(12 + 26.0 * len(lines), tuple(parts))


def decks(position: Position) -> Section:
    """Draw the decks with their sizes and the Dalek markers in one line."""
    sizes = tuple((len(deck(position, pile)), len(discards(position, pile))) for pile in PILES)
    return drawn_once(position.box, ("decks", sizes, position.daleks), lambda: _decks(position))


def _decks(position: Position) -> Section:
    step = inks.ROOM / (len(PILES) + 1)
    parts = [_pile(position, pile, inks.EDGE + step * number, step) for number, pile in enumerate(PILES)]
    out = max(0, position.daleks)
    told = named(f"Dalek markers: {out} of {MARKERS} are out; the Daleks win when a seventh is needed")
    words = text(f"{out} of {MARKERS}", x=round(step / 2, 1), y=66, text_anchor="middle")
    parts.append(at(inks.EDGE + step * len(PILES), 0, told, sign("dalek", step / 2 - 12, 12), words,
                    data_place="daleks"))  # fmt: skip
    return Section(70, tuple(parts))


def _pile(position: Position, pile: str, x: float, step: float) -> str:
    """Draw a deck as a back with the number of its cards, and its name below."""
    many, gone = len(deck(position, pile)), len(discards(position, pile))
    short, whole = NAMES.get(pile, (capitalised(pile),) * 2)
    left = step / 2 - 18
    back = el("rect", x=left + 4, y=7, width=34, height=38, rx=5, fill=BACK, stroke=LINE) if many > 1 else ""
    top = el("rect", x=left, y=10, width=34, height=38, rx=5, fill=BACK if many else LIGHT,
             stroke=WHITE if many else LINE, stroke_dasharray=None if many else "4 4")  # fmt: skip
    number = text(str(many), x=left + 17, y=35, font_size=17, font_weight="bold", text_anchor="middle",
                  fill=WHITE if many else SOFT)  # fmt: skip
    return at(
        x, 0, named(f"{whole}: {many} in the deck, {gone} discarded"), back, top, number,
        text(short, x=round(step / 2, 1), y=66, text_anchor="middle"), data_pile=pile, data_key=f"deck-{pile}",
        data_place=f"deck {pile}", data_arg=pile,
    )  # fmt: skip


@cache
def legend() -> Section:
    """Draw the legend of the board: symbols, dice, pieces, signs."""
    lines = phrases.in_lines(_legend(), inks.ROOM - 12)
    return Section(phrases.lines_high(lines) + 16, (phrases.drawn(lines, 14, 8),))


def _legend() -> Iterator[phrases.Phrase]:
    for name in SYMBOLS:
        yield _sign("symbol", name, symbol_name(name))
    yield phrases.Phrase(("dice:",))
    for colour in COLOURS:
        yield _sign("die", colour, colour)
    for kind, words in (
        ("tardis", "TARDIS"), ("ship", "Dalek Ship"), ("dalek", "Dalek marker"), ("anomaly", "Time Anomaly"),
        ("token", "token"), ("card", "card"), ("companion", "Companion"), ("equipment", "Equipment"),
        ("again", "re-rolled"), ("turned", "turned"),
    ):  # fmt: skip
        yield _sign(kind, "", words)
    for words in ("★ reward", "✗ fail", "✓ used"):
        yield phrases.Phrase((words,))
    yield phrases.Phrase(("ring: changed",))


def _sign(kind: str, of: str, words: str) -> phrases.Phrase:
    return phrases.Phrase((phrases.Sign(kind, of), words))
