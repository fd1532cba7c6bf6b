"""The store in memory, for tests and previews."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from events.entry import GENESIS, Head, Line, Secret
from events.errors import LogError
from events.signature import Signature, SigningKey
from events.store import checks
from events.store.rows import SessionRow, Submission, TowerRow


def _head(lines: Sequence[Line]) -> Head:
    return Head(lines[-1].seq, lines[-1].digest) if lines else Head(0, bytes.fromhex(GENESIS))


class _Log(msgspec.Struct):
    row: SessionRow
    tower: TowerRow | None
    lines: list[Line] = []
    secrets: dict[tuple[int, str, int], Secret] = {}
    fingerprints: dict[int, tuple[int, bytes]] = {}
    submissions: dict[tuple[str, str], Submission] = {}
    mark: tuple[int, int] = (0, 0)
    signatures: dict[tuple[int, bytes], Signature] = {}
    signed_head: Head = _head([])


class _MemoryWriter:
    def __init__(self, log: _Log) -> None:
        self.head, self.log, self.new = _head(log.lines), log, _Log(log.row, log.tower)
        self.over = False

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        self._check()
        checks.check_follows(self.log.row.session, self.head, lines)
        fresh = {(secret.seq, secret.field, secret.item): secret for secret in secrets}
        if len(fresh) < len(secrets) or fresh.keys() & (self.log.secrets.keys() | self.new.secrets.keys()):
            raise LogError("a sealed item must have exactly one secret")
        self.new.lines.extend(lines)
        self.new.secrets.update(fresh)
        if lines:
            self.head = Head(lines[-1].seq, lines[-1].digest)
        if fingerprint is not None:
            self.new.fingerprints[self.head.seq] = fingerprint

    def answer(self, submission: Submission) -> None:
        self._check()
        place = submission.author, submission.key
        before = self.new.submissions.get(place) or self.log.submissions.get(place)
        if before and before.hash != submission.hash:
            raise checks.reused_key_error(submission.key)
        self.new.submissions[place] = submission

    def sign(self, signature: Signature) -> None:
        self._check()
        checks.check_signature(self.head, signature)
        self.new.signatures.setdefault((signature.seq, signature.key), signature)

    def _check(self) -> None:
        if self.over:
            raise LogError("this transaction has failed or ended. Start a new one")

    def commit(self) -> None:
        """Add the entries of this transaction to the log."""
        self.log.lines.extend(self.new.lines)
        self.log.secrets.update(self.new.secrets)
        self.log.fingerprints.update(self.new.fingerprints)
        self.log.submissions.update(self.new.submissions)
        self.log.signatures = {**self.new.signatures, **self.log.signatures}


class MemoryStore:
    """A store in memory, for tests and single reads. The store writes nothing to disk and has one writer at a time.

    To prepare a session for another store, pass that store's signing keys, so that the session names the right key.
    """

    def __init__(self, keys: Sequence[SigningKey] = ()) -> None:
        self._logs: dict[str, _Log] = {}
        self._data: dict[str, str] = {}
        self._keys = tuple(keys)
        self._lock = threading.Lock()
        self._writer = 0

    @property
    def label(self) -> str:
        return "memory"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        me = threading.get_ident()
        if self._writer == me:
            raise RuntimeError("this thread already has an open transaction")
        with self._lock:
            self._writer = me
            try:
                yield
            finally:
                self._writer = 0

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        with self.create_with_entries(row, tower):
            pass

    @contextmanager
    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> Iterator[_MemoryWriter]:
        checks.check_names(row.session, row.alias)
        with self._alone():
            names = {name for log in self._logs.values() for name in (log.row.session, log.row.alias)}
            for name in {row.session, row.alias} & (names - {""}):
                raise checks.taken_name_error(name)
            log = _Log(row, tower)
            yield from self._open_writer(log)
            self._logs[row.session] = log

    def _open_writer(self, log: _Log) -> Iterator[_MemoryWriter]:
        writer = _MemoryWriter(log)
        try:
            yield writer
            writer.commit()
        finally:
            writer.over = True

    def _log(self, session: str) -> _Log:
        found = self._logs.get(session)
        if found is None:
            raise checks.unknown_name_error("session", session)
        return found

    def row(self, session: str) -> SessionRow:
        for row in self.sessions():
            if session and session in (row.session, row.alias):
                return row
        raise checks.unknown_name_error("session", session)

    def sessions(self) -> list[SessionRow]:
        return sorted((log.row for log in self._logs.copy().values()), key=lambda row: (-row.created_ms, row.session))

    def head(self, session: str) -> Head:
        return _head(self._log(session).lines)

    def lines(self, session: str, after: int = 0, upto: int | None = None) -> list[Line]:
        return self._log(session).lines[max(after, 0) : None if upto is None else max(upto, 0)]

    def secrets(self, session: str, after: int = 0, upto: int | None = None) -> list[Secret]:
        secrets = self._log(session).secrets.copy()
        return [secrets[place] for place in sorted(secrets) if after < place[0] and (upto is None or place[0] <= upto)]

    def tower(self, session: str) -> TowerRow | None:
        return self._log(session).tower

    def fingerprints(self, session: str) -> dict[int, tuple[int, bytes]]:
        return self._log(session).fingerprints.copy()

    def signatures(self, session: str) -> list[Signature]:
        found = self._log(session).signatures.values()
        return sorted(found, key=lambda one: (one.seq, one.signed_ms, one.key))

    def submission(self, session: str, author: str, key: str) -> Submission | None:
        return self._log(session).submissions.get((author, key))

    def submissions(self, session: str) -> list[Submission]:
        return [kept for _, kept in sorted(self._log(session).submissions.items())]

    def remove(self, session: str, head: Head | None = None) -> None:
        self._log(session)
        with self._alone():
            checks.check_ends_at(session, head, self.head(session))
            self._logs.pop(session, None)

    def erase(self, session: str, seq: int, field: str) -> int:
        log = self._log(session)
        with self._alone():
            hit = [place for place in log.secrets if place[:2] == (seq, field)]
            for place in hit:
                log.secrets[place] = msgspec.structs.replace(log.secrets[place], salt=None, value=None)
        return len(hit)

    def erased(self, session: str) -> int:
        return sum(secret.salt is None for secret in self._log(session).secrets.copy().values())

    def state(self, name: str) -> tuple[SessionRow, Head, int]:
        row = self.row(name)
        return row, self.head(row.session), self.erased(row.session)

    def put_data(self, digest: str, text: str) -> None:
        checks.check_data(digest, text)
        with self._alone():
            self._data[digest] = text

    def data(self, digest: str) -> str:
        if digest not in self._data:
            raise checks.unknown_name_error("data file", digest)
        return self._data[digest]

    @contextmanager
    def writing(self, session: str) -> Iterator[_MemoryWriter]:
        log = self._log(session)
        with self._alone():
            yield from self._open_writer(log)

    def watermark(self, session: str) -> tuple[int, int]:
        return self._log(session).mark

    def put_watermark(self, session: str, k: int, j: int) -> None:
        log = self._log(session)
        log.mark = (max(log.mark[0], k), max(log.mark[1], j))

    def signed_head(self, session: str) -> Head:
        return self._log(session).signed_head

    def put_signed_head(self, session: str, head: Head) -> None:
        log = self._log(session)
        log.signed_head = max(log.signed_head, head, key=lambda one: one.seq)

    def signing_keys(self) -> tuple[SigningKey, ...]:
        return self._keys

    def put_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        self._keys = tuple(keys)

    def close(self) -> None:
        """Do nothing; there is nothing to close."""
