"""Places of a described table that no move leads to: piles, cards in play, what is left of a turn, what was begun.

Cards come from nowhere here: whoever describes a table says all its rows, and the invariants tell what is amiss.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.errors import RefusedError
from events.facts import ALL, UNKNOWN, Effect
from projections.described import CardsSet, PlaceSet, count_of, number_in, read_row, yes_or_no
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.state.begun_words import BEGUN
from projections.games.ccg.state.piles import known_faces
from projections.games.ccg.state.play_words import card_from, card_read, card_written
from projections.games.ccg.state.position import STEPS, STOPS, Position

__all__ = ["FLAGS", "MOST", "NUMBERS", "OPEN", "OWN", "USUAL", "now", "seen_of", "set_by_hand", "with_described"]

OWN: Final[Mapping[str, str]] = {"hand": "hands", "list": "lists"}
"""Rows of cards that only their seat knows, and where the position keeps them."""
OPEN: Final[Mapping[str, str]] = {"deck": "decks", "time": "times", "lost": "lost", "discards": "discards"}
"""Rows of which everybody knows what is written of them."""
FLAGS: Final[Mapping[str, str]] = {
    "bonus": "bonus", "drawn": "drawn", "episode played": "episode", "solving begun": "solved",
    "attacked": "attacked",
}  # fmt: skip
"""What is so or is not, this turn."""
NUMBERS: Final[Mapping[str, str]] = {"plays": "plays", "granted": "granted", "cards so far": "count"}
USUAL: Final = "usual"
"""The stops of a seat that has said nothing of them."""
MOST: Final = 100_000
_MANY: Final = 1_000
_BARS: Final = ("support", "special", "flash", "attack", "draw")


def set_by_hand(position: Position, place: str, value: str) -> Sequence[Effect] | None:
    """The effects that give a place a value; None where there is no such place.

    Raises:
        RefusedError: no such value; says what is allowed.
    """
    kind, _, rest = place.partition(" ")
    if rest in position.seats and (kind in OWN or kind in OPEN):
        row = read_row(place, value, _spellings(position, kind))
        if kind in OWN:  # written always, so that no line tells by its absence what a hand holds
            return (CardsSet(place, rest, row),)
        same = row == getattr(position, OPEN[kind]).get(rest) and UNKNOWN not in row
        return () if same else (CardsSet(place, ALL, row),)
    if kind == "seen" and rest in position.seats:
        return _seen(position, place, rest, value)
    if kind == "card" and rest:
        number = number_in("the number of a card in play", rest, range(1, MOST))
        place, found = f"card {number}", card_read(position, number, value)
    elif (said := _said(position, place, value)) is None:
        return None
    else:
        found = said
    return () if found == now(position, place) else (PlaceSet(place, found),)


def _seen(position: Position, place: str, seat: str, value: str) -> Sequence[Effect]:
    """What everybody has seen of a hand, in the order of its cards; written always, as a hand is."""
    row = read_row(place, value, _spellings(position, "hand"))
    if row and len(row) != len(position.hands.get(seat, ())):
        raise RefusedError(f"{place}: say every card of the hand, ? for each that nobody has seen, or none")
    return (CardsSet(place, ALL, row),)


def seen_of(position: Position, seat: str) -> tuple[str, ...]:
    """A hand as everybody has seen it, `?` for each card that nobody has; nothing where that are all."""
    seen, row = [*position.seen.get(seat, ())], []
    for face in position.hands.get(seat, ()):
        row.append(face if face in seen else UNKNOWN)
        if face in seen:
            seen.remove(face)
    return tuple(row) if any(face != UNKNOWN for face in row) else ()


def _spellings(position: Position, kind: str) -> Mapping[str, str]:
    """The cards that a row can hold, by their ids; Time cards by their zones too where nothing else lies."""
    times: Mapping[str, str] = {zone: time_card(zone) for zone in ZONES} if kind in ("time", "lost") else {}
    return {**{face.lower(): face for face in position.cards.card}, **times}


def _said(position: Position, place: str, value: str) -> tuple[str, ...] | None:  # noqa: PLR0911  # one case a place
    """The values of a place, checked; None where there is no such place."""
    rest = place.partition(" ")[2]
    parts = () if value == "none" else tuple(" ".join(part.split()) for part in value.split(","))
    if place in FLAGS:
        return ("yes",) if yes_or_no(place, value) else ()
    if place in NUMBERS:
        return (str(number_in(place, value, range(MOST if place == "cards so far" else _MANY))),)
    named: Mapping[str, Sequence[str]] = {"missed": STEPS, "owed": position.seats}
    if place in named:
        return tuple(_one_of(place, part, named[place]) for part in parts)
    if place in ("zone", "first"):
        return tuple(_one_of(place, part, ZONES if place == "zone" else position.seats) for part in parts[:1])
    if place == "bars":
        return tuple(_bar(position, part) for part in parts)
    if place == "begun":
        return tuple(BEGUN.write(BEGUN.read(position, part)) for part in parts)
    return _said_of(position, place, value, parts) if rest in position.seats else None


def _said_of(position: Position, place: str, value: str, parts: tuple[str, ...]) -> tuple[str, ...] | None:
    """The values of a place of a seat, checked; None where there is no such place."""
    match place.partition(" ")[0]:
        case "shields":
            return (str(number_in(place, value, range(_MANY))),) if parts else ()
        case "stops":
            return (USUAL,) if value == USUAL else tuple(_one_of(place, part, STOPS) for part in parts)
        case "latest":
            return tuple(_latest(position, place, part) for part in parts[:1])
        case _:
            return None


def _one_of(place: str, said: str, allowed: Sequence[str]) -> str:
    if said not in allowed:
        raise RefusedError(f'{place} cannot be "{said[:40]}": {", ".join(allowed)}, or none'[:300])
    return said


def _bar(position: Position, said: str) -> str:
    """What a seat may not do in a zone this turn."""
    words = said.split()
    allowed: tuple[Sequence[str], ...] = (position.seats, ZONES, _BARS)
    if len(words) != len(allowed) or any(word not in known for word, known in zip(words, allowed, strict=True)):
        raise RefusedError(f'bars cannot be "{said[:40]}": a seat, a zone and one of {", ".join(_BARS)}')
    return said


def _latest(position: Position, place: str, said: str) -> str:
    """The card that a seat put into a zone last: its number and its face."""
    number, _, face = said.partition(" ")
    if face not in (*position.cards.card, UNKNOWN):
        raise RefusedError(f'{place} cannot be "{said[:40]}": the number that a card had in play, and the card')
    return f"{number_in(place, number, range(MOST))} {face}"


def now(position: Position, place: str) -> tuple[str, ...]:  # noqa: PLR0911  # one case a place
    """What a place holds, as it is kept."""
    kind, _, rest = place.partition(" ")
    if place in FLAGS:
        return ("yes",) if getattr(position, FLAGS[place]) else ()
    if place in NUMBERS:
        return (str(getattr(position, NUMBERS[place])),)
    match kind:
        case "card":
            card = position.at(count_of(rest))
            return card_written(card) if card else ()
        case "missed" | "owed":
            found: tuple[str, ...] = getattr(position, kind)
            return found
        case "zone" | "first":
            one: str = getattr(position, kind)
            return (one,) if one else ()
        case "bars":
            return tuple(" ".join(bar) for bar in position.bars)
        case "shields":
            return (str(position.shields[rest]),) if rest in position.shields else ()
        case "latest":
            latest = position.latest.get(rest)
            return (f"{latest[0]} {latest[1]}",) if latest else ()
        case "stops":
            return position.stops.get(rest, (USUAL,))
        case _:
            return tuple(map(BEGUN.write, position.stack))


def with_described(position: Position, fact: PlaceSet | CardsSet) -> Position:  # noqa: PLR0911  # one case a place
    """The table after something was set by hand."""
    kind, _, rest = fact.place.partition(" ")
    if isinstance(fact, CardsSet):
        return _with_row(position, kind, rest, known_faces(position.cards, fact.cards))
    values = fact.values
    first = values[0] if values else ""
    if fact.place in FLAGS:
        return position.replace(**{FLAGS[fact.place]: bool(first)})
    if fact.place in NUMBERS:
        return position.replace(**{NUMBERS[fact.place]: count_of(first)})
    match kind:
        case "card":
            return _with_card(position, count_of(rest), values)
        case "missed" | "owed":
            return position.replace(**{kind: values})
        case "zone" | "first":
            return position.replace(**{kind: first})
        case "bars":
            parted = (tuple(value.split()) for value in values)
            return position.replace(bars=tuple(bar for bar in parted if len(bar) == 3))
        case "begun":
            things = (BEGUN.parse(position, value) for value in values)
            return position.replace(stack=tuple(thing for thing in things if thing is not None))
        case _ if rest in position.seats:
            return _of_seat(position, kind, rest, values)
        case _:
            return position


def _with_row(position: Position, kind: str, seat: str, row: tuple[str, ...]) -> Position:
    """The position where a seat has this row of cards."""
    if seat not in position.seats:
        return position
    if kind == "seen":
        return _with_seen(position, seat, row)
    if kind == "hand":  # whoever says it anew has not said what everybody saw of it
        position = _by_seat(position, "seen", seat, None)
    rows = {**OWN, **OPEN}.get(kind, "")
    return _by_seat(position, rows, seat, row) if rows else position


def _with_seen(position: Position, seat: str, row: tuple[str, ...]) -> Position:
    """The position where everybody has seen these cards of a hand."""
    hand = position.hands.get(seat, ())
    if len(row) == len(hand):
        hand = tuple(face if held == UNKNOWN else held for held, face in zip(hand, row, strict=True))
    seen = tuple(sorted(face for face in row if face != UNKNOWN))
    return _by_seat(_by_seat(position, "hands", seat, hand), "seen", seat, seen or None)


def _of_seat(position: Position, kind: str, seat: str, values: tuple[str, ...]) -> Position:
    first = values[0] if values else ""
    match kind:
        case "shields":
            return _by_seat(position, kind, seat, count_of(first) if values else None)
        case "latest":
            number, _, face = first.partition(" ")
            return _by_seat(position, kind, seat, (count_of(number), face) if values else None)
        case "stops":
            return _by_seat(position, kind, seat, None if first == USUAL else values)
        case _:
            return position


def _by_seat(position: Position, rows: str, seat: str, value: Any) -> Position:
    """The position where something of a seat is this; with None nothing is said of it any more."""
    others = {name: known for name, known in getattr(position, rows).items() if name != seat}
    return position.replace(**{rows: others if value is None else {**others, seat: value}})


def _with_card(position: Position, number: int, values: tuple[str, ...]) -> Position:
    """The position where the card of a number is as it was described, or gone."""
    card = card_from(position, number, values)
    if not number or (card is None and values):
        return position
    others = [other for other in position.play if other.n != number]
    if card is None:
        return position.replace(play=tuple(others))
    play = sorted((*others, card), key=lambda one: one.n)  # numbers go by the order of entering
    return position.replace(play=tuple(play), count=max(position.count, number))
