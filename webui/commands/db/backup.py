"""The command `backup`, which copies the database while it is in use."""

import sys
from pathlib import Path

import click

from events.errors import RefusedError
from events.store.backup import backup as copy
from webui.commands.database import database_exists, database_path
from webui.commands.options import command, database_option
from webui.commands.output import say


@command("backup", "db backup friday.db", "db backup --db club.db /var/backups/club.db")
@click.argument("file", type=click.Path())
@database_option
def backup(file: str) -> None:
    """Copy the database to a new file while it is in use.

    The copy is whole, as of one moment, and holds every secret: keep it as safe as the database. To restore one, stop
    the server and put it in the database's place; the `.mark` file beside the database stays where it is, so that no
    roll that was given before is given again.
    """
    path = Path(file)
    if not database_exists():
        raise RefusedError(f"there is no database {database_path()}; --db names another")
    if sys.stderr.isatty():
        _copy_with_bar(path)
    else:
        copy(database_path(), path)
    say(f"{path}: {path.stat().st_size:,} bytes")


def _copy_with_bar(path: Path) -> None:
    """Copy with a bar, where somebody watches."""
    from rich.console import Console  # noqa: PLC0415  # where nobody watches it is not waited for
    from rich.progress import Progress  # noqa: PLC0415  # as above

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Copying")
        copy(database_path(), path, lambda done, pages: bar.update(task, completed=done, total=pages))
