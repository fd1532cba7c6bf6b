"""Reading a log whose game is not installed: only the entries that all games share are decoded.

Such a log can be exported, and its digests, seals, dice and signatures can be checked. It has no positions.
"""

from typing import Any, Final, cast

import msgspec

from events.codec import Codec, Opening
from events.entry import Entry, Line
from events.errors import CorruptLogError, MissingGameError, RefusedError
from events.events import ALL, Event
from events.seal import SealedItem, SealedItems
from events.store.protocol import EventStore
from projections.contracts import Status
from projections.game import Editor, Game, Rules, View
from projections.meta import Meta
from projections.packages import SLUG
from projections.registry import Registry
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline

_NOTHING: Final[Opening] = {}
_FIELDS: Final = msgspec.json.Decoder(dict[str, Any])


class Unread(Event, frozen=True, tag="unread"):
    """An event that only the missing game can decode. Logs never contain this kind."""


class Nothing(msgspec.Struct, frozen=True):
    """The position of a game that is not installed, and its options."""


class SharedCodec(Codec):
    """The codec of a game that is not installed. An event of the game is decoded as `Unread`."""

    def decode(self, line: Line, opening: Opening = _NOTHING) -> Entry:
        """Decode an entry as `Codec.decode` does."""
        try:
            return super().decode(line, opening)
        except CorruptLogError:
            if self._fields(line).get("kind") in (*self.by_tag, None):
                raise
        return Entry(Unread(), line.by, seq=line.seq, at_ms=line.at_ms)

    def seals(self, line: Line) -> dict[str, tuple[str, ...]]:
        """Return the seals in an entry's body as `Codec.seals` does."""
        try:
            return super().seals(line)
        except CorruptLogError:
            found = {}
            for name, value in self._fields(line).items():
                if isinstance(value, dict) and value.keys() == {"sealed"}:
                    kind: Any = SealedItem if isinstance(value["sealed"], str) else SealedItems
                    sealed = msgspec.convert(value, kind).sealed
                    found[name] = (sealed,) if isinstance(sealed, str) else sealed
            return found

    def _fields(self, line: Line) -> dict[str, Any]:
        try:
            return _FIELDS.decode(line.body)
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
            raise CorruptLogError(f"entry {line.seq} cannot be read: {error}", line.seq) from error


def stand_in(slug: str) -> Game[Nothing, Any]:
    """Return a game in place of one that is not installed. Its position is always the same."""
    return Game(
        meta=Meta(slug, slug, rules_number=0, shape=0, seats=(0, 99), package=""), options=Nothing, vocabulary=(),
        rules=Rules(
            initial=lambda _started, _data: Nothing(), setup=lambda _draft, _started: None,
            decide=lambda _draft, _move: None, reducer=lambda now, _event: now, legal=lambda _now, _seat: (),
            implied_pass=lambda _now, _seat: None, status=lambda _now: Status(0, 0, "", "", ()),
            pile_cards=lambda _now, _pile: None,
        ),
        notation=cast("Any", None),  # nothing is parsed or written
        view=View(
            draw=lambda _now, _marks: (), text=lambda _now: "", sentence=lambda _event, _before, _after: "",
            seat_name=lambda _now, seat: seat,
        ),
        editor=Editor(edit=lambda _now, _place, _value: ()),
    )  # fmt: skip


def game_or_stand_in(slug: str, registry: Registry) -> tuple[Game[Any, Any], Codec]:
    """Return a game with its codec. In place of a missing game, return its stand-in and a `SharedCodec`."""
    try:
        return registry[slug], registry.codec(slug)
    except (RefusedError, MissingGameError):
        if not SLUG.fullmatch(slug):
            raise
        return stand_in(slug), SharedCodec()


def read_or_stand_in(
    store: EventStore, registry: Registry, session: str, viewer: str = ALL, *, upto: int | None = None
) -> Timeline:
    """Read a session from a store as `Timeline.read` does, even if its game is not installed."""
    try:
        return Timeline.read(store, registry, session, viewer, upto=upto)
    except MissingGameError:
        row = store.row(session)
        reading = Reading(stand_in(row.game), SharedCodec(), viewer, lambda pin: store.data(pin).encode())
        reading.feed(store.lines(row.session, 0, upto), store.secrets(row.session, 0, upto))
        return Timeline(row, reading)
