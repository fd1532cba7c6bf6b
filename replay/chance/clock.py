"""The clock of the service. No other module reads the system clock."""

import time
from collections.abc import Callable
from typing import Final

Clock = Callable[[], int]  # returns milliseconds since 1970 UTC
_LAST_S: Final = 253_402_300_799  # last second of the year 9999, since 1970 UTC


def now_ms() -> int:
    """Return the current time in milliseconds since 1970 UTC."""
    return int(time.time() * 1000)


def ticks_s() -> float:
    """Return seconds of a monotonic clock, to measure durations."""
    return time.perf_counter()


def utc_moment(at_ms: int) -> str:
    """Return a time for people: day, hour and minute in UTC."""
    iso = iso_moment(at_ms)
    return f"{day_of(at_ms)}, {iso[11:16]} UTC" if iso else "an impossible time"


def iso_moment(at_ms: int) -> str:
    """Return a time in ISO 8601 (UTC, to the second), or "" before 1970 and after 9999, as in a damaged log."""
    seconds = at_ms // 1000
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)) if 0 <= seconds <= _LAST_S else ""


def day_of(at_ms: int) -> str:
    """Return the day of a time for people, such as `5 Nov 2026`."""
    at = time.gmtime(at_ms / 1000)
    return f"{at.tm_mday} {time.strftime('%b %Y', at)}"
