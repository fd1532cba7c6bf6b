"""The viewer: every position of a session is an address."""

import re
from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from events.errors import RefusedError
from replay.reading.timeline import Timeline
from replay.replies.kit import Place
from webui.access.asset_version import stamp
from webui.access.identity import desk
from webui.access.responses import EMBEDDED, LASTING, PRIVATE, answer, embedded, lasting
from webui.access.view import View, require_line, view
from webui.desk.png import has_png
from webui.desk.urls import place_of
from webui.pages.pictures import asked_size, dots, drawn
from webui.pages.session_facts import facts_of
from webui.pages.viewer_scene import Scene

__all__ = ["screen"]

_WITNESS: Final = re.compile(r"[0-9a-f]{32}(?:[0-9a-f]{32})?")
_TWIN: Final = re.compile(r"(?P<address>.{1,24}?)\.(?P<form>svg|png|json|txt)")
FORMS: Final[dict[str, tuple[str, Callable[[Timeline, int], str | bytes]]]] = {
    "svg": ("image/svg+xml", Timeline.svg),
    "json": ("application/json", Timeline.json),
    "txt": ("text/plain", Timeline.text),
}
"""What stands beside each position: its media type, and how it is made."""

screen = Blueprint("viewer", __name__, url_prefix="/s/<session>")


@screen.get("", strict_slashes=False)
def last(session: str) -> Response:
    """The last position, or a page that says that nothing is filed yet."""
    seen = view(session, request.args)
    if seen.timeline.last:
        return _to(seen, seen.timeline.last, own="as" not in request.args)
    return answer(seen.tag("empty"), lambda: render_template("empty.html", view=seen))


@screen.get("/<seq:seq>")
def position(session: str, seq: int) -> Response:
    """The page of one line."""
    seen = view(session, request.args)
    require_line(seen, seq)

    def make() -> str:
        base = url_for("viewer.last", session=seen.row.session)
        return render_template(
            "viewer.html", scene=Scene(seen, seq), view=seen, base=base, facts=facts_of(seen), drawn=drawn(),
            shared=_shared(seen, seq),
        )  # fmt: skip

    return answer(seen.tag("page", seq), make)


def _shared(seen: View, seq: int) -> Place | None:
    """Where previews elsewhere find the page and its picture: of a public session, where these pages have an address.

    The one that a request names is not asked for: it may be of the other's own making.
    """
    base = str(current_app.config["BASE"]).rstrip("/")
    if not base or not seen.is_public or seen.settings.visibility != "public":
        return None
    return place_of(base, desk(), seen.row, seq)


@screen.get("/<seq:seq>.<any(svg,json,txt):form>")
def twin(session: str, seq: int, form: str) -> Response:
    """The position of one line as a picture, as data or in words.

    With the line's digest and today's stamp in the address, a spectator's is the same for ever.
    """
    seen = view(session, request.args)
    require_line(seen, seq)
    mimetype, made = FORMS[form]
    return _beside(seen, seq, form, lambda: made(seen.timeline, seq), mimetype)


@screen.get("/<seq:seq>.png")
def picture(session: str, seq: int) -> Response:
    """The position of one line as PNG; a spectator's may be shown by pages of other hosts."""
    seen = view(session, request.args)
    require_line(seen, seq)
    return _dotted(seen, seq, "png", lambda: seen.timeline.svg(seq))


def _beside(seen: View, seq: int, what: str, make: Callable[[], str | bytes], mimetype: str) -> Response:
    return (lasting if _is_lasting(seen, seq) else answer)(seen.tag(what, seq), make, mimetype)


def _is_lasting(seen: View, seq: int) -> bool:
    """Whether the address says all that an answer hangs on, and everybody may have it."""
    known = seen.is_public and seen.settings.visibility != "private"
    return _is_witnessed(seen, seq) and known and request.args.get("v") == stamp()


def _dotted(seen: View, seq: int, what: str, draw: Callable[[], str]) -> Response:
    """A drawing as PNG. What everybody may see stands where threads can show it."""
    size = asked_size()
    tag = seen.tag(what, seq, size, has_png())

    def make() -> str | bytes:
        return dots(draw(), size)

    lasts = _is_lasting(seen, seq)
    if not seen.is_public or seen.settings.visibility != "public":
        return (lasting if lasts else answer)(tag, make, drawn())
    return embedded(tag, make, drawn(), LASTING if lasts else EMBEDDED)


@screen.get("/<seq:seq>.chart-<seq:number>.<any(svg,png):form>")
def chart(session: str, seq: int, number: int, form: str) -> Response:
    """One of the game's charts over the turns up to a line; the first is 1. It may be kept as a picture may."""
    seen = view(session, request.args)
    require_line(seen, seq)
    charts = len(seen.timeline.game.view.charts)
    if number > charts:
        raise NotFound(f"There is no chart {number}; this game has {charts}.")

    def draw() -> str:
        return seen.timeline.chart(seq, number - 1)

    if form == "png":
        return _dotted(seen, seq, f"chart-{number}-png", draw)
    return _beside(seen, seq, f"chart-{number}", draw, "image/svg+xml")


@screen.get("/go")
def go(session: str) -> Response:
    """Where the form sends that asks for an address."""
    seen = view(session, request.args)
    return _to(seen, _found(seen, request.args.get("at", "").strip()))


@screen.get("/<address>")
def address(session: str, address: str) -> Response:
    """The position of `7.3` or `#412`, or what stands beside it."""
    seen = view(session, request.args)
    match = _TWIN.fullmatch(address)
    try:
        seq = _found(seen, match["address"] if match else address)
    except RefusedError as error:
        words = str(error)
        raise NotFound(f"{words[:1].upper()}{words[1:]}.") from error
    return _to(seen, seq, match["form"] if match else "")


def _found(seen: View, wanted: str) -> int:
    """The line of an address: a line number is itself, a step ends with its last line."""
    group = seen.timeline.find(wanted)
    number = wanted.removeprefix("#")
    return int(number) if number.isdigit() else group.last


def _to(seen: View, seq: int, form: str = "", *, own: bool = False) -> Response:
    """Go to a line; with `own` as the seat that asks, if it is one."""
    path = url_for("viewer.last", session=seen.row.session)
    asked = f"?as={seen.who.seat}" if own and seen.who.seat else seen.query
    response = redirect(f"{path}/{seq}{form and f'.{form}'}{asked}")
    response.headers["Cache-Control"] = PRIVATE
    assert isinstance(response, Response)
    return response


def _is_witnessed(seen: View, seq: int) -> bool:
    """Whether the address names the line's digest; one that names another is the address of nothing."""
    given = request.args.get("d")
    if given is None:
        return False
    if not _WITNESS.fullmatch(given):
        raise RefusedError("d is the digest of the line: 32 or 64 hex digits in lower case")
    if not seen.public.timeline.lines[seq - 1].digest.hex().startswith(given):
        raise NotFound(f"Line {seq} of this session has another digest: that address belongs to another log.")
    return True
