"""Writing calendar files (iCalendar, RFC 5545)."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from replay.chance.clock import iso_moment

_WIDTH: Final = 74  # the maximum number of bytes of a line; a longer line continues on the next one, after a space


class CalendarEvent(NamedTuple):
    """A moment in a calendar. `uid` is always the same for the same event, `stamp_ms` the time of its last change."""

    uid: str
    stamp_ms: int
    at_ms: int
    summary: str
    url: str


def calendar_text(name: str, events: Sequence[CalendarEvent]) -> str:
    """Return a calendar file with these events."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:Cloister Bell", f"X-WR-CALNAME:{_text(name)}"]
    for one in events:
        lines += [
            "BEGIN:VEVENT", f"UID:{one.uid}", f"DTSTAMP:{_time(one.stamp_ms)}", f"DTSTART:{_time(one.at_ms)}",
            f"SUMMARY:{_text(one.summary)}", f"URL:{one.url}", "END:VEVENT",
        ]  # fmt: skip
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _time(at_ms: int) -> str:
    return re.sub("[-:]", "", iso_moment(at_ms))


def _text(text: str) -> str:
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return re.sub(r"([\\;,])", r"\\\1", plain)


def _folded(line: str) -> str:
    parts, size = [""], 0
    for sign in line:
        if size + len(sign.encode()) > _WIDTH:
            parts.append("")
            size = 1
        parts[-1] += sign
        size += len(sign.encode())
    return "\r\n ".join(parts)
