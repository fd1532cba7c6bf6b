"""The spellings of seats, symbols, colours, dice, spaces of the track and printed names."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, TypeAlias

from projections.games.daleks.components.box import COLOURS, EARTH, Box
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import Position
from projections.notation.sentence import Sentence
from projections.notation.titles import QUOTES, Itself, TitleCursor, title_words
from projections.notation.vocabulary import RECEIPT, Spelling, Vocabulary, seat_code

Context: TypeAlias = Sentence[Position]
"""One move of a line while it is parsed or written."""
SPELLING: Final = Spelling(
    own=rf"(?P<receipt>{RECEIPT})",
    ignored=frozenset(f",.!()[]\ufe0f{QUOTES}"),
    fillers=frozenset({"in", "into", "on", "at", "the", "a", "an", "my"}),
    longest=14,
    reach=4,
    numbers={"one": 1, "two": 2, "three": 3, "four": 4},
)
plain: Final = SPELLING.plain
AND: Final = ("+", "&", "and")
"""Words between the items of a list."""
COLOUR_WORDS: Final[Vocabulary] = {
    **{letter.lower(): colour for letter, colour in tray.LETTERS.items()}, **{colour: colour for colour in COLOURS},
}  # fmt: skip
_BEGUN: Final = 3
"""The least number of letters that abbreviate a symbol."""
SYMBOL_WORDS: Final[Vocabulary] = {
    **{code.lower(): symbol for symbol, code in names.CODES.items()},
    **{symbol[:size]: symbol for symbol in names.CODES for size in range(_BEGUN, len(symbol) + 1)},
}  # fmt: skip
_LONGEST_TRACK: Final = 60
"""The highest space that a line may name."""


class Cursor(TitleCursor):
    """A reader that goes through a line of Time of the Daleks from left to right."""

    spelling = SPELLING


@cache
def seat_words(seats: tuple[str, ...]) -> Vocabulary:
    """Return the spellings of seats: the name, and its first letter if unique."""
    first = [seat[:1] for seat in seats]
    return SPELLING.names((seat, (seat[:1],) if first.count(seat[:1]) == 1 else ()) for seat in seats)


def seat_spelt(seats: tuple[str, ...], seat: str) -> str:
    """Return the text of a seat for a line: its first letter if unique and no colour of dice, else its name."""
    short = seat[:1].upper()
    free = short not in tray.LETTERS and seat_words(seats).get(short.lower()) == seat
    return short if free else seat_code(seat)


@cache
def space_words() -> Vocabulary:
    """Return the spellings of spaces: Roman numerals, digits, Skaro."""
    spaces = range(1, _LONGEST_TRACK + 1)
    return {**{names.roman(n).lower(): str(n) for n in spaces}, **{str(n): str(n) for n in (0, *spaces)}, "skaro": "0"}


def titles(position: Position, *kinds: str) -> Vocabulary:
    """Return the spellings of cards and tiles in the box; `kinds` are tables of a box file (see `title_words`)."""
    return _titles(Itself(position.box), kinds)


@lru_cache(maxsize=64)
def _titles(same: Itself[Box], kinds: tuple[str, ...]) -> Vocabulary:
    box, rows = same.thing, list[tuple[str, str]]()
    for kind in kinds:
        table: Mapping[str, object] = getattr(box, kind)
        rows += [(ident, str(getattr(thing, "name", ident))) for ident, thing in table.items()]
        rows += [(EARTH, box.earth.name)] if kind == "location" else []
    return title_words(rows, plain)


def letter_of(colour: str) -> str:
    """Return the letter of a colour of dice; any other word unchanged."""
    return names.DICE_LETTERS.get(colour, colour)
