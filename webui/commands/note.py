"""The command `note`, which writes a note at a line, withdraws one, and tells those that stand."""

import click

from events.errors import RefusedError
from events.events import ALL, MODERATOR_VIEW
from events.store.protocol import EventStore
from projections.registry import registry
from replay.posts.directives import Directive, compose
from replay.posts.door import Request, submit
from replay.posts.paste import Pasted, Poster
from replay.reading.notes import NoteReader
from replay.reading.timeline import Timeline
from replay.session.note import check_note
from replay.session.seats import require_seat
from webui.commands.arguments import load_session, read_public_text
from webui.commands.database import open_database
from webui.commands.options import as_seat, command, database_option, json_option
from webui.commands.output import plural, say, write_json
from webui.views.line_notes import ShownNote, notes_to_show


@command(
    "note", "note friday", "note friday 7.3 'Where it turned.'", "note friday '#412' 'Look at this.' --for judge",
    "note friday --withdraw 431",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.argument("at", default="")
@click.argument("text", default="")
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose note it is; the moderator's unless given.")
@click.option(
    "--for", "whom", type=click.Choice(["all", "alone", "judge", "after"]), default="all",
    help="Who reads it: all, its author alone, whoever may rule as well, or all after the end.",
)  # fmt: skip
@click.option("--withdraw", "withdrawn", type=click.IntRange(1), metavar="LINE", help="Take the note of a line away.")
@json_option
@database_option
def note(
    session: str, at: str, text: str, seat: str | None, whom: str, withdrawn: int | None, *, as_json: bool
) -> None:  # fmt: skip
    """Write a note at a line, or tell the notes that stand.

    AT is a turn and step (7.3) or a line (#412), TEXT the note; `''` for AT is the whole session, `-` for TEXT reads
    stdin. A note is a line of the log: it is shown at its line until it is withdrawn, and its line stays.
    """
    with open_database() as store:
        seats = load_session(store, session).started.seats
        require_seat(MODERATOR_VIEW if seat is None else seat, seats, MODERATOR_VIEW)
        reader = NoteReader(seat or MODERATOR_VIEW, may_rule=seat in (None, MODERATOR_VIEW))
        if withdrawn is not None and (at or text):
            raise RefusedError("--withdraw takes a note away, and writes none")
        if withdrawn is not None:
            _file(store, session, reader.author, Directive("WITHDRAW", f"#{withdrawn}"))
            say(f"the note of line {withdrawn} is withdrawn")
            return
        if text:
            public = Timeline.read(store, registry(), store.row(session).session)
            place, said = check_note(public, at, _text(text), whom)
            line = Directive("NOTE", at or "#0", "" if whom == ALL else whom, said)
            seq = _file(store, session, reader.author, line)
            say(f"noted, in line {seq}{f', at line {place}' if place else ''}")
            return
        if seat in seats:
            raise RefusedError("what a seat notes for itself is told on its own page alone; leave --as out")
        if at:
            raise RefusedError("a note says something: put its text in quotes behind the address")
        timeline = Timeline.read(store, registry(), store.row(session).session, ALL)
        found = notes_to_show(timeline, reader)
    if as_json:
        write_json([one._asdict() for one in found])
        return
    for one in found:
        say(_told(one))
    say(plural(len(found), "note"))


def _file(store: EventStore, session: str, by: str, line: Directive) -> int:
    """File a line; returns the last line of the log."""
    request = Request(store.row(session).session, Poster(by), Pasted(text=compose(line)), is_post=False)
    return submit(store, registry(), request).seq


def _text(text: str) -> str:
    return read_public_text("-") if text == "-" else text


def _told(one: ShownNote) -> str:
    where = f"{one.address}, line {one.at}" if one.at else "the session"
    return f"#{one.seq} at {where}  {one.author}{f', {one.whom}' if one.whom else ''}: {one.text}"
