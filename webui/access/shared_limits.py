"""Rate limits that several processes count together, on the server of their logs."""

from limits.storage import Storage
from limits.storage.base import MovingWindowSupport

from events.errors import LogError
from events.store.postgres.shared import SharedHits

_AT_ONCE = 2**31 - 1


class SharedStorage(Storage, MovingWindowSupport):
    """The counters of moving windows, as `limits` asks for them."""

    STORAGE_SCHEME = None

    def __init__(self, hits: SharedHits) -> None:
        super().__init__()
        self._hits = hits

    @property
    def base_exceptions(self) -> type[Exception]:
        """What goes wrong on the way to the server."""
        return LogError

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count hits where they fit into the window."""
        return self._hits.hit(key, limit, expiry, amount)

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """The window's begin, and what was counted in it."""
        del limit
        return self._hits.window(key, expiry)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count hits, however many there are; how many those are then."""
        self._hits.hit(key, _AT_ONCE, expiry, amount)
        return self._hits.window(key, expiry)[1]

    def get(self, key: str) -> int:
        """How many hits are kept of a key."""
        return self._hits.window(key, _AT_ONCE)[1]

    def get_expiry(self, key: str) -> float:
        """When the first hit of a key was; how long it counts is the window's to say."""
        return self._hits.window(key, _AT_ONCE)[0]

    def check(self) -> bool:
        """Whether the server answers."""
        return self._hits.window("", 1) is not None

    def reset(self) -> int | None:
        """Forget all hits."""
        return self._hits.forget()

    def clear(self, key: str) -> None:
        """Forget the hits of a key."""
        self._hits.forget(key)
