"""A queue and a cache for pictures: they are made one at a time, and few requests may wait for one."""

import threading
from collections.abc import Callable

from werkzeug.exceptions import ServiceUnavailable

from webui.access.timeline_cache import RecentCache


class PictureQueue:
    """Pictures by key, of at most `most` bytes in all.

    At most `waiting` requests make a picture or wait for one, so that threads remain free for pages. Further requests
    are asked to come again after `again_s` seconds.
    """

    def __init__(self, most: int, waiting: int, again_s: int = 2) -> None:
        self._kept = RecentCache[tuple[object, ...], bytes](most, len)
        self._making, self._places, self._again_s = threading.Lock(), threading.BoundedSemaphore(waiting), again_s

    def kept(self, key: tuple[object, ...]) -> bytes | None:
        """Return a picture that was already made, or None."""
        return self._kept.get(key)

    def get(self, key: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """Return a picture, made by `make` if it was not made before; answer 503 if too many requests are waiting."""
        if found := self._kept.get(key):
            return found
        if not self._places.acquire(blocking=False):
            message = "Too many pictures are being drawn at present. Try again in a few seconds."
            raise ServiceUnavailable(message, retry_after=self._again_s)
        try:
            with self._making:
                return self._kept.get(key) or self._kept.put(key, make())
        finally:
            self._places.release()
