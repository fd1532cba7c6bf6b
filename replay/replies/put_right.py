"""What a table of cardboard does by hand after a correction: place by place, from how it lay to how it is due."""

import re
from typing import Final

from events.conduct import TakenBack
from projections.wording import counted
from replay.live.compensation import NUMBER
from replay.reading.timeline import Timeline

MOST: Final = 20
_CARDS: Final = re.compile(r"(?P<number>[0-9]{1,9})\?(?P<rest>.*)")
"""So many cards that nobody knows, and some that everybody does."""


def put_right(timeline: Timeline, first: int) -> tuple[str, ...]:
    """The places that the last correction or takeback from a line on changed, and how, as its viewer may know it."""
    fields = timeline.game.editor.fields
    entries = reversed(timeline.entries[first - 1 :])
    back = next((entry.seq for entry in entries if isinstance(entry.fact, TakenBack)), 0)
    if not back or fields is None:
        return ()
    filed_ms = timeline.lines[back - 1].at_ms
    end = max(line.seq for line in timeline.lines[back - 1 :] if line.at_ms == filed_ms)
    was, now = (dict(fields.describe(timeline.position(seq))) for seq in (back - 1, end))
    found = [_told(place, was.get(place, ""), value) for place, value in now.items() if was.get(place, "") != value]
    found += [f"clear {place} ({value})" for place, value in was.items() if place not in now and value]
    more = len(found) - MOST
    return (*found[:MOST], *([f"and {more} places more"] if more > 0 else []))


def _told(place: str, was: str, now: str) -> str:
    for pattern, what in ((NUMBER, ""), (_CARDS, "card")):
        before, after = pattern.fullmatch(was), pattern.fullmatch(now)
        if before and after and before["rest"] == after["rest"]:
            change = int(after["number"]) - int(before["number"])
            count = counted(abs(change), what) if what else str(abs(change))
            does = ("put", "on") if change > 0 else ("take", "off")
            return f"{does[0]} {count} {does[1]} {place}, now {after['number']}"
    return f"{place}: {was or 'nothing'}, now {now or 'nothing'}"
