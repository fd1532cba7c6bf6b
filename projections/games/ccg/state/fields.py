"""The fields of a position that a moderator sets, a description lists, and a board statement names.

Setting a field moves no card elsewhere: a full description sets every field, and the invariants report faults.
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
from projections.games.ccg.state import names, piles, play_words
from projections.games.ccg.state.play_words import BEGUN
from projections.games.ccg.state.position import STEPS, STOPS, VERSIONS, InPlay, Position

USUAL: Final = "usual"
"""Placeholder for the default stops (occasions on which a seat is asked) of a seat that has set none."""
_MOST: Final = range(100_000)
_MANY: Final = range(1_000)
_BARS: Final = ("support", "special", "flash", "attack", "draw")


def _number(_position: Position, text: str) -> str | None:
    """Return the text of a card's number without leading zeros, or None if the text is no such number."""
    number = text.isascii() and text.isdecimal() and len(text) < 7 and int(text)
    return str(number) if number and number in _MOST else None


_CLAIMED: Final = re.compile(r".*#[0-9]{1,6} [a-z]+", re.DOTALL)
_CLAIMS: Final[Mapping[str, Callable[[InPlay], str]]] = {
    "values": lambda card: f"{card.energy}/{card.substance}/{card.support}",
    "energy": lambda card: str(card.energy),
    "substance": lambda card: str(card.substance),
    "support": lambda card: str(card.support),
    "zone": lambda card: names.CODES.get(card.zone, "none"),
    "state": lambda card: "sided" if card.sided else "standing",
}


def _card_claim(position: Position, claimed: str) -> str | None:
    """Return the current value of the property of a card that `claimed` names; `UNKNOWN` for an unknown face."""
    number, what = claimed.rpartition("#")[2].split()
    card, value = position.at(int(number)), _CLAIMS.get(what)
    if card is None or value is None:
        return None
    return value(card) if what in ("zone", "state") or card.face in position.cards.card else UNKNOWN


def _faces(position: Position) -> Mapping[str, str]:
    return {face.lower(): face for face in position.cards.card}


def _times(position: Position) -> Mapping[str, str]:
    """Return a mapping from names of cards to their ids; a Time card may also be called by its zone."""
    return {**_faces(position), **{zone: time_card(zone) for zone in ZONES}}


def _shown(attribute: str) -> Callable[[Position, str, Row], bool]:
    """Return a function that says whether a seat's row of cards is listed: if it exists, or before the game begins."""
    return lambda position, seat, _values: seat in getattr(position, attribute) or not position.turn


def _cards(kind: str, attribute: str, known: Callable[[Position], Mapping[str, str]], **more: Any) -> Field[Position]:
    def put(position: Position, seat: str, values: Row) -> Position:
        row = piles.known_faces(position.cards, values)
        return position.replace(**{attribute: {**getattr(position, attribute), seat: row}})

    return field.cards(
        f"{kind} <seat>", attribute, known, **{"of": _SEAT, "shown": _shown(attribute), "put": put, **more}
    )


def _bonus(position: Position, seat: str) -> str:
    if not position.times.get(seat):
        return "none"
    return names.CODES.get(position.bonus_zone(seat), UNKNOWN)


def _bar(position: Position, _place: str, written: str) -> str:
    """Check and return an entry of `bars`: a seat, a zone, and what the seat must not do in the zone this turn."""
    words = written.split()
    if len(words) != 3 or any(map(lambda word, known: word not in known, words, (position.seats, ZONES, _BARS))):
        raise RefusedError(f'bars cannot be "{written[:40]}". It needs a seat, a zone and one of {", ".join(_BARS)}')
    return written


def _bar_from(value: str) -> Row | None:
    words = tuple(value.split())
    return words if len(words) == 3 else None


def _stops_read(position: Position, place: str, value: str) -> Row:
    if value == USUAL:
        return (USUAL,)
    return field.comma_separated(field.any_of(lambda _position: STOPS))(position, place, value)


def _latest_read(position: Position, place: str, value: str) -> Row:
    """Parse and return the number and face of the card that a seat last put into a zone; () for `none`."""
    number, _, face = " ".join(value.split()).partition(" ")
    if value == "none":
        return ()
    if face not in (*position.cards.card, UNKNOWN):
        message = f'{place} cannot be "{value[:40]}". It needs the number that the card had in play, and the card'
        raise RefusedError(message)
    return (f"{number_in(place, number, _MOST)} {face}",)


def _latest_from(values: Row) -> tuple[int, str] | None:
    number, _, face = "".join(values[:1]).partition(" ")
    return (count_of(number), face) if values else None


_SEAT: Final[Key[Position]] = Key(lambda position: position.seats)
_SOME: Final = "several with commas, or `none`"
_COUNT: Final = "how many cards"
_ROW: Final = "cards, `?`, a number, `none`"
_HAND, _SEEN = field.hand_and_seen(
    _faces, _SEAT, hand={"shown": _shown("hands"), "claims": _COUNT},
    seen={"takes": "`2? yeti 4?`: the cards of its hand that all players have seen, in the order of the hand"},
)  # fmt: skip

FIELDS: Final[Fields[Position]] = Fields(
    lambda position: field.changed_options(position.options),
    field.whose_turn(),
    field.word(
        "step", "step", field.one_of(lambda _position: STEPS[1:-1]), empty=False, put=None, shown=field.shown_always,
        takes=f"`{'`, `'.join(STEPS[1:-1])}`; setting it drops unfinished actions",
    ),
    field.word(
        "first", "first", field.any_of(lambda position: position.seats, ", or none"), shown=field.shown_always,
        takes="the seat that began, or `none`",
    ),
    field.word(
        "zone", "zone", field.any_of(lambda _position: ZONES, ", or none"), shown=field.shown_always,
        takes="the chosen zone: `past`, `present`, `future`, `none`",
        claim=lambda position, _key: names.CODES.get(position.zone, "none"), claims="its letters: `Pr`",
    ),
    field.flag("bonus", "bonus"),
    field.flag("drawn", "drawn"),
    field.flag("episode played", "episode"),
    field.flag("solving begun", "solved"),
    field.flag("attacked", "attacked"),
    field.number("plays", "plays", _MANY, takes="number of cards played in step 1d of this turn"),
    field.number("granted", "granted", _MANY, takes="number of extra cards that may be played"),
    field.words(
        "missed", "missed", field.any_of(lambda _position: STEPS), takes=f"skipped compulsory steps, {_SOME}"
    ),
    field.words(
        "owed", "owed", field.any_of(lambda position: position.seats), takes=f"seats that have an extra turn, {_SOME}"
    ),
    field.words(
        "bars", "bars", _bar, " ".join, _bar_from,
        takes="what is forbidden this turn: `steve past support, steve past flash`, or `none`",
    ),
    Field(
        "card <number>", play_words.card_read, play_words.card_shown, play_words.card_put,
        of=Key(lambda position: (str(card.n) for card in position.play), _number, f"1 to {_MOST.stop - 1}"),
        takes="`face yeti, side steve, zone past, turn 3, sided` replaces the card; without a face, the card is "
        f"changed; `none` removes it: `{play_words.KNOWN}`",
    ),
    field.number(
        "cards so far", "count", _MOST, shown=field.shown_always, takes="the highest number of a card in play so far"
    ),
    Field(
        "<a card in play>", claim=_card_claim,
        of=Key(lambda _position: (), lambda _position, text: text if _CLAIMED.fullmatch(text) else None),
        claims="its values, one of them, its zone, or its state: `2/2/0`, `Sub 2`, `Pr`, `sided`, `standing`",
    ),
    _HAND,
    _cards("list", "lists", _faces, knows=lambda seat: seat, takes=f"the submitted deck: {_ROW}"),
    _cards("deck", "decks", _faces, claims=_COUNT),
    _cards("time", "times", _times, takes=f"Time cards by their zones: {_ROW}", claims=_COUNT),
    _cards("lost", "lost", _times, takes=f"Time cards by their zones: {_ROW}", claims=_COUNT),
    _cards("discards", "discards", _faces, claims=_COUNT),
    Field("bonus <seat>", of=_SEAT, claim=_bonus, claims="the zone that its top Time card shows: `Fu`, `none`"),
    _SEEN,
    field.attribute_row(
        "stops <seat>", "stops", _stops_read, lambda held: (USUAL,) if held is None else held,
        lambda values: None if values[:1] == (USUAL,) else values, of=_SEAT,
        shown=lambda position, seat, _values: seat in position.stops,
        takes=f"the stops at which it is asked: `{'`, `'.join(STOPS)}`, {_SOME}, or `{USUAL}`",
    ),
    field.attribute_row(
        "shields <seat>", "shields",
        lambda _position, place, value: () if value == "none" else (str(number_in(place, value, _MANY)),),
        lambda held: () if held is None else (str(held),),
        lambda values: count_of(values[0]) if values else None, of=_SEAT,
        shown=lambda _position, _seat, values: bool(values), takes="how many Hits will be prevented, or `none`",
    ),
    field.attribute_row(
        "latest <seat>", "latest", _latest_read, lambda held: (f"{held[0]} {held[1]}",) if held else (),
        _latest_from, of=_SEAT, takes="the last card that it put into a zone: `12 yeti`, or `none`",
    ),
    field.words(
        "begun", "stack", lambda position, _place, written: BEGUN.write(BEGUN.read(position, written)), BEGUN.write,
        lambda value: BEGUN.parse(None, value),
        takes=f"the unfinished actions, in order: `{BEGUN.known}`",
    ),
    field.rules_version(VERSIONS),
)  # fmt: skip
"""All fields, in the order in which a description lists them."""
