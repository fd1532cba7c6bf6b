"""The command `move`, which moves a database to another place: into a file, or onto a server."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from events.errors import RefusedError
from events.store.opening import BESIDE, is_made, is_server, open_house
from events.store.protocol import HouseStore
from events.store.sqlite_transfer import files_of, new_files, transferring
from events.store.transfer import Moved, Transfer, require_room
from events.store.transfer import move as moved
from replay.chance.clock import iso_moment, now_ms
from webui.commands.database import database_place, open_database
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, with_progress, write_json


@command(
    "transfer", "db transfer --to club.db --yes",
    "db transfer --db club.db --to 'postgresql://keeper@db.example.org/club?options=-crole%3Dbell_owner'",
)  # fmt: skip
@click.option("--to", required=True, metavar="PLACE", help="A new file, or the address of a PostgreSQL database.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@database_option
def transfer(to: str, *, yes: bool, as_json: bool) -> None:
    """Move the database onto a server, or back into a file.

    The command copies every entry, seal, secret, signature and link, and compares both databases before the new one
    counts. The old database becomes read-only: otherwise two databases could roll dice with the same key. Run this
    command as the owner of the server's tables, and before the first `serve`. The target database and the folder of
    marks and keys must be empty.
    """
    if to == database_place():
        raise RefusedError("that is where it is")
    with open_database() as source, _opened(to) as target:
        _require_room(source, target)  # what is refused is refused before anybody is asked
        count = len(source.sessions())
        if not yes and not click.confirm(
            f"Move {plural(count, 'session')} from {source.label} to {target.label}?"
            f" {source.label} takes nothing more then."
        ):
            raise RefusedError("nothing was moved")
        done, key = _move(source, target), target.key_file.path
        left, taken = source.label, target.label
    if as_json:
        write_json(done)
        return
    for table, rows in done.rows.items():
        say(f"{rows:>10,}  {table.replace('_', ' ')}")
    say(f"moved to {taken}, marks and keys too; both ends hold the same, SHA-256 {done.sha256}")
    if is_server(to):  # whoever moves owns the tables, and is not who serves
        say(f"{left} is read on and takes nothing more. Serve the other as the role that `db upgrade --service` lets")
        say(f"serve, and as who owns the folder {key.parent} and all in it: docs/operations.md")
    else:
        say(f"{left} is read on and takes nothing more. Serve the other:")
        say(f"  cloisterbell serve --db {to}")


@contextmanager
def _opened(to: str) -> Iterator[HouseStore]:
    """The house that is moved into; of one that was not there, nothing is left where the move fails."""
    made = _without_new_mark(to) if is_server(to) or is_made(to) else new_files(Path(to))
    with made, closing(open_house(to)) as target:
        yield target


@contextmanager
def _without_new_mark(to: str) -> Iterator[None]:
    """Where a move is refused, the mark that was made by looking is taken away, and no mark that was there before."""
    place = Path(os.environ.get(BESIDE, ""), "bell") if is_server(to) else Path(to).resolve()
    had_folder, before = place.parent.is_dir(), {file for file in files_of(place) if file.exists()}
    try:
        yield
    except (RefusedError, click.Abort):  # nothing was written; of any other failure nobody knows
        for file in files_of(place):
            if ".mark" in file.suffix and file not in before:
                file.unlink(missing_ok=True)
        if not had_folder:
            with suppress(OSError):
                place.parent.rmdir()
        raise


def _require_room(source: HouseStore, target: HouseStore) -> None:
    if source.label == target.label:
        raise RefusedError("that is where it is")
    with _end(source) as one, _end(target) as other:
        require_room(one, other)
    if target.signing_keys() not in ((), source.signing_keys()):
        raise RefusedError(
            f"{target.label} signs with a key of its own: a database moves into an empty house, before its first"
            f" serve; if nothing was signed with it yet, move {target.key_file.path} away"
        )


def _move(source: HouseStore, target: HouseStore) -> Moved:
    with _end(source) as one, _end(target) as other:
        at_ms = now_ms()
        return moved(one, other, at_ms, iso_moment(at_ms)[:10], take_files=lambda: _take_files(source, target))


def _take_files(source: HouseStore, target: HouseStore) -> None:
    """Take the marks and keys along."""
    for row in with_progress(source.sessions(), "Marks", len(source.sessions())):
        target.marks.lift(row.session, *source.watermark(row.session))
        if (head := source.signed_head(row.session)).seq:
            target.marks.lift_signed_head(row.session, head)
    if keys := source.signing_keys():
        target.put_signing_keys(keys)


@contextmanager
def _end(store: HouseStore) -> Iterator[Transfer]:
    """A house as one end of a move."""
    database: Any = getattr(store, "database", None)
    if database is not None:
        from events.store.postgres.transfer import transferring as on_server  # noqa: PLC0415  # only where one is

        with on_server(database) as end:
            yield end
        return
    with transferring(Path(store.label)) as file_end:
        yield file_end
