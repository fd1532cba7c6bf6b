"""The reading of a log by one viewer: every line as that viewer may know it, and the position after each.

A viewer's position is the fold of what that viewer knows, by the same reducer that folds the table's. A log can be read
*as known then*: each position shows what was known when its line was written; or *as known now*: later disclosures are
read back into the earlier lines, those behind a damaged line too. What points at a line that a correction wrote again
is about the line where it stood first, its origin.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat, takewhile
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.codec import Codec, Opening
from events.entry import Entry, Line, Secret
from events.errors import BellError, CorruptLogError
from events.events import (
    ALL,
    AUTHOR_ONLY,
    MODERATOR_VIEW,
    OMNISCIENT,
    PUBLIC_AFTER_END,
    UNTIL_END,
    WITH_MODERATOR,
    Chance,
    Effect,
    Event,
    Move,
    SessionEvent,
    Started,
)
from events.session_events import Begun, ItemRevealed, Redecided, Seated, SecretsOpened, TakenBack
from projections.game import Game

S = TypeVar("S", bound=msgspec.Struct)
_HEADS: Final = (Move, SessionEvent, Started)
_PLAYED: Final = (Move, Chance, Effect)
_DISCLOSED: Final = (ItemRevealed, SecretsOpened)
_DISCLOSING: Final = ('{"kind":"learned"', '{"kind":"unsealed"')
"""How the bodies of disclosures begin, as the codec writes them."""
_NOTHING: Final[Opening] = {}
_GONE: Final = ("", None)
"""What stands for an item that was erased."""
_AS_PLAYED: Final[Mapping[str, str]] = {}


class Group(msgspec.Struct, frozen=True):
    """A Move or SessionEvent line with the Chance and Effects it led to. `entries` begins with the head."""

    entries: tuple[Entry, ...]
    undone: bool = False

    @property
    def head(self) -> Entry:
        """The Move, SessionEvent or Started line that the rest follows from."""
        return self.entries[0]

    @property
    def first(self) -> int:
        """The number of the head."""
        return self.entries[0].seq

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.entries[-1].seq


def groups_of(entries: Sequence[Entry], undone: frozenset[int] | set[int] = frozenset()) -> list[Group]:
    """The lines of a log in groups, in order."""
    found: list[list[Entry]] = []
    for entry in entries:
        if not found or isinstance(entry.event, _HEADS):
            found.append([])
        found[-1].append(entry)
    return [Group(tuple(lines), lines[0].seq in undone) for lines in found]


def undone_origin(entries: Sequence[Entry], head: int) -> int:
    """The line that the group of a head was decided again for, 0 where it was not."""
    event = entries[head - 2].event if head > 1 else None
    return event.of if isinstance(event, Redecided) and 0 < event.of < head else 0


def group_from(entries: Sequence[Entry], head: int) -> Group:
    """The lines of the group that begins with a head."""
    last = head
    while last < len(entries) and not isinstance(entries[last].event, Move | SessionEvent | Started):
        last += 1
    return Group(tuple(entries[head - 1 : last]))


def head_of(entries: Sequence[Entry], seq: int) -> int:
    """The head of the group that holds a line."""
    while seq > 1 and not isinstance(entries[seq - 1].event, Move | SessionEvent | Started):
        seq -= 1
    return seq


def first_origin(entries: Sequence[Entry], seq: int) -> int:
    """The line that a line repeats, as it stood first: the same place in the move that was decided again, if it can be.

    A line that no correction wrote is its own origin, and so is one that its move did not have before.
    """
    while of := undone_origin(entries, head := head_of(entries, seq)):
        if of >= head:
            break
        old, offset = group_from(entries, of), seq - head
        if offset >= len(old.entries) or type(old.entries[offset].event) is not type(entries[seq - 1].event):
            break
        seq = of + offset
    return seq


def knows(viewer: str, audience: str, unsealed: str, seats: Sequence[str]) -> bool:
    """Whether a viewer may know a sealed item, given to whom the session has been unsealed ("" for nobody).

    What is claimed to the judge alone is opened by the ruling, not by the end of the session. A note for its author
    alone, or for whoever may rule, is in no view at all, and one for after the end in none before it:
    `replay.reading.notes` reads it to them.
    """
    among = audience.split()
    if AUTHOR_ONLY in among or WITH_MODERATOR in among or (UNTIL_END in among and not unsealed):
        return False
    if UNTIL_END in among and viewer == OMNISCIENT:
        return unsealed == ALL  # opened to the seats alone it is read by them, and by nobody who looks
    if viewer == OMNISCIENT or audience == ALL:
        return True
    if viewer in among or not unsealed or (MODERATOR_VIEW in among and PUBLIC_AFTER_END not in among):
        return viewer in among
    return unsealed in (ALL, viewer) or (unsealed == "seats" and viewer in seats)


class Reading(Generic[S]):
    """An incremental reading. `lines`, `entries` and `positions` run in step; line 1 has index 0.

    `damage` is the first line that cannot be read; nothing after it is. With `options` the session is read otherwise
    than its table had agreed.
    """

    def __init__(
        self, game: Game[S, Any], codec: Codec, viewer: str, data: Callable[[str], bytes], *, now: bool = False,
        options: Mapping[str, str] = _AS_PLAYED,
    ) -> None:  # fmt: skip
        self.options = options
        self.game, self.codec, self.viewer, self.now = game, codec, viewer, now
        self.data = data
        self.lines: list[Line] = []
        self.entries: list[Entry] = []
        self.positions: list[S] = []
        self.undone: set[int] = set()
        self.started = Started("", 0, ())
        self.damage: CorruptLogError | None = None
        self._unsealed = ""
        self._secrets: list[Secret] = []
        self._openings: dict[int, dict[tuple[str, int], tuple[str, str] | None]] = {}
        self._by_kind: dict[type[Event], list[Entry]] = {}
        self._sorted = 0
        self._opened = 0
        """The earliest line read that is known otherwise since positions were folded, 0 for none."""
        self._known: dict[int, S] = {}
        """As known then: the positions before the last disclosure that differ as known by now."""
        self._strayed = False
        """As known then: whether a line went back to a position as it was known, so that it is no present one."""

    def entries_of(self, *kinds: type[Event]) -> Sequence[Entry]:
        """The entries of some kinds of event, in order; the log is looked through once, whatever is asked for."""
        for entry in self.entries[self._sorted :]:
            self._by_kind.setdefault(type(entry.event), []).append(entry)
        self._sorted = len(self.entries)
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], ())
        found = [entry for kind in kinds for entry in self._by_kind.get(kind, ())]
        return sorted(found, key=lambda entry: entry.seq)

    @property
    def position(self) -> S:
        """The position after the last line read."""
        return self.positions[-1]

    @property
    def seq(self) -> int:
        """The number of the last line read."""
        return len(self.lines)

    @property
    def unsealed(self) -> str:
        """To whom the session has been unsealed, or ""."""
        return self._unsealed

    def feed(self, lines: Sequence[Line], secrets: Sequence[Secret], entries: Sequence[Entry] | None = None) -> None:
        """Read on: gapless lines after the last one, and their secrets.

        `entries` are what this viewer reads in the lines, where that is known already: they were just encoded.
        """
        self._secrets.extend(secrets)
        self._open(secrets)
        if self.now and not self.seq and not self.damage:
            self._read_on(lines[:1])
            lines = lines[1:]
            self._look_ahead(lines)
        if not self.damage:
            self._read_on(lines, entries)
        if self.now:
            for line in lines if self.damage else ():
                if line.seq > self.seq and (event := self._disclosure(line)) is not None:
                    self._learn(event)
            if self._opened:
                self._reread(self._opened)

    def _look_ahead(self, lines: Sequence[Line]) -> None:
        """Take in what lines to come disclose, so that they are folded once; what is missed is read again."""
        found = [line for line in lines if line.body.startswith(_DISCLOSING)]
        for line in (*found, *found):  # the end of a session opens what was learnt before it
            if (event := self._disclosure(line)) is not None:
                self._learn(event)

    def _disclosure(self, line: Line) -> ItemRevealed | SecretsOpened | None:
        """What a line discloses that cannot be folded, or cannot be reached."""
        try:
            event = self.codec.decode(line, self.opening(line.seq)).event
        except CorruptLogError:
            return None
        return event if isinstance(event, ItemRevealed | SecretsOpened) else None

    def _read_on(self, lines: Sequence[Line], entries: Sequence[Entry] | None = None) -> None:
        """Take lines in, up to the first that cannot be read."""
        seq = self.seq
        decode, openings, reducer = self.codec.decode, self._openings.get, self.game.rules.reducer
        positions, keep_line, keep_entry = self.positions, self.lines.append, self.entries.append
        try:
            for line, known in zip(lines, entries or repeat(None), strict=False):
                seq += 1
                if line.seq != seq:
                    self.damage = CorruptLogError(f"line {line.seq} stands where line {seq} is due", seq)
                    return
                entry = known or decode(line, openings(seq, _NOTHING))
                event = entry.event
                if seq > 1 and isinstance(event, _PLAYED):  # the shortest way for what most lines are
                    positions.append(reducer(positions[-1], event))
                    keep_line(line)
                    keep_entry(entry)
                    continue
                position = self._after(entry, positions[-1] if positions else None, positions)
                keep_line(line)
                keep_entry(entry)
                positions.append(position)
                self._heed(event, seq)
        except CorruptLogError as error:
            self.damage = error
        except (BellError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # a line that decodes and still cannot be folded is a damaged line, whatever the game made of it
            self.damage = CorruptLogError(f"line {seq} cannot be read: {error}", seq)

    def _open(self, secrets: Sequence[Secret]) -> None:
        may_know: dict[str, bool] = {}
        for secret in secrets:
            known = may_know.get(secret.audience)
            if known is None:
                known = knows(self.viewer, secret.audience, self._unsealed, self.started.seats)
                may_know[secret.audience] = known
            if known:
                pair = None if secret.salt is None or secret.value is None else (secret.salt, secret.value)
                self._put(secret.seq, (secret.field, secret.item), pair)

    def _put(self, seq: int, place: tuple[str, int], pair: tuple[str, str] | None) -> None:
        """Open an item of a line; where the line has been read, and reads otherwise now, it is to be folded again."""
        opening = self._openings.setdefault(seq, {})
        if 1 <= seq <= self.seq and (place not in opening or (opening[place] or _GONE)[1] != (pair or _GONE)[1]):
            self._opened = min(self._opened or seq, seq)
        opening[place] = pair

    def opening(self, seq: int) -> Opening:
        """What this viewer may open of a line."""
        return self._openings.get(seq, _NOTHING)

    def _heed(self, event: Event, seq: int) -> None:
        """Take in what a line changes of the lines before it."""
        if isinstance(event, TakenBack):
            self._strike(event.to, seq)
            self._strayed = self._strayed or (bool(self._known) and not event.knows)
        elif isinstance(event, _DISCLOSED):
            self._learn(event)
            if not self.now and (self._opened or self._strayed):
                self._refold(1 if self._strayed else self._opened)

    def _after(self, entry: Entry, before: S | None, positions: Sequence[S]) -> S:
        event = entry.event
        if before is None or isinstance(event, Started):
            if not isinstance(event, Started) or entry.seq != 1:
                raise CorruptLogError(f"line {entry.seq}: a log begins with Started, once", entry.seq)
            if event.game != self.game.meta.slug:
                raise CorruptLogError(f'line 1: a session of "{event.game[:40]}", not of {self.game.meta.slug}', 1)
            self.started = event = self.game.read_otherwise(event, self.options) if self.options else event
            return self.game.set_up(event, {name: self.data(digest) for name, digest in event.data.items()})
        if isinstance(event, TakenBack):
            if not 0 < event.to < entry.seq:
                raise CorruptLogError(
                    f"line {entry.seq} goes back to line {event.to}, which does not come before", entry.seq
                )
            return self.known_at(event.to) if event.knows and positions is self.positions else positions[event.to - 1]
        return before if isinstance(event, SessionEvent) else self.game.rules.reducer(before, event)

    def _strike(self, to: int, seq: int) -> None:
        for entry in self.entries[to : seq - 1]:
            if not isinstance(entry.event, SessionEvent) or entry.event.is_undone:
                self.undone.add(entry.seq)

    def _learn(self, event: ItemRevealed | SecretsOpened) -> None:
        """Take in a disclosure: the openings grow."""
        if isinstance(event, SecretsOpened):
            self._unsealed = event.to
            self._open(self._secrets)
            for entry in self.entries_of(ItemRevealed):  # what was learnt stays learnt
                line = self.lines[entry.seq - 1]
                self._learn(self.codec.decode(line, self.opening(line.seq)).event)  # type: ignore[arg-type]  # a Learned
        elif event.value != "?":
            self._put(event.line, (event.field, event.item), ("", msgspec.json.encode(event.value).decode()))

    def has_learnt(self, since: int) -> bool:
        """Whether something of earlier lines was disclosed behind a line."""
        return any(isinstance(entry.event, _DISCLOSED) for entry in self.entries[since:])

    def known_at(self, seq: int) -> S:
        """The position after a line, with what has been learnt since of the lines up to it."""
        return self._known.get(seq, self.positions[seq - 1])

    def _refold(self, since: int) -> None:
        """Fold again from a line on, with all that is known by now; only the last position is kept as the present one.

        The positions before it stay as they were known then; `known_at` tells them as known by now.
        """
        positions = [self._known.get(seq, self.positions[seq - 1]) for seq in range(1, since)]
        for line in self.lines[since - 1 :]:
            entry = self.codec.decode(line, self.opening(line.seq))
            positions.append(self._after(entry, positions[-1] if positions else None, positions))
        self._known.update(zip(range(since, self.seq), positions[since - 1 :], strict=False))
        self.positions[-1] = positions[-1]
        self._opened, self._strayed = 0, False

    def _reread(self, since: int) -> None:
        """Read again from a line on with what is known by now."""
        rest = self.lines[since - 1 :]
        for kept in (self.lines, self.entries, self.positions):
            del kept[since - 1 :]
        self._by_kind, self._sorted = {}, 0
        damage, self.damage = self.damage, None
        self._read_on(rest)
        self._opened = 0
        if not self.damage:
            self.damage = damage

    def secrets(self) -> Sequence[Secret]:
        """All secrets of the lines read, whoever may open them."""
        return self._secrets

    def live(self) -> list[Event]:
        """The events that made the present position, without what was struck."""
        return [entry.event for entry in self.entries if entry.seq not in self.undone]

    def seat_words(self) -> Mapping[str, str]:
        """The words that seats brought for the tower, up to Begun."""
        opening = takewhile(lambda entry: not isinstance(entry.event, Begun), self.entries)
        return {entry.event.seat: entry.event.word for entry in opening if isinstance(entry.event, Seated)}
