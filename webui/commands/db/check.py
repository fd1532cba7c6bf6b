"""The command `db check`, which checks a whole database and its sessions, and can copy all readable data."""

import os
from contextlib import closing
from pathlib import Path

import msgspec
from click import option

from events.errors import BellError, LogError
from events.store.backup import copy_mark
from events.store.opening import is_server, open_store
from events.store.protocol import EventStore
from events.store.recovery import Saved, file_faults, salvage
from events.store.rows import SessionRow
from projections.registry import registry
from replay.audit.health import Health, health_of
from webui.commands.database import database_path, database_place, open_database, share
from webui.commands.options import NumberFrom, command
from webui.commands.output import plural, say, warn, with_progress, write_json

_COUNTED = ("entry", "secret", "state hash", "signature")
_SHOWN = 5  # faults shown per session. One damaged entry can cause many.
_SHARE = 50  # sessions per process


class Diagnosis(msgspec.Struct, frozen=True):
    """The result of checking a database file and its sessions. `trouble` says why sessions could not be checked."""

    database: str
    file: tuple[str, ...]
    sessions: tuple[Health, ...]
    trouble: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether no damage was found. A session whose game is missing is not damaged."""
        return not (self.file or self.trouble) and all(one.is_sound for one in self.sessions)


@command("check", "db check", "db check --save saved.db", "db check --json --db club.db")
@option("--save", metavar="FILE", help="Copy all readable data to a new database.")
@option("--jobs", type=NumberFrom(1, 64), metavar="N", help="Number of processes (default: automatic).")
def check(save: str | None, jobs: int | None, *, as_json: bool) -> int:
    """Check the whole database for damage.

    The command replays each session and compares every digest, seal, state hash and signature. It prints one line for
    each session. It does not check whether moves were legal: use `audit` for that. If the game of a session is not
    installed, the session counts as unread: its digests, seals and signatures are compared. --save copies all readable
    data, and each log up to its first gap. Exit status 1: something is damaged.
    """
    with open_database():
        pass  # refuse a missing database, or one of a later version
    found = look_at(database_place(), jobs)
    saved = _save(database_path(), Path(save)) if save is not None else None
    if as_json:
        write_json({"diagnosis": found, "saved": saved} if saved else found)
    else:
        print_diagnosis(found)
        if saved is not None:
            say(f"{save}: {plural(saved.rows['sessions'], 'session')}, {plural(saved.rows['lines'], 'entry')} saved")
            for session, (kept, last) in saved.cut.items():
                say(f"  {session}: entries 1 to {kept} of {last}" if kept else f"  {session}: not readable")
            say(f"  cloisterbell db check --db {save}  checks the new database")
        elif not found.is_sound and not is_server(database_place()):
            warn("copy all readable data to a new database with cloisterbell db check --save FILE")
    return int(not found.is_sound)


def _save(path: Path, target: Path) -> Saved:
    """Copy all readable data and the high-water mark. Without the mark, a log that lost its end would repeat rolls."""
    saved = salvage(path, target)
    try:
        copy_mark(path, target)
    except LogError as error:
        warn(f"{error}. Sessions in {target} are not protected against repeated dice rolls")
    return saved


def look_at(place: str, jobs: int | None = None) -> Diagnosis:
    """Check the database at `place`, which need not be the selected database, and return the result."""
    faults = () if is_server(place) else tuple(file_faults(Path(place)))
    try:
        with closing(open_store(place)) as store:
            rows = store.sessions()
            many = jobs or min(os.cpu_count() or 1, len(rows) // _SHARE)
            found = tuple(with_progress(share(_health, place, rows, many), "Checking", len(rows)))
            return Diagnosis(store.label, faults, found)
    except BellError as error:
        return Diagnosis(place, faults, (), str(error))


def _health(store: EventStore | None, row: SessionRow) -> Health:
    assert store is not None
    return health_of(store, registry(), row)


def print_diagnosis(found: Diagnosis) -> None:
    """Print the faults of the file, one line per session, and the totals."""
    for fault in found.file:
        warn(f"{found.database}: {fault}")
    if found.trouble:
        if not any(found.trouble.endswith(fault) for fault in found.file):  # report each fault once
            warn(f"{found.database}: its sessions cannot be listed: {found.trouble}")
        return
    for one in found.sessions:
        counts = zip(_COUNTED, (one.lines, one.secrets, one.fingerprints, one.signatures), strict=True)
        told = ", ".join(plural(count, what) for what, count in counts if count)
        told += f"; locked: {one.behind}" if one.behind else ""
        state = "DAMAGED" if one.faults else "unread " if one.unread else "sound  "
        say(f"{state}  {one.alias or one.session}  {told}")
        if one.unread:
            say(f"         {one.unread}")
        for fault in one.faults[:_SHOWN]:
            say(f"         {fault}")
        if len(one.faults) > _SHOWN:
            say(f"         and {len(one.faults) - _SHOWN} more")
    bad = sum(not one.is_sound for one in found.sessions)
    held = sum(bool(one.behind) for one in found.sessions)
    unread = sum(bool(one.unread) and one.is_sound for one in found.sessions)
    more = f", {unread} unread" * bool(unread) + f", {held} locked" * bool(held)
    say(f"\n{plural(len(found.sessions), 'session')}, {bad or 'none'} damaged{more}")
