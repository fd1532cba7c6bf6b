"""The fields that a moderator can set, a description lists and a post can state: one row each.

Setting a row of cards does not take the cards from elsewhere. A description must give all rows; the invariants report
what is wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from events.events import ALL, UNKNOWN
from projections import field
from projections.described import count_of, number_in, read_row, write_row
from projections.field import Field, Fields, Key, Row
from projections.games.daleks.state import begun_words, piles, pools_words, tiles_words, tray
from projections.games.daleks.state.consoles import MOST_TOKENS, with_console
from projections.games.daleks.state.names import CODES, codes_row, counts_words
from projections.games.daleks.state.position import STEPS, Aboard, Position, Task
from projections.games.daleks.state.track import gallifrey

_MOST: Final = range(1_000)
_TURN_STEPS: Final = STEPS[1:-1]
_ANSWERS: Final = ("choose", "decides")
_PART_TIME: Final = " part-time"


def _options(position: Position) -> Iterator[tuple[str, str]]:
    """Return the agreed options without `doctors`, which a description gives for each seat."""
    return field.changed_options(position.options, "doctors")


def _or_none(row: Field[Position], usual: str) -> Field[Position]:
    """Return a copy of a field that also accepts `none` for its `usual` value, `0` or `no`."""
    read = row.read
    assert read is not None
    return msgspec.structs.replace(
        row, read=lambda position, place, value: read(position, place, usual if value == "none" else value)
    )


def _seats(name: str, **more: Any) -> Field[Position]:
    def put(position: Position, _key: str, values: Row) -> Position:
        return position.replace(**{name: tuple(seat for seat in values if seat in position.seats)})

    takes = "seats, several with commas, or `none`"
    return field.words(name, name, field.any_of(lambda position: position.seats), put=put, takes=takes, **more)


def _marker(position: Position, place: str, written: str) -> str:
    return str(number_in(place, written, range(1, gallifrey(position))))


def _task(position: Position, place: str, written: str) -> str:
    anomaly, _, number = written.partition(" ")
    name = field.any_of(lambda _position: position.box.anomaly)(position, place, anomaly)
    return f"{name} {number_in(place, number or '0', _MOST)}"


def _task_from(value: str) -> Task | None:
    words = value.split()
    return Task(words[0], count_of(words[-1])) if words else None


def _used(position: Position, _place: str, written: str) -> str:
    words = written.split()
    cards = {*position.box.doctor, *position.box.companion, *position.box.timey}
    if len(words) != 3 or words[0] not in position.seats or words[1] not in cards:
        raise RefusedError(f'used cannot be "{written[:40]}": a seat, a card and the number of its icon')
    return f"{words[0]} {words[1]} {number_in('used', words[2], range(100))}"


def _used_from(value: str) -> tuple[str, str, int] | None:
    words = value.split()
    return (words[0], words[1], count_of(words[2])) if len(words) == 3 else None


def _answer_put(position: Position, _key: str, values: Row) -> Position:
    return position.replace(answer=next((answer for answer in _ANSWERS if (answer,) == values), ""))


def _zone(position: Position, place: str, value: str) -> Row:
    number, _, zone = value.partition(" ")
    found = position.place(count_of(number))
    if value == "none":
        return ()
    if found is None or zone not in map(str, range(max(1, len(found.slots)))):
        raise RefusedError(f'{place} cannot be "{value[:40]}": the number of a Location in play and a zone, or none')
    return (f"{found.n} {count_of(zone)}",)


def _zone_from(values: Row) -> tuple[int, int] | None:
    number, _, zone = "".join(values[:1]).partition(" ")
    return (count_of(number), count_of(zone)) if number else None


def _console(
    name: str, read: Callable[[Position, str, str], Row], spell: Callable[[Any], Row],
    parse: Callable[[Position, Row], Any], **more: Any,
) -> Field[Position]:  # fmt: skip
    """Return the field for a part of each seat's console; `name` begins with the attribute of `Console`."""
    attribute = name.partition(" ")[0]

    def put(position: Position, seat: str, values: Row) -> Position:
        return with_console(position, seat, position.console(seat).replace(**{attribute: parse(position, values)}))

    return Field(
        name, read, lambda position, seat: spell(getattr(position.console(seat), attribute)), put,
        of=_SEAT, shown=field.shown_always, **more,
    )  # fmt: skip


_doctor: Final = field.any_of(lambda position: position.box.doctor, ", or none")


def _companion(position: Position, place: str, written: str) -> str:
    field.any_of(lambda _position: (*position.box.companion, UNKNOWN))(
        position, place, written.removesuffix(_PART_TIME)
    )
    return written


def _companions_from(position: Position, values: Row) -> tuple[Aboard, ...]:
    names = piles.known(position, "earth", tuple(value.removesuffix(_PART_TIME) for value in values))
    return tuple(map(Aboard, names, (value.endswith(_PART_TIME) for value in values)))


def _tokens_read(_position: Position, place: str, value: str) -> Row:
    return (str(number_in(place, "0" if value == "none" else value, range(MOST_TOKENS + 1))),)


def _pile(
    name: str, held: Callable[[Position, str], Row], laid: Callable[[Position, str, Row], Position]
) -> Field[Position]:  # fmt: skip
    """Return the field for the cards of a pile, one for each pile. `held` reads a pile, `laid` sets it."""

    def read(position: Position, place: str, value: str) -> Row:
        return read_row(
            place, value, {card.lower(): card for card in piles.cards_of(position.box, place.partition(" ")[2])}
        )

    def put(position: Position, pile: str, values: Row) -> Position:
        return laid(position, pile, piles.known(position, pile, values))

    return Field(
        name, read, held, put, of=_PILE, shown=field.shown_always, write=write_row, knows=lambda _pile: ALL,
        hides=lambda values: UNKNOWN in values, takes=_CARDS,
    )  # fmt: skip


def _left(position: Position, seat: str) -> Counter[str]:
    now = position.adventure
    return Counter(die.colour for die in tray.dice_left(tray.pool_of(now, seat))) if now else Counter()


def _symbol(position: Position, name: str) -> str:
    found = tray.die_named(position.adventure.pools, name) if position.adventure else None
    return CODES.get(found[1].symbol, "none") if found else "none"


def _number_of(most: int) -> Callable[[Position, str], str | None]:
    """Return a function that checks a number from 1 to below `most` and returns it in normal form, or None."""

    def read(_position: Position, text: str) -> str | None:
        known = text.isascii() and text.isdecimal() and len(text) < 7 and 0 < int(text) < most
        return str(int(text)) if known else None

    return read


_SEAT: Final[Key[Position]] = Key(lambda position: position.seats)
_PILE: Final[Key[Position]] = Key(lambda _position: piles.PILES)
_PLACE: Final[Key[Position]] = Key(
    lambda position: [str(place.n) for place in position.places], _number_of(_MOST.stop), f"1 to {_MOST.stop - 1}"
)
_DIE: Final[Key[Position]] = Key(lambda _position: (), pools_words.die_name, "a die by its name, as B1")
_CARDS: Final = "cards, `?`, a number, `none`"
_SOME: Final = "several with commas, or `none`"
_HAND, _SEEN = field.hand_and_seen(
    lambda position: {name.lower(): name for name in position.box.timey}, _SEAT, hand={"claims": "how many cards"},
    seen={"takes": "`2? fez`: the cards of the hand that all have seen, in its order; `none`"},
)  # fmt: skip

FIELDS: Final[Fields[Position]] = Fields(
    _options,
    field.whose_turn(),
    field.word(
        "step", "step", field.one_of(lambda _position: _TURN_STEPS), empty=False, put=None, shown=field.shown_always,
        takes="`charge`, `prepare`, `travel`, `choose`, `enter`, `adventure`, `finish`, `discard`, `daleks`; what was "
        "begun is off",
    ),
    _seats("order", shown=field.shown_always),
    _seats("arrived"),
    field.words(
        "missed", "missed", field.any_of(lambda _position: STEPS),
        parse=lambda value: value if value in STEPS else None,
        takes=f"steps passed over, {_SOME}",
    ),
    field.words(
        "markers", "markers", _marker, parse=count_of, shown=field.shown_always,
        takes="spaces with a Time Anomaly marker, `6, 9`, or `none`",
    ),
    field.words(
        "tasks", "tasks", _task, lambda task: f"{task.anomaly} {task.done}", _task_from, shown=field.shown_always,
        takes="Task anomalies in force, and how many of the tasks are done: `destiny-of-the-daleks 1`, or `none`",
    ),
    field.words(
        "used", "used", _used, lambda used: " ".join(map(str, used)), _used_from,
        takes="icons of this turn, by whom, of which card, which of its icons: `julie amy 1`, or `none`",
    ),
    field.word(
        "answer", "answer", field.any_of(lambda _position: _ANSWERS, ", or none"),
        put=_answer_put,
        takes="what the TARDIS die said: `choose`, `decides`, `none`",
    ),
    _or_none(field.flag("adventured", "adventured"), "no"),
    _or_none(field.flag("steered", "steered"), "no"),
    Field(
        "place <number>", tiles_words.place_read, tiles_words.place_shown, tiles_words.place_put, of=_PLACE,
        shown=field.shown_always, hides=tiles_words.lies_hidden,
        takes="`location mars, zone silence open, zone ?, daleks 1`: `?` is face down, `zone none` an empty "
        "zone; on Earth, place 1, `daleks 0 1 0`; `none`: off the table",
    ),
    _or_none(
        field.number(
            "ship", "ship", lambda position: range(gallifrey(position) + 1), shown=field.shown_always,
            takes="a space of the track, Skaro is `0`", claim=lambda position, _key: str(position.ship),
            claims="the same",
        ),
        "0",
    ),
    _or_none(
        field.number("entered", "entered", _MOST, shown=field.shown_always, takes="how many Locations ever came"), "0"
    ),
    _or_none(
        field.number(
            "dilemmas", "dilemmas", _MOST, shown=field.shown_always,
            takes="how many Dilemmas were laid since their deck was shuffled",
        ),
        "0",
    ),
    field.attribute_row(
        "at <seat>", "at", _zone, lambda at: (f"{at[0]} {at[1]}",) if at else (), _zone_from, of=_SEAT,
        shown=field.shown_always, takes="`3 1`: place and zone, the first zone is 0; `none`: the console",
    ),
    field.number(
        "tardis <seat>", "tardis", lambda position: range(gallifrey(position) + 1), of=_SEAT, shown=field.shown_always,
        takes="a space of the track, Skaro is `0`", claim=lambda position, seat: str(position.tardis.get(seat, 0)),
        claims="the same",
    ),
    _console(
        "doctor <seat>", lambda position, place, value: () if value == "none" else (_doctor(position, place, value),),
        lambda held: (held,) if held else (),
        lambda position, values: next((value for value in values if value in position.box.doctor), ""),
        takes="a Doctor, or `none`",
    ),
    _console(
        "companions <seat>", field.comma_separated(_companion),
        lambda held: tuple(one.companion + _PART_TIME * one.part_time for one in held),
        _companions_from, takes="`amy, rory part-time`, or `none`",
        claim=lambda position, seat: str(len(position.console(seat).companions)), claims="how many",
    ),
    _console(
        "equipment <seat>", field.comma_separated(field.any_of(lambda position: (*position.box.timey, UNKNOWN))),
        lambda held: held,
        lambda position, values: piles.known(position, "timey", values), takes="`fez, k9`, or `none`",
    ),
    _console(
        "tokens <seat>", _tokens_read, lambda held: (str(held),),
        lambda _position, values: min(MOST_TOKENS, count_of("".join(values[:1]))),
        takes="`0` to `5`", claim=lambda position, seat: str(position.console(seat).tokens), claims="the same",
    ),
    _HAND,
    _SEEN,
    _pile("deck <pile>", piles.deck, piles.with_deck),
    _pile("discards <pile>", piles.discards, piles.with_discards),
    field.cards(
        "found", "found", lambda position: {name.lower(): name for name in position.box.location},
        put=lambda position, _key, values: position.replace(found=piles.known(position, "location", values)),
        takes="Locations drawn and not yet kept, as cards",
    ),
    Field(
        "begun", lambda position, _place, value: begun_words.begun_read(position, field.parts_of(value)),
        lambda position, _key: begun_words.begun_written(position.stack),
        lambda position, _key, values: position.replace(stack=begun_words.begun_from(position, values)),
        shown=field.shown_always,
        takes="`adventure seat julie place 3 zone 1 symbols running cunning stage reroll, pool seat julie gathered yes "
        "done yes, die name B1 symbol running, window name roll awaited steve`, costs too, or `none`",
    ),
    Field(
        "pool <seat>", pools_words.pool_read, pools_words.pool_shown, pools_words.pool_put, of=_SEAT,
        shown=field.shown_never,
        takes="of an Adventure under way: `gathered, done`, one of the two, `open`; `none`",
        claim=lambda position, seat: counts_words(_left(position, seat)),
        claims="how many dice of each colour: `5B 2U`",
    ),
    Field(
        "die <name>", pools_words.die_read, pools_words.die_shown, pools_words.die_put, of=_DIE,
        shown=field.shown_never,
        takes="of an Adventure under way: `seat julie, card amy, symbol running`, `gone cut`, `story rolled running`; "
        "`none`",
        claim=_symbol, claims="what it shows, by two letters: `Ru`",
    ),
    Field(
        "dice <seat>", of=_SEAT, claim=lambda position, seat: str(_left(position, seat).total()),
        claims="how many dice lie in the pool",
    ),
    Field("daleks", claim=lambda position, _key: str(position.daleks), claims="how many Dalek markers are out"),
    Field(
        "need", claim=lambda position, _key: codes_row(position.adventure.symbols) if position.adventure else "none",
        claims="the symbols of the challenge: `Cu Di Ta`",
    ),
)  # fmt: skip
"""All fields, in the order of a description."""
