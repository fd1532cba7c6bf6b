"""Pictures of positions for forums and chats: PNG, kept at hand, at addresses that need no cookie.

A session that everybody finds has its pictures beside its pages. Of one that is unlisted or private, pictures stand
under a code that nobody guesses, that names no session, and that its moderator can replace.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import NotFound, ServiceUnavailable

from events.errors import RefusedError
from events.store.protocol import SessionRow
from webui.access.identity import desk
from webui.access.rate_limits import spend
from webui.access.responses import embedded
from webui.access.view import house
from webui.desk.png import SIZE, SIZES, has_png, png
from webui.desk.urls import session_of

__all__ = ["Pictures", "asked_size", "dots", "drawn", "screen"]

_BYTES: Final = 48 * 1024 * 1024
"""How much is kept at hand: some 150 boards of full size."""
_WAITING: Final = 3
"""How many requests may wait for a picture, so that pages find a thread meanwhile."""

screen = Blueprint("pictures", __name__)


class Pictures:
    """The least recently used goes first. Each is made once, one at a time: making them is all work and no waiting."""

    def __init__(self, most: int = _BYTES, waiting: int = _WAITING, make: Callable[[str, int], bytes] = png) -> None:
        self.most, self._make = most, make
        self._kept: OrderedDict[tuple[bytes, int], bytes] = OrderedDict()
        self._size = 0
        self._lock, self._making = threading.Lock(), threading.Lock()
        self._places = threading.BoundedSemaphore(waiting)

    def png(self, svg: str, size: int) -> bytes:
        """A drawing as PNG.

        Raises:
            ServiceUnavailable: too many wait already.
        """
        key = sha256(svg.encode("utf-8", "replace")).digest(), size
        found = self._find(key)
        if found is not None:
            return found
        if not self._places.acquire(blocking=False):
            raise ServiceUnavailable("Many pictures are being made just now; ask again in a moment.", retry_after=2)
        try:
            with self._making:
                return self._find(key) or self._keep(key, self._make(svg, size))
        finally:
            self._places.release()

    def _find(self, key: tuple[bytes, int]) -> bytes | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def _keep(self, key: tuple[bytes, int], made: bytes) -> bytes:
        with self._lock:
            self._kept[key] = made
            self._size += len(made)
            while self._size > self.most and self._kept:
                self._size -= len(self._kept.popitem(last=False)[1])
        return made


def asked_size() -> int:
    """How large a picture a request asks for.

    Raises:
        RefusedError: it is none of the sizes.
    """
    asked = request.args.get("size") or str(SIZE)
    if asked not in map(str, SIZES):
        raise RefusedError(f'size="{asked[:20]}" is not allowed: {", ".join(map(str, SIZES))}')
    return int(asked)


def drawn() -> str:
    """The media type of a picture here: PNG, or SVG where the extra is not installed."""
    return "image/png" if has_png() else "image/svg+xml"


def dots(svg: str, size: int) -> str | bytes:
    """A drawing as a picture of this house."""
    if not has_png():
        return svg
    kept = current_app.extensions.setdefault("cloisterbell-pictures", Pictures())
    assert isinstance(kept, Pictures)
    return kept.png(svg, size)


def _row(code: str) -> SessionRow:
    """The session whose pictures stand under a code; guesses are slowed down."""
    session = session_of(desk(), code)
    if not session:
        spend("guess")
        raise NotFound("No picture stands here. Its address may have been replaced.")
    return house().store.row(session)


@screen.get("/p/<code>/<seq:seq>.png")
def picture(code: str, seq: int) -> Response:
    """The position after a line, as a spectator sees it."""
    row, size = _row(code), asked_size()
    kept = house().readings.read(row)
    if seq > kept.timeline.last:
        raise NotFound("No picture stands here yet.")
    tag = (row.session, *kept.mark, "embedded", seq, size, has_png())
    response = embedded(tag, lambda: dots(kept.timeline.svg(seq), size), drawn())
    response.headers["X-Robots-Tag"] = "noindex"
    return response
