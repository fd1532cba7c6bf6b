"""The command `summary`, which writes a turn summary."""

from contextlib import closing

import click

from events.errors import RefusedError
from events.events import OMNISCIENT
from events.store.protocol import HouseStore
from projections.registry import registry
from replay.reading.timeline import Timeline
from replay.session.signing import signed_end
from replay.turn_summaries.kit import Kit, kit_of
from replay.turn_summaries.markup import Format, kit_text
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option, viewer_option
from webui.commands.output import write_json, write_text
from webui.commands.show import read_session
from webui.views.base_address import check_base
from webui.views.urls import deadline_text, position_links


@command(
    "summary",
    "summary friday",
    "summary friday --format markdown --from 412",
    "summary friday --as tenth --format text",
)
@click.argument("session", metavar="ID")
@click.option(
    "--from", "start", type=click.IntRange(1), metavar="N", help="The first entry, by default of the last turn."
)
@viewer_option
@click.option(
    "--format", "form", type=click.Choice(["bbcode", "markdown", "text"]), default="bbcode", help="bbcode unless given."
)
@click.option("--base", default="", metavar="URL", help="The address of your pages: the text then links to them.")
@json_option
@database_option
def summary(session: str, start: int | None, viewer: str, form: Format, base: str, *, as_json: bool) -> None:
    """Write a turn summary: what to post after a turn.

    The text says what happened, and gives the totals, the dice with their numbers, the checkpoint of the log and who
    moves next. It ends with an empty block to fill in. ID is the session's id or alias. With --as the command writes
    the private message to that seat: its cards, and what it may write.
    """
    if viewer == OMNISCIENT:
        raise RefusedError("a kit is made for everybody or for one seat, never from the table's view")
    address = check_base(base) if base else ""
    with open_database() as store:
        made = _make_kit(store, session, viewer, start or 0, address)
    if as_json:
        write_json(made)
    else:
        write_text(kit_text(made, form))


def _make_kit(store: HouseStore, session: str, viewer: str, start: int, base: str) -> Kit:
    kit_of(public := Timeline.read(store, registry(), session), start)  # what is refused is refused before any look
    timeline, row = read_session(store, session, viewer), public.row
    with closing(store.open_accounts()) as beside:
        place = position_links(base, beside, row, timeline.last)
        until = deadline_text(timeline, beside.settings(row.session))
    has_tower, signed = store.tower(row.session) is not None, signed_end(store, timeline)
    return kit_of(timeline, start, has_tower=has_tower, until=until, place=place, signed=signed)
