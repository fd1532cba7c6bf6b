"""The command `db check`, which looks at a whole database and its sessions, and saves what can be saved."""

import os
from contextlib import closing
from pathlib import Path

import click
import msgspec

from events.errors import BellError, LogError
from events.store.backup import copy_mark
from events.store.opening import is_server, open_house
from events.store.protocol import EventStore
from events.store.recovery import Saved, file_faults, salvage
from events.store.rows import SessionRow
from projections.registry import registry
from replay.audit.health import Health, health_of
from webui.commands.database import database_path, database_place, open_database
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, warn, with_progress, write_json
from webui.commands.processes import share

_SHOWN = 5
"""So many faults of a session are told; there are more where one line has drawn others along."""
_SHARE = 50
"""So many sessions are worth a process of their own."""


class Diagnosis(msgspec.Struct, frozen=True):
    """What was found: in the file itself, and in each session; `trouble` says why no session could be looked at."""

    database: str
    file: tuple[str, ...]
    sessions: tuple[Health, ...]
    trouble: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.file or self.trouble) and all(one.is_sound for one in self.sessions)


@command("check", "db check", "db check --save saved.db", "db check --json --db club.db")
@click.option("--save", metavar="FILE", help="Write what can be read into a new database.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="Number of processes, chosen by default.")
@json_option
@database_option
def check(save: str | None, jobs: int | None, *, as_json: bool) -> int:
    """Look for damage in the whole database: its file and every session.

    The command replays each session and compares every digest, seal, state hash and signature. It prints one line for
    each session. It does not check whether moves were legal: `audit` does that. --save copies all readable data to a
    new database, and each log up to its first gap. Exit status 1: something is damaged.
    """
    found = diagnosis(database_place(), jobs)
    saved = _save(database_path(), Path(save)) if save is not None else None
    if as_json:
        write_json({"diagnosis": found, "saved": saved} if saved else found)
    else:
        print_diagnosis(found)
        if saved is not None:
            _say_saved(saved, str(save))
        elif not found.is_sound and not is_server(database_place()):
            warn("cloisterbell db check --save FILE writes what can be read into a new database")
    return int(not found.is_sound)


def _save(path: Path, target: Path) -> Saved:
    """Save what can be read, with the mark: a log that lost its end would roll the same dice once more."""
    saved = salvage(path, target)
    try:
        copy_mark(path, target)
    except LogError as error:
        warn(f"{error}: no session of {target} is held by it")
    return saved


def diagnosis(place: str, jobs: int | None = None) -> Diagnosis:
    """The health of a database: of its file, where it is one, and of every session."""
    with open_database():
        pass  # what is none, or of a later version, is refused as everywhere
    return look_at(place, jobs)


def look_at(place: str, jobs: int | None = None) -> Diagnosis:
    """The health of a database by its name, whichever the command line names."""
    faults = () if is_server(place) else tuple(file_faults(Path(place)))
    try:
        with closing(open_house(place)) as store:
            rows = store.sessions()
            many = jobs or min(os.cpu_count() or 1, len(rows) // _SHARE)
            found = tuple(with_progress(share(_health, place, rows, many), "Looking", len(rows)))
            return Diagnosis(store.label, faults, found)
    except BellError as error:
        return Diagnosis(place, faults, (), str(error))


def _health(store: EventStore | None, row: SessionRow) -> Health:
    assert store is not None
    return health_of(store, registry(), row)


def print_diagnosis(found: Diagnosis) -> None:
    """Tell of the file, of each session in a line, and of all in one."""
    for fault in found.file:
        warn(f"{found.database}: {fault}")
    if found.trouble:
        if not any(found.trouble.endswith(fault) for fault in found.file):  # each fault is reported once
            warn(f"{found.database}: its sessions cannot be listed: {found.trouble}")
        return
    for one in found.sessions:
        say(f"{'sound  ' if one.is_sound else 'DAMAGED'}  {one.alias or one.session}  {_compared(one)}")
        for fault in one.faults[:_SHOWN]:
            say(f"         {fault}")
        if len(one.faults) > _SHOWN:
            say(f"         and {len(one.faults) - _SHOWN} more")
    bad = sum(not one.is_sound for one in found.sessions)
    held = sum(bool(one.behind) for one in found.sessions)
    told = f", {held} held by the mark" if held else ""
    say(f"\n{plural(len(found.sessions), 'session')}, {bad or 'none'} damaged{told}")


def _compared(one: Health) -> str:
    """How much was compared of a session, and why it would be held."""
    counts = {"line": one.lines, "secret": one.secrets, "fingerprint": one.fingerprints, "signature": one.signatures}
    told = ", ".join(plural(count, what) for what, count in counts.items() if count)
    return f"{told}; held: {one.behind}" if one.behind else told


def _say_saved(saved: Saved, name: str) -> None:
    say(f"{name}: {plural(saved.rows['sessions'], 'session')}, {plural(saved.rows['lines'], 'line')} saved")
    for session, (kept, last) in saved.cut.items():
        say(f"  {session}: lines 1 to {kept} of {last}" if kept else f"  {session}: nothing of it can be read")
    say(f"  cloisterbell db check --db {name}  looks at what was saved")
