"""A position that is described instead of played: places and what is at them, one `place = value` a line.

What a game has no effect for, because no move of it leads there, is set by one of two effects that every game may put
into its vocabulary: `PlaceSet` for what everybody sees, `CardsSet` for a row of cards. Each game says which places are
there.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, ClassVar, Final, NamedTuple

from events.errors import RefusedError
from events.events import UNKNOWN, Effect, KnownTo
from projections.wording import capitalised, clean, joined

NONE: Final = ("none", "-", "0", "")
MOST: Final = 400
"""The most cards of one row."""
_DIGITS: Final = 18
"""The most digits of a number."""
_UNSEEN: Final = re.compile(r"([0-9]{1,3})\??|\?")
_TURN: Final = re.compile(
    r"(?P<seat>[a-z0-9-]{1,32})(?:,? T(?P<turn>[1-9][0-9]{0,5}))?(?:,? round (?P<round>[1-9][0-9]{0,5}))?"
)


class PlaceSet(Effect, frozen=True, tag="place-set"):
    """Something that everybody sees was set by hand: a place, and what is at it now."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    place: str
    values: tuple[str, ...]


class CardsSet(Effect, frozen=True, tag="cards-set"):
    """A row of cards was set by hand, from the top or in the order of the hand; `audience` knows which they are."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    place: str
    audience: str
    cards: Annotated[tuple[str, ...], KnownTo("audience")]


DESCRIBED: Final = (PlaceSet, CardsSet)


class Turn(NamedTuple):
    """Whose turn it is, its number and its round; 0 where what comes next is meant."""

    seat: str
    number: int
    round: int


def read_row(place: str, value: str, cards: Mapping[str, str]) -> tuple[str, ...]:
    """A row of cards: their names with blanks between them, `?` or a number for cards nobody knows, `none` for none.

    `cards` maps spellings, in lower case, to cards.

    Raises:
        RefusedError: a word is no card; names it.
    """
    if value.strip().lower() in NONE:
        return ()
    found: list[str] = []
    for word in value.replace(",", " ").split():
        unseen = _UNSEEN.fullmatch(word)
        if unseen is None and word.lower() not in cards:
            known = ", ".join(dict.fromkeys(cards.values()))
            raise RefusedError(f'{place}: "{word[:40]}" is no card; cards are {known}, ? for one not known'[:600])
        found += [UNKNOWN] * int(unseen[1] or 1) if unseen else [cards[word.lower()]]
        if len(found) > MOST:
            raise RefusedError(f"{place}: more than {MOST} cards")
    return tuple(found)


def write_row(cards: Sequence[str], code: Callable[[str], str] = str) -> str:
    """A row of cards as `read_row` takes it."""
    words: list[str] = []
    unseen = 0
    for card in (*cards, ""):
        if card == UNKNOWN:
            unseen += 1
            continue
        words += [f"{unseen}?"] * bool(unseen) + [code(card)] * bool(card)
        unseen = 0
    return " ".join(words) or "none"


def read_turn(value: str, seats: Sequence[str]) -> Turn | None:
    """Whose turn it is: a seat, with `T9` where its number is said and `round 3` where its round is.

    None where this is no such thing.
    """
    found = _TURN.fullmatch(" ".join(value.split()))
    if found is None or found["seat"] not in seats:
        return None
    return Turn(found["seat"], int(found["turn"] or 0), int(found["round"] or 0))


def seats_turn(seat: str, turn: int, number: int) -> str:
    """A turn as `read_turn` takes it."""
    return f"{seat} T{turn} round {number}"


def number_in(place: str, value: str, allowed: range) -> int:
    """A number.

    Raises:
        RefusedError: it is none, or not allowed; says what is.
    """
    if not (value.isascii() and value.isdecimal() and len(value) < 7 and int(value) in allowed):
        raise RefusedError(f'{place} cannot be "{value[:40]}": {allowed.start} to {allowed.stop - 1}')
    return int(value)


def count_of(value: str) -> int:
    """A number as it was kept; 0 for what is none, or too long for any."""
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= _DIGITS else 0


def yes_or_no(place: str, value: str) -> bool:
    """Whether something is so.

    Raises:
        RefusedError: neither yes nor no is said.
    """
    if value not in ("yes", "no"):
        raise RefusedError(f'{place} cannot be "{value[:40]}": yes or no')
    return value == "yes"


def tell_described(event: PlaceSet | CardsSet, card_row: Callable[[Iterable[str]], str]) -> str:
    """One of these effects in a sentence; `card_row` puts cards into words."""
    place = clean(capitalised(event.place))
    if isinstance(event, CardsSet):
        return f"{place} is set down: {card_row(event.cards) if event.cards else 'no cards'}."
    return f"{place} is set down: {clean(joined(event.values)) if event.values else 'none'}."
