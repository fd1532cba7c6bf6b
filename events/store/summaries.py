"""Summaries of sessions for lists, in tables beside the logs: derived, made anew where they are lost, never exported.

A list of thousands reads no log. What a summary says is what everybody may know; it is no source of anything. Triggers
note the sessions that have changed, whoever writes to them, and whoever lists sessions makes those summaries anew.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

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
    "summaries_of_new": """
create trigger summaries_of_new after insert on sessions
begin insert or ignore into summaries_moved (session) values (new.session); end
""",
    "summaries_of_longer": """
create trigger summaries_of_longer after insert on lines
begin insert or ignore into summaries_moved (session) values (new.session); end
""",
    "summaries_of_erased": """
create trigger summaries_of_erased after update on secrets
begin insert or ignore into summaries_moved (session) values (new.session); end
""",
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
"""What is made where it is absent, or other than here: a release may change it without a step of the schema."""
NAMES: Final = frozenset(_TABLES)
# The index holds all that a list is narrowed and sorted by, so that of ten thousand sessions only those shown are read.
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
"""Of a server: whether nobody writes to the session, whose lines could not be seen, and whose note would be dropped."""
_ONE: Final = "sum(case when {} then 1 else 0 end)"
_HELD: Final = _ONE.format("instr(json, '\"is_held\":true') > 0")
_NO_HEAD: Final = bytes(32)
_LISTED: Final = "session not in (select session from settings where json_extract(json, '$.visibility') <> 'public')"
STATES: Final[Mapping[str, str]] = {
    "running": "is_over = 0", "disputed": "is_disputed = 1", "finished": "is_over = 1", "samples": "is_sample = 1",
}  # fmt: skip
"""What a list can be narrowed to."""
SORTS: Final[Mapping[str, str]] = {
    "latest": "filed_ms desc, session", "silent": "filed_ms, session", "begun": "created_ms desc, session",
    "title": "title, session",
}  # fmt: skip
"""How a list can be sorted; what runs comes before what is over."""


class Summary(msgspec.Struct, frozen=True):
    """What a list tells of one session, as everybody may know it, at one stored state (`head` in hex, `erased`).

    `awaited` are the seats that have to move since `since_ms`, `asked` those that have to answer a takeback;
    `disputed` is the line of the first open dispute, 0 for none. `trouble` says why a log cannot be read to its end.
    `shown` is the line whose board stands for the session, with its `digest`, and in `position` in one line of words.
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
    asked: tuple[str, ...] = ()
    is_held: bool = False
    trouble: str = ""
    shown: int = 0
    digest: str = ""
    position: str = ""
    entry: str = ""
    """The session as `cloisterbell list --json` tells it."""

    @property
    def name(self) -> str:
        """What the session is called."""
        return self.title or self.alias or self.session

    @property
    def row(self) -> SessionRow:
        """The session as the store keeps it."""
        return SessionRow(self.session, self.game, self.created_ms, self.title, self.alias, self.origin)


class Wanted(NamedTuple):
    """What a list is asked for: words that stand in the title or among the players, a game, a state, an order."""

    words: tuple[str, ...] = ()
    game: str = ""
    state: str = ""
    sort: str = "latest"


class Summaries:
    """The summaries of a database, as one version of the program makes them. Safe for many threads."""

    def __init__(self, accounts: Accounts, version: str) -> None:
        self._accounts, self._version = accounts, version
        self._is_file = isinstance(accounts.tables, SqliteTables)
        self.make()

    def make(self) -> None:
        """Make what is not there, or is not of this version; nothing where all is as it should be.

        While nothing can be written, what is there does.
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
        """Whether every table, index and trigger is there; a server's are made and watched by its migrations."""
        if not self._is_file:
            return True
        ((count,),) = self._accounts.rows(_COUNT, *_TABLES)
        return count == len(_TABLES)

    def _make_tables(self) -> None:
        """Make what is not there as it should be, and all of it where the table itself is another."""
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
        """The sessions that have changed since their summaries were made."""
        return [str(session) for (session,) in self._accounts.rows("select session from summaries_moved")]

    def has_moved(self, session: str) -> bool:
        """Whether a session has changed since its summary was made."""
        return bool(self._accounts.rows("select 1 from summaries_moved where session = ?", session))

    def put(self, summary: Summary) -> None:
        """Keep a summary; its session counts as changed no more, unless it has changed again meanwhile."""
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
        """Forget a session that is there no more."""
        with self._accounts.transaction() as db:
            db.execute("delete from summaries where session = ?", (session,))
            db.execute("delete from summaries_moved where session = ?", (session,))

    def states(self) -> dict[str, tuple[bytes, int]]:
        """For each session the stored state that its summary was made at."""
        rows = self._accounts.rows("select session, head, erased from summaries where version = ?", self._version)
        return {str(session): (bytes(head), int(str(erased))) for session, head, erased in rows}  # type: ignore[call-overload]  # the table's types

    def every(self) -> dict[str, Summary | None]:
        """All summaries of this version, what-ifs too; None where one cannot be read."""
        return self._read("where version = ?", (self._version,))

    def branches(self) -> frozenset[str]:
        """The sessions that are what-ifs."""
        return frozenset(
            str(name) for (name,) in self._accounts.rows("select session from summaries where is_branch = 1")
        )

    def of(self, sessions: Collection[str], wanted: Wanted = Wanted()) -> dict[str, Summary | None]:
        """Those of some sessions that fit, what-ifs left out; None where a summary cannot be read."""
        where, values = _where(wanted, everything=True)
        return self._read(f"{where} and session in ({_marks(sessions)})", (*values, *sessions))

    def find(
        self, wanted: Wanted, start: int, most: int, *, without: Collection[str] = (), everything: bool = False
    ) -> dict[str, Summary | None]:
        """So many that fit from a place on, in order; what is not public only with `everything`, what-ifs never."""
        where, values = _where(wanted, everything=everything)
        rest = f" and session not in ({_marks(without)})" if without else ""
        order = f"order by is_over, {SORTS[wanted.sort]} limit ? offset ?"
        sql = f"select session from summaries {where}{rest} {order}"  # noqa: S608  # texts above
        names = [str(name) for (name,) in self._accounts.rows(sql, *values, *without, most, start)]
        found = self._read(f"where session in ({_marks(names)})", names)
        return {name: found.get(name) for name in names}

    def count(self, wanted: Wanted, *, without: Collection[str] = (), everything: bool = False) -> tuple[int, int]:
        """How many that fit are running, and how many are over."""
        where, values = _where(wanted, everything=everything)
        rest = f" and session not in ({_marks(without)})" if without else ""
        sql = f"select is_over, count(*) from summaries {where}{rest} group by is_over"  # noqa: S608  # texts above
        found = {int(str(over)): int(str(count)) for over, count in self._accounts.rows(sql, *values, *without)}
        return found.get(0, 0), found.get(1, 0)

    def tally(self, *, everything: bool = False) -> Mapping[str, int]:
        """How many run, are over, are held, have an open dispute; only what is public unless `everything`."""
        where, values = _where(Wanted(), everything=everything)
        columns = (
            f"{_ONE.format('is_over = 0')}, {_ONE.format('is_over = 1')}, {_ONE.format('is_disputed = 1')}, {_HELD}"
        )
        ((running, over, disputed, held),) = self._accounts.rows(f"select {columns} from summaries {where}", *values)  # noqa: S608  # texts above
        return {
            name: int(str(count or 0))
            for name, count in (("running", running), ("over", over), ("disputed", disputed), ("held", held))
        }

    def _read(self, rest: str, values: Iterable[object]) -> dict[str, Summary | None]:
        rows = self._accounts.rows(f"select session, json from summaries {rest}", *values)  # noqa: S608  # texts above
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
    """A statement without what SQLite keeps otherwise: line ends, and the case of its first words."""
    return " ".join(sql.lower().split())
