"""The lock by which one process at a time works on the thread of a session.

A process on this computer keeps its lock until it ends. The lock of a process on another computer has a time limit,
because nobody can see whether that process has ended.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from events.errors import BellError, ConflictError
from events.store.followed import FollowedThreads
from replay.chance.clock import Clock
from replay.session.session import new_id

_LOCK_MS: Final = 10 * 60_000
_ENDED: Final = ("Z", "X")
_own: Final = set[str]()
"""The locks that this process holds."""


class Lock:
    """The lock of one session, held by this process."""

    def __init__(self, threads: FollowedThreads, session: str, clock: Clock) -> None:
        self.threads, self.session, self.clock = threads, session, clock
        pid = os.getpid()
        self.worker, self.extended_ms = f"{socket.gethostname()}:{pid}:{process_start(pid)}-{new_id()}", clock()

    def extend(self, *, at_once: bool = False) -> None:
        """Begin the time limit again, if a quarter of it is over or `at_once`. Raises ConflictError if it was taken."""
        if at_once or self.clock() > self.extended_ms + _LOCK_MS // 4:
            self.take(self.worker)

    def take(self, over: str) -> None:
        """Take the lock from the process `over`, "" if it is free. Raises ConflictError if another process has it."""
        self.extended_ms = self.clock()
        if not self.threads.lock(self.session, self.worker, over, self.extended_ms + _LOCK_MS):
            raise ConflictError(_busy(self.session))


@contextmanager
def locked(threads: FollowedThreads, session: str, clock: Clock) -> Iterator[Lock]:
    """Hold the lock of a session. Raises ConflictError if another process has it."""
    lock = Lock(threads, session, clock)
    over, until_ms = threads.worker(session)
    if over and not _is_over(over, is_late=until_ms <= clock()):
        raise ConflictError(_busy(session))
    lock.take(over)
    _own.add(lock.worker)
    try:
        yield lock
    finally:
        _own.discard(lock.worker)
        with suppress(BellError):
            threads.unlock(session, lock.worker)


def _busy(session: str) -> str:
    return f"another process is fetching the thread of session {session}. Try again later"


def _is_over(worker: str, *, is_late: bool) -> bool:
    """Return whether a process has ended, or may be taken for ended because its time is over (`is_late`)."""
    host, pid, key = worker.rsplit(":", 2)
    if host != socket.gethostname() or not pid.isdecimal():
        return is_late
    if int(pid) == os.getpid():
        return worker not in _own
    then, now = key.partition("-")[0], process_start(int(pid))
    if then and now:
        return then != now
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return is_late
    return is_late


def process_start(pid: int) -> str:
    """Return when a process on this computer has started, in a form of the system, "" if it is not known."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return ""
    state, *fields = text.rpartition(")")[2].split()
    return "ended" if state in _ENDED else fields[18]
