"""Caches that drop what was least recently used, such as the one of timelines by session and viewer.

A timeline is read again if the log has grown or a text was erased.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec

from events.errors import RefusedError, UnknownSessionError
from events.events import ALL
from events.store.checks import check_id
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.drawing.board import Panel, definitions
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding, Report
from replay.reading.timeline import Timeline
from webui.views.dice_log import DiceLog
from webui.views.log_rows import Logbook
from webui.views.panels import board_markup, without_status
from webui.views.steps import chunk

_MOST: Final = 24
_BOARDS: Final = 4  # the number of boards that are kept for a view: most readers look at the latest ones
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class RecentCache(Generic[_Key, _Value]):
    """A thread-safe cache that drops the least recently used values above a total of `most`, counted by `size`."""

    def __init__(self, most: int, size: Callable[[_Value], int] = lambda _value: 1) -> None:
        self.most, self._size = most, size
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, _Value] = OrderedDict()
        self._total = 0

    def get(self, key: _Key) -> _Value | None:
        """Return a value, or None if it is not cached."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: _Key, value: _Value) -> _Value:
        """Add or replace a value, and return it."""
        with self._lock:
            self._drop(key)
            self._kept[key] = value
            self._total += self._size(value)
            while self._total > self.most and self._kept:
                self._total -= self._size(self._kept.popitem(last=False)[1])
        return value

    def drop(self, key: _Key) -> None:
        """Remove a value, if it is cached."""
        with self._lock:
            self._drop(key)

    def _drop(self, key: _Key) -> None:
        if key in self._kept:
            self._total -= self._size(self._kept.pop(key))


class StoredState(NamedTuple):
    """A value that changes with a stored session: the digest of its last entry, and the number of erasures."""

    head: bytes
    erased: int


class ShownBoard(NamedTuple):
    """The board after an entry: its panels, its HTML for the viewer page, its text, and the chances of what is next."""

    panels: Sequence[Panel]
    html: str
    words: str
    odds: Sequence[str]


class CachedTimeline:
    """A stored session as one viewer may know it, with its log, dice and audit findings."""

    def __init__(
        self, mark: StoredState, timeline: Timeline, store: EventStore, audited: Callable[[], Report]
    ) -> None:  # fmt: skip
        self.mark, self.timeline, self._store, self._audited = mark, timeline, store, audited
        self._boards = RecentCache[int, ShownBoard](_BOARDS)
        self._chunks: dict[int, bytes] = {}
        self._making = threading.Lock()  # a chunk is made by one thread only

    @cached_property
    def book(self) -> Logbook:
        """The log, divided into turns."""
        return Logbook(self.timeline, self._store)

    def chunk(self, number: int) -> bytes:
        """Return one chunk of the log as JSON: what changes on the board with each entry, for the step buttons."""
        with self._making:
            if number not in self._chunks:
                self._chunks[number] = msgspec.json.encode(chunk(self.timeline, number))
            return self._chunks[number]

    def board(self, seq: int) -> ShownBoard:
        """Return the board after an entry."""
        return self._boards.get(seq) or self._boards.put(seq, self._drawn(seq))

    def _drawn(self, seq: int) -> ShownBoard:
        timeline = self.timeline
        panels, odds = timeline.panels(seq), timeline.game.view.odds
        html = board_markup(without_status(panels), self.first_definitions)
        return ShownBoard(panels, html, timeline.text(seq), odds(timeline.position(seq)) if odds else ())

    @cached_property
    def first_definitions(self) -> Sequence[str]:
        """The definitions of the board after entry 1, from which a script steps on."""
        return definitions(self.timeline.panels(1))

    @cached_property
    def rules_changes(self) -> Sequence[tuple[int, int]]:
        """The entries that changed the rules version, each with the new version."""
        return self.timeline.reading.rules_changes()

    @cached_property
    def dice(self) -> DiceLog:
        """The rolls, and how often each face came up."""
        return DiceLog(self.timeline)

    @cached_property
    def findings(self) -> Mapping[int, Sequence[Finding]]:
        """The findings of the audit, by the first entry of the move that they are about."""
        found: dict[int, list[Finding]] = {}
        for finding in self._audited().findings:
            if 1 <= finding.seq <= self.timeline.last:
                found.setdefault(self.timeline.group_at(finding.seq).first, []).append(finding)
        return found


class TimelineCache:
    """Reads sessions from the store as a viewer may know them, and keeps them in memory."""

    def __init__(self, store: EventStore, registry: Registry, most: int = _MOST) -> None:
        self.store, self.registry = store, registry
        self.kept = RecentCache[tuple[str, str, bool, int | None], CachedTimeline](most)

    def row(self, name: str) -> SessionRow:
        """Return the session with this id or alias, or raise `UnknownSessionError`."""
        return self.find(name)[0]

    def find(self, name: str) -> tuple[SessionRow, StoredState]:
        """Return the session with this id or alias and its current state, or raise `UnknownSessionError`."""
        try:
            check_id(name, "session")
        except RefusedError as error:
            raise UnknownSessionError(str(error)) from error
        row, head, erased = self.store.state(name)
        return row, StoredState(head.digest, erased)

    def mark(self, row: SessionRow) -> StoredState:
        """Return the current state of a session in the store."""
        return StoredState(self.store.head(row.session).digest, self.store.erased(row.session))

    def read(
        self, row: SessionRow, viewer: str = ALL, *, now: bool = False, upto: int | None = None,
        mark: StoredState | None = None,
    ) -> CachedTimeline:  # fmt: skip
        """Return a session as `viewer` may know it: as known at each entry or (`now`) today, and up to entry `upto`.

        `mark` is the current state of the session if it is known; otherwise it is read.
        """
        key, mark = (row.session, viewer, now, upto), mark or self.mark(row)
        kept = self.kept.get(key)
        if kept is not None and kept.mark == mark:
            return kept
        timeline = Timeline.read(self.store, self.registry, row.session, viewer, now=now, upto=upto)
        auditor = viewer if upto is None else ALL
        audited = partial(audit_session, self.store, self.registry, row.session, auditor)
        return self.kept.put(key, CachedTimeline(mark, timeline, self.store, audited))
