"""The command `move`, which moves a database to another place: into a file, or onto a server."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from events.errors import RefusedError
from events.store.opening import is_made, is_server, open_house
from events.store.protocol import HouseStore
from events.store.sqlite_transfer import new_files, transferring
from events.store.transfer import Moved, Transfer
from events.store.transfer import move as moved
from replay.chance.clock import now_ms
from webui.commands.database import database_place, open_database, place_shown
from webui.commands.output import plural, say, with_progress, write_json
from webui.desk.dates import iso_moment


def move(to: str, *, yes: bool, as_json: bool) -> None:
    """Move the database with all that belongs to it; it takes nothing more where it was."""
    if is_server(to) == is_server(database_place()) and to == database_place():
        raise RefusedError("that is where it is")
    with open_database() as source:
        count = len(source.sessions())
        name = place_shown(to)
        if not yes and not click.confirm(
            f"Move {plural(count, 'session')} from {source.place} to {name}? {source.place} takes nothing more then."
        ):
            raise RefusedError("nothing was moved")
        done = _move(source, to)
    if as_json:
        write_json(done)
        return
    for table, rows in done.rows.items():
        say(f"{rows:>10,}  {table.replace('_', ' ')}")
    say(f"moved to {name}, marks and keys too; both ends hold the same, SHA-256 {done.sha256}")
    say(f"{source.place} is read on and takes nothing more. Serve the other:")
    say(f"  cloisterbell serve --db {name}")


def _move(source: HouseStore, to: str) -> Moved:
    made = nullcontext() if is_server(to) or is_made(to) else new_files(Path(to))
    with made, closing(open_house(to)) as target:
        _require_no_other_key(source, target)
        with _end(source) as one, _end(target) as other:
            at_ms = now_ms()
            return moved(one, other, at_ms, iso_moment(at_ms)[:10], take_files=lambda: _take_files(source, target))


def _require_no_other_key(source: HouseStore, target: HouseStore) -> None:
    if target.signing_keys() not in ((), source.signing_keys()):
        raise RefusedError(f"{target.place} signs with a key of its own: a database moves into an empty house")


def _take_files(source: HouseStore, target: HouseStore) -> None:
    """Take the marks and keys along."""
    for row in with_progress(source.sessions(), "Marks", len(source.sessions())):
        target.marks.lift(row.session, *source.mark(row.session))
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
    with transferring(Path(store.place)) as file_end:
        yield file_end
