"""What a table of cardboard does by hand after a correction: place by place, from how it lay to how it is due."""

from typing import Final

from events.session_events import TakenBack
from projections.wording import counted
from replay.reading.places import to_put_right
from replay.reading.timeline import Timeline

MOST: Final = 20


def put_right(timeline: Timeline, first: int) -> tuple[str, ...]:
    """The places that the last correction or takeback from a line on changed, and how, as its viewer may know it."""
    entries = reversed(timeline.entries[first - 1 :])
    back = next((entry.seq for entry in entries if isinstance(entry.event, TakenBack)), 0)
    if not back:
        return ()
    filed_ms = timeline.lines[back - 1].at_ms
    end = max(line.seq for line in timeline.lines[back - 1 :] if line.at_ms == filed_ms)
    found = list(to_put_right(timeline.game, timeline.position(back - 1), timeline.position(end)))
    more = len(found) - MOST
    return (*found[:MOST], *([f"and {counted(more, 'place')} more"] if more > 0 else []))
