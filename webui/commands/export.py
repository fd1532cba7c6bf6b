"""The commands `export` and `remove`, which take a session out, and away."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import PurePath
from typing import TypeVar

import click

from events.errors import BellError, RefusedError
from events.events import ALL, OMNISCIENT
from events.store.protocol import EventStore
from projections.registry import registry
from projections.wording import either
from replay.exporting.formats import Format
from replay.exporting.source import Source
from replay.reading.timeline import Timeline
from replay.transfer.bundle import export_lines
from webui import create_app
from webui.commands.arguments import open_view
from webui.commands.database import open_database
from webui.commands.options import command, database_option, viewer_option
from webui.commands.output import clean_for_terminal, plural, say, warn, with_progress, write_bytes
from webui.commands.output_file import output_path, write_file
from webui.views.export_formats import FORMATS

T = TypeVar("T")


@command(
    "export", "export friday friday.jsonl", "export friday friday.html --at 7.3", "export friday mine.csv --as black",
    "export friday - --format txt", "export --all sessions.sqlite",
)  # fmt: skip
@click.argument("session", metavar="[SESSION]")
@click.argument("file", metavar="FILE", required=False)
@viewer_option
@click.option(
    "--format",
    "name",
    metavar="FORMAT",
    type=click.Choice(list(FORMATS)),
    help="The format (default: the ending of FILE).",
)
@click.option("--at", metavar="POSITION", default="", help="Where the page opens: 7.3 or #412 (default: the end).")
@click.option("--all", "everything", is_flag=True, help="All public sessions, as a spectator sees them (.sqlite).")
@click.option("--with-private", is_flag=True, help="With --all: also sessions that are unlisted or private.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@database_option
def export(
    session: str, file: str | None, viewer: str, name: str | None, at: str, *, everything: bool, with_private: bool,
    force: bool,
) -> None:  # fmt: skip
    """Write a session to a file, as a viewer may know it.

    The ending of FILE says the format:

    \b
    .jsonl   the log with its digests, for import and verify
    .txt     a transcript, for import and audit
    .html    the page that works offline: every position, the log, disputes and findings
    .csv     one row a move that was not undone
    .sqlite  tables of sessions, moves, rolls, cards, posts and findings

    If FILE is - the export goes to stdout, and --format says the format.
    """  # noqa: D301  # click keeps the lines of a paragraph after \b
    if everything and (file or viewer != ALL or at):
        raise click.UsageError("--all takes FILE alone: it exports what a spectator sees of each session")
    if with_private and not everything:
        raise click.UsageError("--with-private needs --all")
    file = session if everything else file
    if not file:
        raise click.UsageError(f"name a FILE, as in {session}.html, or - with --format for stdout")
    name = _format_name(file, name, everything=everything)
    path, written = output_path(file, force=force), Counter[str]()
    with ExitStack() as stack:
        store = stack.enter_context(open_database())
        source = None if everything else _one_session(store, session, viewer, at, FORMATS[name])
        if everything or name == "html":  # the offline page, and who may see what, need the app
            accounts = stack.enter_context(closing(store.open_accounts()))
            stack.enter_context(create_app(store, registry(), accounts).test_request_context())
        if source:
            blocks, written["line"] = FORMATS[name].export(source), source.timeline.last
        else:
            blocks = _every_session(store, written, with_private=with_private)
        if path is None:
            for block in blocks:
                write_bytes(block)
            return
        size = write_file(path, blocks)
    (what,) = written
    say(f"{path}: {plural(written[what], what)}, {round(size / 1000)} kB")


def _format_name(file: str, name: str | None, *, everything: bool) -> str:
    """The format of a file that is to be written.

    Raises:
        RefusedError: neither its ending nor `--format` says one that can be written there.
    """
    name = name or PurePath(file).suffix.lower().removeprefix(".")
    if file == "-" and not name:
        raise RefusedError(f"- needs --format: {either(list(FORMATS))}")
    if name not in FORMATS:
        raise RefusedError(f"the ending of {file} says no format: use {either([f'.{one}' for one in FORMATS])}")
    if everything and name != "sqlite":
        raise RefusedError("--all makes a database: name a FILE that ends in .sqlite")
    if file == "-" and not FORMATS[name].is_text and sys.stdout.isatty():
        raise RefusedError("a database cannot be shown on a terminal: name a file, or redirect stdout")
    return name


def _track(items: Sequence[T]) -> Iterator[T]:
    return with_progress(items, "Drawing", len(items), least=2)


def _one_session(store: EventStore, session: str, viewer: str, at: str, form: Format) -> Source:
    """One session. What cannot be exported is refused before the log says that somebody looked."""
    row = store.row(session)
    source = Source(store, registry(), Timeline.read(store, registry(), row.session), at=at.strip(), track=_track)
    form.require(source)
    if viewer != ALL:
        open_view(store, row.session, viewer)
        source = source._replace(timeline=Timeline.read(store, registry(), row.session, viewer))
    if source.timeline.reading.damage and not form.holds_damage:
        warn(f"the export ends before the damage: {source.timeline.reading.damage}")
    return source


def _every_session(store: EventStore, written: Counter[str], *, with_private: bool) -> Iterator[bytes]:
    """A database of the public sessions, or of all; `written` counts them."""
    from replay.exporting.database import database_of  # noqa: PLC0415  # most exports are of one session
    from webui.access.view import current_context, settings_of  # noqa: PLC0415  # as above

    def sources() -> Iterator[Source]:
        rows, context = store.sessions(), current_context()
        written["session"] = 0
        for row in with_progress(rows, "Exporting", len(rows)):
            try:
                if with_private or settings_of(row).visibility == "public":
                    source = Source(store, context.registry, context.timelines.read(row).timeline)
                    FORMATS["sqlite"].require(source)
                    written["session"] += 1
                    yield source
            except BellError as error:
                warn(f"{row.alias or row.session} is left out: {error}")

    return database_of(sources())


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
        lines = list(export_lines(store, registry(), row.session, OMNISCIENT, whole=True))
        write_file(path, (f"{line}\n".encode() for line in lines))
        store.remove(row.session, head)
        accounts.forget(row.session)
    say(f"{path}: {plural(len(lines), 'line')}, with all secrets\nremoved: {title}")
    say(f"  cloisterbell import {path}  brings the log back, without its dice tower")
