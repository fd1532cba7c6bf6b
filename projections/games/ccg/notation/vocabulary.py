"""The spellings of seats, zones, values and cards."""

from functools import cache, lru_cache
from typing import Final, TypeAlias

from projections.games.ccg.components.cards import CardSet
from projections.games.ccg.events import ALL_EFFECTS
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import Position
from projections.notation.sentence import Sentence
from projections.notation.stated import NamedResults
from projections.notation.titles import QUOTES, Itself, TitleCursor, title_words
from projections.notation.vocabulary import RECEIPT, Spelling, Vocabulary, seat_code
from projections.window import WINDOWS

Context: TypeAlias = Sentence[Position]
"""One move of a line of text, while the line is parsed or written."""
SPELLING: Final = Spelling(
    own=rf"(?P<receipt>{RECEIPT})",
    ignored=frozenset(f",.()[]*\ufe0f{QUOTES}"),
    fillers=frozenset({"in", "into", "on", "at", "the", "a", "an", "my"}),
    longest=14,
    reach=4,
    numbers={"one": 1, "two": 2, "three": 3, "four": 4},
)
plain: Final = SPELLING.plain
NONE: Final = "none|no|-|nothing|nobody|no one|declined|decline"
"""The words for a skipped step."""
AND: Final = ("+", "&", "and")
"""The separators of a list of cards."""
ZONE_WORDS: Final[Vocabulary] = {
    spelling: zone for zone, code in CODES.items() for spelling in (zone, code.lower(), f"the {zone}")
}
ZONE_CODES: Final[Vocabulary] = {spelling: CODES[zone] for spelling, zone in ZONE_WORDS.items()}
"""Each spelling of a zone with its two-letter code."""
_VALUES: Final = {
    "energy": ("energy", "e", "en", "ene"), "substance": ("substance", "s", "sub", "subst"),
    "support": ("support", "sup", "supp"),
}  # fmt: skip
VALUE_WORDS: Final[Vocabulary] = {spelling: value for value, spellings in _VALUES.items() for spelling in spellings}
VALUE_CODES: Final[Vocabulary] = {"energy": "E", "substance": "Sub", "support": "Sup"}


@cache
def seat_words(seats: tuple[str, ...]) -> Vocabulary:
    """Return the spellings of seats: the name, its first letter if that is unique, and either as a possessive."""
    first = [seat[:1] for seat in seats]
    short = [(seat, (seat[:1],) if first.count(seat[:1]) == 1 else ()) for seat in seats]
    words = SPELLING.names(short)
    return {f"{word}{end}": seat for word, seat in words.items() for end in ("", "'s")}


def seat_spelt(seats: tuple[str, ...], seat: str) -> str:
    """Return the text of a seat for a line: its first letter if no other seat begins with the letter, else its name."""
    short = seat[:1].upper()
    return short if seat_words(seats).get(short.lower()) == seat else seat_code(seat)


def titles(position: Position) -> Vocabulary:
    """Return a mapping from each spelling to the ids of all cards that the spelling can mean, separated by spaces.

    A printed name or an id takes precedence over near matches (singular for plural, no article, no bracketed addition).
    Near matches take precedence over parts of a name.
    """
    return card_titles(Itself(position.cards))


@lru_cache(maxsize=16)
def card_titles(cards: Itself[CardSet]) -> Vocabulary:
    """Compute `titles` for a card set."""
    return title_words(((face, card.name) for face, card in cards.thing.card.items()), plain)


class Cursor(TitleCursor):
    """A reader that goes through a line of the card game from left to right."""

    spelling = SPELLING


RESULTS: Final = NamedResults("ccg", (*ALL_EFFECTS, *WINDOWS), SPELLING, str, str)
