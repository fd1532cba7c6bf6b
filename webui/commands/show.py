"""The commands `show` and `log`, which read one session."""

from pathlib import Path
from typing import Any, Final

import click
import msgspec

from events.digits import whole
from events.errors import RefusedError
from events.events import ALL
from events.store.protocol import EventStore
from projections.registry import registry
from replay.reading.notes import NOBODY
from replay.reading.session_event_text import on_behalf
from replay.reading.timeline import Timeline, is_closed_note
from webui.commands.arguments import open_view
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option, viewer_option
from webui.commands.output import say, warn, write_json, write_text
from webui.commands.output_file import output_path, write_file
from webui.views.headline import headline
from webui.views.line_notes import notes_at, notes_in_words, notes_to_show
from webui.views.png import png, require_png


class LogLine(msgspec.Struct, frozen=True):
    """One line of a log as `log` tells it: what it says to this viewer, in a sentence and as an event.

    `behalf` says who wrote it in the place of a seat, "" where the seat did itself.
    """

    seq: int
    at_ms: int
    by: str
    kind: str
    address: str
    told: str
    undone: bool
    implied: bool
    rule: str
    cause: int
    event: dict[str, Any]
    behalf: str = ""


@command(
    "show", "show friday", "show friday --at 7.3 --as table", "show friday --at 40 --format svg > b.svg",
    "show friday --png friday.png", "show friday --at 40 --describe > table.txt",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--at", "at", metavar="N", help="The line, or turn and step as in 7.3; the last one unless given.")
@viewer_option
@click.option("--format", "form", type=click.Choice(["text", "svg", "json"]), default="text", help="Text unless given.")
@click.option("--describe", is_flag=True, help="The table as lines that `new --from` takes.")
@click.option("--png", "picture", metavar="FILE", help="Write the board to a picture instead; - is stdout.")
@click.option("--size", type=click.Choice(["240", "600", "1200", "2400"]), default="1200", help="Its longer side.")
@click.option("--force", is_flag=True, help="Write over a picture that is there.")
@database_option
def show(
    session: str, at: str | None, viewer: str, form: str, picture: str | None, size: str, *, describe: bool, force: bool
) -> None:  # fmt: skip
    """Show the board of a session after a line.

    ID is the session's id or alias. A picture is PNG, which needs an extra: pip install 'cloisterbell[png]'.
    """
    path = output_path(picture, force=force) if picture else None
    if picture:
        require_png()
    with open_database() as store:
        public = read_session(store, session, ALL)
        seq = public.last if at is None else _line_of_address(public, at)
        timeline = public if viewer == ALL else read_session(store, session, viewer)
    if picture:
        _write_picture(path, png(timeline.svg(seq), int(size)))
    elif describe:
        from replay.posts.position_file import description  # noqa: PLC0415  # it takes all that sets a board up

        write_text(description(timeline.game, timeline.position(seq)))
    elif form == "svg":
        write_text(timeline.svg(seq))
    elif form == "json":
        write_text(timeline.json(seq).decode())
    else:
        told = timeline.shown(seq)
        say(f"{timeline.row.title or timeline.row.session}, line {seq} of {timeline.last}: {timeline.tell(told)}")
        say(f"{headline(timeline, seq)}\n")
        group = timeline.group_at(told)
        noted = notes_at(notes_to_show(timeline, NOBODY), group.first, group.last)
        say(f"{timeline.text(seq)}{notes_in_words(noted)}")


def _write_picture(path: Path | None, made: bytes) -> None:
    if path is None:
        click.echo(made, nl=False)
        return
    say(f"{path}: {write_file(path, [made]):,} bytes")


def read_session(store: EventStore, session: str, viewer: str) -> Timeline:
    """A session as a viewer may see it; says on stderr where its log cannot be read to the end.

    Raises:
        RefusedError: not one line of it can be read.
    """
    timeline = Timeline.read(store, registry(), open_view(store, session, viewer), viewer)
    if not timeline.last:
        raise RefusedError(f"no line of {session} can be read: {timeline.reading.damage or 'it has none'}")
    if timeline.reading.damage:
        warn(f"this log can be read up to line {timeline.last} only: {timeline.reading.damage}")
    return timeline


def _line_of_address(timeline: Timeline, at: str) -> int:
    group = timeline.find(at)
    number = at.removeprefix("#")
    return whole(number) or group.last


@command("log", "log friday", "log friday --json | jq -r '.[] | select(.kind == \"rolled\") | .told'")
@click.argument("session", metavar="ID")
@viewer_option
@json_option
@database_option
def log(session: str, viewer: str, *, as_json: bool) -> None:
    """Tell a session's log, line by line.

    Moves have their turn and step, effects the rule they come from; what was taken back is marked with ~.
    """
    with open_database() as store:
        timeline = read_session(store, session, viewer)
    shown = (entry.seq for entry in timeline.entries if not is_closed_note(entry))
    told = [_log_line(timeline, seq) for seq in shown]
    if as_json:
        write_json(told)
        return
    width = len(str(timeline.last))
    for line in told:
        say(f"{line.seq:>{width}} {'~' if line.undone else ' '} {line.address:<6} {line.told}{_origin_note(line)}")


_QUIET: Final = ("", "table", "tower")


def _origin_note(line: LogLine) -> str:
    """What stands behind a sentence: the rule of an effect, and whoever wrote for somebody else."""
    mover = line.event.get("player", line.event.get("author", ""))
    by = line.behalf or (f"by {line.by}" if line.by not in (*_QUIET, str(mover)) else "")
    notes = ", ".join(part for part in (line.rule, by, "implied" if line.implied else "") if part)
    return f"  [{notes}]" if notes else ""


def _log_line(timeline: Timeline, seq: int) -> LogLine:
    entry = timeline.entries[seq - 1]
    event = msgspec.to_builtins(entry.event)
    return LogLine(
        seq, entry.at_ms, entry.by, event["kind"], timeline.addresses.get(seq, ""), timeline.tell(seq),
        seq in timeline.undone, entry.implied, entry.rule, entry.cause, event,
        on_behalf(entry, timeline.reading.started.seats),
    )  # fmt: skip
