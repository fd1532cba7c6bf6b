"""What a house on either database has alike: how rows are read, and the files beside them, its mark and its keys."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from events.entry import GENESIS, Head, Line, Secret
from events.errors import CorruptLogError
from events.signature import Signature, SigningKey
from events.store.checks import unknown_name_error
from events.store.key_file import KeyFile
from events.store.rows import SessionRow, Submission, TowerRow
from events.store.watermark import HighWaterFile

LINK: Final = 32
ROW: Final = "select session, game, created_ms, title, coalesce(alias, ''), origin from sessions"
HEAD: Final = "select seq, digest from lines where session = ? order by seq desc limit 1"
_LINES: Final = """
select seq, at_ms, "by", body, digest from lines where session = ? and seq > ? and seq <= ? order by seq
"""
_SECRETS: Final = """
select seq, field, item, audience, salt, value from secrets where session = ? and seq > ? order by seq, field, item
"""
_TOWER: Final = "select length, links, shuffle_secret from towers where session = ?"
_FINGERPRINTS: Final = "select seq, shape, value from fingerprints where session = ? order by seq"
_SUBMISSION: Final = """
select author, key, hash, answer from submissions where session = ? and author = ? and key = ?
"""
_SIGNATURES: Final = """
select seq, signed_ms, key, signature from signatures where session = ? order by seq, signed_ms, key
"""
_LAST: Final = 2**63 - 1
NO_LINE: Final = Head(0, bytes.fromhex(GENESIS))
NONE: Final = type(None)
Rows = Sequence[tuple[Any, ...]]
T = TypeVar("T")


def require_types(what: str, rows: Rows, *kinds: type | tuple[type, ...]) -> Rows:
    """The rows, if every column holds what it should: a bit that flips in a file makes a number of a text.

    Raises:
        CorruptLogError: one holds something else.
    """
    for column, kind in zip(zip(*rows, strict=True), kinds, strict=False):
        if not all(issubclass(found, kind) for found in set(map(type, column))):
            raise CorruptLogError(f"{what} cannot be read: a value of another kind than its column's stands there")
    return rows


def session_rows(rows: Rows) -> list[SessionRow]:
    """What `ROW` found."""
    return [SessionRow(*row) for row in require_types("the sessions", rows, str, str, int, str, str, str)]


def head_of(session: str, row: tuple[Any, ...]) -> Head:
    """What `HEAD` found of a session."""
    return Head(*require_types(f"the last line of {session}", [row], int, bytes)[0])


class SqlHouse:
    """Reads logs by the rows of a database, whose marks of places are `?`, and keeps a mark file and a key file."""

    marks: HighWaterFile
    key_file: KeyFile

    def __init__(self, rows: Callable[..., Rows]) -> None:
        self._rows = rows

    def _require_session(self, session: str) -> None:
        """Raise `UnknownSessionError` where there is none of this id."""
        if not self._rows("select 1 from sessions where session = ?", session):
            raise unknown_name_error("session", session)

    def sessions(self) -> list[SessionRow]:
        """All sessions, the newest first."""
        return session_rows(self._rows(f"{ROW} order by created_ms desc, session"))

    def head(self, session: str) -> Head:
        """The last line's number and digest."""
        for row in self._rows(HEAD, session):
            return head_of(session, row)
        self._require_session(session)
        return NO_LINE

    def lines(self, session: str, after: int = 0, upto: int | None = None) -> list[Line]:
        """The lines after `after` up to and with `upto`."""
        rows = self._rows(_LINES, session, after, _LAST if upto is None else upto)
        rows = require_types(f"the lines of {session}", rows, int, int, str, str, bytes)
        return self._some(session, [Line(session, *row) for row in rows])

    def secrets(self, session: str, after: int = 0) -> list[Secret]:
        """The secrets of the lines after `after`."""
        rows = self._rows(_SECRETS, session, after)
        rows = require_types(f"the secrets of {session}", rows, int, str, int, str, (str, NONE), (str, NONE))
        return self._some(session, [Secret(*row) for row in rows])

    def tower(self, session: str) -> TowerRow | None:
        """The tower's secrets, if any."""
        rows = self._rows(_TOWER, session)
        for length, links, secret in require_types(f"the tower of {session}", rows, int, bytes, bytes):
            return TowerRow(length, tuple(links[at : at + LINK] for at in range(0, len(links), LINK)), secret)
        self._require_session(session)
        return None

    def fingerprints(self, session: str) -> dict[int, tuple[int, bytes]]:
        """Line to (shape, value)."""
        rows = require_types(f"the fingerprints of {session}", self._rows(_FINGERPRINTS, session), int, int, bytes)
        found = {seq: (shape, value) for seq, shape, value in rows}
        if not found:
            self._require_session(session)
        return found

    def submission(self, session: str, author: str, key: str) -> Submission | None:
        """The answer kept for this author and key."""
        for row in self._rows(_SUBMISSION, session, author, key):
            return Submission(*row)
        self._require_session(session)
        return None

    def signatures(self, session: str) -> list[Signature]:
        """The signatures of heads."""
        rows = require_types(f"the signatures of {session}", self._rows(_SIGNATURES, session), int, int, bytes, bytes)
        return self._some(session, [Signature(*row) for row in rows])

    def _some(self, session: str, found: list[T]) -> list[T]:
        """What was found; where it is nothing, of a session that is there."""
        if not found:
            self._require_session(session)
        return found

    def data(self, digest: str) -> str:
        """A kept data file."""
        for (text,) in self._rows("select json from data where hash = ?", digest):
            return str(text)
        raise unknown_name_error("data file", digest)

    def unlimited_role(self) -> str:
        """The role of the database that may do all, "" where it has no roles or this one may not."""
        return ""

    def watermark(self, session: str) -> tuple[int, int]:
        """The highest numbers ever given."""
        self._require_session(session)
        return self.marks.read(session)

    def put_watermark(self, session: str, k: int, j: int) -> None:
        """Raise the mark."""
        self._require_session(session)
        self.marks.lift(session, k, j)

    def signed_head(self, session: str) -> Head:
        """The highest head that was ever signed here."""
        self._require_session(session)
        return self.marks.signed_head(session) or NO_LINE

    def put_signed_head(self, session: str, head: Head) -> None:
        """Raise the highest signed head."""
        self._require_session(session)
        self.marks.lift_signed_head(session, head)

    def signing_keys(self) -> tuple[SigningKey, ...]:
        """The keys of this house."""
        return self.key_file.read()

    def put_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        """Keep these keys."""
        self.key_file.write(keys)
