"""Deadlines: which seats are awaited and until when, from the times in the log and the agreed pace.

The time of every awaited seat restarts after each change of the position. If the change comes from a post in a followed
thread, the time of the post there counts. A seat that is away has at least until the
end of the last day of absence. Deadlines only remind; a moderator skips seats.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from events.events import SessionEvent
from events.session_events import Posted, PostOrigin, TakenBack
from events.store.settings import DAYS, Pace
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

_HOUR_MS: Final = 3_600_000
_LEAST: Final = timedelta(hours=12)
"""A fixed deadline that comes less than this after a move is skipped, so that players have time to see the move."""
_WEEK: Final = 8
_LAST: Final = 253_402_300_799_000  # the end of the year 9999 in milliseconds, which is the limit of `datetime`


class Deadline(msgspec.Struct, frozen=True):
    """The awaited seats, the entry and time since when, and the end of their time and of grace (0 without a limit)."""

    seats: tuple[str, ...]
    since: int
    since_ms: int
    until_ms: int = 0
    late_ms: int = 0

    def is_late(self, now_ms: int) -> bool:
        """Whether the grace period is over too."""
        return 0 < self.late_ms <= now_ms

    def is_over(self, now_ms: int) -> bool:
        """Whether the time is over, without the grace period."""
        return 0 < self.until_ms <= now_ms


def awaiting(timeline: Timeline, pace: Pace, away: Mapping[str, str] | None = None) -> Deadline | None:
    """Return the deadline of the awaited seats from public information, or None if no seat is awaited."""
    if not timeline.last or timeline.reading.unsealed:
        return None
    status = timeline.status(timeline.last)
    if status.outcome or not status.awaited:
        return None
    played = (group for group in reversed(timeline.groups) if not group.undone and _moves_on(group))
    moved = next(played, timeline.groups[0])
    since_ms = _posted_ms(timeline, moved) or timeline.lines[moved.last - 1].at_ms
    until_ms = time_is_over(status.awaited, since_ms, pace, away or {})
    late_ms = until_ms + pace.grace_hours * _HOUR_MS if until_ms else 0
    return Deadline(status.awaited, moved.last, since_ms, until_ms, late_ms)


def _posted_ms(timeline: Timeline, group: Group) -> int:
    """Return when the post of a group was written in the thread that the session follows, 0 if it is from no thread."""
    posts = timeline.reading.entries_of(Posted, PostOrigin)
    before = bisect_left(posts, group.first, key=lambda entry: entry.seq)
    event = posts[before - 1].event if before else None
    return min(event.at_ms, timeline.lines[group.last - 1].at_ms) if isinstance(event, PostOrigin) else 0


def time_is_over(seats: Sequence[str], since_ms: int, pace: Pace, away: Mapping[str, str]) -> int:
    """Return when the time of awaited seats is over, absences added, in milliseconds since 1970; 0 if never."""
    until_ms = deadline_after(since_ms, pace)
    if not until_ms:
        return 0
    away_until = [date.fromisoformat(day) + timedelta(days=1) for seat, day in away.items() if seat in seats]
    ends = (datetime.combine(day, time(), ZoneInfo(pace.zone)).timestamp() for day in away_until)
    return max(until_ms, *(round(end * 1000) for end in ends), 0)


def awaited_since(timeline: Timeline, seat: str) -> int:
    """Return the number of the entry since which a seat has been awaited without a break."""
    found = timeline.last
    for group in reversed(timeline.groups):
        if seat not in timeline.status(group.last).awaited:
            break
        found = group.last
    return found


def _moves_on(group: Group) -> bool:
    """Check whether a group changes the position: a move, a session event with effects, or a takeback."""
    head = group.head.event
    return not isinstance(head, SessionEvent) or isinstance(head, TakenBack) or len(group.entries) > 1


def deadline_after(since_ms: int, pace: Pace) -> int:
    """Return when a time that starts at `since_ms` is over, in milliseconds since 1970; 0 if never."""
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
