"""Whose turn it is, and until when: from the log's own times and the pace that a group agreed on.

A clock runs from the last line that changed the position, so whoever is awaited has the whole time after every move.
Whoever is away has until the end of that day at least. Nothing happens by itself: a deadline reminds, a moderator
skips.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from events.events import SessionEvent
from events.session_events import TakenBack
from events.store.settings import DAYS, Pace
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

_HOUR_MS: Final = 3_600_000
_LEAST: Final = timedelta(hours=12)
"""A fixed day that comes sooner than this after a move is left out: nobody has a chance to see it."""
_WEEK: Final = 8
_LAST: Final = 253_402_300_799_000
"""The end of the year 9999, beyond which no calendar goes."""


class Deadline(msgspec.Struct, frozen=True):
    """Who is awaited since which line and moment, until when, and from when on they are late; 0 where there is no end.

    `seats` come in the order in which they are asked. Times are milliseconds since 1970.
    """

    seats: tuple[str, ...]
    since: int
    since_ms: int
    until_ms: int = 0
    late_ms: int = 0

    def is_late(self, now_ms: int) -> bool:
        """Whether the time is over, grace and all."""
        return 0 < self.late_ms <= now_ms

    def is_over(self, now_ms: int) -> bool:
        """Whether the time is over, but for the grace."""
        return 0 < self.until_ms <= now_ms


def awaiting(timeline: Timeline, pace: Pace, away: Mapping[str, str] | None = None) -> Deadline | None:
    """Who is awaited in a session, as everybody may know it; None where nobody is."""
    if not timeline.last or timeline.reading.unsealed:
        return None
    status = timeline.status(timeline.last)
    if status.outcome or not status.awaited:
        return None
    moved = next(
        (group for group in reversed(timeline.groups) if not group.undone and _moves_on(group)),
        timeline.groups[0],
    )
    since_ms = timeline.lines[moved.last - 1].at_ms
    until_ms = time_is_over(status.awaited, since_ms, pace, away or {})
    return Deadline(
        status.awaited, moved.last, since_ms, until_ms, until_ms + pace.grace_hours * _HOUR_MS if until_ms else 0
    )


def time_is_over(seats: Sequence[str], since_ms: int, pace: Pace, away: Mapping[str, str]) -> int:
    """When the time of seats that are awaited since a moment is over, absence counted; 0 where it never is."""
    until_ms = deadline_after(since_ms, pace)
    if not until_ms:
        return 0
    return max(until_ms, *(_end_of(day, pace) for seat, day in away.items() if seat in seats), 0)


def awaited_since(timeline: Timeline, seat: str) -> int:
    """The line since which a seat is awaited without a break."""
    found = timeline.last
    for group in reversed(timeline.groups):
        if seat not in timeline.status(group.last).awaited:
            break
        found = group.last
    return found


def _moves_on(group: Group) -> bool:
    """Whether a group changes the position: a move, a session event with effects, or a takeback."""
    head = group.head.event
    return not isinstance(head, SessionEvent) or isinstance(head, TakenBack) or len(group.entries) > 1


def deadline_after(since_ms: int, pace: Pace) -> int:
    """When the time that begins at a moment is over, in milliseconds since 1970; 0 where it never is."""
    if not 0 <= since_ms < _LAST - 400 * 24 * _HOUR_MS:
        return 0
    if pace.hours:
        return since_ms + pace.hours * _HOUR_MS
    if not pace.days:
        return 0
    zone, since = ZoneInfo(pace.zone), datetime.fromtimestamp(since_ms / 1000, UTC)
    hour, minute = (int(part) for part in pace.at.split(":"))
    first = since.astimezone(zone).date()
    for day in (first + timedelta(days=ahead) for ahead in range(_WEEK + 1)):
        at = datetime.combine(day, time(hour, minute), zone)
        if DAYS[day.weekday()] in pace.days and at.astimezone(UTC) - since >= _LEAST:
            return round(at.timestamp() * 1000)
    return 0


def _end_of(day: str, pace: Pace) -> int:
    """The end of a day in the pace's zone."""
    after = datetime.combine(date.fromisoformat(day) + timedelta(days=1), time(), ZoneInfo(pace.zone))
    return round(after.timestamp() * 1000)
