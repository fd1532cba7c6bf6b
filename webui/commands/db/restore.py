"""The command `db restore`, which checks a backup and replaces the database with it."""

import os
import shutil
from pathlib import Path
from typing import Final

import click
from click import argument, option

from events.errors import RefusedError
from events.store.backup import copy_mark, has_tables, require_alone
from events.store.opening import is_made, is_server
from webui.commands.database import database_path, database_place, named_database
from webui.commands.db.check import Diagnosis, look_at, print_diagnosis
from webui.commands.options import NumberFrom, command
from webui.commands.output import plural, say, warn, write_json

_DUMPS: Final = (b"PGDMP", b"PostgreSQL database")
"""The first bytes of a file from `pg_dump`, in its own format or as SQL."""
_DUMP_BYTES: Final = 64
_LOGS = ("-wal", "-journal")  # the suffixes of files that SQLite applies to any database file of that name


@command(
    "restore",
    "db restore club-friday.db --check",
    "db restore club-friday.db --db club.db",
    database="Database file that the backup replaces",
)
@argument("file")
@option("--check", is_flag=True, help="Check the backup only.")
@option("--jobs", type=NumberFrom(1, 64), metavar="N", help="Number of processes (default: automatic).")
@option("--yes", is_flag=True, help="Replace the database without asking.")
def restore(file: str, jobs: int | None, *, check: bool, yes: bool, as_json: bool) -> int:
    """Check a backup and replace the database with it.

    Stop the server first. The command checks the backup as `db check` does. It keeps the old database next to the new
    one, and leaves the `.mark` file in its place. If a session has newer dice rolls or signatures than the backup, the
    session is locked. --check lists these sessions. Exit status 1: the backup is damaged, and nothing was replaced.
    """
    if is_server(file):
        raise RefusedError("a backup is a file. For a PostgreSQL server see docs/howto/backup.md")
    backup = Path(file)
    _require_backup(backup)
    found = _checked(backup, jobs)
    if as_json:
        write_json(found)
    else:
        print_diagnosis(found)
    if check or not found.is_sound:
        if not check:
            warn(
                "the backup is damaged, so nothing was replaced."
                " Copy the readable data of the backup with cloisterbell db check --save"
            )
        return int(not found.is_sound)
    path = database_path()
    if not yes and not click.confirm(f"Replace {path} with {file}? The server must be stopped."):
        raise RefusedError("you did not confirm, so nothing was replaced")
    kept = _put_in_place(backup, path)
    say(f"{path} now contains {file}{f'. The old database is {kept}' if kept else ''}")
    held = [one for one in look_at(str(path)).sessions if one.behind]
    if held:
        say(f"{plural(len(held), 'session')} locked, because the backup lacks newer rolls or signatures. You can read")
        say("a locked session, and continue it as a new session from its last position:")
    for one in held:
        say(f"  {one.alias or one.session}: {one.behind}")
    return 0


def _require_backup(backup: Path) -> None:
    if not is_made(str(backup)):
        raise RefusedError(f"backup {backup} does not exist")
    if not backup.is_file():
        raise RefusedError(f"{backup} is not a file")
    try:
        with backup.open("rb") as opened:
            start = opened.read(_DUMP_BYTES)
    except OSError as error:
        raise RefusedError(f"{backup} cannot be read: {(error.strerror or str(error)).lower()}") from error
    if start.startswith(b"{"):
        raise RefusedError(f"{backup} is an exported log, not a backup. Use cloisterbell import {backup}")
    if start.lstrip(b"-\r\n ").startswith(_DUMPS):
        raise RefusedError(f"{backup} is a dump of a PostgreSQL server. Use pg_restore: see docs/howto/backup.md")
    if not has_tables(backup):
        raise RefusedError(f"{backup} is an empty database")
    for log in (backup.with_name(f"{backup.name}{end}") for end in _LOGS):
        if log.exists() and log.stat().st_size:
            raise RefusedError(f"{log} contains a part of {backup}. Merge it with cloisterbell db check --db {backup}")


def _checked(backup: Path, jobs: int | None) -> Diagnosis:
    """Check a copy of a backup, because opening a database may create files next to it."""
    import tempfile  # noqa: PLC0415  # needed by few commands

    beside = backup.absolute().parent  # probably has room for a copy
    try:
        made = tempfile.TemporaryDirectory(dir=beside if os.access(beside, os.W_OK) else None, prefix=".restore-")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise RefusedError(f"{backup} is checked in a copy, which cannot be written to {beside}: {why}") from error
    with made as folder:
        copy = Path(folder, backup.name)
        shutil.copyfile(backup, copy)
        if not is_server(place := database_place()):
            try:
                copy_mark(Path(place), copy)
            except PermissionError:  # the folder is inaccessible
                if named_database():
                    raise
        found = look_at(str(copy), jobs)
    return Diagnosis(str(backup), found.file, found.sessions, found.trouble.replace(str(copy), str(backup)))


def _put_in_place(backup: Path, path: Path) -> Path | None:
    """Replace a database with a backup, completely or not at all; return the path of the old one."""
    kept = path.with_name(f"{path.name}.before")
    for end in ("", *_LOGS):
        if (file := kept.with_name(f"{kept.name}{end}")).exists():
            raise RefusedError(f"{file} exists already, from an earlier restore. Move it to another place first")
    if path.exists() and (trouble := require_alone(path)):
        warn(f"{path} is damaged ({trouble}). It is kept unchanged")
    part = path.with_name(f".{path.name}.part")
    try:
        shutil.copyfile(backup, part)
        part.chmod(0o600)
        with part.open("rb") as copied:
            os.fsync(copied.fileno())
        was_there = path.exists()
        for end in ("", *_LOGS):  # parts of a damaged database; the new one must not apply them
            if (file := path.with_name(f"{path.name}{end}")).exists():
                file.rename(kept.with_name(f"{kept.name}{end}"))
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return kept if was_there else None
