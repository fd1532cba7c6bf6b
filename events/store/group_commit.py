"""Group commit: writers take turns on one connection, and those that wait in the queue share one commit.

A durable commit costs far more than its rows. So a writer that has finished lets the next one in before it commits. The
last writer of a batch commits for all of them. A writer that fails does not affect the others. Two transactions of one
session never share a commit.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_MOST: Final = 64  # the maximum number of transactions in a commit, so that other processes get a turn


class _Ticket:
    """A writer's place in the queue. Its gate opens when its turn comes, and again when its rows are on disk."""

    __slots__ = ("begun", "gate", "session")

    def __init__(self, session: str) -> None:
        self.session, self.begun = session, False
        self.gate = threading.Lock()
        self.gate.acquire()


class _Batch:
    """The transactions that share a commit. `error` is set if the commit failed."""

    __slots__ = ("error", "members")

    def __init__(self) -> None:
        self.members: list[_Ticket] = []
        self.error: sqlite3.Error | None = None


class WriteQueue:
    """The queue of the writers of one process. SQLite locks out other processes from begin to commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._guard = threading.Lock()
        self._queue: deque[_Ticket] = deque()
        self._owner: _Ticket | None = None
        self._batch = _Batch()
        self._writer = 0

    @contextmanager
    def turn(self, session: str) -> Iterator[sqlite3.Connection]:
        """Run one transaction, which is on disk when the block ends. An exception rolls it back."""
        if self._writer == threading.get_ident():
            raise RuntimeError("this thread already has an open transaction")
        ticket = _Ticket(session)
        try:
            self._enter(ticket)
            self._begin(ticket)
            yield self._connection
            self._keep(ticket)
        except BaseException:
            self._leave(ticket)
            raise
        batch = self._batch
        self._pass_on()
        with ticket.gate:
            if batch.error is not None:
                raise sqlite3.OperationalError(str(batch.error)) from batch.error

    def _enter(self, ticket: _Ticket) -> None:
        with self._guard:
            if self._owner is None:
                self._owner = ticket
                return
            self._queue.append(ticket)
        ticket.gate.acquire()

    def _leave(self, ticket: _Ticket) -> None:
        """Roll back a failed writer and let the next writer begin. A writer interrupted in the queue had no turn."""
        with self._guard:
            if self._owner is not ticket:
                with suppress(ValueError):
                    self._queue.remove(ticket)
                return
        if ticket.begun:
            self._undo()
        self._pass_on()

    def _begin(self, ticket: _Ticket) -> None:
        self._writer = threading.get_ident()
        ticket.begun = True
        self._connection.execute("savepoint writer" if self._batch.members else "begin immediate")

    def _keep(self, ticket: _Ticket) -> None:
        if not self._connection.in_transaction:
            raise sqlite3.OperationalError("the transaction was rolled back")
        if self._batch.members:
            self._connection.execute("release writer")
        self._batch.members.append(ticket)

    def _undo(self) -> None:
        """Roll back this writer only. If that fails, the whole batch is not committed."""
        try:
            if not self._connection.in_transaction:
                return
            if self._batch.members:
                self._connection.execute("rollback to writer")
                self._connection.execute("release writer")
            else:
                self._connection.execute("rollback")
        except sqlite3.Error as error:
            self._batch.error = error

    def _pass_on(self) -> None:
        """Give the turn to the next writer that may share the commit. If no such writer waits, commit the batch."""
        self._writer = 0
        follower = self._follower()
        if follower:
            follower.gate.release()
        else:
            self._commit()

    def _follower(self) -> _Ticket | None:
        members = self._batch.members
        open_still = self._connection.in_transaction and not self._batch.error
        if not self._queue or not members or len(members) >= _MOST or not open_still:
            return None
        sessions = {member.session for member in members}
        with self._guard:
            follower = next((ticket for ticket in self._queue if ticket.session not in sessions), None)
            if follower:
                self._queue.remove(follower)
                self._owner = follower
        return follower

    def _commit(self) -> None:
        batch, self._batch = self._batch, _Batch()
        try:
            self._store(batch)
        finally:
            with self._guard:
                following = self._queue.popleft() if self._queue else None
                self._owner = following
            if following:
                following.gate.release()
            for member in batch.members:
                member.gate.release()

    def _store(self, batch: _Batch) -> None:
        spoilt, batch.error = batch.error, sqlite3.OperationalError("interrupted before the commit was confirmed")
        try:
            if spoilt:
                raise spoilt
            if batch.members:
                self._connection.execute("commit")
            batch.error = None
        except sqlite3.Error as error:
            batch.error = error
            if self._connection.in_transaction:
                self._connection.execute("rollback")
