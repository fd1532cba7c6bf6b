"""What a store of logs must do, and the one that lives in memory."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

import msgspec

from events.errors import ConflictError, UnknownSessionError
from events.line import GENESIS, Head, Line, Secret

__all__ = ["EventStore", "MemoryStore", "SessionRow", "Submission", "TowerRow", "Writer"]


class SessionRow(msgspec.Struct, frozen=True):
    """What a store knows of a session beside its log. `origin` is `here` or `imported`; `alias` a short local name."""

    session: str
    game: str
    created_ms: int
    title: str = ""
    alias: str = ""
    origin: str = "here"


class TowerRow(msgspec.Struct, frozen=True):
    """The secrets of a session's dice tower: every 256th link of its chain, the chain's length, the shuffle secret."""

    length: int
    links: tuple[bytes, ...]
    shuffle_secret: bytes


class Submission(msgspec.Struct, frozen=True):
    """The answer given to a request, kept under its author and key. `hash` is that of the request."""

    author: str
    key: str
    hash: str
    answer: str


class Writer(Protocol):
    """One transaction on one session: nothing of it is seen before it ends, all of it is on disk after."""

    head: Head

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        """Append gapless lines after the head; `fingerprint` is (shape, 8 bytes) of the position after the last."""

    def answer(self, submission: Submission) -> None:
        """Keep or renew the answer to a submission."""


class EventStore(Protocol):
    """Append-only logs with their secrets. Every backend passes `tests/test_every_store.py`."""

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        """Take a new session. Raises `ConflictError` where its id or alias is taken."""

    def row(self, session: str) -> SessionRow:
        """The session of this id or alias. Raises `UnknownSessionError`."""

    def sessions(self) -> list[SessionRow]:
        """All sessions, the newest first."""

    def head(self, session: str) -> Head:
        """The last line's number and digest."""

    def lines(self, session: str, after: int = 0, upto: int | None = None) -> list[Line]:
        """The lines after `after` up to and with `upto`, in order."""

    def secrets(self, session: str, after: int = 0) -> list[Secret]:
        """The secrets of the lines after `after`, in order of line, field and item."""

    def tower(self, session: str) -> TowerRow | None:
        """The tower's secrets, or None where the session has no tower here."""

    def fingerprints(self, session: str) -> dict[int, tuple[int, bytes]]:
        """Line to (shape, value)."""

    def submission(self, session: str, author: str, key: str) -> Submission | None:
        """The answer kept for this author and key."""

    def erase(self, session: str, seq: int, field: str) -> int:
        """Drop value and salt of a field's items; returns how many. The chain still verifies."""

    def erased(self, session: str) -> int:
        """How many items were ever erased: the one change of a session that leaves its head as it is."""

    def put_data(self, digest: str, text: str) -> None:
        """Keep a data file (canonical JSON) under its SHA-256."""

    def data(self, digest: str) -> str:
        """A kept data file. Raises `UnknownSessionError` where it is not here."""

    def writing(self, session: str) -> AbstractContextManager[Writer]:
        """One transaction; no second writer of this session gets in before it ends."""

    def mark(self, session: str) -> tuple[int, int]:
        """The highest roll and shuffle numbers ever given, kept apart from the log."""

    def put_mark(self, session: str, k: int, j: int) -> None:
        """Raise the mark; it never falls."""

    def close(self) -> None:
        """Let go of files."""


class _Log(msgspec.Struct):
    row: SessionRow
    tower: TowerRow | None
    lock: threading.Lock
    lines: list[Line] = []
    secrets: list[Secret] = []
    fingerprints: dict[int, tuple[int, bytes]] = {}
    submissions: dict[tuple[str, str], Submission] = {}
    mark: tuple[int, int] = (0, 0)


class _MemoryWriter:
    def __init__(self, head: Head, session: str) -> None:
        self.head, self.session = head, session
        self.lines: list[Line] = []
        self.secrets: list[Secret] = []
        self.fingerprints: dict[int, tuple[int, bytes]] = {}
        self.submissions: dict[tuple[str, str], Submission] = {}

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        for line in lines:
            if line.session != self.session or line.seq != self.head.seq + 1:
                raise ConflictError(f"line {line.seq} does not follow line {self.head.seq}")
            self.head = Head(line.seq, line.digest)
            self.lines.append(line)
        self.secrets.extend(secrets)
        if fingerprint is not None:
            self.fingerprints[self.head.seq] = fingerprint

    def answer(self, submission: Submission) -> None:
        self.submissions[submission.author, submission.key] = submission


class MemoryStore:
    """A store for tests and one-off readings. Nothing is on disk."""

    def __init__(self) -> None:
        self._logs: dict[str, _Log] = {}
        self._data: dict[str, str] = {}

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        """Take a new session."""
        taken = {name for log in self._logs.values() for name in (log.row.session, log.row.alias) if name}
        for name in (row.session, row.alias):
            if name and name in taken:
                raise ConflictError(f'there is a session "{name}" already')
        self._logs[row.session] = _Log(row, tower, threading.Lock())

    def _log(self, session: str) -> _Log:
        found = self._logs.get(session)
        if found is None:
            raise UnknownSessionError(f'no session "{session}" here')
        return found

    def row(self, session: str) -> SessionRow:
        """The session of this id or alias."""
        for log in self._logs.values():
            if session and session in (log.row.session, log.row.alias):
                return log.row
        raise UnknownSessionError(f'no session "{session}" here')

    def sessions(self) -> list[SessionRow]:
        """All sessions, the newest first."""
        return sorted((log.row for log in self._logs.values()), key=lambda row: (-row.created_ms, row.session))

    def head(self, session: str) -> Head:
        """The last line's number and digest."""
        lines = self._log(session).lines
        return Head(lines[-1].seq, lines[-1].digest) if lines else Head(0, bytes.fromhex(GENESIS))

    def lines(self, session: str, after: int = 0, upto: int | None = None) -> list[Line]:
        """The lines after `after` up to and with `upto`."""
        return self._log(session).lines[after:upto]

    def secrets(self, session: str, after: int = 0) -> list[Secret]:
        """The secrets of the lines after `after`."""
        return sorted(
            (secret for secret in self._log(session).secrets if secret.seq > after),
            key=lambda secret: (secret.seq, secret.field, secret.item),
        )

    def tower(self, session: str) -> TowerRow | None:
        """The tower's secrets, if any."""
        return self._log(session).tower

    def fingerprints(self, session: str) -> dict[int, tuple[int, bytes]]:
        """Line to (shape, value)."""
        return dict(self._log(session).fingerprints)

    def submission(self, session: str, author: str, key: str) -> Submission | None:
        """The answer kept for this author and key."""
        return self._log(session).submissions.get((author, key))

    def erase(self, session: str, seq: int, field: str) -> int:
        """Drop value and salt of a field's items."""
        log = self._log(session)
        hit = [secret.seq == seq and secret.field == field for secret in log.secrets]
        log.secrets = [
            msgspec.structs.replace(secret, salt=None, value=None) if gone else secret
            for secret, gone in zip(log.secrets, hit, strict=True)
        ]
        return sum(hit)

    def erased(self, session: str) -> int:
        """How many items were erased."""
        return sum(secret.salt is None for secret in self._log(session).secrets)

    def put_data(self, digest: str, text: str) -> None:
        """Keep a data file."""
        self._data.setdefault(digest, text)

    def data(self, digest: str) -> str:
        """A kept data file."""
        if digest not in self._data:
            raise UnknownSessionError(f"no data file {digest[:12]} here")
        return self._data[digest]

    @contextmanager
    def writing(self, session: str) -> Iterator[Writer]:
        """One transaction."""
        log = self._log(session)
        with log.lock:
            writer = _MemoryWriter(self.head(session), session)
            yield writer
            log.lines.extend(writer.lines)
            log.secrets.extend(writer.secrets)
            log.fingerprints.update(writer.fingerprints)
            log.submissions.update(writer.submissions)

    def mark(self, session: str) -> tuple[int, int]:
        """The highest numbers ever given."""
        return self._log(session).mark

    def put_mark(self, session: str, k: int, j: int) -> None:
        """Raise the mark."""
        log = self._log(session)
        log.mark = (max(log.mark[0], k), max(log.mark[1], j))

    def close(self) -> None:
        """Nothing to let go of."""
