"""Summaries of sessions, so that a list need not read the logs. They are derived data and never exported.

A summary contains only what a spectator may know. Triggers record which sessions have changed, also after writes of
other processes. The next list request calculates their summaries again.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from events.errors import StorageError
from events.store.accounts import Accounts
from events.store.rows import SessionRow
from events.store.tables import SqliteTables

_TABLES: Final[Mapping[str, str]] = {
    "summaries": """
create table summaries (
    session text not null primary key,
    version text not null,
    head blob not null,
    erased integer not null,
    game text not null,
    words text not null,
    title text not null,
    created_ms integer not null,
    filed_ms integer not null,
    is_over integer not null,
    is_disputed integer not null,
    is_sample integer not null,
    is_branch integer not null,
    json text not null
) strict, without rowid
""",
    "summaries_filed": """
create index summaries_filed on summaries (
    is_branch, is_over, filed_ms desc, session, game, is_disputed, is_sample, title, created_ms, words
)
""",
    "summaries_moved": "create table summaries_moved (session text not null primary key) strict, without rowid",
    **{
        f"summaries_of_{name}": f"""
create trigger summaries_of_{name} after {act}
begin insert or ignore into summaries_moved (session) values (new.session); end
"""  # noqa: S608  # constants
        for name, act in (("new", "insert on sessions"), ("longer", "insert on lines"), ("erased", "update on secrets"))
    },
    "summaries_of_removed": """
create trigger summaries_of_removed after delete on sessions
begin
    delete from summaries where session = old.session;
    delete from summaries_moved where session = old.session;
end
""",
    "settings_hidden": """
create index settings_hidden on settings (session) where json_extract(json, '$.visibility') <> 'public'
""",
}
"""Created if missing or different. A release may change these without a schema step, because they are derived data."""
NAMES: Final = frozenset(_TABLES)
# The index covers all filters and sort orders, so that a page of a long list reads only the rows it shows.
_COUNT: Final = f"select count(*) from sqlite_schema where name in ({', '.join('?' * len(_TABLES))})"  # noqa: S608  # marks
_FIND_MOVED: Final = """
insert into summaries_moved (session) select session from sessions
where not exists (select 1 from summaries where summaries.session = sessions.session and version = ?)
on conflict do nothing
"""
_BEGIN: Final = """
insert into summaries
select session, '', ?, 0, game, lower(title || ? || coalesce(alias, '') || ? || session),
    lower(coalesce(nullif(title, ''), alias, session)), created_ms,
    coalesce((select at_ms from lines where lines.session = sessions.session order by seq desc limit 1), created_ms),
    0, 0, 0, 0, ''
from sessions where session not in (select session from summaries)
on conflict do nothing
"""
_PUT: Final = """
insert into summaries values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (session) do update set version = excluded.version, head = excluded.head, erased = excluded.erased,
    game = excluded.game, words = excluded.words, title = excluded.title, created_ms = excluded.created_ms,
    filed_ms = excluded.filed_ms, is_over = excluded.is_over, is_disputed = excluded.is_disputed,
    is_sample = excluded.is_sample, is_branch = excluded.is_branch, json = excluded.json
"""
_SETTLE: Final = """
delete from summaries_moved where session = ?1
and coalesce((select digest from lines where session = ?1 order by seq desc limit 1), ?4) = ?2
and (select count(*) from secrets where session = ?1 and salt is null) = ?3
"""
_IS_FREE: Final = "select 1 from sessions where session = ? for no key update skip locked"
"""PostgreSQL only: lock a session's row unless a writer holds it.

The new entries of a writer are not visible before its commit. Deleting its change mark now would lose the change.
"""
_TALLIED: Final = {
    "running": "is_over = 0",
    "over": "is_over = 1",
    "disputed": "is_disputed = 1",
    "held": "instr(json, '\"is_held\":true') > 0",
}
_NO_HEAD: Final = bytes(32)
_LISTED: Final = "session not in (select session from settings where json_extract(json, '$.visibility') <> 'public')"
STATES: Final[Mapping[str, str]] = {
    "running": "is_over = 0", "waiting": "instr(json, '\"waiting\":[\"moderator\"') > 0",
    "disputed": "is_disputed = 1", "finished": "is_over = 1", "samples": "is_sample = 1",
}  # fmt: skip
"""The states by which a list can be filtered. `waiting`: the moderator must answer."""
SORTS: Final[Mapping[str, str]] = {
    "latest": "filed_ms desc, session", "silent": "filed_ms, session", "begun": "created_ms desc, session",
    "title": "title, session",
}  # fmt: skip
"""The sort orders of a list. Running sessions always come before finished ones."""


class OpenRequest(msgspec.Struct, frozen=True):
    """A dispute, a proposed settlement, a takeback or a proposal to close the session that waits for an answer.

    `seq` is the entry that asks. `line` is the last entry of the move that it is about, `address` its move number. A
    proposal to close is about itself.
    `waiting` are the seats that must answer; `moderator` means the moderator or a judge. `number` and `move` are set if
    a seat says that this line of chat in a post was this move.
    """

    kind: Literal["dispute", "settlement", "takeback", "ending"]
    seq: int
    line: int
    address: str
    author: str
    text: str
    waiting: tuple[str, ...]
    number: int = 0
    move: str = ""


class Summary(msgspec.Struct, frozen=True):
    """The data that a list shows of one session, as a spectator may know it.

    A summary belongs to one state of the log (`head` in hex, `erased`). `awaited` are the seats that must move, since
    `since_ms`. `requests` wait for an answer. `disputed` is the entry of the first open dispute, or 0. `trouble` says
    why the log cannot be read completely. `shown` is the entry whose board represents the session; `digest` is its
    digest, `position` its board in one line of text.
    """

    session: str
    game: str
    created_ms: int
    title: str
    alias: str
    origin: str
    head: str
    erased: int
    filed_ms: int
    game_title: str = ""
    seats: tuple[str, ...] = ()
    seat_names: tuple[str, ...] = ()
    headline: str = ""
    lines: int = 0
    moves: int = 0
    turn: int = 0
    is_over: bool = False
    is_branch: bool = False
    is_sample: bool = False
    disputed: int = 0
    awaited: tuple[str, ...] = ()
    since_ms: int = 0
    requests: tuple[OpenRequest, ...] = ()
    is_held: bool = False
    trouble: str = ""
    shown: int = 0
    digest: str = ""
    position: str = ""
    rules: int = 0
    entry: str = ""
    """The session as printed by `cloisterbell list --json`."""

    @property
    def name(self) -> str:
        """The display name of the session."""
        return self.title or self.alias or self.session

    @property
    def row(self) -> SessionRow:
        """The session as the store keeps it."""
        return SessionRow(self.session, self.game, self.created_ms, self.title, self.alias, self.origin)


class Wanted(NamedTuple):
    """The filters and the sort order of a list. `words` must occur in the title or the names."""

    words: tuple[str, ...] = ()
    game: str = ""
    state: str = ""
    sort: str = "latest"


class Summaries:
    """The summaries of a database, for one version of the program. Safe for many threads."""

    def __init__(self, accounts: Accounts, version: str) -> None:
        self._accounts, self._version = accounts, version
        self._is_file = isinstance(accounts.tables, SqliteTables)
        self.make()

    def make(self) -> None:
        """Create missing tables, renew outdated ones, and mark sessions without a summary of this version as changed.

        If the database cannot be written at present, existing tables are used as they are.
        """
        try:
            with self._accounts.transaction() as db:
                self._make_tables()
                db.execute(_FIND_MOVED, (self._version,))
                db.execute(_BEGIN, (_NO_HEAD, "\n", "\n"))
        except StorageError:
            if not self.are_there():
                raise

    def are_there(self) -> bool:
        """Return whether all tables, indexes and triggers exist. In PostgreSQL, migrations create and check them."""
        if not self._is_file:
            return True
        ((count,),) = self._accounts.rows(_COUNT, *_TABLES)
        return count == len(_TABLES)

    def _make_tables(self) -> None:
        if not self._is_file:
            return
        with self._accounts.transaction() as db:
            found = {str(name): str(sql) for name, sql in db.execute("select name, sql from sqlite_schema")}
            wrong = [name for name, sql in _TABLES.items() if _plain(found.get(name, "")) != _plain(sql)]
            if "summaries" in wrong or "summaries_moved" in wrong:
                wrong = list(_TABLES)
            for name in reversed(wrong):
                db.execute(f"drop {_TABLES[name].split()[1]} if exists {name}")
            for name in wrong:
                db.execute(_TABLES[name])

    def moved(self) -> list[str]:
        """Return the ids of the sessions that have changed since their summaries were made."""
        return [str(session) for (session,) in self._accounts.rows("select session from summaries_moved")]

    def has_moved(self, session: str) -> bool:
        """Return whether a session has changed since its summary was made."""
        return bool(self._accounts.rows("select 1 from summaries_moved where session = ?", session))

    def put(self, summary: Summary) -> None:
        """Save a summary, and clear the change mark of its session unless it has changed again."""
        head = bytes.fromhex(summary.head)
        found = "\n".join((summary.title, summary.alias, summary.session, summary.game_title, *summary.seat_names))
        with self._accounts.transaction() as db:
            db.execute(
                _PUT,
                (
                    summary.session, self._version, head, summary.erased, summary.game, found.casefold(),
                    summary.name.casefold(), summary.created_ms, summary.filed_ms, int(summary.is_over),
                    int(summary.disputed > 0), int(summary.is_sample), int(summary.is_branch),
                    msgspec.json.encode(summary).decode(),
                ),
            )  # fmt: skip
            if self._is_file or db.execute(_IS_FREE, (summary.session,)).fetchall():
                db.execute(_SETTLE, (summary.session, head, summary.erased, _NO_HEAD))

    def drop(self, session: str) -> None:
        """Delete the summary of a session that no longer exists."""
        with self._accounts.transaction():
            self._accounts.run("delete from summaries where session = ?", session)
            self._accounts.run("delete from summaries_moved where session = ?", session)

    def states(self) -> dict[str, tuple[bytes, int]]:
        """Return by session id the log state (digest of the head, number of erased items) of its summary."""
        rows = self._accounts.rows("select session, head, erased from summaries where version = ?", self._version)
        return {str(session): (bytes(head), int(str(erased))) for session, head, erased in rows}  # type: ignore[call-overload]  # the schema

    def every(self) -> dict[str, Summary | None]:
        """Return all summaries of this version by session id, also of what-ifs; None for an unreadable summary."""
        return self._read("where version = ?", (self._version,))

    def branches(self) -> frozenset[str]:
        """Return the ids of the sessions that are what-ifs."""
        rows = self._accounts.rows("select session from summaries where is_branch = 1")
        return frozenset(str(name) for (name,) in rows)

    def of(self, sessions: Collection[str], wanted: Wanted = Wanted()) -> dict[str, Summary | None]:
        """Return the matching summaries of some sessions by id, without what-ifs; None for an unreadable summary."""
        where, values = _where(wanted, everything=True)
        return self._read(f"{where} and session in ({_marks(sessions)})", (*values, *sessions))

    def find(
        self, wanted: Wanted, start: int, most: int, *, without: Collection[str] = (), everything: bool = False
    ) -> dict[str, Summary | None]:
        """Return up to `most` matching summaries by session id, from index `start` on, in order, without what-ifs.

        Only `everything` includes sessions that are not public. `without` are session ids to leave out.
        """
        where, values = _where(wanted, everything=everything)
        rest = f" and session not in ({_marks(without)})" if without else ""
        order = f"order by is_over, {SORTS[wanted.sort]} limit ? offset ?"
        sql = f"select session from summaries {where}{rest} {order}"  # noqa: S608  # constants
        names = [str(name) for (name,) in self._accounts.rows(sql, *values, *without, most, start)]
        found = self._read(f"where session in ({_marks(names)})", names)
        return {name: found.get(name) for name in names}

    def count(self, wanted: Wanted, *, without: Collection[str] = (), everything: bool = False) -> tuple[int, int]:
        """Return the numbers of matching sessions: those that are running, and those that are over."""
        where, values = _where(wanted, everything=everything)
        rest = f" and session not in ({_marks(without)})" if without else ""
        sql = f"select is_over, count(*) from summaries {where}{rest} group by is_over"  # noqa: S608  # constants
        found = {int(str(over)): int(str(count)) for over, count in self._accounts.rows(sql, *values, *without)}
        return found.get(0, 0), found.get(1, 0)

    def tally(self, *, everything: bool = False) -> Mapping[str, int]:
        """Count the sessions that are running, over, locked or disputed; only public ones unless `everything`."""
        where, values = _where(Wanted(), everything=everything)
        columns = ", ".join(f"sum(case when {condition} then 1 else 0 end)" for condition in _TALLIED.values())
        (counts,) = self._accounts.rows(f"select {columns} from summaries {where}", *values)  # noqa: S608  # constants
        return {name: int(str(count or 0)) for name, count in zip(_TALLIED, counts, strict=True)}

    def _read(self, rest: str, values: Iterable[object]) -> dict[str, Summary | None]:
        rows = self._accounts.rows(f"select session, json from summaries {rest}", *values)  # noqa: S608  # constants
        return {str(session): _decoded(str(text)) for session, text in rows}


def _where(wanted: Wanted, *, everything: bool) -> tuple[str, Sequence[object]]:
    parts, values = ["is_branch = 0"], list[object]()
    if not everything:
        parts.append(_LISTED)
    if wanted.game:
        parts.append("game = ?")
        values.append(wanted.game)
    if wanted.state:
        parts.append(STATES[wanted.state])
    for word in wanted.words:
        parts.append("instr(words, ?) > 0")
        values.append(word.casefold())
    return f"where {' and '.join(parts)}", values


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values)) or "null"


def _decoded(text: str) -> Summary | None:
    try:
        return msgspec.json.decode(text, type=Summary)
    except (msgspec.DecodeError, UnicodeError):
        return None


def _plain(sql: str) -> str:
    """Normalise line ends and case of a statement, which SQLite changes when it stores it."""
    return " ".join(sql.lower().split())
