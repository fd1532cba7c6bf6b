"""Positions that are described instead of played: fields and their values, one `field = value` a line.

No move of the game leads to such a position. Two effects set it, and every game may include them in its vocabulary:
`PlaceSet` for public values and `CardsSet` for a row of cards. Each game defines its own fields.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from events.errors import RefusedError
from events.events import UNKNOWN, Effect, KnownTo
from events.lazy_patterns import lazy_pattern
from projections.wording import capitalised, clean, joined

NONE: Final = ("none", "-", "0", "")
MOST: Final = 400
"""The maximum number of cards in a row."""
_DIGITS: Final = 18
"""The maximum number of digits in a number."""
_UNSEEN: Final = lazy_pattern(r"([0-9]{1,3})\??|\?")
_TURN: Final = lazy_pattern(
    r"(?P<seat>[a-z0-9-]{1,32})(?:,? T(?P<turn>[1-9][0-9]{0,5}))?(?:,? round (?P<round>[1-9][0-9]{0,5}))?"
)


class PlaceSet(Effect, frozen=True, tag="place-set"):
    """A public field of the board was set without a move. `place` is the field, `values` its new values."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    place: str
    values: tuple[str, ...]


class CardsSet(Effect, frozen=True, tag="cards-set"):
    """A row of cards was set without a move, from the top or in hand order; `audience` knows the cards."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    place: str
    audience: str
    cards: Annotated[tuple[str, ...], KnownTo("audience")]


DESCRIBED: Final = (PlaceSet, CardsSet)


class Turn(NamedTuple):
    """The seat whose turn it is, with the numbers of turn and round. 0 means the next number."""

    seat: str
    number: int
    round: int


def turn_after(position: Any) -> Turn:
    """Return the next turn from `seats`, `player`, `turn` and `round` of a position, if seats take turns in order."""
    at = position.seats.index(position.player) + 1
    seat = position.seats[at % len(position.seats)]
    return Turn(seat, position.turn + 1, position.round + at // len(position.seats))


def read_row(place: str, value: str, cards: Mapping[str, str]) -> tuple[str, ...]:
    """Parse a row of cards: names separated by spaces, `?` or a number for unknown cards, or `none`.

    `cards` maps spellings in lower case to cards.

    Raises:
        RefusedError: a word is not a card; the message names it.
    """
    if value.strip().lower() in NONE:
        return ()
    found: list[str] = []
    for word in value.replace(",", " ").split():
        unseen = _UNSEEN.fullmatch(word)
        if unseen is None and word.lower() not in cards:
            known = ", ".join(dict.fromkeys(cards.values()))
            raise RefusedError(f'{place}: "{word[:40]}" is not a card. Cards (? for unknown): {known}'[:600])
        found += [UNKNOWN] * int(unseen[1] or 1) if unseen else [cards[word.lower()]]
        if len(found) > MOST:
            raise RefusedError(f"{place} can have at most {MOST} cards")
    return tuple(found)


def write_row(cards: Sequence[str], code: Callable[[str], str] = str) -> str:
    """Return a row of cards as text in the format of `read_row`."""
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
    """Parse whose turn it is: a seat, optionally with a turn (`T9`) and a round (`round 3`), or return None."""
    found = _TURN.fullmatch(" ".join(value.split()))
    if found is None or found["seat"] not in seats:
        return None
    return Turn(found["seat"], int(found["turn"] or 0), int(found["round"] or 0))


def seats_turn(seat: str, turn: int, number: int) -> str:
    """Return a text for whose turn it is, in the format that `read_turn` parses: seat, turn number, round number."""
    return f"{seat} T{turn} round {number}"


def number_in(place: str, value: str, allowed: range) -> int:
    """Parse a number. Raises RefusedError, which names the range, for one that is not in `allowed`."""
    if not (value.isascii() and value.isdecimal() and len(value) < 7 and int(value) in allowed):
        raise RefusedError(f'{place} must be a number from {allowed.start} to {allowed.stop - 1}, not "{value[:40]}"')
    return int(value)


def count_of(value: str) -> int:
    """Parse a stored number; return 0 if it is not a number or has too many digits."""
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= _DIGITS else 0


def yes_or_no(place: str, value: str) -> bool:
    """Parse `yes` or `no`, and return it as a bool. Raises RefusedError for another word."""
    if value not in ("yes", "no"):
        raise RefusedError(f'{place} must be yes or no, not "{value[:40]}"')
    return value == "yes"


class SetField(NamedTuple):
    """A public field that was set: its key, such as a seat, its values, and the positions before and after."""

    key: str
    values: tuple[str, ...]
    before: Any
    after: Any

    @property
    def number(self) -> int:
        """The first value as a number, 0 if it is not a number."""
        return count_of("".join(self.values[:1]))


FieldSentences = Mapping[str, Callable[[SetField], str]]
"""The functions that return a sentence for a field that was set, by the name of the field, such as `tokens <seat>`."""


def yes_or_no_sentence(yes: str, no: str, seat_name: Callable[[Any, str], str]) -> Callable[[SetField], str]:
    """Return a function that returns one of two sentences; `{player}` in a sentence is the player of the turn."""
    return lambda found: (yes if "yes" in found.values else no).format(
        player=seat_name(found.after, found.after.player)
    )


def field_sentence(event: PlaceSet, before: Any, after: Any, fields: FieldSentences) -> str:
    """Return the sentence of the field that was set. A field that has no sentence is named as in the log."""
    word, _, rest = event.place.partition(" ")
    for name, sentence in fields.items():
        start, _, kind = name.partition("<")
        if event.place == name or (kind and start.rstrip() == word and rest):
            return sentence(SetField(rest if kind else "", event.values, before, after))
    if (of_key := next((name for name in fields if name.startswith("<")), "")) and not rest:
        return fields[of_key](SetField(event.place, event.values, before, after))
    return f'The field "{clean(event.place)}" is now {clean(joined(event.values)) or "empty"}.'


def cards_sentence(label: str, cards: str) -> str:
    """Return the sentence for a row of cards that was set; `cards` are in words, "" for none."""
    if {"discards", "cards"} & {*label.lower().split()}:
        return f"{capitalised(label)} are now {cards}." if cards else f"{capitalised(label)}: none."
    return f"{capitalised(label)} is now {cards or 'empty'}."
