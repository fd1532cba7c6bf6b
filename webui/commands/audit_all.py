"""Audits of a whole database for `audit --all`: one session after the other, or shared among processes."""

import os
import signal
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import msgspec

from events.errors import BellError
from events.store.opening import open_house
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from webui.commands.output import warn

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


class SessionAudit(msgspec.Struct, frozen=True):
    """One session of a whole database; `trouble` says why there is no report."""

    session: str
    alias: str
    title: str
    report: Report | None = None
    trouble: str = ""

    @property
    def violations(self) -> int:
        """How many violations were found."""
        return self.report.counts.get("violation", 0) if self.report else 0


def audit_all(store: EventStore, place: str, jobs: int) -> tuple[int, Iterator[SessionAudit]]:
    """The number of sessions, and their audits as a spectator may know them, in the order of the list."""
    rows = store.sessions()
    return len(rows), _audits(store, place, rows, min(jobs, len(rows)))


def _audits(store: EventStore, place: str, rows: Sequence[SessionRow], jobs: int) -> Iterator[SessionAudit]:
    if jobs < 2 or (pool := process_pool(jobs)) is None:
        yield from (_audit_one(store, row) for row in rows)
        return
    with pool:
        yield from pool.map(partial(_audit_in_process, place), rows, chunksize=8)


def _audit_one(store: EventStore, row: SessionRow) -> SessionAudit:
    try:
        return SessionAudit(row.session, row.alias, row.title, audit_session(store, shelf(), row.session, "all"))
    except BellError as error:
        return SessionAudit(row.session, row.alias, row.title, trouble=str(error))


def process_pool(jobs: int) -> "ProcessPoolExecutor | None":
    """Processes to share work among; None, and a warning, where the system lets none share it.

    They count together in memory (`/dev/shm`), which a container may lack.
    """
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # one process does without, and starts sooner
    from multiprocessing import get_context  # noqa: PLC0415  # as above

    try:
        return ProcessPoolExecutor(jobs, get_context("spawn"), work_for_parent)
    except (OSError, ImportError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or str(error)
        warn(f"one process does all of it: nothing is shared among several here ({why.lower()})")
        return None


def work_for_parent() -> None:
    """Let the process that shares out the work end it: leave interrupts to that one, and end where it is gone."""
    from threading import Thread  # noqa: PLC0415  # one process does without

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415  # as above

    if parent := parent_process():
        parent.join()
        os._exit(1)


@cache
def open_store(place: str) -> EventStore:
    """The database of a process, opened once."""
    return open_house(place)


def _audit_in_process(place: str, row: SessionRow) -> SessionAudit:
    return _audit_one(open_store(place), row)
