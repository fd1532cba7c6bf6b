"""What can be saved of a damaged SQLite file: all rows that can still be read, in a new file.

One that was moved away is saved as frozen as it was: its dice fall elsewhere now.

Damage takes pages. A table is read from both its ends up to the first page that cannot be read, and a session's rows
are read by themselves, so that the loss of one page costs those of the sessions in it. Of a log what stands before the
first gap is taken: what is behind it follows from nothing.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from events.store.connection import connect, opening_file
from events.store.schema import migrate
from events.store.sqlite import SqliteStore
from events.store.sqlite_transfer import SqliteTransfer, new_files
from events.store.summaries import NAMES
from events.store.transfer import TABLES

_BUSY_MS: Final = 30_000
_MOST_TOLD: Final = 100
_OF_A_SESSION: Final = ("lines", "secrets", "towers", "submissions", "fingerprints", "signatures")
_PARTS: Final = "select name, type, sql from sqlite_schema where name not like '\\_%' escape '\\' and sql is not null"
_FROZEN: Final = re.compile(r"CREATE TRIGGER \w+ before \w+ on \w+ begin select raise\(abort, '(?:[^']|'')*+'\); end")
"""A trigger of a database that was moved away."""
_MOVED: Final = "select place, at_ms from moved order by at_ms desc limit 1"

Row = tuple[Any, ...]


class Saved(msgspec.Struct, frozen=True):
    """What was saved: rows by table; for each session that lost lines how many are kept, and the last that was seen."""

    rows: dict[str, int]
    cut: dict[str, tuple[int, int]]


def file_faults(path: Path) -> list[str]:
    """What SQLite says is wrong with a file, page by page, and what of its schema is not ours; nothing for a sound one.

    Only reads.

    Raises:
        RefusedError: it cannot be opened at all.
    """
    with opening_file(path):
        connection = connect(path, _BUSY_MS)
    try:
        connection.execute("pragma query_only = on")
        found = [str(row[0]) for row in connection.execute(f"pragma integrity_check({_MOST_TOLD})")]
        found += _foreign_parts(connection)
    except sqlite3.Error as error:
        return [str(error)]
    finally:
        connection.close()
    return [line for text in found for line in text.splitlines() if line != "ok"]


def _foreign_parts(connection: sqlite3.Connection) -> list[str]:
    """Parts of a schema that are others than ours of that name, and triggers of somebody else, who would file along."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, Path(":memory:"))
        own = {name: (kind, sql) for name, kind, sql in fresh.execute(_PARTS)}
    return [
        f"the {kind} {name} is none of Cloister Bell's"
        for name, kind, sql in connection.execute(_PARTS)
        if (kind, sql) != own.get(name, (kind, sql))
        or (kind == "trigger" and name not in own and name not in NAMES and not _FROZEN.fullmatch(sql))
    ]


def salvage(path: Path, target: Path) -> Saved:
    """Write what can be read of a damaged file into a new one, sound in itself.

    Raises:
        RefusedError: the target is there, or nothing of the file can be read.
    """
    if target.exists():
        raise RefusedError(f"{target} is there already: what is saved overwrites nothing")
    with opening_file(path):
        damaged = connect(path, _BUSY_MS)
    damaged.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        damaged.execute("pragma query_only = on")
        sessions = _sessions(damaged)
        if not sessions:
            raise RefusedError(f"of {path} nothing can be read: take a backup")
        return _written(damaged, target, sessions)
    finally:
        damaged.close()


def _written(damaged: sqlite3.Connection, target: Path, sessions: Sequence[Row]) -> Saved:
    """All of it in one transaction; where that fails there is no new file."""
    with new_files(target):
        SqliteStore(target).close()
        with closing(connect(target, _BUSY_MS)) as made:
            made.execute("begin immediate")
            end = SqliteTransfer(target, made)
            saved = _copy(damaged, end, sessions)
            if any(damaged.execute("select 1 from sqlite_schema where name = 'moved'")):
                gone, at_ms = next((row for row in _readable(damaged, _MOVED, ()) if row), ("elsewhere", 0))
                end.freeze(gone, at_ms, "it is saved from a database that was moved away: nothing is filed here")
                end.arrive(gone, at_ms)
            end.commit()
    return saved


def _copy(damaged: sqlite3.Connection, target: SqliteTransfer, sessions: Sequence[Row]) -> Saved:
    counts, cut = dict[str, int](), dict[str, tuple[int, int]]()

    def put(table: str, rows: Sequence[Row]) -> None:
        if rows:
            target.put(table, rows)
        counts[table] = counts.get(table, 0) + len(rows)

    for row in sessions:
        session = str(row[0])
        lines = _rows(damaged, "lines", session)
        whole = next((at for at, line in enumerate(lines) if line[1] != at + 1), len(lines))
        last = max([line[1] for line in lines[-1:]] + _told_of(damaged, session), default=0)
        if whole < last or not whole:
            cut[session] = whole, last
        if not whole:
            continue
        put("sessions", [row])
        put("lines", lines[:whole])
        for table in _OF_A_SESSION[1:]:
            rows = _rows(damaged, table, session)
            put(table, [one for one in rows if table in ("towers", "submissions") or one[1] <= whole])
    for table in TABLES:
        if table not in counts:
            put(table, _rows(damaged, table))
    return Saved({table: counts.get(table, 0) for table in TABLES}, cut)


def _told_of(damaged: sqlite3.Connection, session: str) -> list[int]:
    """The lines that something else of a session tells of."""
    return [row[1] for table in ("secrets", "fingerprints", "signatures") for row in _rows(damaged, table, session)]


def _sessions(damaged: sqlite3.Connection) -> list[Row]:
    """The sessions; of those whose row is lost as much as their lines tell."""
    found = {str(row[0]): row for row in _rows(damaged, "sessions")}
    for row in _rows(damaged, "lines"):
        if row[1] == 1 and str(row[0]) not in found:
            game = msgspec.json.decode(row[4], type=dict[str, Any]).get("game", "")
            found[str(row[0])] = (row[0], game, row[2], "", None, "imported")
    return list(found.values())


def _rows(damaged: sqlite3.Connection, table: str, session: str = "") -> list[Row]:
    """The rows of a table, or of one session in it, that can be read from either end, in their order."""
    columns, order = TABLES[table]
    where, values = (" where session = ?", (session,)) if session else ("", ())

    def query(direction: str) -> str:
        ordered = ", ".join(f"{one} {direction}" for one in order)
        return f"select {', '.join(columns)} from {table}{where} order by {ordered}"  # noqa: S608  # names of `transfer`

    forth = list(_readable(damaged, query("asc"), values))
    if forth and forth[-1] is not None:
        return [row for row in forth if row is not None]
    before = [row for row in forth if row is not None]
    seen = {_key(row, table) for row in before}
    back = [row for row in _readable(damaged, query("desc"), values) if row is not None]
    return before + [row for row in reversed(back) if _key(row, table) not in seen]


def _key(row: Row, table: str) -> Row:
    columns, order = TABLES[table]
    return tuple(row[columns.index(one)] for one in order)


def _readable(damaged: sqlite3.Connection, query: str, values: Sequence[object]) -> Iterator[Row | None]:
    """Row by row up to the first page that cannot be read, then None; nothing at all of an empty table."""
    try:
        yield from damaged.execute(query, values)
    except sqlite3.Error:
        yield None
