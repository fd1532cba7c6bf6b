"""The places of a position that people name, a row each: how its value is read, shown, kept and claimed.

A moderator's `SET`, a described position, the value that a claim is compared with, the refusals and `docs/places.md`
all come from these rows. What follows by the rules when a value is set is no business of a row: the game adds it where
it keeps a moderator's corrections (`follows` of `Fields.effects`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    write_row,
    yes_or_no,
)

S = TypeVar("S", bound=msgspec.Struct)
Row = tuple[str, ...]
"""The values of a place, as they are stored."""
Follow = Callable[[S, str, Row], Sequence[Effect]]
"""The effects that give a place its values, where the game has its own: given the position, the key and the values."""


class Key(msgspec.Struct, Generic[S], frozen=True):
    """What stands behind the first word of a place: a seat, a tile, a number.

    `there` are the keys that a description tells of, in order. `read` gives a key that somebody wrote as it is stored,
    None where it is none; without it a key is one of those that are there. `allowed` says what a key may be, where the
    list of those that are there does not.
    """

    there: Callable[[S], Iterable[str]]
    read: Callable[[S, str], str | None] | None = None
    allowed: str = ""

    def find(self, position: S, text: str) -> str | None:
        """A key as it is stored, or None."""
        if self.read is not None:
            return self.read(position, text)
        return text if text in self.there(position) else None


ALONE: Final[Key[Any]] = Key(lambda _position: ("",))
"""The key of a place that needs none."""


def told_if_any(_position: Any, _key: str, values: Row) -> bool:
    """Told where there is something, or more than nothing."""
    return values not in ((), ("0",))


def told_always(_position: Any, _key: str, _values: Row) -> bool:
    """Told always."""
    return True


def told_never(_position: Any, _key: str, _values: Row) -> bool:
    """Not told: another row does."""
    return False


def listed(values: Row) -> str:
    """Values with commas between them, or `none`."""
    return ", ".join(values) or "none"


class Field(msgspec.Struct, Generic[S], frozen=True):
    """One place, or one of each seat, tile or the like.

    `name` is how people write it, with the kind of its key in angle brackets: `hand <seat>`. `read` checks what was
    written of a place and gives the values as they are stored; without it the place can be claimed and not set. `show`
    gives the values that are there, by the key, None where nothing was ever laid there. `put` keeps the books; without
    it the game has effects of its own for this place. `claim` is the value as a claim writes it, `"?"` where it is not
    known, None where there is none.

    `of` is the key, `takes` the value in words, `claims` what a claim says in words. `write` spells values as `read`
    takes them. `told` says whether a description tells of the place. `knows` is there for a row of cards alone: who
    may know them, by the key. Where `hides` says that values hide something, they are written even if they are there
    already: a line that is missing would tell what they are.
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
    told: Callable[[S, str, Row], bool] = told_if_any
    knows: Callable[[str], str] | None = None
    hides: Callable[[Row], bool] = lambda _values: False

    @property
    def word(self) -> str:
        """The first word of its places; "" where the key stands alone."""
        return self.name.partition("<")[0].rstrip()

    @property
    def kind(self) -> str:
        """What its key is called."""
        return self.name.partition("<")[2].rstrip(">")

    def place(self, key: str) -> str:
        """The place of a key."""
        return f"{self.word} {key}".strip()


class Fields(Generic[S]):
    """All the places of a game, in the order in which a description tells of them.

    `options` gives what the table agreed on, by the names of the options; a description begins with it.
    """

    def __init__(self, options: Callable[[S], Iterable[tuple[str, str]]], *rows: Field[S]) -> None:
        """Index the rows by the words with which their places begin."""
        self.options = options
        self.rows = rows
        self._alone = {row.name: row for row in rows if row.of is ALONE}
        self._keyed: dict[str, list[Field[S]]] = {}
        for row in rows:
            if row.of is not ALONE:
                self._keyed.setdefault(row.word, []).append(row)

    def _found(self, position: S, place: str) -> Iterator[tuple[Field[S], str]]:
        """The rows that a place may be of, each with its key."""
        if place in self._alone:
            yield self._alone[place], ""
        word, _, rest = place.partition(" ")
        behind = [(row, rest) for row in self._keyed.get(word, ())] if rest else []
        for row, text in (*behind, *((row, place) for row in self._keyed.get("", ()))):
            key = row.of.find(position, text)
            if key is not None:
                yield row, key

    def value(self, position: S, place: str) -> str | None:
        """The value of a place as a claim or else as a description writes it; None where there is no such place."""
        for row, key in self._found(position, place):
            if row.claim is not None and (said := row.claim(position, key)) is not None:
                return said
            values = row.show(position, key)
            if values is not None:
                return row.write(values)
        return None

    def setting(self, position: S, place: str) -> str | None:
        """The value of a place as it would be set; None where there is no such place that can be."""
        for row, key in self._found(position, place):
            if row.read is not None and (values := row.show(position, key)) is not None:
                return row.write(values)
        return None

    def cards(self, position: S, place: str) -> Row | None:
        """The cards that lie at a place, by their ids; None where no cards lie there."""
        for row, key in self._found(position, place):
            if row.knows is not None:
                return row.show(position, key)
        return None

    def effects(
        self, position: S, place: str, value: str, follows: Mapping[str, Follow[S]] | None = None
    ) -> Sequence[Effect]:
        """The effects that give a place a value; none where it has that value.

        `follows` are, by the name of their row, the places for which the game has effects of its own.

        Raises:
            RefusedError: no such place or value; names what is allowed.
        """
        row, key = self._settable(position, place)
        assert row.read is not None
        values = row.read(position, row.place(key), value)
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
                raise RefusedError(f'"{place[:40]}" cannot be set: no {row.kind} "{rest[:40]}"; say {allowed}'[:600])
        rows = sorted((row for row in self.rows if row.read is not None), key=lambda row: bool(row.word))
        names = [row.name if row.word else row.kind for row in rows]
        raise RefusedError(f'"{place[:40]}" cannot be set; {", ".join(names[:-1])} and {names[-1]} can')

    def rank(self, position: S, place: str) -> int:
        """Where in the order of a description a place is set; first where it is none."""
        return next((self.rows.index(row) for row, _ in self._found(position, place) if row.read is not None), 0)

    def put(self, position: S, event: PlaceSet | CardsSet) -> S:
        """The position after something was set by hand; what names no place leaves it as it is."""
        for row, key in self._found(position, event.place):
            if row.put is not None and (row.knows is not None) == isinstance(event, CardsSet):
                return row.put(position, key, event.cards if isinstance(event, CardsSet) else event.values)
        return position

    def describe(self, position: S) -> list[tuple[str, str]]:
        """Places and values, options first. What the reader does not know is `?`."""
        found = [*self.options(position)]
        for row in self.rows:
            for key in row.of.there(position) if row.read is not None else ():
                values = row.show(position, key) or ()
                if row.told(position, key, values):
                    found.append((row.place(key), row.write(values)))
        return found

    def settings(self, position: S) -> Iterator[tuple[str, str]]:
        """Every place that can be set, whatever is told of it, with its value."""
        for row in self.rows:
            for key in row.of.there(position) if row.read is not None else ():
                if (values := row.show(position, key)) is not None:
                    yield row.place(key), row.write(values)

    def claim(self, place: str, position: S) -> str | None:
        """The value of a place as a claim writes it, `"?"` where it is not known; None where nothing can be claimed."""
        for row, key in self._found(position, place):
            if row.claim is not None and row.place(key) == place:
                return row.claim(position, key)
        return None


def told_options(options: msgspec.Struct, *besides: str) -> Iterator[tuple[str, str]]:
    """The options that are not as usual, by name; those `besides` are told otherwise, or not at all."""
    for field in msgspec.structs.fields(options):
        value = getattr(options, field.name)
        if field.name not in besides and value not in (field.default, {}):
            yield field.name, str(value).lower() if isinstance(value, bool) else str(value)


# Rows by the attribute of a position that holds their values


def attribute_row(
    name: str, attribute: str, read: Callable[[Any, str, str], Row], spell: Callable[[Any], Row | None],
    parse: Callable[[Row], Any], **more: Any,
) -> Field[Any]:  # fmt: skip
    """A row of what an attribute holds; with a key it is a mapping by key.

    `spell` gives the values of what is held, None where nothing is said of a key; `parse` gives what is to be held,
    and None leaves a key out.
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
    """A row of what is so or is not."""
    return attribute_row(
        name, attribute, lambda _position, place, value: ("yes",) if yes_or_no(place, value) else (),
        lambda held: ("yes",) if held else (), bool, **{"takes": "`yes`, `no`", **more},
    )  # fmt: skip


def number(name: str, attribute: str, allowed: range | Callable[[Any], range], **more: Any) -> Field[Any]:
    """A row of a number."""

    def read(position: Any, place: str, value: str) -> Row:
        return (str(number_in(place, value, allowed(position) if callable(allowed) else allowed)),)

    takes = "a number" if callable(allowed) else f"`{allowed.start}` to `{allowed.stop - 1}`"
    return attribute_row(
        name, attribute, read, lambda held: (str(held or 0),), lambda values: count_of("".join(values[:1])),
        **{"takes": takes, **more},
    )  # fmt: skip


Part = Callable[[Any, str, str], str]
"""Reads one word of a value, given the position, the place, and what was written. Raises `RefusedError`."""


def any_of(allowed: Callable[[Any], Iterable[str]], end: str = ", several with commas, or none") -> Part:
    """What reads one of certain words; `end` says in a refusal what else may stand there."""

    def read(position: Any, place: str, said: str) -> str:
        words = tuple(allowed(position))
        if said not in words:
            raise RefusedError(f'{place} cannot be "{said[:40]}": {", ".join(words)[:500]}{end}')
        return said

    return read


def one_of(allowed: Callable[[Any], Iterable[str]]) -> Part:
    """What reads one of certain words, where only one may stand."""
    return any_of(allowed, "")


def word(name: str, attribute: str, part: Part, *, empty: bool = True, **more: Any) -> Field[Any]:
    """A row of one word or, where it may be `empty`, of none."""

    def read(position: Any, place: str, value: str) -> Row:
        return () if empty and value == "none" else (part(position, place, " ".join(value.split())),)

    return attribute_row(
        name, attribute, read, lambda held: (held,) if held else (), lambda values: "".join(values[:1]), **more
    )


def parts_of(value: str) -> Row:
    """Values with commas between them; none for `none`."""
    return () if value in ("none", "") else tuple(" ".join(part.split()) for part in value.split(","))


def comma_separated(part: Part) -> Callable[[Any, str, str], Row]:
    """What reads several values with commas between them, each by itself."""
    return lambda position, place, value: tuple(part(position, place, said) for said in parts_of(value))


def words(
    name: str, attribute: str, part: Part, spell: Callable[[Any], str] = str, parse: Callable[[str], Any] = str,
    **more: Any,
) -> Field[Any]:  # fmt: skip
    """A row of several words; `spell` writes one that is held, `parse` reads it back, None where it is nothing."""
    return attribute_row(
        name, attribute, comma_separated(part), lambda held: tuple(map(spell, held or ())),
        lambda values: tuple(found for found in map(parse, values) if found is not None), **more,
    )  # fmt: skip


def cards(
    name: str, attribute: str, known: Callable[[Any], Mapping[str, str]], code: Callable[[str], str] = str,
    knows: Callable[[str], str] | None = None, **more: Any,
) -> Field[Any]:  # fmt: skip
    """A row of cards, which everybody may know unless `knows` says who does.

    `known` maps spellings, in lower case, to the cards that may lie there; `code` is how a description spells a card.
    """
    usual: dict[str, Any] = {
        "takes": "cards, `?`, a number, `none`", "told": told_always, "write": lambda values: write_row(values, code),
        "knows": knows or (lambda _key: ALL), "hides": lambda values: knows is not None or UNKNOWN in values,
    }  # fmt: skip
    row = attribute_row(
        name, attribute, lambda position, place, value: read_row(place, value, known(position)),
        lambda held: held, lambda values: values, **{**usual, **more},
    )  # fmt: skip
    return (
        msgspec.structs.replace(row, claim=lambda position, key: str(len(row.show(position, key) or ())))
        if row.claims
        else row
    )


def hand_and_seen(
    known: Callable[[Any], Mapping[str, str]], of: Key[Any], hand: Mapping[str, Any], seen: Mapping[str, Any]
) -> tuple[Field[Any], Field[Any]]:
    """The rows of the hands of seats, and of those cards of them that everybody has seen.

    `known` maps spellings to the cards that a hand may hold; `hand` and `seen` are what else is said of the two rows.
    """

    def row_of(position: Any, values: Row) -> Row:
        return known_cards(values, set(known(position).values()))

    def hand_put(position: Any, seat: str, values: Row) -> Any:
        """Whoever says a hand anew has not said what everybody saw of it."""
        hands = {**position.hands, seat: row_of(position, values)}
        return msgspec.structs.replace(position, hands=hands, seen=with_seen(position.seen, seat, ()))

    def read(position: Any, place: str, value: str) -> Row:
        row = read_row(place, value, known(position))
        if row and len(row) != len(position.hands.get(place.partition(" ")[2], ())):
            raise RefusedError(f"{place}: say every card of the hand, ? for each that nobody has seen, or none")
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
            told=lambda position, _seat, values: bool(values) or not position.turn, **seen,
        ),
    )  # fmt: skip


def whose_turn(seats: Callable[[Any], Sequence[str]] = lambda position: position.seats, **more: Any) -> Field[Any]:
    """The row of whose turn it is, for those of the seats that can have it."""

    def read(position: Any, _key: str, value: str) -> Row:
        said = " ".join(value.split())
        found, allowed = read_turn(said, position.seats), seats(position)
        if said != "next" and (found is None or found.seat not in allowed):
            raise RefusedError(f'no seat "{said[:40]}" can have the turn; {", ".join(allowed)} can')
        return (said,)

    def show(position: Any, _key: str) -> Row:
        return (seats_turn(position.player, position.turn, position.round),)

    takes = "a seat, `next` for a turn left unplayed, or a seat with its turn and round: `SEAT T9 round 3`"
    return Field("turn", read, show, **{"takes": takes, "told": told_always, **more})
