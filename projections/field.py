"""The named fields of a position, one row each: how a value is parsed, shown, stored and declared.

Several things are derived from these rows: a moderator's `SET`, described positions, the comparison with board
statements, error messages, and `docs/reference/fields.md`. Further consequences of a new value are not part of a row.
The game adds them as `follows` of `Fields.effects`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.errors import RefusedError
from events.events import ALL, UNKNOWN, Effect
from projections.card_rows import hand_as_seen, known_cards, with_seen
from projections.described import (
    CardsSet,
    PlaceSet,
    count_of,
    number_in,
    read_row,
    read_turn,
    seats_turn,
    turn_after,
    write_row,
    yes_or_no,
)
from projections.wording import with_article

S = TypeVar("S", bound=msgspec.Struct)
Row = tuple[str, ...]
"""The values of a field of the board as stored, such as the ids of the cards in a hand."""
Follow = Callable[[S, str, Row], Sequence[Effect]]
"""A function that gets a position, a key and new values, and returns a game's own effects for setting a field."""
RULES_VERSION: Final = "rules version"
"""The field with which a moderator changes the rules version of a running session."""


class Key(msgspec.Struct, Generic[S], frozen=True):
    """The second part of a field's name, such as the seat in `hand black`: a seat, a tile or a number.

    `there` returns the existing keys, in the order of a description. `read` parses a key and returns None if it is
    invalid; without it, only existing keys are valid. `allowed` describes the valid keys in a message, if `there` does
    not list them all.
    """

    there: Callable[[S], Iterable[str]]
    read: Callable[[S, str], str | None] | None = None
    allowed: str = ""

    def find(self, position: S, text: str) -> str | None:
        """Return a key in its stored spelling, or None if the text is not a valid key."""
        if self.read is not None:
            return self.read(position, text)
        return text if text in self.there(position) else None


ALONE: Final[Key[Any]] = Key(lambda _position: ("",))
"""The key of a field that has no second part."""


def shown_if_any(_position: Any, _key: str, values: Row) -> bool:
    """Return whether a description of the position includes the field: only if it has a value other than 0."""
    return values not in ((), ("0",))


def shown_always(_position: Any, _key: str, _values: Row) -> bool:
    """Return True: every description of the position includes the field."""
    return True


def shown_never(_position: Any, _key: str, _values: Row) -> bool:
    """Return False: no description of the position includes the field, because another field shows its value."""
    return False


def listed(values: Row) -> str:
    """Return values separated by commas, or `none`."""
    return ", ".join(values) or "none"


class Field(msgspec.Struct, Generic[S], frozen=True):
    """One field, or one field for each seat, tile or the like.

    - `name`: as people write it, with the kind of key in angle brackets: `hand <seat>`
    - `read`: parses a written value; without it the field can be declared but not set
    - `show`: returns the present values for a key, None if the field has never had any
    - `put`: returns the position with new values; without it the game uses its own effects
    - `claim`: returns the value for a board statement, `"?"` if unknown, None if it cannot be declared
    - `of`: the key
    - `takes`, `claims`: the value that can be set or declared, in words
    - `write`: spells values as `read` accepts them
    - `shown`: returns whether a description includes the field
    - `knows`: for rows of cards only, returns who may know the cards of a key
    - `hides`: returns whether values are hidden. Such values are written even if nothing changes, because a missing
      entry would reveal them.
    """

    name: str
    read: Callable[[S, str, str], Row] | None = None
    show: Callable[[S, str], Row | None] = lambda _position, _key: ()
    put: Callable[[S, str, Row], S] | None = None
    claim: Callable[[S, str], str | None] | None = None
    of: Key[S] = ALONE
    takes: str = ""
    claims: str = ""
    write: Callable[[Row], str] = listed
    shown: Callable[[S, str, Row], bool] = shown_if_any
    knows: Callable[[str], str] | None = None
    hides: Callable[[Row], bool] = lambda _values: False

    @property
    def word(self) -> str:
        """The first word of the name, "" if the name is only a key."""
        return self.name.partition("<")[0].rstrip()

    @property
    def kind(self) -> str:
        """The word in angle brackets in the field's name, such as `seat`: the kind of key."""
        return self.name.partition("<")[2].rstrip(">")

    @property
    def form(self) -> str:
        """The value that can be set, in words with an example; "" unless the value has several parts."""
        return self.takes.replace("`", '"') if any(" " in example for example in self.takes.split("`")[1::2]) else ""

    def place(self, key: str) -> str:
        """Return the full name of the field for a key: `hand black` for the field `hand <seat>` and the key `black`."""
        return f"{self.word} {key}".strip()


class Fields(Generic[S]):
    """All fields of a game, in the order of a description.

    `options` returns the options of the session by name, for the start of a description.
    """

    def __init__(self, options: Callable[[S], Iterable[tuple[str, str]]], *rows: Field[S]) -> None:
        self.options = options
        self.rows = rows
        self._alone = {row.name: row for row in rows if row.of is ALONE}
        self._keyed: dict[str, list[Field[S]]] = {}
        for row in rows:
            if row.of is not ALONE:
                self._keyed.setdefault(row.word, []).append(row)

    def _found(self, position: S, place: str) -> Iterator[tuple[Field[S], str]]:
        """Yield the fields that a name such as `hand black` could mean, each with its key."""
        if place in self._alone:
            yield self._alone[place], ""
        word, _, rest = place.partition(" ")
        behind = [(row, rest) for row in self._keyed.get(word, ())] if rest else []
        for row, text in (*behind, *((row, place) for row in self._keyed.get("", ()))):
            key = row.of.find(position, text)
            if key is not None:
                yield row, key

    def value(self, position: S, place: str) -> str | None:
        """Return a field's value as a board statement or else a description writes it; None for an unknown field."""
        for row, key in self._found(position, place):
            if row.claim is not None and (written := row.claim(position, key)) is not None:
                return written
            values = row.show(position, key)
            if values is not None:
                return row.write(values)
        return None

    def setting(self, position: S, place: str) -> str | None:
        """Return a field's value as `SET` writes it; None if the field does not exist or cannot be set."""
        for row, key in self._found(position, place):
            if row.read is not None and (values := row.show(position, key)) is not None:
                return row.write(values)
        return None

    def cards(self, position: S, place: str) -> Row | None:
        """Return the ids of the cards in a field; None if it holds no cards."""
        for row, key in self._found(position, place):
            if row.knows is not None:
                return row.show(position, key)
        return None

    def effects(
        self, position: S, place: str, value: str, follows: Mapping[str, Follow[S]] | None = None
    ) -> Sequence[Effect]:
        """Return the effects that set a field; none if it already has this value.

        `follows` holds functions that return the game's own effects, by the name of the field.

        Raises:
            RefusedError: the field or the value is invalid; the message names what is allowed.
        """
        row, key = self._settable(position, place)
        assert row.read is not None
        try:
            values = row.read(position, row.place(key), value)
        except RefusedError as error:
            if not row.form:
                raise
            raise RefusedError(f"{error}. Write {row.form}") from error
        if follow := (follows or {}).get(row.name):
            return follow(position, key, values)
        if values == row.show(position, key) and not row.hides(values):
            return ()
        if row.knows is not None:
            return (CardsSet(row.place(key), row.knows(key), values),)
        return (PlaceSet(row.place(key), values),)

    def _settable(self, position: S, place: str) -> tuple[Field[S], str]:
        for row, key in self._found(position, place):
            if row.read is not None:
                return row, key
        word, _, rest = place.partition(" ")
        for row in self._keyed.get(word, ()) if rest else ():
            if row.read is not None:
                allowed = row.of.allowed or ", ".join(row.of.there(position))
                what = f'"{place[:40]}" cannot be set, because "{rest[:40]}" is not {with_article(row.kind)} here'
                raise RefusedError(f"{what}. Allowed: {allowed}"[:600])
        rows = sorted((row for row in self.rows if row.read is not None), key=lambda row: bool(row.word))
        names = [row.name if row.word else row.kind for row in rows]
        keys = [key for row in self._keyed.get("", ()) if row.read is not None for key in row.of.there(position)]
        known = {(name.partition("<")[0].rstrip() or name).lower(): name for name in (*keys, *names)}
        typed = dict.fromkeys((place[:40].lower(), word[:40].lower()))
        near = dict.fromkeys(known[one] for text in typed for one in get_close_matches(text, known, 5))
        others = [name for name in names if name not in near]
        raise RefusedError(f'"{place[:40]}" cannot be set. Fields: {", ".join((*near, *others))}')

    def rank(self, position: S, place: str) -> int:
        """Return the index of a field in the order of a description; 0 if it does not exist."""
        return next((self.rows.index(row) for row, _ in self._found(position, place) if row.read is not None), 0)

    def put(self, position: S, event: PlaceSet | CardsSet) -> S:
        """Return the position after a field was set by hand. An unknown field changes nothing."""
        for row, key in self._found(position, event.place):
            if row.put is not None and (row.knows is not None) == isinstance(event, CardsSet):
                return row.put(position, key, event.cards if isinstance(event, CardsSet) else event.values)
        return position

    def describe(self, position: S) -> list[tuple[str, str]]:
        """Return a position as (name, value) of each field to show, options first. Unknown values are `?`."""
        found = [*self.options(position)]
        for row in self.rows:
            for key in row.of.there(position) if row.read is not None else ():
                values = row.show(position, key) or ()
                if row.shown(position, key, values):
                    found.append((row.place(key), row.write(values)))
        return found

    def settings(self, position: S) -> Iterator[tuple[str, str]]:
        """Yield every field that can be set, as (name, value), also if a description omits it."""
        for row in self.rows:
            for key in row.of.there(position) if row.read is not None else ():
                if (values := row.show(position, key)) is not None:
                    yield row.place(key), row.write(values)

    def claim(self, place: str, position: S) -> str | None:
        """Return the value of a field for a board statement: `"?"` if unknown, None if it cannot be declared."""
        for row, key in self._found(position, place):
            if row.claim is not None and row.place(key) == place:
                return row.claim(position, key)
        return None


def changed_options(options: msgspec.Struct, *besides: str) -> Iterator[tuple[str, str]]:
    """Yield the options that differ from their defaults as (name, value), except those named in `besides`."""
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        if field.name not in besides and value not in (field.default, {}):
            yield field.name, str(value).lower() if isinstance(value, bool) else str(value)


def attribute_row(
    name: str, attribute: str, read: Callable[[Any, str, str], Row], spell: Callable[[Any], Row | None],
    parse: Callable[[Row], Any], **more: Any,
) -> Field[Any]:  # fmt: skip
    """Return a field for an attribute of the position. With a key, the attribute is a mapping by key.

    `spell` converts the content of the attribute to values, or to None if it is unset. `parse` converts values back; if
    it returns None, the key is removed.
    """

    def show(position: Any, key: str) -> Row | None:
        held = getattr(position, attribute)
        return spell(held.get(key) if key else held)

    def put(position: Any, key: str, values: Row) -> Any:
        held = parse(values)
        if key:
            known = {**getattr(position, attribute), key: held}
            held = {one: what for one, what in known.items() if what is not None}
        return msgspec.structs.replace(position, **{attribute: held})

    return Field(name, **{"read": read, "show": show, "put": put, **more})


def flag(name: str, attribute: str, **more: Any) -> Field[Any]:
    """Return a field for an attribute that is yes or no."""
    return attribute_row(
        name, attribute, lambda _position, place, value: ("yes",) if yes_or_no(place, value) else (),
        lambda held: ("yes",) if held else (), bool, **{"takes": "`yes`, `no`", **more},
    )  # fmt: skip


def number(name: str, attribute: str, allowed: range | Callable[[Any], range], **more: Any) -> Field[Any]:
    """Return a field for an attribute that is a number."""

    def read(position: Any, place: str, value: str) -> Row:
        return (str(number_in(place, value, allowed(position) if callable(allowed) else allowed)),)

    takes = "a number" if callable(allowed) else f"`{allowed.start}` to `{allowed.stop - 1}`"
    return attribute_row(
        name, attribute, read, lambda held: (str(held or 0),), lambda values: count_of("".join(values[:1])),
        **{"takes": takes, **more},
    )  # fmt: skip


Part = Callable[[Any, str, str], str]
"""A function that parses one word of a value. It gets position, field name and word, and may raise RefusedError."""


def any_of(allowed: Callable[[Any], Iterable[str]], end: str = " (several with commas, or none)") -> Part:
    """Return a function that parses a word and refuses it unless allowed. Its error message ends with `end`."""

    def read(position: Any, place: str, written: str) -> str:
        words = tuple(allowed(position))
        if written not in words:
            raise RefusedError(f'{place} cannot be "{written[:40]}". Allowed: {", ".join(words)[:500]}{end}')
        return written

    return read


def one_of(allowed: Callable[[Any], Iterable[str]]) -> Part:
    """Return a function that parses a word and refuses it unless allowed, for a field that holds only one word."""
    return any_of(allowed, "")


def word(name: str, attribute: str, part: Part, *, empty: bool = True, **more: Any) -> Field[Any]:
    """Return a field for an attribute that is one word; with `empty`, one word or none."""

    def read(position: Any, place: str, value: str) -> Row:
        return () if empty and value == "none" else (part(position, place, " ".join(value.split())),)

    return attribute_row(
        name, attribute, read, lambda held: (held,) if held else (), lambda values: "".join(values[:1]), **more
    )


def parts_of(value: str) -> Row:
    """Return the parts of a value between its commas; `none` has no parts."""
    return () if value in ("none", "") else tuple(" ".join(part.split()) for part in value.split(","))


def comma_separated(part: Part) -> Callable[[Any, str, str], Row]:
    """Return a function that parses several values separated by commas, each with `part`."""
    return lambda position, place, value: tuple(part(position, place, written) for written in parts_of(value))


def words(
    name: str, attribute: str, part: Part, spell: Callable[[Any], str] = str, parse: Callable[[str], Any] = str,
    **more: Any,
) -> Field[Any]:  # fmt: skip
    """Return a field of several words. `spell` writes a stored item; `parse` reads one, or returns None to skip it."""
    return attribute_row(
        name, attribute, comma_separated(part), lambda held: tuple(map(spell, held or ())),
        lambda values: tuple(found for found in map(parse, values) if found is not None), **more,
    )  # fmt: skip


def cards(
    name: str, attribute: str, known: Callable[[Any], Mapping[str, str]], code: Callable[[str], str] = str,
    knows: Callable[[str], str] | None = None, **more: Any,
) -> Field[Any]:  # fmt: skip
    """Return a field for a row of cards. The cards are public unless `knows` returns who may know them.

    `known` maps spellings in lower case to the allowed cards. `code` spells a card in a description.
    """
    usual: dict[str, Any] = {
        "takes": "cards, `?`, a number, `none`", "shown": shown_always, "write": lambda values: write_row(values, code),
        "knows": knows or (lambda _key: ALL), "hides": lambda values: knows is not None or UNKNOWN in values,
    }  # fmt: skip
    row = attribute_row(
        name, attribute, lambda position, place, value: read_row(place, value, known(position)),
        lambda held: held, lambda values: values, **{**usual, **more},
    )  # fmt: skip
    if not row.claims:
        return row
    return msgspec.structs.replace(row, claim=lambda position, key: str(len(row.show(position, key) or ())))


def hand_and_seen(
    known: Callable[[Any], Mapping[str, str]], of: Key[Any], hand: Mapping[str, Any], seen: Mapping[str, Any]
) -> tuple[Field[Any], Field[Any]]:
    """Return two fields: the cards of each hand, and the publicly known cards of each hand.

    `known` maps spellings to the cards that a hand may hold. `hand` and `seen` hold further arguments of the two
    fields.
    """

    def row_of(position: Any, values: Row) -> Row:
        return known_cards(values, set(known(position).values()))

    def hand_put(position: Any, seat: str, values: Row) -> Any:
        """Return the position with a seat's hand set. No card of the hand is then publicly known."""
        hands = {**position.hands, seat: row_of(position, values)}
        return msgspec.structs.replace(position, hands=hands, seen=with_seen(position.seen, seat, ()))

    def read(position: Any, place: str, value: str) -> Row:
        row = read_row(place, value, known(position))
        if row and len(row) != len(position.hands.get(place.partition(" ")[2], ())):
            raise RefusedError(f"{place} must have every card of the hand (? for a card not shown), or none")
        return row

    def put(position: Any, seat: str, values: Row) -> Any:
        row, held = row_of(position, values), position.hands.get(seat, ())
        if len(row) == len(held):
            held = tuple(shown if card == UNKNOWN else card for card, shown in zip(held, row, strict=True))
        cards_seen = with_seen(position.seen, seat, tuple(card for card in row if card != UNKNOWN))
        return msgspec.structs.replace(position, hands={**position.hands, seat: held}, seen=cards_seen)

    return (
        cards("hand <seat>", "hands", known, knows=lambda seat: seat, of=of, put=hand_put, **hand),
        Field(
            "seen <seat>", read,
            lambda position, seat: hand_as_seen(position.hands.get(seat, ()), position.seen.get(seat, ())),
            put, of=of, write=write_row, knows=lambda _seat: ALL, hides=lambda _values: True,
            shown=lambda position, _seat, values: bool(values) or not position.turn, **seen,
        ),
    )  # fmt: skip


def rules_version(kinds: Mapping[int, type[Any]]) -> Field[Any]:
    """Return the field for the rules version. `kinds` are the types of a position by version.

    Raises:
        TypeError: `kinds` is not a mapping from 1, 2 and so on to types whose `rules` is the same number.
    """
    numbers = [*range(1, len(kinds) + 1)]
    if [*kinds] != numbers or [getattr(kind, "rules", 0) for kind in kinds.values()] != numbers:
        raise TypeError(
            "VERSIONS must be like {1: PositionInVersion1, 2: Position}: each version as a number, with the type of"
            " position whose `rules` is this number"
        )
    part = one_of(lambda _position: map(str, kinds))

    def put(position: Any, _key: str, values: Row) -> Any:
        kind = kinds.get(count_of("".join(values[:1])), type(position))
        held = {name: getattr(position, name) for name in position.__struct_fields__}
        return position if kind is type(position) else kind(**held)

    return Field(
        RULES_VERSION, lambda position, place, value: (part(position, place, value),),
        lambda position, _key: (str(position.rules),), put, shown=shown_never,
        takes=f"`{'`, `'.join(map(str, kinds))}`: the version of the rules that decides later moves",
    )  # fmt: skip


def whose_turn(seats: Callable[[Any], Sequence[str]] = lambda position: position.seats, **more: Any) -> Field[Any]:
    """Return the field for whose turn it is. `seats` returns the seats that can have the turn."""

    def read(position: Any, _key: str, value: str) -> Row:
        written = " ".join(value.split())
        found, allowed = read_turn(written, position.seats), seats(position)
        if written != "next" and (found is None or found.seat not in allowed):
            raise RefusedError(f'turn cannot be "{written[:40]}". Seats that can have the turn: {", ".join(allowed)}')
        return (written,)

    def show(position: Any, _key: str) -> Row:
        return (seats_turn(position.player, position.turn, position.round),)

    takes = "a seat, `next` to skip a turn, or a seat with its turn and round: `SEAT T9 round 3`"
    return Field("turn", read, show, **{"takes": takes, "shown": shown_always, **more})


def turn_in_order(**changes: Any) -> Field[Any]:
    """Return the field for whose turn it is, for a game in which the seats take turns in order.

    The position has the attributes `player`, `turn` and `round`. `changes` are other attributes that a new turn sets.
    """
    row = whose_turn()

    def read(position: Any, key: str, value: str) -> Row:
        assert row.read is not None
        (written,) = row.read(position, key, value)
        found = read_turn(written, position.seats) or turn_after(position)
        number = found.number or position.turn + (found.seat != position.player)
        return (seats_turn(found.seat, number, found.round or position.round),)

    def put(position: Any, _key: str, values: Row) -> Any:
        found = read_turn("".join(values[:1]), position.seats)
        if found is None:
            return position
        return msgspec.structs.replace(position, player=found.seat, turn=found.number, round=found.round, **changes)

    return msgspec.structs.replace(row, read=read, put=put)
