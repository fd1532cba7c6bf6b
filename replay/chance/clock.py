"""The clock, which only this module reads."""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Milliseconds since 1970 UTC."""


def now_ms() -> int:
    """The present, in milliseconds since 1970 UTC."""
    return int(time.time() * 1000)
