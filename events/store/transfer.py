"""Moving a whole database to another place, table by table, with every byte as it was; the place it leaves is frozen.

Two copies of a dice tower would roll one key twice. So the place that is left takes nothing more from the moment at
which the other is finished, and what is broken off between the two leaves one frozen and the other empty: the move is
made once more, never undone by halves. A move that was finished is not: what is called as its other end may be another.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, Protocol

import msgspec

from events.errors import LogError, RefusedError
from events.store.connection import NOT_ANY_MORE

TABLES: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "sessions": (("session", "game", "created_ms", "title", "alias", "origin"), ("session",)),
    "lines": (("session", "seq", "at_ms", '"by"', "body", "digest"), ("session", "seq")),
    "secrets": (
        ("session", "seq", "field", "item", "audience", "salt", "value"), ("session", "seq", "field", "item"),
    ),
    "towers": (("session", "length", "links", "shuffle_secret"), ("session",)),
    "data": (("hash", "json"), ("hash",)),
    "submissions": (("session", "author", "key", "hash", "answer"), ("session", "author", "key")),
    "fingerprints": (("session", "seq", "shape", "value"), ("session", "seq")),
    "signatures": (("session", "seq", "signed_ms", "key", "signature"), ("session", "seq", "key")),
    "house_keys": (("name", "value"), ("name",)),
    "settings": (("session", "json"), ("session",)),
    "links": (
        ("hash", "id", "session", "role", "seat", "person", "name", "made_ms", "revoked_ms"), ("hash",),
    ),
    "notices": (("key", "session", "at_ms", "state"), ("key",)),
    "desks": (("desk", "seq", "at_ms", "who", "body", "raw"), ("desk", "seq")),
}  # fmt: skip
"""Every table that is no derivation of another: its columns, and those that its rows are sorted by."""
FROZEN: Final = ("sessions", *(table for table in TABLES if table not in ("sessions", "data")))
"""The tables that take nothing more once a database has moved away."""
_AT_ONCE: Final = 2_000


class Transfer(Protocol):
    """One end of a move, in one transaction that keeps every other writer out."""

    place: str

    def moved_to(self) -> str:
        """Where the database has moved to before, "" for nowhere."""

    def has_arrived(self) -> bool:
        """Whether the other end of that move was kept."""

    def rows(self, table: str) -> Iterator[Sequence[tuple[Any, ...]]]:
        """The rows of a table in order, some at a time."""

    def put(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Take rows in."""

    def freeze(self, place: str, at_ms: int, words: str) -> None:
        """Take nothing more; `words` say where to look instead."""

    def commit(self) -> None:
        """Keep all of it."""

    def arrive(self, place: str, at_ms: int) -> None:
        """Note, and keep, that the other end was kept."""


class Moved(msgspec.Struct, frozen=True):
    """What was moved: rows by table, and a SHA-256 over all of them, equal at both ends."""

    rows: dict[str, int]
    sha256: str


def frozen_words(place: str, day: str) -> str:
    """What a frozen database says to who writes to it: pages show it, and where the other lies is nobody's business."""
    return f"it was moved to {place.rpartition('/')[2]} on {day}: {NOT_ANY_MORE}"


def chosen(table: str) -> str:
    """The query of a table's rows in order."""
    columns, order = TABLES[table]
    return f"select {', '.join(columns)} from {table} order by {', '.join(order)}"  # noqa: S608  # names above


def some_at_a_time(fetch: Callable[[int], Sequence[tuple[Any, ...]]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Rows as a cursor gives them."""
    while found := fetch(_AT_ONCE):
        yield found


def move(
    source: Transfer,
    target: Transfer,
    at_ms: int,
    day: str,
    told: Callable[[str, int], None] = lambda _table, _rows: None,
    take_files: Callable[[], None] = lambda: None,
) -> Moved:
    """Copy all of a database on a day, see that both ends hold the same, freeze the one and keep the other.

    `take_files` takes along what stands beside the database, once nothing is refused any more.

    Raises:
        RefusedError: the source has moved to somewhere else before, or the target holds sessions; nothing is changed.
        LogError: the two ends differ; nothing is changed.
    """
    before = source.moved_to()
    require_room(source, target)
    counts, sent, kept = dict.fromkeys(TABLES, 0), sha256(), sha256()
    for table in TABLES:
        for rows in source.rows(table):
            target.put(table, rows)
            _add(sent, table, rows)
            counts[table] += len(rows)
            told(table, counts[table])
    for table in TABLES:
        for rows in target.rows(table):
            _add(kept, table, rows)
    if sent.digest() != kept.digest():
        raise LogError(f"{target.place} does not hold what {source.place} holds: nothing was moved")
    take_files()
    if not before:
        source.freeze(target.place, at_ms, frozen_words(target.place, day))
    source.commit()
    target.commit()
    source.arrive(target.place, at_ms)
    return Moved(counts, sent.hexdigest())


def require_room(source: Transfer, target: Transfer) -> None:
    """See that a database may move, and that the other is empty. Only reads.

    Raises:
        RefusedError: the source has moved to somewhere else before, or the target holds something, or was left.
    """
    if source.moved_to() not in ("", target.place) or source.has_arrived():
        raise RefusedError(f"{source.place} has moved to {source.moved_to()} already: what is filed stands there")
    if gone := target.moved_to():
        raise RefusedError(f"{target.place} has moved to {gone}: a database that was left is not gone back to")
    for table in ("sessions", "links", "desks"):
        if any(True for _ in target.rows(table)):
            raise RefusedError(f"{target.place} holds {table} already: a database moves into an empty one")


def _add(found: Any, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    for row in rows:
        plain = [bytes(value).hex() if isinstance(value, bytes | memoryview) else value for value in row]
        found.update(msgspec.json.encode([table, *plain]) + b"\n")
