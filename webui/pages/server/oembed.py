"""The oEmbed endpoint `/oembed`: how other sites show a position of a public session, given the address of its page.

A site that `--frame` does not allow still gets the picture. Every address that is not a position of a public session
has the same answer, so the endpoint does not reveal other sessions.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

import msgspec
from flask import Blueprint, Response, current_app, g, request
from werkzeug.exceptions import NotFound, NotImplemented as FormatNotOffered

from events.errors import BellError, RefusedError
from events.store.rows import SessionRow
from webui.access.responses import EMBEDDED_S, embeddable, frame_origins
from webui.access.timeline_cache import CachedTimeline
from webui.access.view import current_context, settings_of
from webui.pages.session.embed import Frame, position_words
from webui.views.png import SIZE, SIZES, picture_sides

_ADDRESS: Final = re.compile(r"/s/(?P<session>[^/?#]+)(?:/(?P<at>[^/?#]+)(?:/embed)?)?/?(?:[?#].*)?")
_LENGTH: Final = re.compile("[1-9][0-9]{0,4}")
_UNLIMITED: Final = 99_999

blueprint = Blueprint("oembed", __name__)


class _Position(NamedTuple):
    """A position of a public session."""

    row: SessionRow
    cached: CachedTimeline
    seq: int


class _Limits(NamedTuple):
    """The largest width and height that the other site can show."""

    width: int
    height: int

    def fits(self, width: float, height: float) -> bool:
        return width <= self.width and height <= self.height


@blueprint.get("/oembed")
def answer() -> Response:
    """Return what other sites need to show a position, as oEmbed 1.0 in JSON."""
    form = request.args.get("format") or "json"
    if form != "json":
        raise FormatNotOffered(f'format="{form[:20]}" is not offered. This server answers in the format json.')
    limits = _Limits(_limit("maxwidth"), _limit("maxheight"))
    if not (given := request.args.get("url")):
        raise RefusedError("url is missing. It must be the address of a position, such as the one of its page")
    found, g.indexed = _position(given), False
    tag = "oembed", found.row, *found.cached.mark, found.seq, limits, frame_origins(), _base()
    return embeddable(tag, lambda: msgspec.json.encode(_document(found, limits)), "application/json")


def _limit(name: str) -> int:
    given = request.args.get(name) or str(_UNLIMITED)
    if not _LENGTH.fullmatch(given):
        raise RefusedError(f'{name}="{given[:20]}" is not allowed. It must be a number of pixels from 1')
    return int(given)


def _base() -> str:
    return str(current_app.config["BASE"]).rstrip("/")


def _position(given: str) -> _Position:
    """Return the position of a public session that an address names. All other addresses have the same refusal."""
    base = _base()
    match = _ADDRESS.fullmatch(given.removeprefix(base)) if base and given.startswith(base) else None
    readings = current_context().timelines
    try:
        row = readings.row(unquote(match["session"])) if match else None
        if match and row and settings_of(row).visibility == "public":
            cached = readings.read(row)
            if seq := cached.timeline.entry_at(unquote(match["at"])) if match["at"] else cached.timeline.shown_first:
                return _Position(row, cached, seq)
    except BellError:
        pass  # as for an address of another server
    raise NotFound("This address is not a position of a public session on this server.")


def _document(found: _Position, limits: _Limits) -> Mapping[str, Any]:
    svg = found.cached.timeline.svg(found.seq)
    page = f"{_base()}/s/{found.row.session}/{found.seq}"
    at, words = position_words(found.cached, found.seq)
    shared = {
        "version": "1.0", "title": f"{found.row.name}, {at}: {words}", "provider_name": "Cloister Bell",
        "provider_url": _base(), "cache_age": EMBEDDED_S,
    }  # fmt: skip
    pictures = [one for one in _pictures(page, svg) if limits.fits(one["width"], one["height"])]
    small = {f"thumbnail_{name}": value for name, value in pictures[0].items()} if pictures else {}
    frame = Frame.around(svg, limits.width, limits.height)
    if frame_origins() and frame.is_readable:
        html = frame.html(_base(), found.row, found.seq)
        return {"type": "rich", **shared, "html": html, "width": frame.width, "height": frame.height, **small}
    return {"type": "photo", **shared, **pictures[-1], **small} if pictures else {"type": "link", **shared}


def _pictures(page: str, svg: str) -> Iterator[dict[str, Any]]:
    """Yield the pictures of a position up to the usual size, the smallest first."""
    wide, tall = picture_sides(svg)
    for size in SIZES[: SIZES.index(SIZE) + 1]:
        scale = size / max(wide, tall)
        yield {"url": f"{page}.png?size={size}", "width": round(wide * scale), "height": round(tall * scale)}
