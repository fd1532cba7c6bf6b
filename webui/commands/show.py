"""The commands `show`, `log`, `why` and `summary`, which show one session."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import click
import msgspec
from click import argument, option

from events.errors import RefusedError
from events.events import ALL, OMNISCIENT
from events.store.protocol import EventStore
from projections.registry import registry
from replay.reading.notes import NOBODY
from replay.reading.places import place_name
from replay.reading.provenance import why as lines_behind
from replay.reading.session_event_text import on_behalf
from replay.reading.timeline import Timeline, is_closed_note
from replay.session.signing import signed_end
from replay.turn_summaries.markup import Format, turn_summary_text
from replay.turn_summaries.turn_summary import build_turn_summary
from webui.commands.arguments import open_view, output_path, write_file
from webui.commands.database import open_database
from webui.commands.options import NumberFrom, as_viewer, command, viewer_option
from webui.commands.output import say, warn, write_json, write_text
from webui.views.base_address import check_base, leads_here_only
from webui.views.headline import headline
from webui.views.line_notes import notes_at, notes_in_words, notes_to_show
from webui.views.log_search import groups_with
from webui.views.png import png, require_png
from webui.views.urls import deadline_text, position_links


@command(
    "show", "show friday", "show friday --at 7.3 --as moderator", "show friday --at 40 --format svg > b.svg",
    "show friday --png friday.png", "show friday --at 40 --describe > position.txt", json=False,
)  # fmt: skip
@argument("session")
@option("--at", "at", metavar="N", help="Move number (7.3) or entry (412) (default: the last entry).")
@viewer_option
@option("--format", "form", type=click.Choice(["text", "svg", "json"]), default="text", help="Format (default: text).")
@option("--describe", is_flag=True, help="Print the position as lines for `new --from`.")
@option("--png", "picture", metavar="FILE", help="Write a PNG picture to FILE (- for standard output).")
@option(
    "--size", type=click.Choice(["240", "600", "1200", "2400"]), default="1200",
    help="With --png: longer side of the picture in pixels (default: 1200).",
)  # fmt: skip
@option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def show(
    session: str, at: str | None, viewer: str, form: str, picture: str | None, size: str, *, describe: bool, force: bool
) -> None:
    """Show the board, now or after an earlier entry.

    SESSION is an id or alias. Pictures need an extra package: pip install 'cloisterbell[png]'.
    """
    path = output_path(picture, force=force) if picture else None
    if picture:
        require_png()
    with open_database() as store:
        public = _read_session(store, session, ALL)
        seq = public.last if at is None else public.entry_at(at)
        timeline = public if viewer == ALL else _read_session(store, session, viewer)
    if picture:
        made = png(timeline.svg(seq), int(size))
        if path is None:
            click.echo(made, nl=False)
        else:
            say(f"{path}: {write_file(path, [made]):,} bytes")
    elif describe:
        from replay.posts.create_session import description  # noqa: PLC0415  # loads everything for creating sessions

        write_text(description(timeline.game, timeline.position(seq)))
    elif form == "svg":
        write_text(timeline.svg(seq))
    elif form == "json":
        write_text(timeline.json(seq).decode())
    else:
        told = timeline.shown(seq)
        say(f"{timeline.row.title or timeline.row.session}, entry {seq} of {timeline.last}: {timeline.sentence(told)}")
        say(f"{headline(timeline, seq)}\n")
        group = timeline.group_at(told)
        noted = notes_at(notes_to_show(timeline, NOBODY), group.first, group.last)
        say(f"{timeline.text(seq)}{notes_in_words(noted)}")


def _read_session(store: EventStore, session: str, viewer: str) -> Timeline:
    """Return a session as a viewer may know it; warn if its log is damaged. An empty one raises `RefusedError`."""
    timeline = Timeline.read(store, registry(), open_view(store, session, viewer), viewer)
    if not timeline.last:
        raise RefusedError(f"no entry of {session} can be read: {timeline.reading.damage or 'its log is empty'}")
    if timeline.reading.damage:
        warn(f"this log can be read only up to entry {timeline.last}: {timeline.reading.damage}")
    return timeline


@command(
    "log", "log friday", "log friday --find 'tunnel d4'", "log friday --json | jq '.[] | select(.kind == \"rolled\")'"
)
@argument("session")
@viewer_option
@option("--find", "words", metavar="WORDS", help="Print only the moves, posts and notes that contain all WORDS.")
def log(session: str, viewer: str, words: str | None, *, as_json: bool) -> None:
    """Print the log of a session.

    Each line shows the number of the entry, the number of the move, what happened, and the rule of an effect. Undone
    entries are marked with ~.
    """
    with open_database() as store:
        timeline = _read_session(store, session, viewer)
    entries = timeline.entries if words is None else [e for g in groups_with(timeline, words) for e in g.entries]
    shown = (entry.seq for entry in entries if not is_closed_note(entry))
    told = [_line_as_data(timeline, seq) for seq in shown]
    if as_json:
        write_json(told)
        return
    if words is not None and not told:
        say(f'nothing in the log contains "{words}"')
    width = len(str(timeline.last))
    for line in told:
        undone = "~" if line["undone"] else " "
        say(f"{line['seq']:>{width}} {undone} {line['address']:<6} {line['told']}{_origin_note(line)}")


def _origin_note(line: Mapping[str, Any]) -> str:
    mover = line["event"].get("player", line["event"].get("author", ""))
    by = line["behalf"] or (f"by {line['by']}" if line["by"] not in ("", "table", "tower", str(mover)) else "")
    notes = ", ".join(part for part in (line["rule"], by, "implied" if line["implied"] else "") if part)
    return f"  [{notes}]" if notes else ""


def _line_as_data(timeline: Timeline, seq: int) -> dict[str, Any]:
    entry = timeline.entries[seq - 1]
    event = msgspec.to_builtins(entry.event)
    return {
        "seq": seq, "at_ms": entry.at_ms, "by": entry.by, "kind": event["kind"],
        "address": timeline.addresses.get(seq, ""), "told": timeline.sentence(seq), "undone": seq in timeline.undone,
        "implied": entry.implied, "rule": entry.rule, "cause": entry.cause, "event": event,
        "behalf": on_behalf(entry, timeline.reading.started.seats),
    }  # fmt: skip


@command("why", "why friday scandinavia", "why friday scandinavia --at 7.3", "why friday 'hand june' --as june --json")
@argument("session")
@argument("place", metavar="FIELD")
@option("--at", "at", metavar="N", help="Move number (7.3) or entry (412) (default: the last entry).")
@viewer_option
def why(session: str, place: str, at: str | None, viewer: str, *, as_json: bool) -> None:
    """List the log entries that a value on the board depends on.

    FIELD is written as in SET: a territory, a tile, a card, or the tokens of a seat (docs/reference/fields.md). Each
    entry is listed with its change of the value, its rule, and the dice and cards of its move. Without one of these
    entries the value might be different. Without any other entry it would be the same.
    """
    with open_database() as store:
        timeline = Timeline.read(store, registry(), open_view(store, session, viewer), viewer)
        line = timeline.last if at is None else timeline.entry_at(at)
        found = lines_behind(timeline, place, line)
    if as_json:
        write_json(found)
        return
    name = place_name(timeline.game, timeline.position(line), found.place)
    say(f"{name[:1].upper()}{name[1:]} is {found.value} after entry {found.at}")
    for one in found.lines:
        change = f"{one.was or 'nothing'} -> {one.now or 'nothing'}"
        made = change if one.was != one.now else "a later change depends on it"
        chance = f"dice or cards: {', '.join(f'#{seq}' for seq in one.chance)}" if one.chance else ""
        notes = ", ".join(part for part in (one.rule, chance) if part)
        say(f"  #{one.seq} {one.address:<6} {one.told}  {made}{f'  [{notes}]' if notes else ''}")


@command("summary", "summary friday", "summary friday --format markdown --from 41", "summary friday --as tenth")
@argument("session")
@option("--from", "start", type=NumberFrom(1), metavar="N", help="First entry (default: start of the last turn).")
@option(
    "--as", "viewer", metavar="SEAT", default="spectator", type=as_viewer,
    help="Write the summary for this seat, with what it knows (default: for spectators). While the session is running, "
    "its log reports this.",
)  # fmt: skip
@option(
    "--format", "form", type=click.Choice(["bbcode", "markdown", "text"]), default="bbcode",
    help="Markup (default: bbcode).",
)  # fmt: skip
@option(
    "--base", default="", metavar="URL", envvar="CLOISTERBELL_BASE",
    help="Public address of your server; the summary links to its pages (default: CLOISTERBELL_BASE, or as `serve` was "
    "last started).",
)  # fmt: skip
def summary(session: str, start: int | None, viewer: str, form: Format, base: str, *, as_json: bool) -> None:
    """Write a turn summary: the text to post after a turn.

    The text contains what happened, whose move it is, the totals, the dice rolls, an empty block to fill in, and the
    checkpoint of the log. With --as SEAT you get the private message for that seat: its cards, and the moves it can
    make.
    """
    if viewer == OMNISCIENT:
        raise RefusedError("a turn summary cannot be written --as moderator. Name a seat, or leave out --as")
    address = check_base(base) if base else ""
    with open_database() as store:
        public = Timeline.read(store, registry(), session)
        build_turn_summary(public, start or 0)  # a refusal logs no private view
        timeline, row = _read_session(store, session, viewer), public.row
        with closing(store.open_accounts()) as accounts:
            kept = accounts.address()
            place = position_links(address or ("" if leads_here_only(kept) else kept), accounts, row, timeline.last)
            until, players = deadline_text(timeline, accounts.settings(row.session)), accounts.names(row.session)
        has_tower, signed = store.tower(row.session) is not None, signed_end(store, timeline)
        made = build_turn_summary(
            timeline, start or 0, has_tower=has_tower, until=until, place=place, signed=signed, players=players
        )
    if as_json:
        write_json(made)
    else:
        write_text(turn_summary_text(made, form))
