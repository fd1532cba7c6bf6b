"""Pictures of positions for forums and chats (`/p/...`): PNG, cached, at addresses that need no cookie.

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
from events.store.rows import SessionRow
from webui.access.identity import accounts
from webui.access.rate_limits import limit_rate
from webui.access.responses import embeddable
from webui.access.view import current_context
from webui.views.png import SIZE, SIZES, has_png, png
from webui.views.urls import session_of_picture_code

_BYTES: Final = 48 * 1024 * 1024
"""How much is cached: some 150 boards of full size."""
_WAITING: Final = 3
"""How many requests may wait for a picture, so that pages find a thread meanwhile."""

blueprint = Blueprint("pictures", __name__)


class PictureCache:
    """A cache of PNG pictures; the least recently used goes first. Each is made once, and one at a time."""

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


def requested_size() -> int:
    """How large a picture a request asks for.

    Raises:
        RefusedError: it is none of the sizes.
    """
    asked = request.args.get("size") or str(SIZE)
    if asked not in map(str, SIZES):
        raise RefusedError(f'size="{asked[:20]}" is not allowed: {", ".join(map(str, SIZES))}')
    return int(asked)


def picture_type() -> str:
    """The media type of a picture here: PNG, or SVG where the extra is not installed."""
    return "image/png" if has_png() else "image/svg+xml"


def drawing_as_picture(svg: str, size: int) -> str | bytes:
    """A drawing as a picture: PNG, or SVG where the extra is not installed."""
    if not has_png():
        return svg
    kept = current_app.extensions.setdefault("cloisterbell-pictures", PictureCache())
    assert isinstance(kept, PictureCache)
    return kept.png(svg, size)


def _row(code: str) -> SessionRow:
    """The session whose pictures stand under a code; guesses are slowed down."""
    session = session_of_picture_code(accounts(), code)
    if not session:
        limit_rate("guess")
        raise NotFound("No picture stands here. Its address may have been replaced.")
    return current_context().store.row(session)


@blueprint.get("/p/<code>/<seq:seq>.png")
def picture(code: str, seq: int) -> Response:
    """The position after a line, as a spectator sees it."""
    row, size = _row(code), requested_size()
    kept = current_context().timelines.read(row)
    if seq > kept.timeline.last:
        raise NotFound("No picture stands here yet.")
    tag = (row.session, *kept.mark, "embedded", seq, size, has_png())
    response = embeddable(tag, lambda: drawing_as_picture(kept.timeline.svg(seq), size), picture_type())
    response.headers["X-Robots-Tag"] = "noindex"
    return response
