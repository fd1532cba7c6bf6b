"""The command `db backup`, which copies the database while it is in use."""

import sys
from pathlib import Path

import click
from click import argument

from events.errors import RefusedError
from events.store.backup import backup as copy
from webui.commands.database import database_exists, database_path
from webui.commands.options import command
from webui.commands.output import say


@command(
    "backup", "db backup friday.db", "db backup --db club.db /var/backups/club.db", json=False,
    database="Database file to copy; for PostgreSQL see docs/howto/backup.md",
)  # fmt: skip
@argument("file", type=click.Path())
def backup(file: str) -> None:
    """Copy the database to a new file while it is in use.

    The copy contains every secret: keep it as safe as the database. Use `db restore` to restore it. The `.mark` file
    next to the database is not part of the backup. Leave it in its place: it prevents dice rolls from being repeated.
    """
    path = Path(file)
    if not database_exists():
        raise RefusedError(f"database {database_path()} does not exist. Choose another with --db")
    if sys.stderr.isatty():
        _copy_with_bar(path)
    else:
        copy(database_path(), path)
    say(f"{path}: {path.stat().st_size:,} bytes")


def _copy_with_bar(path: Path) -> None:
    from rich.console import Console  # noqa: PLC0415  # not needed without a terminal
    from rich.progress import Progress  # noqa: PLC0415  # as above

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Copying")
        copy(database_path(), path, lambda done, pages: bar.update(task, completed=done, total=pages))
