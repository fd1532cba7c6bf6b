"""The status line above the board, the piles and Dalek markers, and the footer with changes and legend."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from projections.drawing.palette import BACK, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide, wrapped
from projections.games.daleks.board import inks, phrases
from projections.games.daleks.board.glyphs import DALEK_SIGN, WHITE, at, named
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.section import Section
from projections.games.daleks.components.box import COLOURS, SYMBOLS
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.state.names import symbol_name
from projections.games.daleks.state.piles import PILES, deck, discards
from projections.games.daleks.state.position import Position
from projections.wording import capitalised

STATUS: Final = 40
STEP: Final = 21
MARKERS: Final = 6
"""The Dalek markers in the box, including Davros (TOD-COMP-06)."""
NAMES: Final = {"timey": "Timey-Wimey", "earth": "Earth Companions", "alien": "Alien Companions",
                "location": "Locations", "dilemma": "Dilemmas", "anomaly": "Time Anomalies"}  # fmt: skip
PILE: Final = 150.0
RACK: Final = 260.0


def status(position: Position) -> Section:
    """Draw whose turn it is and the next task."""
    number, due = turn_words(position)
    due = capitalised(due)
    left = max(200.0, 34 + wide(number, 20))
    size = 25 if wide(due, 25) < inks.WHOLE - 18 - left else 19
    lines = wrapped(due, size, inks.WHOLE - 18 - left, 3)
    parts = [el("g", named(number), text(number, x=18, y=27, font_size=20, fill=SOFT), data_place="turn")]
    words = (text(line, x=left, y=28 + 22 * at_, font_size=size, font_weight="bold")
             for at_, line in enumerate(lines))  # fmt: skip
    parts.append(el("g", named(due), *words, data_place="step"))
    return Section(STATUS + 22.0 * (len(lines) - 1), tuple(parts))


def supply(position: Position, width: float) -> Section:
    """Draw the piles with their sizes and the Dalek markers: in one line, or three piles in a line if narrow."""
    beside = width < 6 * PILE + RACK
    across, step = (3, min(PILE, width / 3)) if beside else (6, PILE)
    parts = [
        _pile(position, pile, number % across * step, 46.0 * (number // across), step)
        for number, pile in enumerate(PILES)
    ]
    rack = (0.0, 92.0) if beside else (6 * PILE, 0.0)
    parts.append(at(*rack, *_rack(position), data_place="daleks"))
    return Section(136.0 if beside else 44.0, tuple(parts))


def _pile(position: Position, pile: str, x: float, y: float, step: float) -> str:
    name, many, gone = NAMES.get(pile) or capitalised(pile), len(deck(position, pile)), len(discards(position, pile))
    label = f"{name}: {many} in the deck, {gone} discarded"
    back = el("rect", x=4, y=-3, width=30, height=38, rx=5, fill=BACK, stroke=LINE) if many > 1 else ""
    top = el("rect", width=34, height=38, rx=5, fill=BACK if many else "none", stroke=WHITE if many else LINE,
             stroke_dasharray=None if many else "4 4")  # fmt: skip
    number = text(str(many), x=17, y=25, font_size=17, font_weight="bold", text_anchor="middle",
                  fill=WHITE if many else SOFT)  # fmt: skip
    lines = wrapped(name, SMALL, step - 46, 2)
    words = (text(line, x=42, y=(25 if len(lines) == 1 else 15) + 19 * at_)
             for at_, line in enumerate(lines))  # fmt: skip
    return at(round(x, 1), y, named(label), back, top, number, *words, data_pile=pile, data_key=f"deck-{pile}",
              data_place=f"deck {pile}")  # fmt: skip


def _rack(position: Position) -> Iterator[str]:
    out = max(0, position.daleks)
    yield named(f"Dalek markers: {out} of {MARKERS} are out; the Daleks win when a seventh is needed")
    for number in range(MARKERS):
        here = el("g", DALEK_SIGN, transform="scale(.9)")
        gone = el(
            "path", d="M5 6a5 5 0 0 1 11 0v4h2l2 16h-19l2-16h2z", fill="none", stroke=SOFT, stroke_dasharray="3 3"
        )
        yield at(4 + 25 * number, 0, gone if number < out else here)
    yield text(f"{out} of {MARKERS} out", x=162, y=24)


def footer(found: Changes) -> Section:
    """Draw the changes, with room for at least one line, and the legend."""
    words = wrapped(found.words(), SMALL, inks.WHOLE - 40, 4)
    parts = [text(line, x=18, y=19 + STEP * at_, fill=inks.CHANGED, data_changed="") for at_, line in enumerate(words)]
    y, lines = 4.0 + STEP * max(1, len(words)), legend()
    parts.append(at(18, y, phrases.drawn(lines, 0, 0)))
    return Section(y + phrases.lines_high(lines) + 2, tuple(parts))


@cache
def legend() -> phrases.Lines:
    """Return the legend of the board (symbols, dice, pieces, signs) as lines of phrases."""
    return phrases.in_lines(_legend(), inks.WHOLE - 36)


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
