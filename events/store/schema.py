"""The tables of a SQLite database, and the migrations that create them.

Never edit a released step: add another step. `docs/reference/log-format.md` describes the tables.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from events.errors import RefusedError

if TYPE_CHECKING:
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

APPLICATION_ID: Final = 0x42454C4C
"""Marks a file as a Cloister Bell database: `BELL` in ASCII."""

_SET: Final = "cloisterbell"


def _refusal(table: str, act: Literal["update", "delete"]) -> str:
    text = f"{table} are not {'edited' if act == 'update' else 'deleted'}"
    return f"""
create trigger {text.replace(" ", "_")} before {act} on {table}
begin select raise(abort, '{text}'); end
"""


_LINES: Final = """
create table lines (
    session text not null,
    seq integer not null,
    at_ms integer not null,
    "by" text not null,
    body text not null,
    digest blob not null,
    kind text generated always as (case when json_valid(body) then body->>'$.kind' end) virtual,
    primary key (session, seq)
) strict, without rowid
"""
_NO_GAP: Final = """
create trigger lines_follow_without_a_gap before insert on lines
when new.seq is not (select coalesce(max(seq), 0) + 1 from lines where session = new.session)
begin select raise(abort, 'lines follow each other without a gap'); end
"""
NO_DELETE: Final = _refusal("lines", "delete")
_SECRETS: Final = """
create table secrets (
    session text not null,
    seq integer not null,
    field text not null,
    item integer not null,
    audience text not null,
    salt text,
    value text,
    primary key (session, seq, field, item)
) strict, without rowid
"""
_ERASED: Final = "create index secrets_erased on secrets (session) where salt is null"
_SESSIONS: Final = """
create table sessions (
    session text not null primary key,
    game text not null,
    created_ms integer not null,
    title text not null,
    alias text unique,
    origin text not null
) strict, without rowid
"""
_PACKAGE: Final = "alter table sessions add column package text not null default ''"
_TOWERS: Final = """
create table towers (
    session text not null primary key,
    length integer not null,
    links blob not null,
    shuffle_secret blob not null
) strict, without rowid
"""
_DATA: Final = "create table data (hash text not null primary key, json text not null) strict"
_SUBMISSIONS: Final = """
create table submissions (
    session text not null,
    author text not null,
    key text not null,
    hash text not null,
    answer text not null,
    primary key (session, author, key)
) strict, without rowid
"""
_FINGERPRINTS: Final = """
create table fingerprints (
    session text not null,
    seq integer not null,
    shape integer not null,
    value blob not null,
    primary key (session, seq)
) strict, without rowid
"""
_SIGNATURES: Final = """
create table signatures (
    session text not null,
    seq integer not null,
    signed_ms integer not null,
    key blob not null,
    signature blob not null,
    primary key (session, seq, key)
) strict, without rowid
"""
_NO_SECOND: Final = """
create trigger signatures_stand_once before insert on signatures
when exists (select 1 from signatures where session = new.session and seq = new.seq and key = new.key)
begin select raise(abort, 'a key signs a line once'); end
"""
NO_UNSIGNING: Final = _refusal("signatures", "delete")

_KEYS: Final = "create table house_keys (name text not null primary key, value blob not null) strict, without rowid"
_SETTINGS: Final = "create table settings (session text not null primary key, json text not null) strict, without rowid"
_LINKS: Final = """
create table links (
    hash blob not null primary key,
    id text not null unique,
    session text not null,
    role text not null,
    seat text not null,
    person text not null,
    name text not null,
    made_ms integer not null,
    revoked_ms integer not null
) strict, without rowid
"""
_LINKS_OF: Final = "create index links_of on links (session)"
_NOTICES: Final = """
create table notices (
    key text not null primary key,
    session text not null,
    at_ms integer not null,
    state text not null
) strict, without rowid
"""
_DESKS: Final = """
create table desks (
    desk text not null,
    seq integer not null,
    at_ms integer not null,
    who text not null,
    body text not null,
    raw blob,
    primary key (desk, seq)
) strict, without rowid
"""

_FOLLOWED: Final = """
create table followed (
    session text not null primary key,
    place text not null unique,
    json text not null,
    worker text not null,
    until_ms integer not null
) strict, without rowid
"""
_FETCHED: Final = """
create table fetched (
    session text not null,
    post text not null,
    state text not null,
    hash blob not null,
    primary key (session, post)
) strict, without rowid
"""
_REPLIES: Final = """
create table replies (
    session text not null,
    number integer not null,
    at_ms integer not null,
    state text not null,
    json text not null,
    picture blob not null,
    primary key (session, number)
) strict, without rowid
"""

STEPS: Final[Mapping[str, Sequence[str]]] = {
    "0001-log": (
        f"pragma application_id = {APPLICATION_ID}",
        _LINES, _NO_GAP, _refusal("lines", "update"), NO_DELETE, _SECRETS, _ERASED, _SESSIONS, _TOWERS, _DATA,
        _SUBMISSIONS, _FINGERPRINTS,
    ),
    "0002-desk": (_KEYS, _SETTINGS, _LINKS, _LINKS_OF, _NOTICES),
    "0003-archive-desk": (_DESKS,),
    "0004-signatures": (_SIGNATURES, _NO_SECOND, _refusal("signatures", "update"), NO_UNSIGNING),
    "0005-packages": (_PACKAGE,),
    "0006-followed": (_FOLLOWED, _FETCHED, _REPLIES),
}  # fmt: skip
"""All released migration steps in order: the name of each step and its SQL statements."""
_NEEDED: Final = frozenset({
    "lines", "lines_follow_without_a_gap", "lines_are_not_edited", "lines_are_not_deleted", "secrets", "secrets_erased",
    "sessions", "towers", "data", "submissions", "fingerprints", "house_keys", "settings", "links", "links_of",
    "notices", "desks", "signatures", "signatures_stand_once", "signatures_are_not_edited",
    "signatures_are_not_deleted", "followed", "fetched", "replies",
})  # fmt: skip
"""The parts of the schema at the latest step. If one is missing, another program changed the file."""


def _step(statements: Sequence[str]) -> "Callable[[Database], None]":
    def apply(db: "Database") -> None:
        for statement in statements:
            db.execute(statement)

    return apply


def migrations() -> "Migrations":
    """Return the steps as sqlite-utils migrations."""
    from sqlite_utils.migrations import Migrations  # noqa: PLC0415  # takes 0.1 seconds, needed for new files only

    steps = Migrations(_SET)
    for name, statements in STEPS.items():
        steps(name=name)(_step(statements))
    return steps


def drop_orphans(connection: sqlite3.Connection) -> None:
    """Drop the triggers of the session summaries if one of their tables is missing, so that writing still works."""
    found = {str(name) for (name,) in connection.execute("select name from sqlite_schema where name like 'summaries%'")}
    if found and not {"summaries", "summaries_moved"} <= found:
        for name in sorted(found - {"summaries", "summaries_moved", "summaries_filed"}):
            connection.execute(f"drop trigger if exists {name}")


def is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the file is at the latest step.

    Only reads. The caller begins a transaction, because another process may create the tables meanwhile. A file that
    belongs to another program, has a later version, or was changed by another program raises `RefusedError`.
    """
    parts = {str(name): str(kind) for name, kind in connection.execute("select name, type from sqlite_schema")}
    found = {name for name, kind in parts.items() if kind != "view"}  # a foreign view might be endless
    owner = connection.execute("pragma application_id").fetchone()[0]
    if not parts and owner == 0:
        return False
    if owner != APPLICATION_ID or "_sqlite_migrations" not in found:
        raise RefusedError(f"{path} is a database of another program, not of Cloister Bell")
    applied = connection.execute("select name from _sqlite_migrations where migration_set = ?", (_SET,)).fetchall()
    steps = {str(name) for (name,) in applied}
    if later := sorted(steps - STEPS.keys()):
        raise RefusedError(f"{path} needs a later version of Cloister Bell (it has step {later[-1]})")
    if STEPS.keys() - steps:
        return False
    if lost := sorted(_NEEDED - found):
        raise RefusedError(f"{path} was changed by another program. Missing: {', '.join(lost)}")
    return True


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Apply all missing steps in one transaction; raises `RefusedError` as `is_current`."""
    from sqlite_utils import Database  # noqa: PLC0415  # takes 0.1 seconds, needed for new files only

    connection.execute("begin immediate")
    try:
        if not is_current(connection, path):
            migrations().apply(Database(connection, execute_plugins=False))
        connection.execute("commit")
    finally:
        if connection.in_transaction:
            connection.execute("rollback")
