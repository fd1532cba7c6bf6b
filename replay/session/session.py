"""A session open for writing: load it, decide moves, and append one group of entries in one transaction.

Decisions are made inside the transaction, with full information. Everything shown to a viewer is computed from what
that viewer may know.
"""

import secrets as randomness
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from typing import Any, Final, Self

import msgspec

from events import session_events as c
from events.entry import GENESIS, Entry, Head, Line, Secret
from events.errors import CannotTellError, CorruptLogError, NotAllowedError, RefusedError, StorageError, SuspendedError
from events.events import ALL, OMNISCIENT, Drawn, Revealed, Rolled, SessionEvent, Shuffled, Started
from events.store.checks import check_id, check_seat
from events.store.protocol import EventStore, Writer
from events.store.rows import SessionRow, TowerRow
from events.store.settings import plain_title
from projections.contracts import ObservedChance, RandomSource, Status
from projections.draft import Draft
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.registry import Registry
from replay.chance.clock import Clock, day_of, now_ms
from replay.chance.random_source import MixedChance
from replay.chance.tower import Tower, build, check_words, pledge, renewed
from replay.reading.ending import closed_text
from replay.reading.reading import Reading
from replay.reading.trust import trust_policy
from replay.session.consent import RESIGNATIONS, check_policy, check_resignation, check_trust
from replay.session.data_files import OwnData, keep_data, pinned_data, with_pins
from replay.session.encoding import Deals, EncodedLines, encode_lines, fingerprint
from replay.session.signing import keys_of, lacks_signed_head, public_key, signed_head

OVER: Final = "this session is over and its secrets are open, so it accepts no further moves"
_SIGNED: Final = (c.Ruled, c.SecretsOpened)  # the log's head is signed after these
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"  # the characters of ids


def new_id() -> str:
    """Return a new session id: 12 random characters of `a-z0-9`."""
    return "".join(randomness.choice(LETTERS) for _ in range(12))


class Session:
    """A session open for writing. Not thread-safe: each thread opens its own object."""

    def __init__(self, store: EventStore, registry: Registry, row: SessionRow, clock: Clock = now_ms) -> None:
        self.store, self.registry, self.row, self.clock = store, registry, row, clock
        self.game: Game[Any, Any] = registry.stored(row.game, row.package)
        self.codec = registry.codec(row.game)
        self.tower_row: TowerRow | None = None
        self.table = self._reading(OMNISCIENT)
        self.views: dict[str, Reading[Any]] = {OMNISCIENT: self.table}
        self.deals = Deals(self.game.rules.pile_index)
        self.k = self.j = self.renewals = 0  # the last roll and shuffle, and the new shuffle secrets of reopenings
        self.orders: dict[str, str] = {}
        self.held = ""
        self.disputed: list[int] = []
        self.compensations: list[tuple[int, c.Compensated]] = []
        self.writer: Writer  # of the open transaction
        self._pending: list[EncodedLines] = []

    # Create and load
    @classmethod
    def create(
        cls,
        store: EventStore,
        registry: Registry,
        started: Started,
        *,
        session: str = "",
        alias: str = "",
        words: Mapping[str, str] | None = None,
        people: Mapping[str, str] | None = None,
        seen: ObservedChance = ObservedChance(),
        fate: RandomSource | None = None,
        tower: TowerRow | None = None,
        clock: Clock = now_ms,
        own: Sequence[OwnData] = (),
        resignation: str = RESIGNATIONS[0],
    ) -> Self:
        """Create a session: start, commit to the dice, seat the players, begin and deal.

        `words` are player seeds, `people` the ids of people by seat. `seen` is a deal entered by hand; `fate` replaces
        it (tests). `tower` is a dice roller made beforehand. `own` are custom data files to store and pin.
        `resignation` is what happens after a seat resigns. Nothing is saved if a RefusedError or ConflictError is
        raised.
        """
        game, started = registry[started.game], with_pins(started, own)
        game.check_rules_version(started.rules)
        for seat in started.seats:
            check_seat(seat)
        check_policy(started.corrections)
        if started.title != (title := plain_title(started.title)):  # the title is shown everywhere as it is in the log
            started = msgspec.structs.replace(started, title=title)
        brought, seated = check_words(started.seats, words or {}), dict(people or {})
        named = check_id(alias, "alias") if alias else ""
        now = clock()
        title = started.title or f"{game.meta.title}, {day_of(now)}"
        row = SessionRow(check_id(session or new_id()), game.meta.slug, now, title, named, package=game.meta.source)
        new, started = cls(store, registry, row, clock), msgspec.structs.replace(started, signs=public_key(store))
        entries = [Entry(started)]
        if check_resignation(resignation) != RESIGNATIONS[0]:
            entries.append(Entry(c.ResignationPolicy(resignation)))
        if started.has_tower:
            new.tower_row = tower = tower or build()
            anchor, shuffle = pledge(tower)
            entries.append(Entry(c.Pledged(anchor, tower.length, shuffle), "tower"))
        entries += [Entry(c.Seated(seat, seated.get(seat, ""), brought.get(seat, ""))) for seat in started.seats]
        table, dealt = game.set_up(started, pinned_data(store, started, own)), fate or new.fate(started, seen, brought)
        draft = Draft(game.rules, table, dealt, strict=started.has_tower)
        try:
            game.rules.setup(draft, started)
        except CannotTellError as error:
            raise RefusedError(error.ask or str(error)) from error
        keep_data(store, own, alias)
        with new.writing(store.create_with_entries(row, new.tower_row)):
            new.append([*entries, Entry(c.Begun()), *draft.entries], draft.now)
        return new

    @classmethod
    def load(cls, store: EventStore, registry: Registry, session: str, clock: Clock = now_ms) -> Self:
        """Open a session by id or alias. The session is locked if entries are provably missing (a restored backup)."""
        row = store.row(session)
        opened = cls(store, registry, row, clock)
        opened.tower_row = store.tower(row.session)
        with opened.writing():
            if not opened.table.lines:
                raise CorruptLogError(f"the log of session {row.session} is empty")
            k, j = store.watermark(row.session)
            if opened.tower_row and not opened.held and (k > opened.k or j > opened.j):
                reason = f"roll {k} and shuffle {j} were given, the log ends at {opened.k} and {opened.j}: an old copy?"
                opened.append([Entry(c.Suspended(reason))])
            elif row.origin == "here" and not opened.held and (lost := lacks_signed_head(store, row.session)):
                last = f"{opened.head.seq}:{opened.head.hex[:32]}"
                reason = f"line {lost.seq} was signed as {lost.hex[:32]}, the log ends at {last}: an old copy?"
                opened.append([Entry(c.Suspended(reason))])
        return opened

    def _reading(self, viewer: str) -> Reading[Any]:
        store = self.store  # without a reference to this session, it is freed at once
        return Reading(self.game, self.codec, viewer, lambda pin: store.data(pin).encode())

    # State
    @property
    def started(self) -> Started:
        """The `Started` event of the session."""
        return self.table.started

    @property
    def head(self) -> Head:
        """The last entry known to this object."""
        lines = self.table.lines
        return Head(lines[-1].seq, lines[-1].digest) if lines else Head(0, bytes.fromhex(GENESIS))

    @property
    def position(self) -> Any:
        """The position with full information, for decisions. Never show it."""
        return self.table.position

    @property
    def status(self) -> Status:
        """The turn, the awaited seats and the outcome; the same for every viewer."""
        return self.game.rules.status(self.table.position)

    @property
    def strict(self) -> bool:
        """Whether illegal moves are refused (built-in dice and cards), and not recorded as played."""
        return self.started.dice == self.started.cards == "tower"

    def view(self, viewer: str) -> Reading[Any]:
        """Return the session as a viewer may know it."""
        if viewer not in self.views:
            self.views[viewer] = self._reading(viewer)
        found = self.views[viewer]
        if found.seq < self.table.seq:
            found.feed(self.table.lines[found.seq :], self.table.secrets()[len(found.secrets()) :])
        return found

    def fate(self, started: Started, seen: ObservedChance, words: Mapping[str, str]) -> RandomSource:
        """Return the source of dice and cards that the session has committed to. Raises RefusedError without one."""
        if not started.has_tower:
            return Typed(seen, started.dice, started.cards)
        if self.tower_row is None:
            raise RefusedError("this session was imported without its dice roller, so it accepts no further moves")
        tower = Tower(renewed(self.tower_row, self.renewals), self.row.session, words, self.k, self.j)
        if started.dice == started.cards:
            return tower
        typed = Typed(seen, started.dice, started.cards)
        return MixedChance(tower, typed) if started.dice == "tower" else MixedChance(typed, tower)

    def fate_now(self, seen: ObservedChance) -> RandomSource:
        """Return the source of dice and cards for the next move."""
        return self.fate(self.started, seen, self.words)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The player seeds by seat."""
        return self.table.seat_words()

    # Write
    @contextmanager
    def writing(self, opening: AbstractContextManager[Writer] | None = None) -> Iterator[list[Line]]:
        """Open a transaction, and yield the lines that others recorded since this object last read the log."""
        known = self.table.seq
        try:
            with opening or self.store.writing(self.row.session) as writer:
                self.writer = writer
                if writer.head.seq > known:
                    lines = self.store.lines(self.row.session, known, writer.head.seq)
                    self._take_in(lines, self.store.secrets(self.row.session, known))
                yield list(self.table.lines[known:])
        except BaseException:
            self._pending.clear()
            self._redeal()
            raise
        self._committed()

    def append(self, entries: Sequence[Entry], position: Any = None) -> None:
        """Append entries in the open transaction; with the state hash of the position after them if it changed."""
        for entry in entries:
            if isinstance(entry.event, c.TakenBack):
                self._redeal(entry.event.to)
        filed = encode_lines(self.codec, self.row.session, self.writer.head, entries, self.clock(), self.deals)
        mark = None if position is None else (self.game.meta.shape, fingerprint(position))
        self.writer.append(filed.lines, filed.secrets, mark)
        self._pending.append(filed)

    def _committed(self) -> None:
        before, pending, self._pending = (self.k, self.j), self._pending, []
        for filed in pending:
            self._take_in(filed.lines, filed.secrets, filed.entries)
        if (self.k, self.j) != before and self.tower_row:
            with suppress(StorageError):  # the entries are saved, and the next roll raises the mark again
                self.store.put_watermark(self.row.session, self.k, self.j)
        if any(isinstance(entry.event, _SIGNED) for filed in pending for entry in filed.entries):
            self.signed_head()

    def signed_head(self) -> str:
        """Return the signed head of the log as one word, "" if this log is not signed here."""
        return signed_head(self.store, self.row, keys_of(self.table), self.head, self.clock)

    def _take_in(self, lines: Sequence[Line], opened: Sequence[Secret], entries: Sequence[Entry] | None = None) -> None:
        """Read stored lines. `entries` are given if this object wrote them, so that drawn cards are already counted."""
        known = self.table.seq
        self.table.feed(lines, opened, entries)
        if self.table.damage:
            raise self.table.damage
        new = self.table.entries[known:]
        for entry in new:
            self._note(entry)
        if entries is None or any(isinstance(entry.event, c.TakenBack) for entry in new):
            self._redeal()

    def _note(self, entry: Entry) -> None:
        match entry.event:
            case Rolled(receipt=receipt) if receipt is not None:
                self.k = max(self.k, receipt.k)
            case Shuffled(j=j):
                self.j = max(self.j, j)
            case c.Ordered(seat=seat, order=order) if entry.by in (seat, "moderator"):
                self.orders[seat] = order
            case c.DisputeOpened():
                self.disputed.append(entry.seq)
            case c.Ruled(dispute=settled) if settled in self.disputed:
                self.disputed.remove(settled)
            case c.Compensated():
                self.compensations.append((entry.seq, entry.event))
            case c.Reopened(shuffle=shuffle):
                self.renewals += bool(shuffle)
            case c.Suspended(released=released, reason=reason):
                self.held = "" if released else reason or "held"

    def _redeal(self, upto: int | None = None) -> None:
        """Count again the cards drawn from each shuffle, in the entries up to `upto` that were not undone."""
        self.deals = Deals(self.game.rules.pile_index)
        for entry in self.table.entries[:upto]:
            if entry.seq not in self.table.undone and isinstance(entry.event, Shuffled | Drawn | Revealed):
                opening = self.table.opening(entry.seq)
                rows = len(entry.event.order) if isinstance(entry.event, Shuffled) else 0
                self.deals.note(entry.event, [opening.get(("order", item)) or ("", "") for item in range(rows)])

    def require_open(self, *, past_end: bool = False) -> None:
        """Raise SuspendedError if the session accepts no moves; with `past_end`, its end does not matter.

        Raises RefusedError if this server does not have the rules version of the session.
        """
        self.game.check_rules_version(self.started.rules)
        if self.held:
            raise SuspendedError(f"this session is locked: {self.held}")
        if self.table.unsealed and not past_end:
            raise SuspendedError(closed_text(self.table) or OVER)

    def require_undisputed(self) -> None:
        """Raise SuspendedError if the session waits for the ruling on an open dispute."""
        if self.started.disputes == "wait" and self.disputed:
            raise SuspendedError(f"the game waits for a ruling on the dispute about entry {self.disputed[0]}")

    def set_trust(self, policy: str, by: str = "moderator") -> None:
        """Set how posts in plain words are recorded. Nothing is recorded if this is the policy already.

        Raises NotAllowedError if `by` is a seat.
        """
        if by in self.started.seats:
            raise NotAllowedError("only the moderator can set how posts in plain words are recorded")
        if check_trust(policy) != trust_policy(self.table):
            self.note(c.TrustPolicy(policy), by=by)

    def note(self, *events: SessionEvent, by: str = OMNISCIENT) -> None:
        """Record session events that do not change the position."""
        with self.writing():
            self.append([Entry(event, by) for event in events])

    def record_probes(self, tries: Sequence[c.HiddenInfoProbe], by: str) -> None:
        """Record probes of hidden information in a transaction of their own, before the session decides the moves."""
        self.note(*tries, by=by)

    def look(self, view: str, by: str = "moderator") -> bool:
        """Record that `by` opened a private view. Return False without an entry if the session's end opened it."""
        seats, opened = self.started.seats, self.table.unsealed
        if view not in (OMNISCIENT, *seats) and (view != opened or not view):
            raise RefusedError(f'"{view[:40]}" is not a view of this session. Views: {", ".join(seats)}, moderator')
        if by in seats:
            raise RefusedError("a player who holds a seat cannot open another view")
        if opened in (ALL, view) or (opened == "seats" and view in seats):
            return False
        self.note(c.PrivilegedView(by, view), by=by)
        return True

    def ending(self) -> Entry:
        """Return the entry that opens all secrets when the session ends, to readers that the session's policy names."""
        tower = self.tower_row if self.started.opens == ALL else None
        secret = renewed(tower, self.renewals).shuffle_secret.hex() if tower else ""
        return Entry(c.SecretsOpened(self.started.opens, secret))

    def end(self) -> None:
        """End the session now and open its secrets by its policy."""
        with self.writing():
            if not self.table.unsealed:
                self.append([self.ending()])
