"""A live session: load, decide, append one group in one transaction.

Whatever is decided is decided inside the transaction that stores it, on the table's position; whatever is shown is
computed from the position of the one it is shown to.
"""

import secrets as randomness
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from typing import Any, Final, Self

import msgspec

from events.entry import GENESIS, Entry, Head, Line, Secret
from events.errors import CannotTellError, CorruptLogError, RefusedError, StorageError, SuspendedError
from events.events import ALL, OMNISCIENT, Drawn, Revealed, Rolled, SessionEvent, Shuffled, Started
from events.session_events import (
    Begun,
    Compensated,
    DisputeOpened,
    HiddenInfoProbe,
    Ordered,
    Pledged,
    PrivilegedView,
    Ruled,
    Seated,
    SecretsOpened,
    Suspended,
    TakenBack,
)
from events.store.checks import check_id, check_seat
from events.store.protocol import EventStore, Writer
from events.store.rows import SessionRow, TowerRow
from events.store.settings import plain_title
from projections.draft import Draft
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.registry import Registry
from projections.terms import RandomSource, Seen, Status
from replay.chance.clock import Clock, day_of, now_ms
from replay.chance.random_source import MixedChance
from replay.chance.tower import Tower, build, check_words, pledge
from replay.reading.reading import Reading
from replay.session.consent import check_policy
from replay.session.data_files import OwnData, keep_data, pinned_data, with_pins
from replay.session.encoding import Deals, EncodedLines, encode_lines, fingerprint
from replay.session.signing import keys_of, lacks_signed_head, public_key, signed_head

OVER: Final = "this session is over and has been opened: it takes no further moves"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
"""What ids are made of."""


def new_id() -> str:
    """A session id: 12 random characters of `a-z0-9`."""
    return "".join(randomness.choice(LETTERS) for _ in range(12))


class Session:
    """One session open for writing. Not for two threads at once; each opens its own."""

    def __init__(self, store: EventStore, registry: Registry, row: SessionRow, clock: Clock = now_ms) -> None:
        self.store, self.registry, self.row, self.clock = store, registry, row, clock
        self.game: Game[Any, Any] = registry[row.game]
        self.codec = registry.codec(row.game)
        self.tower_row: TowerRow | None = None
        self.table = self._reading(OMNISCIENT)
        self.views: dict[str, Reading[Any]] = {OMNISCIENT: self.table}
        self.deals = Deals(self.game.rules.spot)
        self.k = self.j = 0
        self.orders: dict[str, str] = {}
        self.held = ""
        self.disputed: list[int] = []
        self.compensations: list[tuple[int, Compensated]] = []
        self._pending: list[EncodedLines] = []

    # Opening
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
        seen: Seen = Seen(),
        fate: RandomSource | None = None,
        tower: TowerRow | None = None,
        clock: Clock = now_ms,
        own: Sequence[OwnData] = (),
    ) -> Self:
        """Start, pledge, seat, begin and deal.

        `seen` is what a writer saw of a typed deal, `fate` deals in its place (tests); `tower` is one made beforehand;
        `own` are data files that the table brings, to be kept and pinned.

        Raises:
            RefusedError: game, seats or options are not allowed; nothing is written.
            ConflictError: the id or alias is taken; nothing is written.
        """
        game, started = registry[started.game], with_pins(started, own)
        for seat in started.seats:
            check_seat(seat)
        check_policy(started.corrections)
        if started.title != (title := plain_title(started.title)):  # as it stands in the log it is shown everywhere
            started = msgspec.structs.replace(started, title=title)
        brought, seated = check_words(started.seats, words or {}), dict(people or {})
        named = check_id(alias, "alias") if alias else ""
        now = clock()
        title = started.title or f"{game.meta.title}, {day_of(now)}"
        row = SessionRow(check_id(session or new_id()), game.meta.slug, now, title, named)
        new, started = cls(store, registry, row, clock), msgspec.structs.replace(started, signs=public_key(store))
        entries = [Entry(started)]
        if started.has_tower:
            new.tower_row = tower = tower or build()
            anchor, shuffle = pledge(tower)
            entries.append(Entry(Pledged(anchor, tower.length, shuffle), "tower"))
        entries += [Entry(Seated(seat, seated.get(seat, ""), brought.get(seat, ""))) for seat in started.seats]
        table, dealt = game.set_up(started, pinned_data(store, started, own)), fate or new.fate(started, seen, brought)
        draft = Draft(game.rules, table, dealt, strict=started.has_tower)
        try:
            game.rules.deal(draft, started)
        except CannotTellError as error:
            raise RefusedError(error.ask or str(error)) from error
        keep_data(store, own, alias)
        with new.writing(store.create_with_entries(row, new.tower_row)):
            new.append([*entries, Entry(Begun()), *draft.entries], draft.now)
        return new

    @classmethod
    def load(cls, store: EventStore, registry: Registry, session: str, clock: Clock = now_ms) -> Self:
        """Open a session by id or alias.

        Where the mark beside the store is ahead of the log (a restored backup), the session is held.

        Raises:
            UnknownSessionError: there is none.
            CorruptLogError: it has no lines, or one that cannot be read.
        """
        row = store.row(session)
        opened = cls(store, registry, row, clock)
        opened.tower_row = store.tower(row.session)
        with opened.writing():
            if not opened.table.lines:
                raise CorruptLogError(f"session {row.session} has no lines")
            k, j = store.watermark(row.session)
            if opened.tower_row and not opened.held and (k > opened.k or j > opened.j):
                reason = f"roll {k} and shuffle {j} were given, the log ends at {opened.k} and {opened.j}: an old copy?"
                opened.append([Entry(Suspended(reason))])
            elif row.origin == "here" and not opened.held and (lost := lacks_signed_head(store, row.session)):
                last = f"{opened.head.seq}:{opened.head.hex[:32]}"
                reason = f"line {lost.seq} was signed as {lost.hex[:32]}, the log ends at {last}: an old copy?"
                opened.append([Entry(Suspended(reason))])
        return opened

    def _reading(self, viewer: str) -> Reading[Any]:
        return Reading(self.game, self.codec, viewer, lambda pin: self.store.data(pin).encode())

    # What is known
    @property
    def started(self) -> Started:
        """How the session began."""
        return self.table.started

    @property
    def head(self) -> Head:
        """The last line as this object knows it."""
        lines = self.table.lines
        return Head(lines[-1].seq, lines[-1].digest) if lines else Head(0, bytes.fromhex(GENESIS))

    @property
    def position(self) -> Any:
        """The table's position: for deciding, never for showing."""
        return self.table.position

    @property
    def status(self) -> Status:
        """Where the session stands; the same for every viewer."""
        return self.game.rules.status(self.table.position)

    @property
    def strict(self) -> bool:
        """Whether moves are refused (a tower session) or recorded as they stood (a typed one)."""
        return self.started.dice == self.started.cards == "tower"

    def view(self, viewer: str) -> Reading[Any]:
        """The session as a viewer may know it."""
        found = self.views.get(viewer)
        if found is None:
            found = self.views[viewer] = self._reading(viewer)
        if found.seq < self.table.seq:
            known = found.seq
            found.feed(self.table.lines[known:], self.table.secrets()[len(found.secrets()) :])
        return found

    def fate(self, started: Started, seen: Seen, words: Mapping[str, str]) -> RandomSource:
        """Whose chance it is, by what the session pledged.

        Raises:
            RefusedError: the tower is not here, because the session was imported.
        """
        typed = Typed(seen, started.dice, started.cards)
        if not started.has_tower:
            return typed
        if self.tower_row is None:
            raise RefusedError("this session was imported: its tower is not here, so it takes no further moves")
        tower = Tower(self.tower_row, self.row.session, words, self.k, self.j)
        if started.dice == started.cards:
            return tower
        return MixedChance(tower, typed) if started.dice == "tower" else MixedChance(typed, tower)

    def fate_now(self, seen: Seen) -> RandomSource:
        """The fate of the next move."""
        return self.fate(self.started, seen, self.words)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The words that seats brought."""
        return self.table.seat_words()

    # Writing
    @contextmanager
    def writing(self, opening: AbstractContextManager[Writer] | None = None) -> Iterator[list[Line]]:
        """One transaction: yields the lines that others filed since this object last looked."""
        known = self.table.seq
        try:
            with opening or self.store.writing(self.row.session) as writer:
                self._writer = writer
                if writer.head.seq > known:
                    lines = self.store.lines(self.row.session, known, writer.head.seq)
                    self._take_in(lines, self.store.secrets(self.row.session, known))
                missed = list(self.table.lines[known:])
                yield missed
        except BaseException:
            self._pending.clear()
            self._redeal()
            raise
        self._committed()

    @property
    def writer(self) -> Writer:
        """The open transaction."""
        return self._writer

    def append(self, entries: Sequence[Entry], position: Any = None) -> None:
        """Append entries in the open transaction, with the fingerprint of the position after them where it changed."""
        for entry in entries:
            if isinstance(entry.event, TakenBack):
                self._redeal(entry.event.to)
        filed = encode_lines(self.codec, self.row.session, self._writer.head, entries, self.clock(), self.deals)
        mark = None if position is None else (self.game.meta.shape, fingerprint(position))
        self._writer.append(filed.lines, filed.secrets, mark)
        self._pending.append(filed)

    def _committed(self) -> None:
        before = (self.k, self.j)
        pending, self._pending = self._pending, []
        for filed in pending:
            self._take_in(filed.lines, filed.secrets, filed.entries)
        if (self.k, self.j) != before and self.tower_row:
            with suppress(StorageError):  # the lines are filed, and the next roll raises the mark as far
                self.store.put_watermark(self.row.session, self.k, self.j)
        if any(isinstance(entry.event, Ruled | SecretsOpened) for filed in pending for entry in filed.entries):
            self.signed_head()

    def signed_head(self) -> str:
        """The last line, signed as it leaves the house, in one word; "" where this log is not signed here."""
        return signed_head(self.store, self.row, keys_of(self.table), self.head, self.clock)

    def _take_in(self, lines: Sequence[Line], opened: Sequence[Secret], entries: Sequence[Entry] | None = None) -> None:
        """Read lines that are stored; `entries` where this object wrote them, so that their cards are counted."""
        known, redeal = self.table.seq, entries is None
        self.table.feed(lines, opened, entries)
        if self.table.damage:
            raise self.table.damage
        for entry in self.table.entries[known:]:
            self._note(entry)
            redeal = redeal or isinstance(entry.event, TakenBack)
        if redeal:
            self._redeal()

    def _note(self, entry: Entry) -> None:
        match entry.event:
            case Rolled(receipt=receipt) if receipt is not None:
                self.k = max(self.k, receipt.k)
            case Shuffled(j=j):
                self.j = max(self.j, j)
            case Ordered(seat=seat, order=order) if entry.by in (seat, "moderator"):
                self.orders[seat] = order
            case DisputeOpened():
                self.disputed.append(entry.seq)
            case Ruled(dispute=settled) if settled in self.disputed:
                self.disputed.remove(settled)
            case Compensated():
                self.compensations.append((entry.seq, entry.event))
            case Suspended(released=released, reason=reason):
                self.held = "" if released else reason or "held"
            case _:
                pass

    def _redeal(self, upto: int | None = None) -> None:
        """Count anew which cards of each shuffle are gone, over the lines that stand up to one."""
        self.deals = Deals(self.game.rules.spot)
        for entry in self.table.entries[:upto]:
            if entry.seq not in self.table.undone and isinstance(entry.event, Shuffled | Drawn | Revealed):
                opening = self.table.opening(entry.seq)
                rows = len(entry.event.order) if isinstance(entry.event, Shuffled) else 0
                self.deals.note(entry.event, [opening.get(("order", item)) or ("", "") for item in range(rows)])

    def require_open(self, *, past_end: bool = False) -> None:
        """Refuse where the session takes no moves; `past_end` where what is recorded may go on behind its end.

        Raises:
            HeldError: it is held, or over and unsealed.
        """
        if self.held:
            raise SuspendedError(f"this session is held: {self.held}")
        if self.table.unsealed and not past_end:
            raise SuspendedError(OVER)

    def require_undisputed(self) -> None:
        """Refuse a move where this table waits for the ruling on an open dispute.

        Raises:
            HeldError: a dispute is open.
        """
        if self.started.disputes == "wait" and self.disputed:
            raise SuspendedError(f"play waits for the ruling on the dispute of line {self.disputed[0]}")

    def note(self, *events: SessionEvent, by: str = OMNISCIENT) -> None:
        """File session events that leave the position as it is."""
        with self.writing():
            self.append([Entry(event, by) for event in events])

    def file_tries(self, tries: Sequence[HiddenInfoProbe], by: str) -> None:
        """File what is tried, in a transaction of its own, before the table decides."""
        self.note(*tries, by=by)

    def look(self, view: str, by: str = "moderator") -> bool:
        """File that somebody looks; no line (False) where the session's end opened that view by its policy.

        Raises:
            RefusedError: there is no such view, or the one who looks holds a seat.
        """
        seats, opened = self.started.seats, self.table.unsealed
        if view not in (OMNISCIENT, *seats) and (view != opened or not view):
            raise RefusedError(f'no seat "{view[:40]}" in this session; there are {", ".join(seats)}, and {OMNISCIENT}')
        if by in seats:
            raise RefusedError("whoever holds a seat cannot open another view")
        if opened in (ALL, view) or (opened == "seats" and view in seats):
            return False
        self.note(PrivilegedView(by, view), by=by)
        return True

    def ending(self) -> Entry:
        """The line that opens everything when the session ends, to whom its policy says."""
        opens = self.started.opens
        secret = self.tower_row.shuffle_secret.hex() if self.tower_row and opens == ALL else ""
        return Entry(SecretsOpened(opens, secret))

    def end(self) -> None:
        """End the session where it stands and open it by its policy."""
        with self.writing():
            if not self.table.unsealed:
                self.append([self.ending()])
