"""Recovery of a damaged SQLite file: copies all rows that can still be read into a new file.

Damage destroys whole pages:

- Each table is read from both ends, up to the first unreadable page.
- The rows of each session are also looked up by key, so that one lost page costs only the sessions that use it.
- A damaged inner page can mislead a lookup, so rows found by reading the whole table are added.
- A log is recovered up to its first gap. Entries after a gap cannot be verified.
- A flipped bit can change the type of a value, the session of a row or its key. Such rows are dropped.

A file that was moved away stays frozen after recovery, because its dice are now rolled elsewhere.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from events.store.connection import NOT_ANY_MORE, connect, opening_file
from events.store.schema import migrate
from events.store.settings import Settings
from events.store.sqlite import SqliteStore
from events.store.sqlite_transfer import SqliteTransfer, new_files
from events.store.summaries import NAMES
from events.store.transfer import TABLES

_BUSY_MS: Final = 30_000
_MOST_TOLD: Final = 100
_OF_A_SESSION: Final = ("lines", "secrets", "towers", "submissions", "fingerprints", "signatures")
_PARTS: Final = "select name, type, sql from sqlite_schema where name not like '\\_%' escape '\\' and sql is not null"
_FROZEN: Final = lazy_pattern(r"CREATE TRIGGER \w+ before \w+ on \w+ begin select raise\(abort, '(?:[^']|'')*+'\); end")
"""Pattern of a trigger that refuses writes in a database that was moved to another place."""
_MOVED: Final = "select place, at_ms from moved order by at_ms desc limit 1"
_TYPES: Final = {"TEXT": str, "INTEGER": int, "BLOB": bytes}

Row = tuple[Any, ...]


class Saved(msgspec.Struct, frozen=True):
    """The result of `salvage`: the copied rows by table, and (remaining, former) entries of each cut session."""

    rows: dict[str, int]
    cut: dict[str, tuple[int, int]]


def file_faults(path: Path) -> list[str]:
    """Return SQLite's messages about damage, foreign parts of the schema, and unreadable settings. Only reads."""
    with opening_file(path):
        connection = connect(path, _BUSY_MS)
    try:
        connection.execute("pragma query_only = on")
        found = [str(row[0]) for row in connection.execute(f"pragma integrity_check({_MOST_TOLD})")]
        found += _foreign_parts(connection)
        rows = connection.execute("select session, json from settings").fetchall()
        found += [f"the settings of {session} cannot be read" for session, text in rows if not _are_settings(str(text))]
    except sqlite3.Error as error:
        return [str(error)]
    finally:
        connection.close()
    return [line for text in found for line in text.splitlines() if line != "ok"]


def _foreign_parts(connection: sqlite3.Connection) -> list[str]:
    """Return in words the changed parts of the schema, and triggers of other programs, which could write to the log."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, Path(":memory:"))
        own = {name: (kind, sql) for name, kind, sql in fresh.execute(_PARTS)}
    return [
        f"the {kind} {name} was added or changed by another program"
        for name, kind, sql in connection.execute(_PARTS)
        if (kind, sql) != own.get(name, (kind, sql))
        or (kind == "trigger" and name not in own and name not in NAMES and not _FROZEN.fullmatch(sql))
    ]


def salvage(path: Path, target: Path) -> Saved:
    """Copy the readable part of a file to a new one. Raises `RefusedError` if it exists or nothing is readable."""
    if target.exists():
        raise RefusedError(f"{target} already exists, and a recovery does not overwrite files. Choose another name")
    with opening_file(path):
        connection = connect(path, _BUSY_MS)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        connection.execute("pragma query_only = on")
        damaged = _Damaged(connection)
        sessions = damaged.sessions()
        if not sessions:
            raise RefusedError(f"nothing in {path} can be read. Restore a backup")
        return _written(damaged, target, sessions)
    finally:
        connection.close()


def _written(damaged: "_Damaged", target: Path, sessions: Sequence[Row]) -> Saved:
    with new_files(target):
        SqliteStore(target).close()
        with closing(connect(target, _BUSY_MS)) as made:
            made.execute("begin immediate")
            end = SqliteTransfer(target, made)
            saved = _copy(damaged, end, sessions)
            if moved := damaged.moved():
                end.freeze(*moved, f"this is a copy of a database that was moved: {NOT_ANY_MORE}")
                end.arrive(*moved)
            end.commit()
    return saved


def _copy(damaged: "_Damaged", target: SqliteTransfer, sessions: Sequence[Row]) -> Saved:
    counts, cut = dict.fromkeys(TABLES, 0), dict[str, tuple[int, int]]()

    def put(table: str, rows: Sequence[Row]) -> None:
        counts[table] += sum(_is_taken(target, table, row) for row in rows)

    for row in sessions:
        session = str(row[0])
        lines = damaged.rows("lines", session)
        whole = next((at for at, line in enumerate(lines) if line[1] != at + 1), len(lines))
        last = max([line[1] for line in lines[-1:]] + damaged.named_entries(session), default=0)
        if whole < last or not whole:
            cut[session] = whole, last
        if not whole:
            continue
        put("sessions", [row])
        put("lines", lines[:whole])
        for table in _OF_A_SESSION[1:]:
            rows = damaged.rows(table, session)
            put(table, [one for one in rows if table in ("towers", "submissions") or one[1] <= whole])
    for table in TABLES:
        if table != "sessions" and table not in _OF_A_SESSION:
            rows = damaged.rows(table)
            put(table, rows if table != "settings" else [(row[0], _settings_or_private(row[1])) for row in rows])
    return Saved(counts, cut)


def _settings_or_private(text: str) -> str:
    """Return the settings. Unreadable ones become private, because the session may have been."""
    return text if _are_settings(text) else msgspec.json.encode(Settings(visibility="private")).decode()


def _are_settings(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=Settings)
    except (msgspec.MsgspecError, UnicodeError):
        return False
    return True


def _is_taken(target: SqliteTransfer, table: str, row: Row) -> bool:
    """Insert a row and return whether it was accepted. Damage can produce two rows with the same key."""
    try:
        target.put(table, [row])
    except sqlite3.IntegrityError:
        return False
    return True


class _Damaged:
    """A damaged file. Returns the readable rows of each table whose values have the right types."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
            migrate(fresh, Path(":memory:"))
            self._allowed = {table: _allowed(fresh, table) for table in TABLES}
        has_package = "package" in {row[1] for row in self._readable("pragma table_info(sessions)") if row is not None}
        self._of_older_version = frozenset[str]() if has_package else frozenset({"package"})
        self._grouped = dict[str, dict[str, list[Row]]]()

    def moved(self) -> tuple[str, int] | None:
        """Return the place and time of the database's move to another place, or None if it was not moved."""
        if not any(self._readable("select 1 from sqlite_schema where name = 'moved' and type = 'table'")):
            return None
        for row in list(self._readable(_MOVED)):
            if row is not None and isinstance(row[0], str) and isinstance(row[1], int):
                return row[0], row[1]
        return "elsewhere", 0

    def named_entries(self, session: str) -> list[int]:
        """Return the entry numbers of a session that its secrets, fingerprints and signatures name."""
        return [row[1] for table in ("secrets", "fingerprints", "signatures") for row in self.rows(table, session)]

    def sessions(self) -> list[Row]:
        """Return the sessions, without duplicate aliases. A lost row is rebuilt from the session's first entry."""
        found = {str(row[0]): row for row in self.rows("sessions")}
        for row in self.rows("lines"):
            if row[1] == 1 and str(row[0]) not in found:
                found[str(row[0])] = (row[0], _game(row[4]), row[2], "", None, "imported", "")
        taken = set[str]()
        for session, row in found.items():
            if row[4] in taken:
                found[session] = (*row[:4], None, *row[5:])
            taken.add(row[4])
        return list(found.values())

    def rows(self, table: str, session: str = "") -> list[Row]:
        """Return the readable rows of a table, or of one session in it, in order."""
        if not session:
            return self._either_end(table)
        if table not in self._grouped:
            self._grouped[table] = {}
            for row in self._either_end(table):
                self._grouped[table].setdefault(str(row[0]), []).append(row)
        found = {_key(row, table): row for row in self._grouped[table].get(session, ())}
        found |= {_key(row, table): row for row in self._either_end(table, session)}
        return [found[key] for key in sorted(found)]

    def _either_end(self, table: str, session: str = "") -> list[Row]:
        names, order = TABLES[table]
        columns = ["''" if name in self._of_older_version else name for name in names]
        where, values = (" where session = ?", (session,)) if session else ("", ())

        def read(direction: str) -> list[Row | None]:
            ordered = ", ".join(f"{one} {direction}" for one in order)
            query = f"select {', '.join(columns)} from {table}{where} order by {ordered}"  # noqa: S608  # names of `transfer`
            return [
                row for row in self._readable(query, values)
                if row is None or (self._fits(table, row) and session in ("", row[0]))
            ]  # fmt: skip

        forth = read("asc")
        before = [row for row in forth if row is not None]
        if None not in forth:
            return before
        seen = {_key(row, table) for row in before}
        return before + [row for row in reversed(read("desc")) if row is not None and _key(row, table) not in seen]

    def _fits(self, table: str, row: Row) -> bool:
        return all(isinstance(value, allowed) for value, allowed in zip(row, self._allowed[table], strict=True))

    def _readable(self, query: str, values: Sequence[object] = ()) -> Iterator[Row | None]:
        """Yield rows up to the first page that cannot be read, then None."""
        try:
            yield from self._connection.execute(query, values)
        except sqlite3.Error:
            yield None


def _allowed(fresh: sqlite3.Connection, table: str) -> list[tuple[type, ...]]:
    known = {
        name: (_TYPES[kind],) if is_needed else (_TYPES[kind], type(None))
        for _, name, kind, is_needed, *_ in fresh.execute(f"pragma table_info({table})")
    }
    return [known[column.strip('"')] for column in TABLES[table][0]]


def _game(body: str) -> str:
    try:
        return str(msgspec.json.decode(body, type=dict[str, Any]).get("game", ""))
    except (msgspec.MsgspecError, UnicodeError):
        return ""


def _key(row: Row, table: str) -> Row:
    columns, order = TABLES[table]
    return tuple(row[columns.index(one)] for one in order)
