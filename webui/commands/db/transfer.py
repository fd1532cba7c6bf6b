"""The commands `db transfer`, which moves a database to another place, and `db upgrade`, which updates its tables."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import click
from click import option

from events.errors import RefusedError
from events.store.opening import STATE_DIR, is_made, is_server, migrate_house, open_store
from events.store.protocol import DatabaseStore
from events.store.sqlite_transfer import files_of, new_files, transferring
from events.store.transfer import Moved, Transfer, move as moved, require_room
from replay.chance.clock import iso_moment, now_ms
from webui.commands.database import database_place, no_database_words, open_database, shown_place
from webui.commands.options import command
from webui.commands.output import plural, say, with_progress, write_json

_SAME = "--to must name another database than --db"


@command(
    "transfer", "db transfer --to club.db --yes",
    "db transfer --db club.db --to 'postgresql://keeper@db.example.org/club?options=-crole%3Dbell_owner'",
    database="Database to move: a file, or the address of a PostgreSQL database",
)  # fmt: skip
@option("--to", required=True, metavar="PLACE", help="New file, or address of a PostgreSQL database.")
@option("--yes", is_flag=True, help="Move the database without asking.")
def transfer(to: str, *, yes: bool, as_json: bool) -> None:
    """Move the database to a PostgreSQL server, or to a file.

    The command copies everything, including secrets and links, and compares both databases. The old database becomes
    read-only: otherwise both could roll dice with the same key. Connect to a PostgreSQL server as the owner of its
    tables, before its first `serve`. The new database and its folder of marks and keys must be empty.
    """
    if to == database_place():
        raise RefusedError(_SAME)
    with open_database() as source, _opened(to) as target:
        _require_room(source, target)  # refuse before the question
        count = len(source.sessions())
        what = f"{plural(count, 'session')} from {source.label} to {target.label}"
        if not yes and not click.confirm(f"Move {what}? {source.label} becomes read-only."):
            raise RefusedError("you did not confirm, so nothing was moved")
        done, key = _move(source, target), target.key_file.path
        left, taken = source.label, target.label
        secrets, place = source.secrets_file.path, target.secrets_file.path
    if as_json:
        write_json(done)
        return
    for table, rows in done.rows.items():
        say(f"{rows:>10,}  {table.replace('_', ' ')}")
    say(f"moved to {taken}, with marks and keys. Both databases have the same content (SHA-256 {done.sha256})")
    if secrets.exists():
        say(f"tokens and passwords of followed threads are not copied. If you need them, move {secrets} to {place}")
    if is_server(to):  # the owner of the tables should not serve
        say(f"{left} is now read-only. Serve the new database with the role of `db upgrade --service`, as the user who")
        say(f"owns the folder {key.parent} and its files: see docs/howto/postgresql.md")
    else:
        say(f"{left} is now read-only. Serve the new database:")
        say(f"  cloisterbell serve --db {to}")


@contextmanager
def _opened(to: str) -> Iterator[DatabaseStore]:
    made = _without_new_mark(to) if is_server(to) or is_made(to) else new_files(Path(to))
    with made, closing(open_store(to)) as target:
        yield target


@contextmanager
def _without_new_mark(to: str) -> Iterator[None]:
    """Delete a new high-water mark if the transfer is refused, but never an existing one."""
    place = Path(os.environ.get(STATE_DIR, ""), "bell") if is_server(to) else Path(to).resolve()
    had_folder, before = place.parent.is_dir(), {file for file in files_of(place) if file.exists()}
    try:
        yield
    except (RefusedError, click.Abort):  # only then is it certain that nothing was written
        for file in files_of(place):
            if ".mark" in file.suffix and file not in before:
                file.unlink(missing_ok=True)
        if not had_folder:
            with suppress(OSError):
                place.parent.rmdir()
        raise


def _require_room(source: DatabaseStore, target: DatabaseStore) -> None:
    if source.label == target.label:
        raise RefusedError(_SAME)
    with _end(source) as one, _end(target) as other:
        require_room(one, other)
    if target.signing_keys() not in ((), source.signing_keys()):
        raise RefusedError(
            f"{target.label} has its own signing key. Transfer a database before the first serve of the new one. If "
            f"nothing was signed with that key, move {target.key_file.path} to another place"
        )


def _move(source: DatabaseStore, target: DatabaseStore) -> Moved:
    with _end(source) as one, _end(target) as other:
        at_ms = now_ms()
        return moved(one, other, at_ms, iso_moment(at_ms)[:10], take_files=lambda: _take_files(source, target))


def _take_files(source: DatabaseStore, target: DatabaseStore) -> None:
    for row in with_progress(source.sessions(), "Copying marks", len(source.sessions())):
        target.marks.lift(row.session, *source.watermark(row.session))
        if (head := source.signed_head(row.session)).seq:
            target.marks.lift_signed_head(row.session, head)
    if keys := source.signing_keys():
        target.put_signing_keys(keys)


@contextmanager
def _end(store: DatabaseStore) -> Iterator[Transfer]:
    database: Any = getattr(store, "database", None)
    if database is not None:
        from events.store.postgres.transfer import transferring as on_server  # noqa: PLC0415  # only for a server

        with on_server(database) as end:
            yield end
        return
    with transferring(Path(store.label)) as file_end:
        yield file_end


@command(
    "upgrade", "db upgrade --db club.db", "db upgrade --service bell --db postgresql://bell_owner@db.example.org/club"
)
@option("--service", default="", metavar="ROLE", help="PostgreSQL only: grant ROLE the rights to serve.")
def upgrade(service: str, *, as_json: bool) -> None:
    """Update the tables of a database to this version.

    Every command updates a database file. On a PostgreSQL server, run `db upgrade` as the owner of the tables,
    before you serve a new version. The role that serves can read and append, but not change tables or entries. Grant it
    these rights with --service, and repeat this after each new version. The command needs no marks and no keys.
    """
    place = database_place()
    if service and not is_server(place):
        raise RefusedError("--service needs a PostgreSQL database. A database file has no roles")
    if not is_server(place) and not is_made(place):
        raise RefusedError(no_database_words())
    step = migrate_house(place, service)
    if as_json:
        write_json({"place": shown_place(), "step": step, "service": service})
        return
    say(f"{shown_place()} has tables of version {step}")
    if service:
        say(f"{service} can read, append and erase, and nothing else. Serve with this role in the address")
