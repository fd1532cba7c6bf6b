"""Group commit: one writing connection goes from writer to writer, and those who queue meanwhile share one commit.

A durable commit costs far more than the rows it stores. So a writer who is done lets the next in before it commits:
the one whom nobody follows commits for all, then everybody is told. A writer that fails leaves no trace in the commit
of the others, and two transactions of one session never share a commit.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_MOST: Final = 64
"""How many transactions share a commit at most, so that other processes get in."""


class _Ticket:
    """A writer's place in the queue: its gate opens when it is its turn, and once more when its rows are on disk."""

    __slots__ = ("begun", "gate", "session")

    def __init__(self, session: str) -> None:
        self.session, self.begun = session, False
        self.gate = threading.Lock()
        self.gate.acquire()


class _Batch:
    """The transactions that share a commit; `error` says why they are not on disk."""

    __slots__ = ("error", "members")

    def __init__(self) -> None:
        self.members: list[_Ticket] = []
        self.error: sqlite3.Error | None = None


class WriteQueue:
    """The queue of the writers of one process. Other processes are kept out by SQLite, from begin to commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._guard = threading.Lock()
        self._queue: deque[_Ticket] = deque()
        self._owner: _Ticket | None = None
        self._batch = _Batch()
        self._writer = 0

    @contextmanager
    def turn(self, session: str) -> Iterator[sqlite3.Connection]:
        """One transaction: an exception rolls it back; on disk when the block is left.

        Raises:
            RuntimeError: this thread has the turn already.
            sqlite3.Error: it could not begin, or was not committed.
        """
        if self._writer == threading.get_ident():
            raise RuntimeError("this thread holds a transaction already")
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
        """Undo what a failed writer did and pass on its turn; one that was interrupted in the queue had none yet."""
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
        """Roll back this writer alone; where that cannot be done, nothing of the batch is committed."""
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
        """Give the turn to the next writer who may share the commit, else commit."""
        self._writer = 0
        follower = self._follower()
        if follower:
            follower.gate.release()
        else:
            self._commit()

    def _follower(self) -> _Ticket | None:
        members = self._batch.members
        open_still = self._connection.in_transaction and not self._batch.error
        if not members or len(members) >= _MOST or not open_still:
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
        spoilt, batch.error = batch.error, sqlite3.OperationalError("interrupted before the commit was known to hold")
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
