"""Parts that the SQLite and PostgreSQL stores share: reads, writers, and access to watermark and key files."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import starmap
from types import TracebackType
from typing import Any, ClassVar, Final, Self, TypeVar

import msgspec

from events.entry import GENESIS, Head, Line, Secret
from events.errors import CorruptLogError, LogError
from events.signature import Signature, SigningKey
from events.store.checks import check_follows, check_signature, reused_key_error, unknown_name_error
from events.store.key_file import KeyFile
from events.store.rows import SessionRow, Submission, TowerRow
from events.store.secrets_file import SecretsFile
from events.store.watermark import HighWaterFile

_LINK: Final = 32
_ROW: Final = "session, game, created_ms, title, coalesce(alias, ''), origin, package from sessions"
ROW: Final = f"select {_ROW}"
HEAD: Final = "select seq, digest from lines where session = ? order by seq desc limit 1"
_LAST_OF_SESSION: Final = "from lines where lines.session = sessions.session order by seq desc limit 1"
_LINES: Final = """
select seq, at_ms, "by", body, digest from lines where session = ? and seq > ? and seq <= ? order by seq
"""
_SECRETS: Final = """
select seq, field, item, audience, salt, value from secrets where session = ? and seq > ? and seq <= ?
order by seq, field, item
"""
_TOWER: Final = "select length, links, shuffle_secret from towers where session = ?"
_FINGERPRINTS: Final = "select seq, shape, value from fingerprints where session = ? order by seq"
_SUBMISSIONS: Final = "select author, key, hash, answer from submissions where session = ?"
_SUBMISSION: Final = f"{_SUBMISSIONS} and author = ? and key = ?"
_SIGNATURES: Final = """
select seq, signed_ms, key, signature from signatures where session = ? order by seq, signed_ms, key
"""
_PUT_SESSION: Final = """
insert into sessions (session, game, created_ms, title, alias, origin, package)
values (?, ?, ?, ?, nullif(?, ''), ?, ?)
"""
_PUT_TOWER: Final = "insert into towers (session, length, links, shuffle_secret) values (?, ?, ?, ?)"
_PUT_FINGERPRINT: Final = """
insert into fingerprints (session, seq, shape, value) values (?, ?, ?, ?)
on conflict (session, seq) do update set shape = excluded.shape, value = excluded.value
"""
_PUT_ANSWER: Final = """
insert into submissions (session, author, key, hash, answer) values (?, ?, ?, ?, ?)
on conflict (session, author, key) do update set answer = excluded.answer where submissions.hash = excluded.hash
"""
ERASE: Final = "update secrets set salt = null, value = null where session = ? and seq = ? and field = ?"
_LAST: Final = 2**63 - 1
NO_LINE: Final = Head(0, bytes.fromhex(GENESIS))
NONE: Final = type(None)
Rows = Sequence[tuple[Any, ...]]
Execute = Callable[[str, Sequence[object]], Any]
T = TypeVar("T")


def require_types(what: str, rows: Rows, *kinds: type | tuple[type, ...]) -> Rows:
    """Raise `CorruptLogError` if a column has a value of another type, as after a flipped bit. Return the rows."""
    for column, kind in zip(zip(*rows, strict=True), kinds, strict=False):
        if not all(issubclass(found, kind) for found in set(map(type, column))):
            raise CorruptLogError(f"{what} cannot be read: a value has the wrong type for its column")
    return rows


def _session_rows(rows: Rows) -> list[SessionRow]:
    """Return the result rows of query `ROW` as `SessionRow` objects."""
    return [SessionRow(*row) for row in require_types("the sessions", rows, str, str, int, str, str, str, str)]


def head_of(session: str, row: tuple[Any, ...]) -> Head:
    """Return the result row of query `HEAD` for a session as a `Head`."""
    if tuple(map(type, row)) != (int, bytes):
        require_types(f"the last entry of {session}", [row], int, bytes)
    return Head(*row)


def put_session(execute: Execute, row: SessionRow, tower: TowerRow | None) -> None:
    """Insert a new session and the secrets of its dice roller."""
    execute(_PUT_SESSION, (row.session, row.game, row.created_ms, row.title, row.alias, row.origin, row.package))
    if tower is not None:
        if any(len(link) != _LINK for link in tower.links):
            raise ValueError("a link of a chain must have 32 bytes")
        execute(_PUT_TOWER, (row.session, tower.length, b"".join(tower.links), tower.shuffle_secret))


class SqlWriter:
    """The writer of one transaction. After a failure or its end it accepts nothing more.

    `execute` runs a statement with `?` placeholders. `translated` opens a block that translates the database's errors.
    """

    PUT_SIGNATURE: ClassVar[str]

    def __init__(
        self, session: str, head: Head, execute: Execute, translated: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self.head, self._session, self._over = head, session, False
        self._execute, self._translated = execute, translated

    def append(
        self, lines: Sequence[Line], secrets: Sequence[Secret] = (), fingerprint: tuple[int, bytes] | None = None
    ) -> None:
        check_follows(self._session, self.head, lines)
        with self._taking():
            if lines:
                self.put_lines(lines)
                self.head = Head(lines[-1].seq, lines[-1].digest)
            if secrets:
                self.put_secrets(secrets)
            if fingerprint is not None:
                self._execute(_PUT_FINGERPRINT, (self._session, self.head.seq, *fingerprint))

    def put_lines(self, lines: Sequence[Line]) -> None:
        raise NotImplementedError

    def put_secrets(self, secrets: Sequence[Secret]) -> None:
        raise NotImplementedError

    def answer(self, submission: Submission) -> None:
        with self._taking():
            kept = self._execute(_PUT_ANSWER, (self._session, *msgspec.structs.astuple(submission))).rowcount
        if not kept:
            raise reused_key_error(submission.key)

    def sign(self, signature: Signature) -> None:
        self._check()
        check_signature(self.head, signature)
        with self._taking():
            self._execute(self.PUT_SIGNATURE, (self._session, *msgspec.structs.astuple(signature)))

    @contextmanager
    def _taking(self) -> Iterator[None]:
        self._check()
        with self._translated():
            self._over = True
            yield
            self._over = False

    def _check(self) -> None:
        if self._over:
            raise LogError("this transaction has failed or ended. Start a new one")

    def __enter__(self) -> Self:
        """Accept writes until the block ends."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._check()
        finally:
            self._over = True


class SqlHouse:
    """Base class of the SQL stores. `rows` runs a query with `?` placeholders. `EventStore` documents the methods."""

    ERASED: ClassVar[str]
    """The number of erased items of a row of `sessions`, as an expression."""
    marks: HighWaterFile
    key_file: KeyFile
    secrets_file: SecretsFile

    def __init__(self, rows: Callable[..., Rows]) -> None:
        self._rows = rows
        self._state = (
            f"select {self.ERASED}, (select seq {_LAST_OF_SESSION}), (select digest {_LAST_OF_SESSION}), {_ROW}"
            " where session = ? or alias = ?"
        )

    def _require_session(self, session: str) -> None:
        if not self._rows("select 1 from sessions where session = ?", session):
            raise unknown_name_error("session", session)

    def create_with_entries(self, row: SessionRow, tower: TowerRow | None = None) -> AbstractContextManager[SqlWriter]:
        raise NotImplementedError

    def create(self, row: SessionRow, tower: TowerRow | None = None) -> None:
        with self.create_with_entries(row, tower):
            pass

    def row(self, session: str) -> SessionRow:
        for row in _session_rows(self._rows(f"{ROW} where session = ? or alias = ?", session, session)):
            return row
        raise unknown_name_error("session", session)

    def erased(self, session: str) -> int:
        sql = f"select {self.ERASED} from sessions where session = ?"  # noqa: S608  # a constant
        for (erased,) in self._rows(sql, session):
            return int(erased)
        raise unknown_name_error("session", session)

    def state(self, name: str) -> tuple[SessionRow, Head, int]:
        for erased, seq, digest, *row in self._rows(self._state, name, name):
            (found,) = _session_rows([tuple(row)])
            head = NO_LINE if seq is None and digest is None else head_of(found.session, (seq, digest))
            return found, head, int(erased)
        raise unknown_name_error("session", name)

    def sessions(self) -> list[SessionRow]:
        return _session_rows(self._rows(f"{ROW} order by created_ms desc, session"))

    def head(self, session: str) -> Head:
        for row in self._rows(HEAD, session):
            return head_of(session, row)
        self._require_session(session)
        return NO_LINE

    def lines(self, session: str, after: int = 0, upto: int | None = None) -> list[Line]:
        rows = self._rows(_LINES, session, after, _LAST if upto is None else upto)
        rows = require_types(f"the entries of {session}", rows, int, int, str, str, bytes)
        return self._some(session, [*starmap(partial(Line, session), rows)])

    def secrets(self, session: str, after: int = 0, upto: int | None = None) -> list[Secret]:
        rows = self._rows(_SECRETS, session, after, _LAST if upto is None else upto)
        rows = require_types(f"the secrets of {session}", rows, int, str, int, str, (str, NONE), (str, NONE))
        return self._some(session, [*starmap(Secret, rows)])

    def tower(self, session: str) -> TowerRow | None:
        rows = self._rows(_TOWER, session)
        for length, links, secret in require_types(f"the dice roller of {session}", rows, int, bytes, bytes):
            return TowerRow(length, tuple(links[at : at + _LINK] for at in range(0, len(links), _LINK)), secret)
        self._require_session(session)
        return None

    def fingerprints(self, session: str) -> dict[int, tuple[int, bytes]]:
        rows = require_types(f"the state hashes of {session}", self._rows(_FINGERPRINTS, session), int, int, bytes)
        found = {seq: (shape, value) for seq, shape, value in rows}
        if not found:
            self._require_session(session)
        return found

    def submission(self, session: str, author: str, key: str) -> Submission | None:
        for row in self._rows(_SUBMISSION, session, author, key):
            return Submission(*row)
        self._require_session(session)
        return None

    def submissions(self, session: str) -> list[Submission]:
        rows = self._rows(f"{_SUBMISSIONS} order by author, key", session)
        return self._some(session, [Submission(*row) for row in rows])

    def signatures(self, session: str) -> list[Signature]:
        rows = require_types(f"the signatures of {session}", self._rows(_SIGNATURES, session), int, int, bytes, bytes)
        return self._some(session, [Signature(*row) for row in rows])

    def _some(self, session: str, found: list[T]) -> list[T]:
        """Return `found`. If it is empty, check that the session exists."""
        if not found:
            self._require_session(session)
        return found

    def data(self, digest: str) -> str:
        for (text,) in self._rows("select json from data where hash = ?", digest):
            return str(text)
        raise unknown_name_error("data file", digest)

    def unlimited_role(self) -> str:
        return ""

    def watermark(self, session: str) -> tuple[int, int]:
        self._require_session(session)
        return self.marks.read(session)

    def put_watermark(self, session: str, k: int, j: int) -> None:
        if not self.marks.raise_known(session, k, j):  # the mark of a removed session may rise too
            self._require_session(session)
            self.marks.lift(session, k, j)

    def signed_head(self, session: str) -> Head:
        self._require_session(session)
        return self.marks.signed_head(session) or NO_LINE

    def put_signed_head(self, session: str, head: Head) -> None:
        self._require_session(session)
        self.marks.lift_signed_head(session, head)

    def signing_keys(self) -> tuple[SigningKey, ...]:
        return self.key_file.read()

    def put_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        self.key_file.write(keys)
