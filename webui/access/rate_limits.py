"""Rate limits: moving windows, one for each kind of request and caller, in memory or shared with other processes."""

from typing import Final

from flask import current_app, request
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from events.store.tables import Tables
from replay.chance.clock import now_ms

LIMITS: Final[dict[str, tuple[RateLimitItem, ...]]] = {
    "guess": (RateLimitItemPerMinute(20),),
    "post": (RateLimitItemPerMinute(60), RateLimitItemPerHour(600)),
    "draft": (RateLimitItemPerMinute(240),),
    "read": (RateLimitItemPerMinute(120),),
    "witness": (RateLimitItemPerMinute(20), RateLimitItemPerHour(200)),
    "session": (RateLimitItemPerHour(60),),
    "notice": (RateLimitItemPerHour(60),),
}
"""The limits of each kind of request."""


_SET_BACK_MS: Final = 1_000
"""A clock that is further back than this was set back; less, and only another thread looked at it before."""


class Limiter(MovingWindowRateLimiter):
    """Counters that begin anew when the clock is set back: else they would refuse until it is as late as it was."""

    _latest_ms = 0

    def hit(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        """Count one request; False where it is one too many."""
        present_ms = now_ms()
        if present_ms < self._latest_ms - _SET_BACK_MS:
            self.storage.reset()
            self._latest_ms = present_ms
        self._latest_ms = max(self._latest_ms, present_ms)
        return super().hit(item, *identifiers, cost=cost)


def make_limiter(tables: Tables) -> MovingWindowRateLimiter:
    """The counters of one app, or of all that serve from the same tables."""
    if (hits := tables.shared_hits()) is None:
        return Limiter(MemoryStorage())
    from webui.access.shared_limits import SharedStorage  # noqa: PLC0415  # only where others serve, too

    return MovingWindowRateLimiter(SharedStorage(hits))


def limit_rate(kind: str, caller: str = "") -> None:
    """Count one request of a caller (a link's id, else the address it comes from), and refuse one too many.

    Raises:
        TooManyRequests: it knocked too often; says when to come again.
    """
    limiter = current_app.extensions["cloisterbell-limiter"]
    name = caller or request.remote_addr or "somewhere"
    for item in LIMITS[kind]:
        if not limiter.hit(item, kind, name):
            wait = max(1, round(limiter.get_window_stats(item, kind, name).reset_time - now_ms() / 1000))
            raise TooManyRequests(f"That is too often: at most {item}. Try again in {wait} s.", retry_after=wait)
