"""Transfer of a whole database to another place, table by table, byte for byte. The source is frozen.

If both copies stayed in use, their dice rollers would use the same key for different rolls. So the source is frozen
before the target is committed. After an interruption between the two, the source is frozen and the target is empty;
repeating the transfer completes it. A completed transfer cannot be repeated, because the name of the target may belong
to another database by then.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, Protocol

import msgspec

from events.errors import LogError, RefusedError
from events.store.connection import NOT_ANY_MORE

TABLES: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "sessions": (("session", "game", "created_ms", "title", "alias", "origin", "package"), ("session",)),
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
    "followed": (("session", "place", "json", "worker", "until_ms"), ("session",)),
    "fetched": (("session", "post", "state", "hash"), ("session", "post")),
    "replies": (("session", "number", "at_ms", "state", "json", "picture"), ("session", "number")),
}  # fmt: skip
"""All tables that are not derived data: their columns, and the columns that they are sorted by."""
FROZEN: Final = ("sessions", *(table for table in TABLES if table not in ("sessions", "data")))
"""The tables that are frozen in a database that was moved."""
_AT_ONCE: Final = 2_000


class Transfer(Protocol):
    """One side of a transfer, in a transaction that locks out all other writers."""

    place: str

    def moved_to(self) -> str:
        """Return the place that the database was moved to, or ""."""

    def has_arrived(self) -> bool:
        """Return whether the target that this database was moved to was committed."""

    def rows(self, table: str) -> Iterator[Sequence[tuple[Any, ...]]]:
        """Yield the rows of a table in order, in batches."""

    def put(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows."""

    def freeze(self, place: str, at_ms: int, words: str) -> None:
        """Make the source, moved to `place`, read-only: every further write gets the error message `words`."""

    def commit(self) -> None:
        """Commit the rows that were inserted on this side."""

    def arrive(self, place: str, at_ms: int) -> None:
        """Record in the source that the target at `place` was committed."""


class Moved(msgspec.Struct, frozen=True):
    """What was transferred: the number of rows by table, and the SHA-256 of all rows, equal on both sides."""

    rows: dict[str, int]
    sha256: str


def frozen_words(place: str, day: str) -> str:
    """Return the error message of a frozen database. Web pages show it, so it names the target without its location."""
    return f"it was moved to {place.rpartition('/')[2]} on {day}, and {NOT_ANY_MORE}"


def chosen(table: str) -> str:
    """Return the SQL query for all rows of a table, sorted by its primary key."""
    columns, order = TABLES[table]
    return f"select {', '.join(columns)} from {table} order by {', '.join(order)}"  # noqa: S608  # names above


def some_at_a_time(fetch: Callable[[int], Sequence[tuple[Any, ...]]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Yield batches of rows from a cursor's `fetchmany`."""
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
    """Copy all tables, compare both sides, freeze the source and commit.

    `told` is called with a table and its number of copied rows. `take_files` copies the files next to the database,
    after all checks. `RefusedError` (as `require_room`) and `LogError` (the two sides differ) change nothing.
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
        raise LogError(f"the copy in {target.place} differs from {source.place}. Nothing was moved")
    take_files()
    if not before:
        source.freeze(target.place, at_ms, frozen_words(target.place, day))
    source.commit()
    target.commit()
    source.arrive(target.place, at_ms)
    return Moved(counts, sent.hexdigest())


def require_room(source: Transfer, target: Transfer) -> None:
    """Raise `RefusedError` if the source was moved elsewhere, or the target holds data or was moved. Only reads."""
    if source.moved_to() not in ("", target.place) or source.has_arrived():
        raise RefusedError(f"{source.place} was already moved to {source.moved_to()}. Use that database")
    if gone := target.moved_to():
        raise RefusedError(f"{target.place} was itself moved to {gone}. Choose an empty database")
    for table, what in (("sessions", "sessions"), ("links", "links"), ("desks", "import drafts")):
        if any(True for _ in target.rows(table)):
            raise RefusedError(f"{target.place} already contains {what}. Choose an empty database")


def _add(found: Any, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    for row in rows:
        plain = [bytes(value).hex() if isinstance(value, bytes | memoryview) else value for value in row]
        found.update(msgspec.json.encode([table, *plain]) + b"\n")
