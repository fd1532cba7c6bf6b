"""The command `why`, which leads from a value on the board to the lines that made it."""

import click

from events.digits import whole
from projections.registry import registry
from replay.reading.places import place_name
from replay.reading.provenance import why as lines_behind
from replay.reading.timeline import Timeline
from webui.commands.arguments import open_view
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option, viewer_option
from webui.commands.output import say, write_json


@command("why", "why friday scandinavia", "why friday scandinavia --at 7.3", "why friday 'hand june' --as june --json")
@click.argument("session", metavar="ID")
@click.argument("place")
@click.option("--at", "at", metavar="N", help="The line, or turn and step as in 7.3; the last one unless given.")
@viewer_option
@json_option
@database_option
def why(session: str, place: str, at: str | None, viewer: str, *, as_json: bool) -> None:
    """Say which lines made a value on the board what it is.

    PLACE is written as in SET and in claims: a territory, a tile, a card, a seat's tokens (docs/places.md). Each line
    is told with what it made of the value, its rule, and the dice and cards of its move. Without one of these lines the
    value might be another; without any other it would be the same.
    """
    with open_database() as store:
        timeline = Timeline.read(store, registry(), open_view(store, session, viewer), viewer)
        line = timeline.last if at is None else line_of_address(timeline, at)
        found = lines_behind(timeline, place, line)
    if as_json:
        write_json(found)
        return
    name = place_name(timeline.game, timeline.position(line), found.place)
    say(f"{name[:1].upper()}{name[1:]} is {found.value} after line {found.at}")
    for one in found.lines:
        made = f"{one.was or 'nothing'} -> {one.now or 'nothing'}" if one.was != one.now else "what follows hangs on it"
        notes = ", ".join(
            part
            for part in (one.rule, f"chance of line {', '.join(map(str, one.chance))}" if one.chance else "")
            if part
        )
        say(f"  #{one.seq} {one.address:<6} {one.told}  {made}{f'  [{notes}]' if notes else ''}")


def line_of_address(timeline: Timeline, at: str) -> int:
    """The last line of the move at an address, or the line that is named."""
    group, number = timeline.find(at), at.removeprefix("#")
    return whole(number) or group.last
