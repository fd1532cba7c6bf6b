"""The places of the table that a moderator sets, a description tells of, and a post claims: one row each.

Cards come from nowhere here: whoever describes a table says all its rows, and the invariants tell what is amiss.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from events.errors import RefusedError
from events.events import UNKNOWN
from projections import field
from projections.described import count_of, number_in
from projections.field import Field, Fields, Key, Row
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.state.begun_words import BEGUN
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.piles import known_faces
from projections.games.ccg.state.play_words import KNOWN, card_put, card_read, card_shown
from projections.games.ccg.state.position import STEPS, STOPS, InPlay, Position

USUAL: Final = "usual"
"""The stops of a seat that has said nothing of them."""
_MOST: Final = range(100_000)
_MANY: Final = range(1_000)
_BARS: Final = ("support", "special", "flash", "attack", "draw")


# Cards in play


def _number(_position: Position, text: str) -> str | None:
    """The number of a card in play, as it is kept."""
    number = text.isascii() and text.isdecimal() and len(text) < 7 and int(text)
    return str(number) if number and number in _MOST else None


_CLAIMED: Final = re.compile(r".*#[0-9]{1,6} [a-z]+", re.DOTALL)
_CLAIMS: Final[Mapping[str, Callable[[InPlay], str]]] = {
    "values": lambda card: f"{card.energy}/{card.substance}/{card.support}",
    "energy": lambda card: str(card.energy),
    "substance": lambda card: str(card.substance),
    "support": lambda card: str(card.support),
    "zone": lambda card: CODES.get(card.zone, "none"),
    "state": lambda card: "sided" if card.sided else "standing",
}


def _card_claim(position: Position, claimed: str) -> str | None:
    """What is claimed of a card in play; its values are not known where its face is not."""
    number, what = claimed.rpartition("#")[2].split()
    card, value = position.at(int(number)), _CLAIMS.get(what)
    if card is None or value is None:
        return None
    return value(card) if what in ("zone", "state") or card.face in position.cards.card else UNKNOWN


# Rows of cards


def _faces(position: Position) -> Mapping[str, str]:
    return {face.lower(): face for face in position.cards.card}


def _times(position: Position) -> Mapping[str, str]:
    """Time cards are called by their zones too, where nothing else lies."""
    return {**_faces(position), **{zone: time_card(zone) for zone in ZONES}}


def _told(attribute: str) -> Callable[[Position, str, Row], bool]:
    """Where a row is there; before the game begins always, so that it is known what is there."""
    return lambda position, seat, _values: seat in getattr(position, attribute) or not position.turn


def _cards(kind: str, attribute: str, known: Callable[[Position], Mapping[str, str]], **more: Any) -> Field[Position]:
    """Rows of cards of the seats."""

    def put(position: Position, seat: str, values: Row) -> Position:
        row = known_faces(position.cards, values)
        return position.replace(**{attribute: {**getattr(position, attribute), seat: row}})

    return field.cards(
        f"{kind} <seat>", attribute, known, **{"of": _SEAT, "told": _told(attribute), "put": put, **more}
    )


def _bonus(position: Position, seat: str) -> str:
    if not position.times.get(seat):
        return "none"
    return CODES.get(position.bonus_zone(seat), UNKNOWN)


# What else belongs to a turn and to a seat


def _bar(position: Position, _place: str, said: str) -> str:
    """What a seat may not do in a zone this turn."""
    words = said.split()
    if len(words) != 3 or any(map(lambda word, known: word not in known, words, (position.seats, ZONES, _BARS))):
        raise RefusedError(f'bars cannot be "{said[:40]}": a seat, a zone and one of {", ".join(_BARS)}')
    return said


def _bar_from(value: str) -> Row | None:
    words = tuple(value.split())
    return words if len(words) == 3 else None


def _stops_read(position: Position, place: str, value: str) -> Row:
    return (
        (USUAL,)
        if value == USUAL
        else field.comma_separated(field.any_of(lambda _position: STOPS))(position, place, value)
    )


def _shields_read(_position: Position, place: str, value: str) -> Row:
    return () if value == "none" else (str(number_in(place, value, _MANY)),)


def _latest_read(position: Position, place: str, value: str) -> Row:
    """The card that a seat put into a zone last: its number and its face."""
    number, _, face = " ".join(value.split()).partition(" ")
    if value == "none":
        return ()
    if face not in (*position.cards.card, UNKNOWN):
        raise RefusedError(f'{place} cannot be "{value[:40]}": the number that a card had in play, and the card')
    return (f"{number_in(place, number, _MOST)} {face}",)


def _latest_from(values: Row) -> tuple[int, str] | None:
    number, _, face = "".join(values[:1]).partition(" ")
    return (count_of(number), face) if values else None


_SEAT: Final[Key[Position]] = Key(lambda position: position.seats)
_SOME: Final = "several with commas, or `none`"
_COUNT: Final = "how many cards"
_ROW: Final = "cards, `?`, a number, `none`"
_HAND, _SEEN = field.hand_and_seen(
    _faces, _SEAT, hand={"told": _told("hands"), "claims": _COUNT},
    seen={"takes": "`2? yeti 4?`: which cards of its hand everybody has seen, in the order of the hand"},
)  # fmt: skip

FIELDS: Final[Fields[Position]] = Fields(
    lambda position: field.told_options(position.options),
    field.whose_turn(),
    field.word(
        "step", "step", field.one_of(lambda _position: STEPS[1:-1]), empty=False, put=None, told=field.told_always,
        takes=f"`{'`, `'.join(STEPS[1:-1])}`; what was begun is off",
    ),
    field.word(
        "first", "first", field.any_of(lambda position: position.seats, ", or none"), told=field.told_always,
        takes="the seat that began, or `none`",
    ),
    field.word(
        "zone", "zone", field.any_of(lambda _position: ZONES, ", or none"), told=field.told_always,
        takes="the chosen zone: `past`, `present`, `future`, `none`",
        claim=lambda position, _key: CODES.get(position.zone, "none"), claims="its letters: `Pr`",
    ),
    field.flag("bonus", "bonus"),
    field.flag("drawn", "drawn"),
    field.flag("episode played", "episode"),
    field.flag("solving begun", "solved"),
    field.flag("attacked", "attacked"),
    field.number("plays", "plays", _MANY, takes="cards of 1d that were played this turn"),
    field.number("granted", "granted", _MANY, takes="cards that may be played beside"),
    field.words(
        "missed", "missed", field.any_of(lambda _position: STEPS), takes=f"compulsory steps passed over, {_SOME}"
    ),
    field.words(
        "owed", "owed", field.any_of(lambda position: position.seats), takes=f"seats that have an extra turn, {_SOME}"
    ),
    field.words(
        "bars", "bars", _bar, " ".join, _bar_from,
        takes="what is forbidden this turn: `steve past support, steve past flash`, or `none`",
    ),
    Field(
        "card <number>", card_read, card_shown, card_put,
        of=Key(lambda position: (str(card.n) for card in position.play), _number, f"1 to {_MOST.stop - 1}"),
        takes="`face yeti, side steve, zone past, turn 3, sided` describes it anew; what is said without a face "
        f"changes it; `none` where it is gone: `{KNOWN}`",
    ),
    field.number(
        "cards so far", "count", _MOST, told=field.told_always, takes="the last number that a card in play got"
    ),
    Field(
        "<a card in play>", claim=_card_claim,
        of=Key(lambda _position: (), lambda _position, text: text if _CLAIMED.fullmatch(text) else None),
        claims="its values, one of them, its zone, or how it lies: `2/2/0`, `Sub 2`, `Pr`, `sided`, `standing`",
    ),
    _HAND,
    _cards("list", "lists", _faces, knows=lambda seat: seat, takes=f"the deck as it was laid down: {_ROW}"),
    _cards("deck", "decks", _faces, claims=_COUNT),
    _cards("time", "times", _times, takes=f"Time cards by their zones: {_ROW}", claims=_COUNT),
    _cards("lost", "lost", _times, takes=f"Time cards by their zones: {_ROW}", claims=_COUNT),
    _cards("discards", "discards", _faces, claims=_COUNT),
    Field("bonus <seat>", of=_SEAT, claim=_bonus, claims="the zone that its top Time card shows: `Fu`, `none`"),
    _SEEN,
    field.attribute_row(
        "stops <seat>", "stops", _stops_read, lambda held: (USUAL,) if held is None else held,
        lambda values: None if values[:1] == (USUAL,) else values, of=_SEAT,
        told=lambda position, seat, _values: seat in position.stops,
        takes=f"at what it is asked: `{'`, `'.join(STOPS)}`, {_SOME}, or `{USUAL}`",
    ),
    field.attribute_row(
        "shields <seat>", "shields", _shields_read, lambda held: () if held is None else (str(held),),
        lambda values: count_of(values[0]) if values else None, of=_SEAT,
        told=lambda _position, _seat, values: bool(values), takes="how many Hits will be prevented, or `none`",
    ),
    field.attribute_row(
        "latest <seat>", "latest", _latest_read, lambda held: (f"{held[0]} {held[1]}",) if held else (),
        _latest_from, of=_SEAT, takes="the card that it put into a zone last: `12 yeti`, or `none`",
    ),
    field.words(
        "begun", "stack", lambda position, _place, said: BEGUN.write(BEGUN.read(position, said)), BEGUN.write,
        lambda value: BEGUN.parse(None, value),
        takes=f"what is begun and not finished, in order: `{BEGUN.known}`",
    ),
)  # fmt: skip
"""All places, in the order in which a description tells of them."""
