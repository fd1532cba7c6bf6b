"""The clock, which only this module reads."""

import time
from collections.abc import Callable
from typing import Final

Clock = Callable[[], int]
"""Milliseconds since 1970 UTC."""
_LAST_S: Final = 253_402_300_799
"""The last second of the year 9999, in seconds since 1970 UTC."""


def now_ms() -> int:
    """The present, in milliseconds since 1970 UTC."""
    return int(time.time() * 1000)


def ticks_s() -> float:
    """Seconds of a clock that nobody sets, to tell how long something took."""
    return time.perf_counter()


def utc_moment(at_ms: int) -> str:
    """A moment, for people, to the minute."""
    iso = iso_moment(at_ms)
    return f"{day_of(at_ms)}, {iso[11:16]} UTC" if iso else "no time of any calendar"


def iso_moment(at_ms: int) -> str:
    """A moment for programs (ISO 8601, UTC, to the second); "" before 1970 and after 9999, as in a damaged log."""
    seconds = at_ms // 1000
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)) if 0 <= seconds <= _LAST_S else ""


def day_of(at_ms: int) -> str:
    """The day of a moment, for people."""
    at = time.gmtime(at_ms / 1000)
    return f"{at.tm_mday} {time.strftime('%b %Y', at)}"
