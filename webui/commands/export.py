"""The commands `export`, `import` and `remove`, which carry a session out and in, and take it away."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import click
import msgspec

from events.errors import RefusedError
from events.events import TABLE
from events.store.checks import check_id
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.reading.timeline import Timeline
from replay.transfer.bundle import export_lines, import_bundle
from webui.commands.arguments import open_view, read_text
from webui.commands.database import open_database
from webui.commands.export_file import read_export
from webui.commands.options import command, database_option, viewer_option
from webui.commands.output import clean_for_terminal, plural, say, write_text
from webui.commands.output_file import atomic_file, output_path


@command("export", "export friday -o friday.jsonl", "export friday --format notation")
@click.argument("session", metavar="ID")
@viewer_option
@click.option("--format", "form", type=click.Choice(["jsonl", "notation"]), default="jsonl", help="JSON Lines if none.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; stdout unless given.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@database_option
def export(session: str, viewer: str, form: str, output: str | None, *, force: bool) -> None:
    """Take a session's log out, as its viewer may know it.

    The file carries its own proof and can be imported elsewhere with the same digests; the notation reads back as
    a transcript. The database holds what is secret and is not for sharing; exports are.
    """
    path = output_path(output, force=force)
    with open_database() as store:
        store.row(session)
        lines = _lines(store, open_view(store, session, viewer), viewer, form)
        if path is None:
            for line in lines:
                write_text(line)
            return
        count = _write(path, lines)
    say(f"{path}: {plural(count, 'line')}")


def _lines(store: EventStore, session: str, viewer: str, form: str) -> Iterator[str]:
    if form == "notation":
        from replay.exporting.transcript import transcript_of  # noqa: PLC0415  # most exports do without

        return iter(transcript_of(Timeline.read(store, shelf(), session, viewer)).splitlines())
    return export_lines(store, shelf(), session, viewer)


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write a file whole or not at all; returns how many lines it has."""
    count = 0
    with atomic_file(path) as file:
        for count, line in enumerate(lines, start=1):  # noqa: B007  # the last number is the count
            file.write(f"{line}\n".encode())
    return count


@command("remove", "remove friday", "remove friday -o last-friday.jsonl --yes")
@click.argument("session", metavar="ID")
@click.option("-o", "--output", metavar="FILE", help="Where its export goes; ID.jsonl here unless given.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
def remove(session: str, output: str | None, *, yes: bool, force: bool) -> None:
    """Remove a session for good.

    All of it is exported first, with its secrets, and it asks before it goes on. Its links open nothing any more.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        row = store.row(session)
        path = output_path(output or f"{row.alias or row.session}.jsonl", force=force)
        if path is None:
            raise RefusedError("its export goes to a file, for it holds all secrets: name one with -o")
        title = clean_for_terminal(row.title or row.alias or row.session)
        if not yes and not click.confirm(f'Remove "{title}" for good? All of it is exported to {path} first.'):
            raise RefusedError("nothing was removed")
        head = store.head(row.session)
        count = _write(path, export_lines(store, shelf(), row.session, TABLE, whole=True))
        store.remove(row.session, head)
        accounts.forget(row.session)
    say(f"{path}: {plural(count, 'line')}, with all secrets\nremoved: {title}")
    say(f"  cloisterbell import {path}  brings the log back, without its dice tower")


@command("import", "import friday.jsonl", "import - --alias club-17 < friday.jsonl")
@click.argument("file")
@click.option("--alias", metavar="NAME", default="", help="A short name for it here: a-z, 0-9 and -.")
@database_option
def import_file(file: str, alias: str) -> None:
    """Bring an exported log in.

    It keeps its id and its digests. A log whose chain is broken is refused. Its dice tower stays where it was, so
    a session of the tower goes on there.
    """
    bundle = read_export(read_text(file), strict=True)
    if alias:
        row = msgspec.structs.replace(bundle.row, alias=check_id(alias, "alias"))
        bundle = msgspec.structs.replace(bundle, row=row)
    with open_database(make=True) as store:
        row = import_bundle(store, bundle)
    head = bundle.lines[-1]
    say(f"{row.session}: {plural(len(bundle.lines), 'line')} imported, head {head.seq}:{head.digest.hex()[:32]}")
    say(f"  cloisterbell show {row.alias or row.session}")
