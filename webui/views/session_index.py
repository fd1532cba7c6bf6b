"""The index of sessions for lists: summaries that are renewed when a log has changed.

A request renews a limited number; a background thread does the rest. `session_summary`, which loads the games, is
imported only if a session has changed.
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
"""The maximum number of entries read to renew summaries while a request waits, and again for its own page."""
_PACKAGES: Final = ("events", "projections", "replay", "webui")
_KINDS: Final = (".py", ".toml", ".json")


class FoundSessions(NamedTuple):
    """One page of a list, with the total numbers of running and finished sessions."""

    sessions: tuple[Summary, ...]
    running: int
    over: int


class SessionIndex:
    """The summaries of a store's sessions, kept up to date. Thread-safe."""

    def __init__(
        self, store: EventStore, registry: Registry, accounts: Accounts, version: str, at_once: int = LINES_AT_ONCE
    ) -> None:
        self.store, self.registry, self.at_once = store, registry, at_once
        self._summaries = Summaries(accounts, version)
        self._is_noted = store.label == accounts.tables.label
        self._lock, self._worker = threading.Lock(), threading.Lock()

    def refresh(self) -> bool:
        """Renew the summaries of changed logs. Return False if another thread still renews some; do not wait for it."""
        if self._worker.locked() or not self._lock.acquire(blocking=False):
            self._summaries.make()  # also list sessions that were created meanwhile
            return False
        try:
            if not self._summaries.are_there():
                self._summaries.make()
            moved, read = self._moved(), 0
            while moved and read <= self.at_once:
                read += self._renew_if_moved(moved.pop())
        finally:
            self._lock.release()
        if moved and self._worker.acquire(blocking=False):
            threading.Thread(target=self._work, args=(moved,), name="summaries", daemon=True).start()
        return not moved

    def _work(self, moved: list[str]) -> None:
        try:
            with suppress(BellError):  # the store was closed; the next process continues
                for session in moved:
                    self._renew_if_moved(session)
        finally:
            self._worker.release()

    def _renew_if_moved(self, session: str) -> int:
        """Renew a session's summary unless another process did; return the number of log entries that were read."""
        return self.renew_or_drop(session) if not self._is_noted or self._summaries.has_moved(session) else 0

    def renew_or_drop(self, session: str) -> int:
        """Renew a summary, or delete it if its session was removed; return the number of entries read."""
        try:
            return self.renew(session).lines
        except UnknownSessionError:
            self._summaries.drop(session)
            return 0

    def stale(self) -> list[str]:
        """Return the sessions whose summaries are missing, damaged or outdated."""
        self._summaries.make()
        kept = self._summaries.every()
        return [row.session for row in self.store.sessions() if not self._is_sound(row.session, kept.get(row.session))]

    def entries(self) -> list[str]:
        """Return the list entries of all sessions with a summary as JSON, newest first, including what-ifs."""
        kept = self._summaries.every()
        found = (kept.get(row.session) for row in self.store.sessions())
        return [summary.entry for summary in found if summary is not None]

    def _is_sound(self, session: str, summary: Summary | None, *, may_be_behind: bool = False) -> bool:
        """Return whether a summary is current. With `may_be_behind`, only erasures since then make it unsound."""
        if summary is None:
            return False
        if may_be_behind:
            return summary.erased == self.store.erased(session)
        return (bytes.fromhex(summary.head), summary.erased) == self._state(session)

    def _moved(self) -> list[str]:
        """Return the ids of the changed sessions. Without change records in the database, every session is compared."""
        if self._is_noted:  # a different order in each process shares the work
            return sorted(self._summaries.moved(), key=lambda session: hash((session, os.getpid())))
        states, rows = self._summaries.states(), self.store.sessions()
        for gone in states.keys() - {row.session for row in rows}:
            self._summaries.drop(gone)
        return [row.session for row in rows if self._state(row.session) != states.get(row.session)]

    def _state(self, session: str) -> tuple[bytes, int]:
        return self.store.head(session).digest, self.store.erased(session)

    def renew(self, session: str) -> Summary:
        """Renew, store and return the summary of a session. An error of the store, such as a full disk, is ignored."""
        from webui.views.session_summary import summary_of  # noqa: PLC0415  # an unchanged list loads no game

        head, erased = self._state(session)
        found = summary_of(self.store, self.registry, self.store.row(session), head, erased)
        with suppress(StorageError):
            self._summaries.put(found)
        return found

    def _sound(self, found: Mapping[str, Summary | None], most: int | None = None) -> tuple[Summary, ...]:
        """Return the summaries. Renew damaged ones, and outdated ones until `most` entries were read."""
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
        """Return the sessions that are what-ifs, as far as known."""
        self.refresh()
        return self._summaries.branches()

    def tally(self, *, everything: bool = False) -> Mapping[str, int]:
        """Return how many sessions run, are over, are locked, or have an open dispute, without what-ifs."""
        self.refresh()
        return self._summaries.tally(everything=everything)

    def of(self, sessions: Collection[str], wanted: Wanted = Wanted()) -> tuple[Summary, ...]:
        """Return the summaries of those of the given sessions that match the filters in `wanted`."""
        return self._sound(self._summaries.of(sessions, wanted)) if sessions else ()

    def find(
        self, wanted: Wanted, start: int, most: int, *, without: Collection[str] = (), everything: bool = False
    ) -> FoundSessions:
        """Return up to `most` matching sessions from index `start`: public ones, or `everything` but what-ifs."""
        running, over = self._summaries.count(wanted, without=without, everything=everything)
        found = self._summaries.find(wanted, start, most, without=without, everything=everything)
        return FoundSessions(self._sound(found, self.at_once), running, over)


def made_by(registry: Registry) -> str:
    """Return eight hex digits that change with the program and the games of other packages.

    They are a hash over names, sizes and times of all source files.
    """
    root, games = Path(__file__).parents[2], [str(meta.folder) for meta in registry.metas.values() if meta.source]
    return _hash_of((*(str(root / package) for package in _PACKAGES), *games))


@cache
def _hash_of(folders: tuple[str, ...]) -> str:
    found = sha256()
    for folder in folders:
        for name, size, changed_ns in sorted(_files(folder)):
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
