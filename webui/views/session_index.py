"""The index of sessions behind lists: summaries that are made anew where a log has changed, a bounded number at once.

What one request does not get through is done behind it, by one thread. Sessions are read by `session_summary`, which is
loaded when one has changed.
"""

import os
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from events.errors import BellError, StorageError, UnknownSessionError
from events.store.accounts import Accounts
from events.store.protocol import EventStore
from events.store.summaries import Summaries, Summary, Wanted
from projections.registry import Registry

LINES_AT_ONCE: Final = 2_000
"""So many lines are read for summaries while somebody waits for a list, and again for those that it shows."""
_PACKAGES: Final = ("events", "projections", "replay", "webui")
_KINDS: Final = (".py", ".toml", ".json")


class FoundSessions(NamedTuple):
    """A part of a list: the sessions on it, how many there are that run and that are over, and whether all is known."""

    sessions: tuple[Summary, ...]
    running: int
    over: int


class SessionIndex:
    """The summaries of a store's sessions, kept up. Safe for many threads."""

    def __init__(
        self, store: EventStore, registry: Registry, accounts: Accounts, version: str, at_once: int = LINES_AT_ONCE
    ) -> None:
        self.store, self.registry, self.at_once = store, registry, at_once
        self._summaries = Summaries(accounts, version)
        self._is_noted = store.label == accounts.tables.label
        self._lock, self._worker = threading.Lock(), threading.Lock()

    def refresh(self) -> bool:
        """Make summaries anew where logs have changed; False where some are left to the thread behind, or to another.

        Nobody waits for what another request is at: lists that are asked for together are not made one by one.
        """
        is_at_work = self._worker.locked() or not self._lock.acquire(blocking=False)
        if is_at_work:
            self._summaries.make()  # what has begun meanwhile is listed, too
            return False
        try:
            if not self._summaries.are_there():
                self._summaries.make()
            moved = self._moved()
            read = 0
            while moved and read <= self.at_once:
                read += self._renew_if_moved(moved.pop())
        finally:
            self._lock.release()
        if moved and self._worker.acquire(blocking=False):
            threading.Thread(target=self._work, args=(moved,), name="summaries", daemon=True).start()
        return not moved

    def _work(self, moved: list[str]) -> None:
        try:
            for session in moved:
                self._renew_if_moved(session)
        except BellError:  # the store was closed: the next process goes on
            pass
        finally:
            self._worker.release()

    def _renew_if_moved(self, session: str) -> int:
        """Make a summary anew that no other process has made meanwhile; how many lines were read."""
        return self.renew_or_drop(session) if not self._is_noted or self._summaries.has_moved(session) else 0

    def renew_or_drop(self, session: str) -> int:
        """Make a summary anew, or forget it where its session was removed meanwhile; how many lines were read."""
        try:
            return self.renew(session).lines
        except UnknownSessionError:
            self._summaries.drop(session)
            return 0

    def stale(self) -> list[str]:
        """The sessions whose summaries are missing, damaged or of another state, whoever changed them."""
        self._summaries.make()
        kept = self._summaries.every()
        return [row.session for row in self.store.sessions() if not self._is_sound(row.session, kept.get(row.session))]

    def entries(self) -> list[str]:
        """The entries of all sessions that have a summary, as JSON, the newest first; what-ifs too."""
        kept = self._summaries.every()
        found = (kept.get(row.session) for row in self.store.sessions())
        return [summary.entry for summary in found if summary is not None]

    def _is_sound(self, session: str, summary: Summary | None, *, may_be_behind: bool = False) -> bool:
        """Whether a summary is of the present state of its session, or of one before of which nothing was erased."""
        if summary is None:
            return False
        if may_be_behind:
            return summary.erased == self.store.erased(session)
        return (bytes.fromhex(summary.head), summary.erased) == self._state(session)

    def _moved(self) -> list[str]:
        """The sessions that have changed; where nothing notes them each is looked at."""
        if self._is_noted:  # in an order of its own, so that several processes share what there is to do
            return sorted(self._summaries.moved(), key=lambda session: hash((session, os.getpid())))
        states, rows = self._summaries.states(), self.store.sessions()
        for gone in states.keys() - {row.session for row in rows}:
            self._summaries.drop(gone)
        return [row.session for row in rows if self._state(row.session) != states.get(row.session)]

    def _state(self, session: str) -> tuple[bytes, int]:
        return self.store.head(session).digest, self.store.erased(session)

    def renew(self, session: str) -> Summary:
        """Make the summary of a session anew, and keep it; a list is shown, too, while the disk takes nothing."""
        from webui.views.session_summary import summary_of  # noqa: PLC0415  # a list of what has not changed loads no game

        head, erased = self._state(session)
        found = summary_of(self.store, self.registry, self.store.row(session), head, erased)
        with suppress(StorageError):
            self._summaries.put(found)
        return found

    def _sound(self, found: Mapping[str, Summary | None], most: int | None = None) -> tuple[Summary, ...]:
        """Those that were found, made anew where they are damaged or a log has changed; what-ifs and lost ones fall.

        After so many lines the others that have grown are told as they were: the list says that they are behind.
        """
        kept, read = [], 0
        for session, summary in found.items():
            try:
                told = summary
                if told is None or not self._is_sound(session, told, may_be_behind=most is not None and read > most):
                    told = self.renew(session)
                    read += told.lines
            except UnknownSessionError:
                self._summaries.drop(session)
                continue
            if not told.is_branch:
                kept.append(told)
        return tuple(kept)

    def branches(self) -> frozenset[str]:
        """The sessions that are what-ifs, as far as is known."""
        self.refresh()
        return self._summaries.branches()

    def tally(self, *, everything: bool = False) -> Mapping[str, int]:
        """How many sessions run, are over, are held and have an open dispute, as far as is known; what-ifs are none."""
        self.refresh()
        return self._summaries.tally(everything=everything)

    def of(self, sessions: Collection[str], wanted: Wanted = Wanted()) -> tuple[Summary, ...]:
        """Those of some sessions that fit."""
        return self._sound(self._summaries.of(sessions, wanted)) if sessions else ()

    def find(
        self, wanted: Wanted, start: int, most: int, *, without: Collection[str] = (), everything: bool = False
    ) -> FoundSessions:
        """So many that fit from a place on; what is not public only with `everything`, what-ifs never."""
        running, over = self._summaries.count(wanted, without=without, everything=everything)
        found = self._summaries.find(wanted, start, most, without=without, everything=everything)
        return FoundSessions(self._sound(found, self.at_once), running, over)


@cache
def made_by() -> str:
    """Eight hex digits over the names, sizes and times of all that makes summaries: faster than to read it."""
    root, found = Path(__file__).parents[2], sha256()
    for package in _PACKAGES:
        for name, size, changed_ns in sorted(_files(str(root / package))):
            found.update(f"{name}\n{size}\n{changed_ns}\n".encode())
    return found.hexdigest()[:8]


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith(_KINDS):
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
