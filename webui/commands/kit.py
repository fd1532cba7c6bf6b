"""The command that tells a thread what happened: `kit`."""

from contextlib import closing
from typing import Final

import click

from events.errors import RefusedError
from events.facts import TABLE
from events.store.accounts import Desk
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.reading.timeline import Timeline
from replay.replies.kit import Kit, kit_of
from replay.replies.markup import FORMATS, Format, kit_text
from webui.commands.arguments import as_json, as_viewer
from webui.commands.database import database, in_database, opened
from webui.commands.examples import command
from webui.commands.output import give, give_json
from webui.commands.show import read
from webui.desk.urls import check_base, place_of, until_words

__all__ = ["kit"]

_FORMATS: Final = click.Choice(list(FORMATS))


@command("kit", "kit friday", "kit friday --format markdown --from 412", "kit friday --as tenth --format text")
@click.argument("session", metavar="ID")
@click.option(
    "--from", "start", type=click.IntRange(1), metavar="N", help="The line to begin with; the last turn if none."
)
@as_viewer
@click.option("--format", "form", type=_FORMATS, default="bbcode", help="bbcode unless given.")
@click.option("--base", default="", metavar="URL", help="The address of your pages: the text then links to them.")
@as_json
@in_database
def kit(session: str, start: int | None, viewer: str, form: Format, base: str, *, as_json: bool) -> None:
    """Write a reply kit: what to post after a turn.

    It says what happened, the totals, the dice with their numbers, the witness of the log and who is awaited, and
    ends with an empty block to fill in. ID is the session's id or alias. With --as it is the private message to a
    seat: its cards, and what it may write.
    """
    if viewer == TABLE:
        raise RefusedError("a kit is made for everybody or for one seat, never from the table's view")
    address = check_base(base) if base else ""
    with opened() as store:
        made = _made(store, session, viewer, start or 0, address)
    if as_json:
        give_json(made)
    else:
        give(kit_text(made, form))


def _made(store: EventStore, session: str, viewer: str, start: int, base: str) -> Kit:
    kit_of(public := Timeline.read(store, shelf(), session), start)  # what is refused is refused before any look
    timeline, row = read(store, session, viewer), public.row
    with closing(Desk(database())) as beside:
        place = place_of(base, beside, row, timeline.last)
        until = until_words(timeline, beside.settings(row.session))
    return kit_of(timeline, start, has_tower=store.tower(row.session) is not None, until=until, place=place)
