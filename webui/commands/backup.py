"""The command `backup`, which copies the database while it is in use."""

import sys
from pathlib import Path

import click

from webui.commands.database import database_exists, database_option, database_path
from webui.commands.examples import command
from webui.commands.output import say


@command("backup", "backup friday.db", "backup --db club.db /var/backups/club.db")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def backup(file: Path) -> None:
    """Copy the database to a new file while it is in use.

    The copy is whole, as of one moment, and holds every secret: keep it as safe as the database. To restore one, stop
    the server and put it in the database's place; the `.mark` file beside the database stays where it is, so that no
    roll that was given before is given again.
    """
    from events.errors import RefusedError  # noqa: PLC0415  # as above
    from events.store.backup import backup as copy  # noqa: PLC0415  # what copies nothing does not wait for it

    if not database_exists(database_path()):
        raise RefusedError(f"there is no database {database_path()}; --db names another")
    if sys.stderr.isatty():
        _copy_with_bar(file)
    else:
        copy(database_path(), file)
    say(f"{file}: {file.stat().st_size:,} bytes")


def _copy_with_bar(file: Path) -> None:
    """Copy with a bar, where somebody watches."""
    from rich.console import Console  # noqa: PLC0415  # as above
    from rich.progress import Progress  # noqa: PLC0415  # as above

    from events.store.backup import backup as copy  # noqa: PLC0415  # as above

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Copying")
        copy(database_path(), file, lambda done, pages: bar.update(task, completed=done, total=pages))
