"""The reading of a log by one viewer: every entry as that viewer may know it, and the position after each.

A viewer's position is folded from what that viewer knows, by the same reducer as the complete position. There are two
modes. *As known then*: each position shows what was known when its entry was written. *As known now*: later disclosures
are applied to earlier entries, even if they come after a damaged entry. A reference to an entry that a correction
repeated means the original entry.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, repeat, takewhile
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.codec import Codec, Opening
from events.entry import Entry, Line, Secret
from events.errors import BellError, CorruptLogError
from events.events import Chance, Event, Move, Rolled, SessionEvent, Started
from events.session_events import Begun, ItemRevealed, Redecided, Reopened, Seated, SecretsOpened, TakenBack
from projections.game import Game
from replay.reading.audience import knows

S = TypeVar("S", bound=msgspec.Struct)
E = TypeVar("E", bound=Event)
_HEADS: Final = (Move, SessionEvent, Started)
_DISCLOSED: Final = (ItemRevealed, SecretsOpened)
_DISCLOSING: Final = ('{"kind":"learned"', '{"kind":"unsealed"')  # start of the stored body of a disclosure
_REOPENING: Final = '{"kind":"reopened"'
GAME_ERRORS: Final = (BellError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The exceptions that a game may raise on entries that do not fit its rules."""
_NOTHING: Final[Opening] = {}
_GONE: Final = ("", None)  # salt and value of an erased item
_AS_PLAYED: Final[Mapping[str, str]] = {}


class Group(msgspec.Struct, frozen=True):
    """A Move, SessionEvent or Started entry (the head) with the Chance and Effects that follow from it."""

    entries: tuple[Entry, ...]
    undone: bool = False

    @property
    def head(self) -> Entry:
        """The entry that the others follow from."""
        return self.entries[0]

    @property
    def first(self) -> int:
        """The number of the head."""
        return self.entries[0].seq

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].seq

    @property
    def events(self) -> list[Event]:
        """The events of the entries."""
        return [entry.event for entry in self.entries]

    @property
    def chance(self) -> list[Chance]:
        """The rolls, draws, reveals and shuffles."""
        return [entry.event for entry in self.entries if isinstance(entry.event, Chance)]


def without_source(event: Event) -> Event:
    """Return chance without its source and receipt, for comparison; other events unchanged."""
    if isinstance(event, Rolled):
        return Rolled(event.die, event.sides, event.faces, event.purpose, "")
    return msgspec.structs.replace(event, source="", of=None) if isinstance(event, Chance) else event


def groups_of(entries: Sequence[Entry], undone: frozenset[int] | set[int] = frozenset()) -> list[Group]:
    """Return the entries of a log in groups, in order."""
    found: list[list[Entry]] = []
    for entry in entries:
        if not found or isinstance(entry.event, _HEADS):
            found.append([])
        found[-1].append(entry)
    return [Group(tuple(lines), lines[0].seq in undone) for lines in found]


def undone_origin(entries: Sequence[Entry], head: int) -> int:
    """Return the entry number of the head of the earlier group that this group decides again, or 0."""
    event = entries[head - 2].event if head > 1 else None
    return event.of if isinstance(event, Redecided) and 0 < event.of < head else 0


def group_from(entries: Sequence[Entry], head: int) -> Group:
    """Return the group that begins with a head."""
    last = head
    while last < len(entries) and not isinstance(entries[last].event, Move | SessionEvent | Started):
        last += 1
    return Group(tuple(entries[head - 1 : last]))


def earlier_versions(entries: Sequence[Entry], head: int) -> Iterator[Group]:
    """Yield the earlier groups that the group with head `head` decides again, the latest first."""
    while head := undone_origin(entries, head):
        yield group_from(entries, head)


def head_of(entries: Sequence[Entry], seq: int) -> int:
    """Return the number of the head of the group that contains entry `seq`."""
    while seq > 1 and not isinstance(entries[seq - 1].event, Move | SessionEvent | Started):
        seq -= 1
    return seq


def first_origin(entries: Sequence[Entry], seq: int) -> int:
    """Return the number of the entry that `seq` repeats: the same place in the group that was decided again.

    An entry is its own origin if no correction wrote it, or if the earlier group has no counterpart.
    """
    while of := undone_origin(entries, head := head_of(entries, seq)):
        if of >= head:
            break
        old, offset = group_from(entries, of), seq - head
        if offset >= len(old.entries) or type(old.entries[offset].event) is not type(entries[seq - 1].event):
            break
        seq = of + offset
    return seq


def _reopenings(lines: Sequence[Line]) -> Iterator[int]:
    return (line.seq for line in lines if line.body.startswith(_REOPENING))


class Reading(Generic[S]):
    """A log, read entry by entry for a viewer. `lines`, `entries` and `positions` run in parallel; entry 1 has index 0.

    `damage` is the error of the first entry that cannot be read; reading stops there. `options` replaces options that
    the group had agreed.
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
        self._openings_to: dict[int, tuple[str, int]] = {}
        """For each entry that opened the secrets: to whom, and the entry that reopened the session, 0 for none."""
        self._reopenings: set[int] = set()
        self._fed_reopenings: Iterator[int] = iter(())
        """Reopenings in the lines of the last feed, which are searched once, and only if secrets are opened."""
        self._secrets: list[Secret] = []
        self._openings: dict[int, dict[tuple[str, int], tuple[str, str] | None]] = {}
        self._by_kind: defaultdict[type[Event], list[Entry]] = defaultdict(list)
        self._sorted = 0
        self._opened = 0  # first entry whose known content changed after its position was folded, 0 for none
        self._known: dict[int, S] = {}
        """As known then: positions before the last disclosure that are different as known now, by entry."""
        self._strayed = False
        """As known then: whether a takeback restored a position as it was known then, without later knowledge."""

    def entries_of(self, *kinds: type[Event]) -> Sequence[Entry]:
        """Return the entries of some kinds of event, in order. Each entry is indexed once."""
        for entry in self.entries[self._sorted :]:
            self._by_kind[type(entry.event)].append(entry)
        self._sorted = len(self.entries)
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], ())
        found = [entry for kind in kinds for entry in self._by_kind.get(kind, ())]
        return sorted(found, key=lambda entry: entry.seq)

    def events_of(self, kind: type[E]) -> Sequence[tuple[Entry, E]]:
        """Return the entries of one kind of event, in order, each with its event."""
        return [(entry, entry.event) for entry in self.entries_of(kind) if isinstance(entry.event, kind)]

    @property
    def position(self) -> S:
        """The position after the last entry."""
        return self.positions[-1]

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.lines)

    @property
    def unsealed(self) -> str:
        """To whom the session's secrets are open, "" if they are not or if the session was reopened."""
        return next((to for to, until in self._openings_to.values() if not until), "")

    def opened_to(self, seq: int) -> str:
        """Return to whom the secrets of an entry were opened. Later entries of a reopened session have new secrets."""
        for to, until in self._openings_to.values():
            if not until or seq < until:
                return to
        return ""

    def feed(self, lines: Sequence[Line], secrets: Sequence[Secret], entries: Sequence[Entry] | None = None) -> None:
        """Read the lines that follow the last one, and their secrets; `entries` are these lines, if already decoded."""
        self._secrets.extend(secrets)
        self._fed_reopenings = _reopenings(lines)
        if self._openings_to:
            self._reopen(self._fed_reopenings)
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
                    self._learn(event, line.seq)
            if self._opened:
                self._reread(self._opened)

    def _look_ahead(self, lines: Sequence[Line]) -> None:
        """Apply coming disclosures first, so that entries are folded once. Missed ones cause a second reading."""
        found = [line for line in lines if line.body.startswith(_DISCLOSING)]
        for line in (*found, *found):  # twice: the end of a session opens disclosures before it
            if (event := self._disclosure(line)) is not None:
                self._learn(event, line.seq)

    def _disclosure(self, line: Line) -> ItemRevealed | SecretsOpened | None:
        try:
            event = self.codec.decode(line, self.opening(line.seq)).event
        except CorruptLogError:
            return None
        return event if isinstance(event, ItemRevealed | SecretsOpened) else None

    def _read_on(self, lines: Sequence[Line], entries: Sequence[Entry] | None = None) -> None:
        seq = self.seq
        decode, openings = self.codec.decode, self._openings.get
        reducer, played = self.game.rules.reducer, self.codec.played
        positions, keep_line, keep_entry = self.positions, self.lines.append, self.entries.append
        position = positions[-1] if positions else None
        try:
            for line, known in zip(lines, entries or repeat(None), strict=False):
                seq += 1
                if line.seq != seq:
                    self.damage = CorruptLogError(f"entry {line.seq} was found where entry {seq} was expected", seq)
                    return
                entry = known or decode(line, openings(seq, _NOTHING))
                event = entry.event
                if position is not None and type(event) in played:  # fast path for most entries
                    position = reducer(position, event)
                    keep_line(line)
                    keep_entry(entry)
                    positions.append(position)
                    continue
                position = self._after(entry, position, positions)
                keep_line(line)
                keep_entry(entry)
                positions.append(position)
                self._heed(event, seq)
                position = positions[-1]  # a disclosure may have replaced it
        except CorruptLogError as error:
            self.damage = error
        except GAME_ERRORS as error:
            # an entry that decodes but cannot be folded is damaged, with any of these errors
            self.damage = CorruptLogError(f"entry {seq} cannot be read: {error}", seq)

    def _open(self, secrets: Sequence[Secret]) -> None:
        is_known: dict[tuple[str, str], bool] = {}
        for secret in secrets:
            key = (secret.audience, self.opened_to(secret.seq))
            if key not in is_known:
                is_known[key] = knows(self.viewer, *key, self.started.seats)
            if is_known[key]:
                pair = None if secret.salt is None or secret.value is None else (secret.salt, secret.value)
                self._put(secret.seq, (secret.field, secret.item), pair)

    def _reopen(self, seqs: Iterable[int]) -> None:
        """End each disclosure at the entry that reopened the session, so that later entries keep their secrets."""
        self._reopenings.update(seqs)
        for opened, (to, until) in self._openings_to.items():
            self._openings_to[opened] = (to, until or self._reopened_after(opened))

    def _reopened_after(self, seq: int) -> int:
        return min((one for one in self._reopenings if one > seq), default=0)

    def _put(self, seq: int, place: tuple[str, int], pair: tuple[str, str] | None) -> None:
        """Open an item of an entry. If that changes an entry that was already read, mark it for folding again."""
        opening = self._openings.setdefault(seq, {})
        if 1 <= seq <= self.seq and (place not in opening or (opening[place] or _GONE)[1] != (pair or _GONE)[1]):
            self._opened = min(self._opened or seq, seq)
        opening[place] = pair

    def opening(self, seq: int) -> Opening:
        """Return the sealed items of entry `seq` that this viewer may open."""
        return self._openings.get(seq, _NOTHING)

    def _heed(self, event: Event, seq: int) -> None:
        if isinstance(event, TakenBack):
            for entry in self.entries[event.to : seq - 1]:
                if not isinstance(entry.event, SessionEvent) or entry.event.is_undone:
                    self.undone.add(entry.seq)
            self._strayed = self._strayed or (bool(self._known) and not event.knows)
        elif isinstance(event, Reopened):
            self._reopen([seq])
        elif isinstance(event, _DISCLOSED):
            self._learn(event, seq)
            if not self.now and (self._opened or self._strayed):
                self._refold(1 if self._strayed else self._opened)

    def _after(self, entry: Entry, before: S | None, positions: Sequence[S]) -> S:
        event = entry.event
        if before is None or isinstance(event, Started):
            if not isinstance(event, Started) or entry.seq != 1:
                raise CorruptLogError(f"entry {entry.seq}: entry 1, and no other, must start the session", entry.seq)
            if event.game != self.game.meta.slug:
                what = f'entry 1: this is a session of "{event.game[:40]}", not of {self.game.meta.slug}'
                raise CorruptLogError(what, 1)
            self.started = event = self.game.read_otherwise(event, self.options) if self.options else event
            return self.game.set_up(event, {name: self.data(digest) for name, digest in event.data.items()})
        if isinstance(event, TakenBack):
            if not 0 < event.to < entry.seq:
                what = f"entry {entry.seq} goes back to entry {event.to}, which is not before it"
                raise CorruptLogError(what, entry.seq)
            return self.known_at(event.to) if event.knows and positions is self.positions else positions[event.to - 1]
        return before if isinstance(event, SessionEvent) else self.game.rules.reducer(before, event)

    def _learn(self, event: ItemRevealed | SecretsOpened, seq: int) -> None:
        if isinstance(event, SecretsOpened):
            self._reopen(self._fed_reopenings)
            self._openings_to[seq] = (event.to, self._reopened_after(seq))
            self._open(self._secrets)
            for entry in self.entries_of(ItemRevealed):  # keep later revealed values
                line = self.lines[entry.seq - 1]
                self._learn(self.codec.decode(line, self.opening(line.seq)).event, line.seq)  # type: ignore[arg-type]  # a reveal
        elif event.value != "?":
            self._put(event.line, (event.field, event.item), ("", msgspec.json.encode(event.value).decode()))

    def has_learnt(self, since: int) -> bool:
        """Return whether anything was disclosed after entry `since`."""
        return any(isinstance(entry.event, _DISCLOSED) for entry in self.entries[since:])

    def known_at(self, seq: int) -> S:
        """Return the position after an entry, with what was learnt later about the entries up to it."""
        return self._known.get(seq, self.positions[seq - 1])

    def _refold(self, since: int) -> None:
        """Apply the entries from `since` on again with everything known now. Only the last position is replaced."""
        positions = [self.known_at(seq) for seq in range(1, since)]
        position, reducer, played = positions[-1] if positions else None, self.game.rules.reducer, self.codec.played
        for line, entry in zip(self.lines[since - 1 :], self.entries[since - 1 :], strict=True):
            opening = self._openings.get(line.seq)
            known = self.codec.decode(line, opening) if opening else entry  # without an opening, nothing has changed
            position = (
                reducer(position, known.event)
                if position is not None and type(known.event) in played
                else self._after(known, position, positions)
            )
            positions.append(position)
        self._known.update(zip(range(since, self.seq), positions[since - 1 :], strict=False))
        self.positions[-1] = positions[-1]
        self._opened, self._strayed = 0, False

    def _reread(self, since: int) -> None:
        rest = self.lines[since - 1 :]
        for kept in (self.lines, self.entries, self.positions):
            del kept[since - 1 :]
        self._by_kind, self._sorted = defaultdict(list), 0
        damage, self.damage = self.damage, None
        self._read_on(rest)
        self._opened = 0
        if not self.damage:
            self.damage = damage

    def secrets(self) -> Sequence[Secret]:
        """Return all secrets of the entries read, including those that this viewer may not open."""
        return self._secrets

    def rules_changes(self) -> tuple[tuple[int, int], ...]:
        """Return the entries that changed the rules version, each with the new version."""
        versions = [self.game.rules_version(position) for position in self.positions]
        pairs = enumerate(pairwise(versions), 2)
        return tuple((seq, now) for seq, (before, now) in pairs if now != before)

    def live(self, since: int = 0) -> list[Entry]:
        """Return the entries after entry `since` that were not undone."""
        return [entry for entry in self.entries[since:] if entry.seq not in self.undone]

    def seat_words(self) -> Mapping[str, str]:
        """Return the player seeds by seat, as given before Begun."""
        opening = takewhile(lambda entry: not isinstance(entry.event, Begun), self.entries)
        return {entry.event.seat: entry.event.word for entry in opening if isinstance(entry.event, Seated)}
