"""The command `restore`, which checks a backup, and puts it in the place of the database."""

import os
import shutil
from pathlib import Path
from typing import Final

import click

from events.errors import RefusedError
from events.store.backup import copy_mark, has_tables, require_alone
from events.store.opening import is_made, is_server
from webui.commands.database import database_path, database_place, named_database
from webui.commands.db.check import Diagnosis, look_at, print_diagnosis
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, warn, write_json

_DUMPS: Final = (b"PGDMP", b"PostgreSQL database")
"""What `pg_dump` begins a file with: one of its own form, and one of statements."""
_DUMP_BYTES: Final = 64
_LOGS = ("-wal", "-journal")
"""The ends of what SQLite keeps beside a file and takes up again, whichever file of that name it finds."""


@command("restore", "db restore club-friday.db --check", "db restore club-friday.db --db club.db")
@click.argument("file")
@click.option("--check", is_flag=True, help="Only look at it.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="Number of processes, chosen by default.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@database_option
def restore(file: str, jobs: int | None, *, check: bool, yes: bool, as_json: bool) -> int:
    """Check a backup, and put it in place of the database.

    Stop the server first. The command checks the backup as `db check` does, and prints one line for each session. It
    keeps the old database next to the new one. It does not replace the mark file. A session may have newer rolls or
    signatures than the backup: such a session is locked, and --check lists these sessions. Exit status 1: the backup
    is damaged, and nothing was replaced.
    """
    if is_server(file):
        raise RefusedError("a backup is a file; a server has its own ways, see docs/operations.md")
    backup = Path(file)
    _require_backup(backup)
    found = _checked(backup, jobs)
    if as_json:
        write_json(found)
    else:
        print_diagnosis(found)
    if check or not found.is_sound:
        if not check:
            warn("nothing was put in its place: cloisterbell db check --save saves what can be read of it")
        return int(not found.is_sound)
    path = database_path()
    if not yes and not click.confirm(f"Put {file} in the place of {path}? Its server has to be stopped."):
        raise RefusedError("nothing was put in its place")
    kept = _put_in_place(backup, path)
    say(f"{path} is {file} now{f'; what was there is {kept}' if kept else ''}")
    _say_held(path)
    return 0


def _require_backup(backup: Path) -> None:
    """See that a file may be a backup, and all of it.

    Raises:
        RefusedError: there is none, it is none, or a part of it lies beside it.
    """
    if not is_made(str(backup)):
        raise RefusedError(f"there is no backup {backup}")
    if not backup.is_file():
        raise RefusedError(f"{backup} is no file, so it is no backup")
    try:
        with backup.open("rb") as opened:
            start = opened.read(_DUMP_BYTES)
    except OSError as error:
        raise RefusedError(f"{backup} cannot be read: {(error.strerror or str(error)).lower()}") from error
    if start.startswith(b"{"):
        raise RefusedError(f"{backup} is an exported log, not a backup: cloisterbell import {backup} adds it")
    if start.lstrip(b"-\r\n ").startswith(_DUMPS):
        raise RefusedError(f"{backup} is a dump of a PostgreSQL server, which pg_restore reads: docs/operations.md")
    if not has_tables(backup):
        raise RefusedError(f"{backup} is a database without tables: nobody kept anything in it")
    for log in (backup.with_name(f"{backup.name}{end}") for end in _LOGS):
        if log.exists() and log.stat().st_size:
            raise RefusedError(
                f"{log} holds a part of it, as beside a copy that was made by hand: cloisterbell db check --db {backup}"
                " brings the two together"
            )


def _checked(backup: Path, jobs: int | None) -> Diagnosis:
    """The health of a backup, looked at in a copy: what opens a database may write beside it.

    The mark of the database whose place it would take says which sessions would be held.
    """
    import tempfile  # noqa: PLC0415  # few commands need one

    beside = backup.absolute().parent  # where there is room for it, if files may be made there
    try:
        made = tempfile.TemporaryDirectory(dir=beside if os.access(beside, os.W_OK) else None, prefix=".restore-")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise RefusedError(f"{backup} is looked at in a copy beside it, and {beside} takes none: {why}") from error
    with made as folder:
        copy = Path(folder, backup.name)
        shutil.copyfile(backup, copy)
        if not is_server(place := database_place()):
            try:
                copy_mark(Path(place), copy)
            except PermissionError:  # of a folder that may not be looked into
                if named_database():
                    raise
        found = look_at(str(copy), jobs)
    return Diagnosis(str(backup), found.file, found.sessions, found.trouble.replace(str(copy), str(backup)))


def _put_in_place(backup: Path, path: Path) -> Path | None:
    """Copy a backup to the place of a database, whole or not at all; returns where the one before is kept.

    Raises:
        RefusedError: somebody has it open, or what was there before is still kept.
    """
    kept = path.with_name(f"{path.name}.before")
    for end in ("", *_LOGS):
        if (file := kept.with_name(f"{kept.name}{end}")).exists():
            raise RefusedError(f"{file} is there: it is what a restore replaced before; move it away first")
    if path.exists() and (trouble := require_alone(path)):
        warn(f"{path} cannot be read to its end ({trouble}); it is kept as it is")
    part = path.with_name(f".{path.name}.part")
    try:
        shutil.copyfile(backup, part)
        part.chmod(0o600)
        with part.open("rb") as copied:
            os.fsync(copied.fileno())
        was_there = path.exists()
        for end in ("", *_LOGS):  # of a damaged one they are part of what can be saved; no other may take them up
            if (file := path.with_name(f"{path.name}{end}")).exists():
                file.rename(kept.with_name(f"{kept.name}{end}"))
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return kept if was_there else None


def _say_held(path: Path) -> None:
    held = [one for one in look_at(str(path)).sessions if one.behind]
    if held:
        say(f"{plural(len(held), 'session')} held: more was rolled or signed than the backup knows. Each can be read,")
        say("and goes on as a new session from its last position:")
    for one in held:
        say(f"  {one.alias or one.session}: {one.behind}")
