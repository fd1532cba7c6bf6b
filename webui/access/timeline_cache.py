"""A cache of timelines: one for each session and viewer, read anew when the log has grown or a text was erased."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Final, NamedTuple

import msgspec

from events.errors import RefusedError, UnknownSessionError
from events.events import ALL
from events.store.checks import check_id
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding, Report
from replay.reading.timeline import Timeline
from webui.views.dice_log import DiceLog
from webui.views.log_rows import Logbook
from webui.views.steps import chunk

_MOST: Final = 24


class StoredState(NamedTuple):
    """The state of a stored session, to tell it from the next: the head's digest, and how much was erased since."""

    head: bytes
    erased: int


class CachedTimeline:
    """A session as one viewer may know it at one stored state, with the log, dice and findings made from it."""

    def __init__(self, mark: StoredState, timeline: Timeline, audited: Callable[[], Report]) -> None:
        self.mark, self.timeline, self._audited = mark, timeline, audited
        self._chunks: dict[int, bytes] = {}
        self._making = threading.Lock()  # nobody makes a chunk that somebody else is making

    @cached_property
    def book(self) -> Logbook:
        """The log in turns."""
        return Logbook(self.timeline)

    def chunk(self, number: int) -> bytes:
        """One chunk of the steps, as JSON."""
        with self._making:
            if number not in self._chunks:
                self._chunks[number] = msgspec.json.encode(chunk(self.timeline, number))
            return self._chunks[number]

    @cached_property
    def dice(self) -> DiceLog:
        """The rolls, and how often each face came up."""
        return DiceLog(self.timeline)

    @cached_property
    def findings(self) -> Mapping[int, Sequence[Finding]]:
        """What an audit finds, by the head of the group it is found in."""
        found: dict[int, list[Finding]] = {}
        for finding in self._audited().findings:
            if 1 <= finding.seq <= self.timeline.last:
                found.setdefault(self.timeline.group_at(finding.seq).first, []).append(finding)
        return found


class TimelineCache:
    """The cached timelines; the least recently used goes first. Safe for many threads: entries are only replaced."""

    def __init__(self, store: EventStore, registry: Registry, most: int = _MOST) -> None:
        self.store, self.registry, self.most = store, registry, most
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str, bool, int | None], CachedTimeline] = OrderedDict()

    def row(self, name: str) -> SessionRow:
        """The session of this id or alias.

        Raises:
            UnknownSessionError: there is none, or no session could ever be called that.
        """
        try:
            check_id(name, "session")
        except RefusedError as error:
            raise UnknownSessionError(f"no session has such a name: {error}") from error
        return self.store.row(name)

    def mark(self, row: SessionRow) -> StoredState:
        """The present state of a session in the store."""
        return StoredState(self.store.head(row.session).digest, self.store.erased(row.session))

    def read(self, row: SessionRow, viewer: str = ALL, *, now: bool = False, upto: int | None = None) -> CachedTimeline:
        """The session as a viewer may know it, as known then or as known now; up to a line, where one is given."""
        key, mark = (row.session, viewer, now, upto), self.mark(row)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept.mark == mark:
                self._kept.move_to_end(key)
                return kept
        timeline = Timeline.read(self.store, self.registry, row.session, viewer, now=now, upto=upto)
        auditor = viewer if upto is None else ALL
        kept = CachedTimeline(mark, timeline, partial(audit_session, self.store, self.registry, row.session, auditor))
        with self._lock:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return kept
