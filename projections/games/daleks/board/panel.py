"""Whose turn it is above everything; below it all what waits to be answered, what changed, and what the signs mean."""

from collections.abc import Iterator
from typing import Final

from projections.drawing.palette import CHANGE, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.daleks.board.glyphs import dalek, hourglass, saucer, symbol
from projections.games.daleks.board.inks import WIDTH
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.prose.awaiting import pending, turn_state, turn_words
from projections.games.daleks.prose.card_text import options_short
from projections.games.daleks.state.names import CODES, symbol_name
from projections.games.daleks.state.piles import PILES, deck
from projections.games.daleks.state.position import Position
from projections.wording import capitalised, clean

STATUS: Final = 40
STEP: Final = 22
SIZE: Final = 17
MOST: Final = 12
LEGEND: Final = 62
SIGNS: Final = "Dalek Ship · dice B black, G green, U blue, R red · +2B adds, B→G swaps, G→Di turns, re-roll 2B"
MEANS: Final = "· ✓ meets · struck through: used · ringed: changed"


def status(position: Position) -> Iterator[str]:
    """Whose turn it is and what is due."""
    number, due = turn_words(position)
    yield text(number, x=18, y=27, font_size=20, fill=DARK)
    left = max(220.0, 30 + wide(number, 20))
    due = capitalised(due)
    yield text(cut(due, 25, WIDTH - 18 - left), x=left, y=28, font_size=25, font_weight="bold", fill=DARK)


def lines(position: Position, found: Changes) -> list[tuple[str, str]]:
    """What the panel says, line by line, each with its ink."""
    waits = pending(position, tray=False)
    said = [(DARK, sentence) for sentence in (*waits, *turn_state(position))]
    said += [(DARK, sentence) for sentence in _drawn(position)]
    said += [(CHANGE, found.words())] * bool(found.words())
    said.append((SOFT, _decks(position)))
    folded = [(ink, line) for ink, sentence in said for line in wrapped(sentence, SIZE, WIDTH - 40, 4)]
    if len(folded) > MOST:
        folded = [*folded[: MOST - 1], (SOFT, f"and {len(folded) - MOST + 1} lines more, told in words")]
    return folded


def _drawn(position: Position) -> Iterator[str]:
    """The drawn Locations that are still to be chosen from: zones, symbols, rewards."""
    for location in position.found:
        if printed := position.box.location.get(location):
            zones = (
                f"{face.name} {' '.join(CODES[one] for one in face.symbols)}, reward {options_short((face.reward,))}"
                for face in printed.zones
            )
            yield clean(f"{printed.name}: {'; '.join(zones)}.")


def _decks(position: Position) -> str:
    names = {"timey": "Timey-Wimey", "earth": "Earth Companions", "alien": "Alien Companions"}
    sizes = ", ".join(f"{names.get(pile) or pile.title()} {len(deck(position, pile))}" for pile in PILES)
    return f"Decks: {sizes}. Dalek markers out: {position.daleks} of 6."


def panel_height(position: Position, found: Changes) -> float:
    """How high the panel is, with the legend."""
    return 16 + STEP * len(lines(position, found)) + LEGEND


def panel(position: Position, found: Changes, top: float) -> Iterator[str]:
    """What was begun and is not finished, what changed, how much the decks hold."""
    shown = lines(position, found)
    high = 10 + STEP * len(shown)
    yield el("rect", x=6, y=top, width=WIDTH - 12, height=high, rx=8, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    for at, (ink, line) in enumerate(shown):
        yield text(line, x=18, y=top + 22 + STEP * at, font_size=SIZE, fill=ink, data_line=at)
    yield from legend(top + high + 6)


def legend(top: float) -> Iterator[str]:
    """What the signs mean: symbols, dice, pieces."""
    x = 16.0
    for name in SYMBOLS:
        yield symbol(name, round(x, 1), top, 22, SOFT)
        words = f"{CODES[name]} {symbol_name(name)}"
        yield text(words, x=x + 27, y=top + 17, font_size=SMALL, fill=SOFT)
        x += 40 + wide(words, SMALL)
    yield text(MEANS, x=x + 6, y=top + 17, font_size=SMALL, fill=SOFT)
    y = top + 27
    yield hourglass(18, y - 3, "Time Anomaly marker")
    yield text("anomaly", x=46, y=y + 15, font_size=SMALL, fill=SOFT)
    yield el("g", dalek(122, y - 3, 1, "Dalek marker"))
    yield text("Dalek", x=176, y=y + 15, font_size=SMALL, fill=SOFT)
    yield saucer(232, y - 5, "Dalek Ship")
    yield text(SIGNS, x=290, y=y + 15, font_size=SMALL, fill=SOFT)
