"""The viewer, `/s/<session>/<line>`: every position of a session has an address."""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from events.digits import whole
from events.errors import RefusedError
from projections.drawing.palette import with_night_inks
from projections.wording import capitalised
from replay.reading.comparison import ComparedPositions
from replay.reading.timeline import Timeline
from replay.session.note import LONGEST
from replay.turn_summaries.kit import PositionLinks
from webui.access.identity import accounts
from webui.access.responses import EMBEDDED, LASTING, PRIVATE, asset_version, embeddable, immutable, revalidated
from webui.access.view import SessionView, requested_view, require_line
from webui.pages.session.embed import frame_code
from webui.pages.session.pictures import drawing_as_picture, picture_type, requested_size
from webui.pages.session.session_properties import properties_of
from webui.pages.session.viewer_scene import Scene, shown_notes
from webui.views.line_notes import notes_at, notes_in_words
from webui.views.png import has_png
from webui.views.shared_boards import SharedBoards
from webui.views.urls import position_links

_WITNESS: Final = re.compile(r"[0-9a-f]{32}(?:[0-9a-f]{32})?")
_TWIN: Final = re.compile(r"(?P<address>.{1,24}?)\.(?P<form>svg|png|json|txt)")
FORMS: Final[dict[str, tuple[str, Callable[[Timeline, int], str | bytes]]]] = {
    "svg": ("image/svg+xml", Timeline.svg),
    "json": ("application/json", Timeline.json),
    "txt": ("text/plain", Timeline.text),
}
"""The files of each position: the media type, and how it is made."""

blueprint = Blueprint("viewer", __name__, url_prefix="/s/<session>")


@blueprint.get("", strict_slashes=False)
def last(session: str) -> Response:
    """The last position, of a session that is over its last move; or a page that says that nothing is filed yet."""
    seen = requested_view(session, request.args)
    if seen.timeline.last:
        moves = seen.timeline.ends["move"] if seen.timeline.over else ()
        return _redirect(seen, moves[-1] if moves else seen.timeline.last, own="as" not in request.args)
    return revalidated(seen.tag("empty"), lambda: render_template("empty.html", view=seen))


@blueprint.get("/<seq:seq>")
def position(session: str, seq: int) -> Response:
    """The page of one line; with `vs` that of two positions, this one beside that of another address."""
    seen = requested_view(session, request.args)
    require_line(seen, seq)
    if "vs" in request.args:
        return _compared(seen, _line_of_address(seen, request.args["vs"].strip()), seq)

    def make() -> str:
        base = url_for("viewer.last", session=seen.row.session)
        scene = Scene(seen, seq)
        return render_template(
            "viewer.html", scene=scene, view=seen, base=base, properties=properties_of(seen), drawn=picture_type(),
            shared=_position_links(seen, seq), frame=frame_code(seen, seq, scene.svg), longest=LONGEST,
            link=lambda line: f"{base}/{line}{seen.query}",
        )  # fmt: skip

    return revalidated(seen.tag("page", seq), make)


def _compared(seen: SessionView, first: int, second: int) -> Response:
    """Two positions beside each other, with what differs."""

    def make() -> str:
        found, timeline = ComparedPositions(seen.timeline, first, second), seen.timeline
        boards, book = found.boards, seen.cached.book
        shared = SharedBoards(boards[0])
        names = [
            row.address if seq == row.last and "." in row.address else f"#{seq}"
            for seq, row in ((seq, book.row(book.at(seq))) for seq in (first, second))
        ]
        return render_template(
            "positions.html", view=seen, base=url_for("viewer.last", session=seen.row.session), found=found,
            boards=boards, shared=(shared.first, shared.further(boards[1])), names=names,
            back=timeline.step(second, "move", -1), on=timeline.step(second, "move", 1),
        )  # fmt: skip

    return revalidated(seen.tag("compared", first, second), make)


def _position_links(seen: SessionView, seq: int) -> PositionLinks | None:
    """The addresses for previews elsewhere, of a public session, where these pages have a public address.

    The one that a request names is not asked for: it may be of the other's own making.
    """
    base = str(current_app.config["BASE"]).rstrip("/")
    if not base or not seen.is_public or seen.settings.visibility != "public":
        return None
    return position_links(base, accounts(), seen.row, seq)


@blueprint.get("/<seq:seq>.<any(svg,json,txt):form>")
def file_of_position(session: str, seq: int, form: str) -> Response:
    """The position of one line as a picture, as data or in words; with `inks=night` a picture for dark pages.

    With the line's digest and today's stamp in the address, a spectator's is the same for ever; without them the words
    end with the notes that stand there.
    """
    seen = requested_view(session, request.args)
    require_line(seen, seq)
    mimetype, made = FORMS[form]
    if form == "txt" and not _is_lasting(seen, seq):
        return revalidated(seen.tag("noted", seq), lambda: f"{seen.timeline.text(seq)}{_notes(seen, seq)}", mimetype)
    if form == "svg" and _by_night():
        inks = seen.timeline.game.view.night
        if inks is not None:
            return response_for_line(
                seen, seq, "night", lambda: with_night_inks(seen.timeline.svg(seq), inks), mimetype
            )
    return response_for_line(seen, seq, form, lambda: made(seen.timeline, seq), mimetype)


def _by_night() -> bool:
    """Whether a request asks for the inks of the night.

    Raises:
        RefusedError: it asks for inks that there are not.
    """
    asked = request.args.get("inks") or "day"
    if asked not in ("day", "night"):
        raise RefusedError(f'inks="{asked[:20]}" is not allowed: day or night')
    return asked == "night"


def _notes(seen: SessionView, seq: int) -> str:
    """The notes at the move of a line, in words."""
    group = seen.timeline.group_at(seen.timeline.shown(seq))
    return notes_in_words(notes_at(shown_notes(seen), group.first, group.last))


@blueprint.get("/<seq:seq>.png")
def picture(session: str, seq: int) -> Response:
    """The position of one line as PNG; a spectator's may be shown by pages of other hosts."""
    seen = requested_view(session, request.args)
    require_line(seen, seq)
    return _png_response(seen, seq, "png", lambda: seen.timeline.svg(seq))


def response_for_line(
    seen: SessionView, seq: int, what: str, make: Callable[[], str | bytes], mimetype: str
) -> Response:
    """What hangs on the log up to a line alone: kept for ever under an address with its digest, else validated."""
    return (immutable if _is_lasting(seen, seq) else revalidated)(seen.tag(what, seq), make, mimetype)


def _is_lasting(seen: SessionView, seq: int) -> bool:
    """Whether the address says all that an answer hangs on, and everybody may have it."""
    known = seen.is_public and seen.settings.visibility != "private"
    return _has_digest(seen, seq) and known and request.args.get("v") == asset_version()


def _png_response(seen: SessionView, seq: int, what: str, draw: Callable[[], str]) -> Response:
    """A drawing as PNG. What everybody may see stands where threads can show it."""
    size = requested_size()
    tag = seen.tag(what, seq, size, has_png())

    def make() -> str | bytes:
        return drawing_as_picture(draw(), size)

    lasts = _is_lasting(seen, seq)
    if not seen.is_public or seen.settings.visibility != "public":
        return (immutable if lasts else revalidated)(tag, make, picture_type())
    return embeddable(tag, make, picture_type(), LASTING if lasts else EMBEDDED)


@blueprint.get("/<seq:seq>.chart-<seq:number>.<any(svg,png):form>")
def chart(session: str, seq: int, number: int, form: str) -> Response:
    """One of the game's charts over the turns up to a line; the first is 1. It may be kept as a picture may."""
    seen = requested_view(session, request.args)
    require_line(seen, seq)
    charts = len(seen.timeline.game.view.charts)
    if number > charts:
        raise NotFound(f"There is no chart {number}; this game has {charts}.")

    def draw() -> str:
        return seen.timeline.chart(seq, number - 1)

    if form == "png":
        return _png_response(seen, seq, f"chart-{number}-png", draw)
    return response_for_line(seen, seq, f"chart-{number}", draw, "image/svg+xml")


@blueprint.get("/go")
def go(session: str) -> Response:
    """Go to the address that was typed into the form."""
    seen = requested_view(session, request.args)
    return _redirect(seen, _line_of_address(seen, request.args.get("at", "").strip()))


@blueprint.get("/<address>")
def address(session: str, address: str) -> Response:
    """Go to the position of `7.3` or `#412`, or to a file of it."""
    seen = requested_view(session, request.args)
    match = _TWIN.fullmatch(address)
    try:
        seq = _line_of_address(seen, match["address"] if match else address)
    except RefusedError as error:
        words = str(error)
        raise NotFound(f"{capitalised(words)}.") from error
    return _redirect(seen, seq, match["form"] if match else "")


def _line_of_address(seen: SessionView, wanted: str) -> int:
    """The line of an address: a line number is itself, a step ends with its last line."""
    group = seen.timeline.find(wanted)
    number = wanted.removeprefix("#")
    return whole(number) or group.last


def _redirect(seen: SessionView, seq: int, form: str = "", *, own: bool = False) -> Response:
    """Go to a line; with `own` as the seat that asks, if it is one."""
    path = url_for("viewer.last", session=seen.row.session)
    asked = f"?as={seen.who.seat}" if own and seen.who.seat else seen.query
    if "vs" in request.args and not form:
        asked = f"{asked}{'&' if asked else '?'}{urlencode({'vs': request.args['vs']})}"
    response = redirect(f"{path}/{seq}{form and f'.{form}'}{asked}")
    response.headers["Cache-Control"] = PRIVATE
    assert isinstance(response, Response)
    return response


def _has_digest(seen: SessionView, seq: int) -> bool:
    """Whether the address names the line's digest; one that names another is the address of nothing."""
    given = request.args.get("d")
    if given is None:
        return False
    if not _WITNESS.fullmatch(given):
        raise RefusedError("d is the digest of the line: 32 or 64 hex digits in lower case")
    if not seen.public.timeline.lines[seq - 1].digest.hex().startswith(given):
        raise NotFound(f"Line {seq} of this session has another digest: that address belongs to another log.")
    return True
