"""How players spell things: seats, zones, values, cards."""

from functools import cache, lru_cache
from typing import Final, TypeAlias

from projections.games.ccg.components.cards import CardSet
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import Position
from projections.notation.sentence import Sentence
from projections.notation.titles import QUOTES, Itself, TitleCursor, title_words
from projections.notation.vocabulary import RECEIPT, Spelling, Vocabulary, seat_code

Said: TypeAlias = Sentence[Position]
"""One move of a line while it is read or written."""
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
"""How players write that they leave a step out."""
AND: Final = ("+", "&", "and")
"""What stands between the cards of a list."""
ZONE_WORDS: Final[Vocabulary] = {
    spelling: zone for zone, code in CODES.items() for spelling in (zone, code.lower(), f"the {zone}")
}
ZONE_CODES: Final[Vocabulary] = {spelling: CODES[zone] for spelling, zone in ZONE_WORDS.items()}
"""The zones as a line offers them: any spelling to the two letters."""
_VALUES: Final = {
    "energy": ("energy", "e", "en", "ene"), "substance": ("substance", "s", "sub", "subst"),
    "support": ("support", "sup", "supp"),
}  # fmt: skip
VALUE_WORDS: Final[Vocabulary] = {spelling: value for value, spellings in _VALUES.items() for spelling in spellings}
VALUE_CODES: Final[Vocabulary] = {"energy": "E", "substance": "Sub", "support": "Sup"}
"""The values as a line writes them."""


# Seats


@cache
def seat_words(seats: tuple[str, ...]) -> Vocabulary:
    """The spellings of seats: the name, its first letter where no other has it, and either as an owner."""
    first = [seat[:1] for seat in seats]
    short = [(seat, (seat[:1],) if first.count(seat[:1]) == 1 else ()) for seat in seats]
    words = SPELLING.names(short)
    return {f"{word}{end}": seat for word, seat in words.items() for end in ("", "'s")}


def seat_spelt(seats: tuple[str, ...], seat: str) -> str:
    """A seat as a line writes it: by its first letter where that is enough."""
    short = seat[:1].upper()
    return short if seat_words(seats).get(short.lower()) == seat else seat_code(seat)


# Cards by their faces


def titles(position: Position) -> Vocabulary:
    """The spellings of cards: what is spelt to the ids of all cards that are called so, parted by blanks.

    A printed name or an id goes before what is nearly one (singular for plural, no article, no addition in brackets),
    and that before a part of a name.
    """
    return card_titles(Itself(position.cards))


@lru_cache(maxsize=16)
def card_titles(cards: Itself[CardSet]) -> Vocabulary:
    """The same of a set of cards."""
    return title_words(((face, card.name) for face, card in cards.thing.card.items()), plain)


class Cursor(TitleCursor):
    """Reads a line of the card game from left to right."""

    spelling = SPELLING
