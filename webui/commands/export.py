"""The commands `export` and `remove`, which export a session and delete it."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import PurePath
from typing import Final, TypeVar

import click
from click import argument, option

from events.errors import BellError, RefusedError
from events.events import ALL, OMNISCIENT
from events.store.protocol import EventStore
from projections.registry import registry
from projections.wording import either
from replay.exporting.formats import Format
from replay.exporting.source import Source
from replay.reading.timeline import Timeline
from replay.reading.unread import read_or_stand_in
from replay.transfer.bundle import export_lines
from replay.turn_summaries.turn_summary import last_turn
from webui.commands.arguments import open_view, output_path, write_file
from webui.commands.database import open_database
from webui.commands.options import NumberFrom, command, viewer_option
from webui.commands.output import clean_for_terminal, plural, say, warn, with_progress, write_bytes
from webui.views.export_formats import FORMATS, TURN_FORMATS
from webui.views.moving_picture import require_moving_pictures

T = TypeVar("T")
_FORMATS: Final = {**FORMATS, **TURN_FORMATS}


@command(
    "export", "export friday friday.jsonl", "export friday friday.html --at 7.3", "export friday mine.csv --as black",
    "export friday - --format txt", "export friday turn.gif --turn 7", "export --all sessions.sqlite", json=False,
)  # fmt: skip
@argument("session", metavar="[SESSION]")
@argument("file", metavar="FILE", required=False)
@viewer_option
@option("--format", "name", metavar="FORMAT", type=click.Choice(list(_FORMATS)), help="Format (default: as FILE ends).")
@option("--at", metavar="N", default="", help="For .html: open at move 7.3 or entry #412 (default: the end).")
@option("--turn", metavar="N", type=NumberFrom(0), help="For .gif and .webp: the turn to show (default: the last).")
@option("--all", "everything", is_flag=True, help="Export all public sessions, to a .sqlite file.")
@option("--with-private", is_flag=True, help="With --all: include unlisted and private sessions.")
@option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def export(
    session: str, file: str | None, viewer: str, name: str | None, at: str, turn: int | None, *, everything: bool,
    with_private: bool, force: bool,
) -> None:  # fmt: skip
    """Export a session to a file.

    The export contains what a spectator may know, or what the seat of --as knows. The ending of FILE selects the
    format:

    \b
    .jsonl   the log with its digests, for import and verify
    .txt     a transcript, for import and audit
    .html    an offline page: positions, log, disputes, findings of finished games
    .csv     one row for each move that was not undone
    .sqlite  tables of sessions, moves, rolls, cards, posts and findings
    .gif     one turn as a moving picture, also as .webp

    A moving picture is at most 600 pixels wide or high, 10 s long and 3 MB large. It has a frame for each entry that
    changes the board. If a turn has more than 60 of these, each move has one frame. If it has more than 60 moves, 60
    frames are chosen evenly. A picture above 3 MB gets fewer colours, and then fewer frames. Moving pictures need an
    extra package: pip install 'cloisterbell[png]'.

    If FILE is -, the export goes to standard output, and --format is required.
    """  # noqa: D301  # \b keeps the lines in the help
    if everything and (file or viewer != ALL or at or turn is not None):
        raise click.UsageError("--all takes only FILE. It exports what a spectator sees of each session")
    if with_private and not everything:
        raise click.UsageError("--with-private needs --all")
    file = session if everything else file
    if not file:
        raise click.UsageError(f"name a FILE, such as {session}.html, or - with --format")
    name = _format_name(file, name, everything=everything)
    if name in TURN_FORMATS:
        require_moving_pictures()
    path, written = output_path(file, force=force), Counter[str]()
    with ExitStack() as stack:
        store = stack.enter_context(open_database())
        source = None if everything else _one_session(store, session, viewer, at, turn, _FORMATS[name])
        if everything or name == "html":  # the offline page and visibility checks need the app
            from webui.app import create_app  # noqa: PLC0415  # Flask loads slowly

            accounts = stack.enter_context(closing(store.open_accounts()))
            stack.enter_context(create_app(store, registry(), accounts).test_request_context())
        if source:
            blocks, written["entry"] = _FORMATS[name].export(source), source.timeline.last
        else:
            blocks = _every_session(store, written, with_private=with_private)
        if path is None:
            for block in blocks:
                write_bytes(block)
            return
        size = write_file(path, blocks)
    (what,) = written
    content = f"turn {source.turn}" if source and source.turn is not None else plural(written[what], what)
    say(f"{path}: {content}, {round(size / 1000)} kB")


def _format_name(file: str, name: str | None, *, everything: bool) -> str:
    name = name or PurePath(file).suffix.lower().removeprefix(".")
    if file == "-" and not name:
        raise RefusedError(f"- needs --format: {either(list(_FORMATS))}")
    if name not in _FORMATS:
        raise RefusedError(f"{file} has no known ending. Use {either([f'.{one}' for one in _FORMATS])}")
    if everything and name != "sqlite":
        raise RefusedError("--all writes a database. FILE must end in .sqlite")
    if file == "-" and not _FORMATS[name].is_text and sys.stdout.isatty():
        raise RefusedError(f".{name} cannot be shown in a terminal. Name a file, or redirect the output")
    return name


def _one_session(store: EventStore, session: str, viewer: str, at: str, turn: int | None, form: Format) -> Source:
    def track(items: Sequence[T]) -> Iterator[T]:
        return with_progress(items, "Drawing boards", len(items), least=2)

    row = store.row(session)
    read = read_or_stand_in if form.holds_damage else Timeline.read
    timeline = read(store, registry(), row.session)
    if form.of_turn and turn is None and timeline.last:
        turn = timeline.status(max(last_turn(timeline) - 1, 1)).turn
    source = Source(store, registry(), timeline, at=at.strip(), turn=turn, track=track)
    form.require(source)  # a refused export must not be logged as a private view
    if viewer != ALL:
        open_view(store, row.session, viewer)
        source = source._replace(timeline=Timeline.read(store, registry(), row.session, viewer))
    if source.timeline.reading.damage and not form.holds_damage:
        warn(f"the export ends before the damage: {source.timeline.reading.damage}")
    return source


def _every_session(store: EventStore, written: Counter[str], *, with_private: bool) -> Iterator[bytes]:
    from replay.exporting.database import database_of  # noqa: PLC0415  # most exports contain one session
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


@command("remove", "remove friday", "remove friday -o last-friday.jsonl --yes", json=False)
@argument("session")
@option("-o", "--output", metavar="FILE", help="File of the export (default: SESSION.jsonl).")
@option("--force", is_flag=True, help="Overwrite the file of the export if it exists.")
@option("--yes", is_flag=True, help="Delete without asking.")
def remove(session: str, output: str | None, *, yes: bool, force: bool) -> None:
    """Export a session, then delete it.

    The export file contains all secrets. `remove` asks before it deletes the session. Links to the session stop
    working.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        row = store.row(session)
        path = output_path(output or f"{row.alias or row.session}.jsonl", force=force)
        if path is None:
            raise RefusedError("the export contains all secrets, so it must go to a file. Name one with -o")
        title = clean_for_terminal(row.name)
        if not yes and not click.confirm(f'Delete "{title}"? It is exported to {path} first.'):
            raise RefusedError("you did not confirm, so nothing was deleted")
        head = store.head(row.session)
        lines = list(export_lines(store, registry(), row.session, OMNISCIENT, whole=True))
        write_file(path, (f"{line}\n".encode() for line in lines))
        store.remove(row.session, head)
        accounts.forget(row.session)
        store.secrets_file.remove(row.session)
    say(f"{path}: {plural(len(lines), 'line')}, with all secrets\ndeleted: {title}")
    say(f"  cloisterbell import {path}  restores the log, but not its dice roller")
