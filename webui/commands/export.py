"""The commands `export` and `import`, which carry a session out and in."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec

from events.store.checks import check_id
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.exchange.bundle import export_lines, import_bundle
from replay.posts.export_text import transcript_of
from replay.reading.timeline import Timeline
from webui.commands.arguments import open_view, read_text, viewer_option
from webui.commands.audit import read_export
from webui.commands.database import database_option, open_database
from webui.commands.examples import command
from webui.commands.output import atomic_file, output_path, plural, say, write_text


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
        return iter(transcript_of(Timeline.read(store, shelf(), session, viewer)).splitlines())
    return export_lines(store, shelf(), session, viewer)


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write a file whole or not at all; returns how many lines it has."""
    count = 0
    with atomic_file(path) as file:
        for count, line in enumerate(lines, start=1):  # noqa: B007  # the last number is the count
            file.write(f"{line}\n".encode())
    return count


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
