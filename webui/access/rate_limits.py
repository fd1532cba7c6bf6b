"""Rate limits: sliding windows per kind of request and caller, in memory or shared by several processes."""

from typing import TYPE_CHECKING, Final

from flask import current_app, request
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage, Storage
from limits.storage.base import MovingWindowSupport
from limits.strategies import MovingWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from events.errors import LogError
from events.store.tables import Tables
from replay.chance.clock import now_ms

if TYPE_CHECKING:
    from events.store.postgres.shared import SharedHits

LIMITS: Final[dict[str, tuple[RateLimitItem, ...]]] = {
    "guess": (RateLimitItemPerMinute(20),),
    "post": (RateLimitItemPerMinute(60), RateLimitItemPerHour(600)),
    "draft": (RateLimitItemPerMinute(240),),
    "read": (RateLimitItemPerMinute(120),),
    "checkpoint": (RateLimitItemPerMinute(20), RateLimitItemPerHour(200)),
    "session": (RateLimitItemPerHour(60),),
    "notice": (RateLimitItemPerHour(60),),
    "mail": (RateLimitItemPerHour(5),),
    "moving": (RateLimitItemPerMinute(4), RateLimitItemPerHour(40)),
}
_AT_ONCE: Final = 2**31 - 1
_SET_BACK_MS: Final = 1_000
"""If the time goes back by more than this, the clock was set back. Smaller steps occur between threads."""


class _Limiter(MovingWindowRateLimiter):
    """Request counters that restart if the clock is set back. Otherwise they would refuse requests for too long."""

    _latest_ms = 0

    def hit(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        present_ms = now_ms()
        if present_ms < self._latest_ms - _SET_BACK_MS:
            self.storage.reset()
            self._latest_ms = present_ms
        self._latest_ms = max(self._latest_ms, present_ms)
        return super().hit(item, *identifiers, cost=cost)


class _SharedStorage(Storage, MovingWindowSupport):
    """Request counters that several processes share, with the interface of the `limits` library."""

    STORAGE_SCHEME = None

    def __init__(self, hits: "SharedHits") -> None:
        super().__init__()
        self._hits = hits

    @property
    def base_exceptions(self) -> type[Exception]:
        return LogError

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        return self._hits.hit(key, limit, expiry, amount)

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        del limit
        return self._hits.window(key, expiry)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        self._hits.hit(key, _AT_ONCE, expiry, amount)
        return self._hits.window(key, expiry)[1]

    def get(self, key: str) -> int:
        return self._hits.window(key, _AT_ONCE)[1]

    def get_expiry(self, key: str) -> float:
        return self._hits.window(key, _AT_ONCE)[0]

    def check(self) -> bool:
        return self._hits.window("", 1) is not None

    def reset(self) -> int | None:
        return self._hits.forget()

    def clear(self, key: str) -> None:
        self._hits.forget(key)


def make_limiter(tables: Tables) -> MovingWindowRateLimiter:
    """Return request counters: for one app, or for all processes that share the tables."""
    if (hits := tables.shared_hits()) is None:
        return _Limiter(MemoryStorage())
    return MovingWindowRateLimiter(_SharedStorage(hits))


def limit_rate(kind: str, caller: str = "") -> None:
    """Count one request of a caller (a link's id, or else the remote address), and refuse it above the limit."""
    limiter = current_app.extensions["cloisterbell-limiter"]
    name = caller or request.remote_addr or "somewhere"
    for item in LIMITS[kind]:
        if not limiter.hit(item, kind, name):
            wait = max(1, round(limiter.get_window_stats(item, kind, name).reset_time - now_ms() / 1000))
            raise TooManyRequests(f"Too many requests (allowed: {item}). Try again in {wait} s.", retry_after=wait)
