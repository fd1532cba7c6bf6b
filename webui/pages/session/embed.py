"""Positions for other sites: `/s/<session>/<line>/embed`, a page to frame, and PNG pictures for forums and chats.

The page is the same for every user: the board of a public session as a spectator saw it, a short text, steps, and a
link to the full page. It contains no script and no form. The board fits into the frame; in a low or narrow frame its
texts are readable, and it scrolls.

Pictures are cached, at addresses that need no cookie. Public sessions have theirs next to their pages. Pictures of an
unlisted or private session (`/p/...`) are under a random code that does not name the session and can be replaced.
"""

from collections.abc import Callable
from hashlib import sha256
from html import escape
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, g, render_template, request, url_for
from werkzeug.exceptions import NotFound

from events.errors import RefusedError
from events.store.checks import unknown_name_error
from events.store.rows import SessionRow
from webui.access.identity import accounts
from webui.access.picture_queue import PictureQueue
from webui.access.rate_limits import limit_rate
from webui.access.responses import embeddable, frame_origins, framed
from webui.access.timeline_cache import CachedTimeline
from webui.access.view import SessionView, current_context, settings_of
from webui.views.headline import next_headline
from webui.views.panels import board_markup, without_status
from webui.views.png import SIZE, SIZES, has_png, picture_sides, png
from webui.views.urls import session_of_picture_code

_WIDTH: Final = 640  # the width of a frame in CSS pixels
_TALLEST: Final = 820
_LEAST: Final = 200  # the smallest width and height of a frame
_AROUND: Final = 104  # the height in CSS pixels of the text and the step buttons around the board in a frame

_BYTES: Final = 48 * 1024 * 1024  # the size of the cache in bytes: about 150 boards of full size
_WAITING: Final = 3  # the maximum number of requests that may wait for a picture, so that threads remain free for pages

blueprint = Blueprint("embed", __name__, url_prefix="/s/<session>")
pictures = Blueprint("pictures", __name__)


class Frame(NamedTuple):
    """The size in CSS pixels of a frame with a position."""

    width: int
    height: int

    @classmethod
    def around(cls, svg: str, most_wide: int = _WIDTH, most_tall: int = _TALLEST) -> "Frame":
        """Return the size of a frame for a board, within these limits."""
        wide, tall = picture_sides(svg)
        width = min(_WIDTH, most_wide)
        return cls(width, min(_TALLEST, most_tall, max(_LEAST, round(width * tall / wide) + _AROUND)))

    @property
    def is_readable(self) -> bool:
        """Whether the frame is large enough for a board, its text and its buttons."""
        return min(self) >= _LEAST

    def html(self, base: str, row: SessionRow, seq: int | str) -> str:
        """Return the HTML of the frame, with the address of the position."""
        return (
            f'<iframe src="{base}/s/{row.session}/{seq}/embed" title="{escape(row.name)}" width="{self.width}"'
            f' height="{self.height}" style="border:0;max-width:100%" loading="lazy"></iframe>'
        )


class FrameCode(NamedTuple):
    """HTML to copy into a page of another host.

    `text` is for one entry. `pattern` has the placeholder `{seq}` in place of an entry number.
    """

    text: str
    pattern: str
    origins: tuple[str, ...]


@blueprint.get("/<seq:seq>/embed")
def page(session: str, seq: int) -> Response:
    """Show one position as a page for a frame on another site; 404 for every user if the session is not public."""
    readings = current_context().timelines
    row = readings.row(session)
    if settings_of(row).visibility != "public":
        raise unknown_name_error("session", session)
    cached = readings.read(row)
    if seq > cached.timeline.last:
        raise NotFound(f"Entry {seq} does not exist. The last entry of this session is {cached.timeline.last}.")
    g.indexed = False
    return framed(("embed", row, *cached.mark, seq), lambda: _page(row, cached, seq))


def position_words(cached: CachedTimeline, seq: int) -> tuple[str, str]:
    """Return the move number of a position, and what happened."""
    timeline, group = cached.timeline, cached.book.row(cached.book.at(seq))
    told = timeline.shown(seq)
    return group.address, group.text if told in (group.first, group.last) else timeline.sentence(told)


def _page(row: SessionRow, cached: CachedTimeline, seq: int) -> str:
    timeline, last = cached.timeline, cached.timeline.last
    at, move = position_words(cached, seq)
    steps = (
        ("First", "To the first entry", 1 if seq > 1 else None),
        ("Back", "Back one move", timeline.step(seq, "move", -1)),
        ("Forward", "Forward one move", timeline.step(seq, "move", 1)),
        ("Last", "To the last entry", last if seq < last else None),
    )
    return render_template(
        "embed.html", name=row.name, game=row.game, seq=seq, last=last,
        place=url_for("viewer.last", session=row.session), at=at, move=move, standing=next_headline(timeline, seq),
        board=board_markup(without_status(timeline.panels(seq))), steps=steps,
        is_branch=bool(timeline.reading.started.branch),
    )  # fmt: skip


def frame_code(seen: SessionView, seq: int, draw: Callable[[], str]) -> FrameCode | None:
    """Return the HTML of a frame with a position; None if session or address is not public, or frames are forbidden."""
    base, origins = str(current_app.config["BASE"]).rstrip("/"), frame_origins()
    if not (base and origins and seen.is_public and seen.settings.visibility == "public"):
        return None
    frame = Frame.around(draw())
    return FrameCode(frame.html(base, seen.row, seq), frame.html(base, seen.row, "{seq}"), origins)


class PictureCache(PictureQueue):
    """The queue and the cache of PNG pictures."""

    def __init__(self, most: int = _BYTES, waiting: int = _WAITING, make: Callable[[str, int], bytes] = png) -> None:
        super().__init__(most, waiting)
        self._make = make

    def png(self, svg: str, size: int) -> bytes:
        """Return a drawing as PNG."""
        key = sha256(svg.encode("utf-8", "replace")).digest(), size
        return self.get(key, lambda: self._make(svg, size))


def requested_size() -> int:
    """Return the picture size that a request asks for; refuse other sizes."""
    asked = request.args.get("size") or str(SIZE)
    if asked not in map(str, SIZES):
        raise RefusedError(f'size="{asked[:20]}" is not allowed. Allowed: {", ".join(map(str, SIZES))}')
    return int(asked)


def picture_type() -> str:
    """Return the media type of pictures: PNG, or SVG if the extra package for PNG is not installed."""
    return "image/png" if has_png() else "image/svg+xml"


def drawing_as_picture(svg: str, size: int) -> str | bytes:
    """Return a drawing as PNG, or as SVG if the extra package for PNG is not installed."""
    if not has_png():
        return svg
    kept: PictureCache = current_app.extensions.setdefault("cloisterbell-pictures", PictureCache())
    return kept.png(svg, size)


@pictures.get("/p/<code>/<seq:seq>.png")
def picture(code: str, seq: int) -> Response:
    """Return a picture of the board after an entry, as a spectator sees it. Wrong codes are rate-limited."""
    session = session_of_picture_code(accounts(), code)
    if not session:
        limit_rate("guess")
        raise NotFound("This picture does not exist. Its address may have been replaced.")
    kept, size = current_context().timelines.read(current_context().store.row(session)), requested_size()
    if seq > kept.timeline.last:
        raise NotFound("This picture does not exist yet.")
    tag = (session, *kept.mark, "embedded", seq, size, has_png())
    response = embeddable(tag, lambda: drawing_as_picture(kept.timeline.svg(seq), size), picture_type())
    response.headers["X-Robots-Tag"] = "noindex"
    return response
