"""Encode events into stored bodies, and decode them for one viewer.

Each event with sealed fields has a second struct, the stored form, whose sealed fields hold seals. Games see only their
own structs: a value that the viewer may not know is decoded as `"?"`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from events.entry import Entry, Line, Secret, one_line
from events.errors import CorruptLogError, RefusedError
from events.events import (
    ALL,
    REMOVED,
    UNKNOWN,
    Chance,
    Drawn,
    Effect,
    Event,
    KnownTo,
    Move,
    Passed,
    Revealed,
    Rolled,
    Shuffled,
    Started,
    tag_of,
)
from events.seal import SealedItem, SealedItems, new_salt, seal
from events.session_events import SESSION_EVENTS

SHARED: Final[tuple[type[Event], ...]] = (Started, Rolled, Shuffled, Drawn, Revealed, Passed, *SESSION_EVENTS)
"""The events that every game has."""

Opening = Mapping[tuple[str, int], tuple[str, str] | None]
"""Sealed items that a viewer may open: (field, item index) to (salt, JSON text), or to None for an erased item."""
Salting = Callable[[Event, str, int, str], str | None]
"""Return the salt of an existing seal to reuse for (event, field, item, JSON text), or None for a new salt."""

_NOTHING: Final[Opening] = {}
_SEALED: Final = '"sealed"'
_CLOSED: Final = ("", "")
_TEXT: Final = msgspec.json.Decoder(str)


class StoredForm(NamedTuple):
    """The stored form of one kind of event.

    `sealed` names the sealed fields, `rows` the sealed fields that hold several items, `closed` all sealed fields with
    their index in `fields`.
    """

    event: type[Event]
    stored: type[msgspec.Struct]
    fields: tuple[str, ...]
    sealed: Mapping[str, KnownTo]
    rows: frozenset[str]
    closed: tuple[tuple[int, str], ...]


@cache
def sealed_fields(event: type[Event]) -> Mapping[str, KnownTo]:
    """Return the sealed fields of a kind of event, each with the fields that say who may know it."""
    found: dict[str, KnownTo] = {}
    for name, hint in get_type_hints(event, include_extras=True).items():
        for mark in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
            if isinstance(mark, KnownTo):
                found[name] = mark
    return found


def audience_of(event: Event, known: KnownTo) -> str:
    """Return who may know a sealed field's value: seats separated by spaces, `all`, or "" (omniscient viewer only)."""
    people = [name if name == ALL else str(getattr(event, name)) for name in known.fields]
    return ALL if ALL in people else " ".join(sorted({person for person in people if person}))


@cache
def _stored_form(event: type[Event]) -> StoredForm:
    hints = get_type_hints(event, include_extras=True)
    sealed = sealed_fields(event)
    rows: set[str] = set()
    fields: list[Any] = []
    for field in msgspec.structs.fields(event):
        kind: Any = hints[field.name]
        if field.name in sealed:
            if fields and len(fields[-1]) > len(("name", "type")):
                raise TypeError(f"{event.__name__}.{field.name}: a sealed field must come before those with a default")
            plain = get_args(kind)[0]
            if plain is not str:
                if plain != tuple[str, ...]:
                    raise TypeError(f"{event.__name__}.{field.name}: a sealed field must be str or tuple[str, ...]")
                rows.add(field.name)
            fields.append((field.name, SealedItems if field.name in rows else SealedItem))
        elif field.default is not msgspec.NODEFAULT:
            fields.append((field.name, kind, field.default))
        elif field.default_factory is not msgspec.NODEFAULT:
            fields.append((field.name, kind, msgspec.field(default_factory=field.default_factory)))
        else:
            fields.append((field.name, kind))
    names = tuple(field.name for field in msgspec.structs.fields(event))
    line = [("rule", str, ""), ("cause", int, 0), ("implied", bool, False)]
    if clash := {"rule", "cause", "implied"} & set(names):
        raise TypeError(f"{event.__name__}: {sorted(clash)} are reserved for the entry")
    tag = event.__struct_config__.tag
    if not isinstance(tag, str) or tag != tag.lower():
        raise TypeError(f"{event.__name__}: the tag must be in lower case")
    stored = msgspec.defstruct(
        f"Stored{event.__name__}", fields + line, tag=tag, tag_field="kind", frozen=True, omit_defaults=True,
        forbid_unknown_fields=True, gc=False, namespace={"__doc__": f"{event.__name__} as stored."},
    )  # fmt: skip
    closed = tuple((at, name) for at, name in enumerate(names) if name in sealed)
    return StoredForm(event, stored, names, sealed, frozenset(rows), closed)


class Codec:
    """Encoder and decoder for the events of one game and the shared events."""

    def __init__(self, vocabulary: Iterable[type[Event]] = ()) -> None:
        kinds = dict.fromkeys((*SHARED, *vocabulary))
        self.twins: dict[type[Event], StoredForm] = {kind: _stored_form(kind) for kind in kinds}
        self.by_tag = {tag_of(kind): twin for kind, twin in self.twins.items()}
        if len(self.by_tag) != len(self.twins):
            raise TypeError("two events have the same tag")
        self.played = frozenset(kind for kind in kinds if issubclass(kind, Move | Chance | Effect))
        """The kinds of events that the game's reducer applies. Looking a type up is faster than `isinstance`."""
        self._by_stored = {twin.stored: twin for twin in self.twins.values()}
        self._read_as = {twin.stored: (twin.event, twin.closed, twin.rows) for twin in self.twins.values()}
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
            Union[tuple(twin.stored for twin in self.twins.values())]  # noqa: UP007  # built at run time
        )
        self._encoder = msgspec.json.Encoder()

    def encode(self, entry: Entry, seq: int = 0, salting: Salting | None = None) -> tuple[str, list[Secret]]:
        """Return the stored body of an entry, and its secrets.

        `salting` may supply the salt of an existing seal. A text with an unpaired surrogate raises `RefusedError`.
        """
        try:
            return self._encode(entry, seq, salting)
        except UnicodeEncodeError as error:
            raise RefusedError(f"a text is not valid Unicode: {error.reason} at character {error.start + 1}") from error

    def _encode(self, entry: Entry, seq: int, salting: Salting | None) -> tuple[str, list[Secret]]:
        event = entry.event
        twin = self.twins[type(event)]
        values = list(msgspec.structs.astuple(event))
        secrets: list[Secret] = []
        for at, name in twin.closed:
            audience = audience_of(event, twin.sealed[name])
            row = name in twin.rows
            seals = []
            for item, value in enumerate(values[at] if row else (values[at],)):
                text = one_line(self._encoder.encode(value).decode())
                salt = (salting and salting(event, name, item, text)) or new_salt()
                seals.append(seal(salt, text))
                secrets.append(Secret(seq, name, item, audience, salt, text))
            values[at] = SealedItems(tuple(seals)) if row else SealedItem(seals[0])
        stored = twin.stored(*values, entry.rule, entry.cause, entry.implied)
        return one_line(self._encoder.encode(stored).decode()), secrets

    def decode_stored(self, line: Line) -> Any:
        """Parse an entry's body into its stored form. If this game has no such event, raise `CorruptLogError`."""
        try:
            return self._decoder.decode(line.body)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            raise CorruptLogError(f"entry {line.seq} cannot be read: {error}", line.seq) from error

    def decode(self, line: Line, opening: Opening = _NOTHING) -> Entry:
        """Decode an entry for a viewer who may open the items of `opening`; all other sealed items become `"?"`.

        A damaged body, or an event that this game does not have, raises `CorruptLogError`.
        """
        try:  # repeats `decode_stored` for speed: every entry of every log is decoded here
            stored = self._decoder.decode(line.body)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            raise CorruptLogError(f"entry {line.seq} cannot be read: {error}", line.seq) from error
        event, closed, rows = self._read_as[type(stored)]
        values = msgspec.structs.astuple(stored)
        fields: Any = values[:-3]
        if closed:
            fields = list(fields)
            for at, name in closed:
                if name in rows:
                    count = range(len(fields[at].sealed))
                    fields[at] = tuple([_open(opening, name, item, line.seq) for item in count])
                else:
                    fields[at] = _open(opening, name, 0, line.seq)
        return Entry(event(*fields), line.by, values[-3], values[-2], values[-1], line.seq, line.at_ms)

    def is_canonical(self, body: str) -> bool:
        """Return whether an entry's body is valid JSON and equals, byte by byte, what this codec would write."""
        try:
            return one_line(self._encoder.encode(self._decoder.decode(body)).decode()) == body
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False

    def seals(self, line: Line) -> dict[str, tuple[str, ...]]:
        """Return the seals in an entry's body as hex texts, by the name of their sealed field."""
        if _SEALED not in line.body and "\\" not in line.body:  # a body with a seal contains the word, perhaps escaped
            return {}
        stored = self.decode_stored(line)
        twin = self._by_stored[type(stored)]
        found: dict[str, tuple[str, ...]] = {}
        for name in twin.sealed:
            value = getattr(stored, name)
            found[name] = value.sealed if name in twin.rows else (value.sealed,)
        return found


def _open(opening: Opening, name: str, item: int, seq: int) -> str:
    found = opening.get((name, item), _CLOSED)
    if found is None:
        return REMOVED
    if found is _CLOSED:
        return UNKNOWN
    try:
        return _TEXT.decode(found[1])
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        raise CorruptLogError(f"entry {seq}: the secret of {name} is not a text", seq) from error
