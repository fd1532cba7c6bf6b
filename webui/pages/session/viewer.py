"""The viewer, `/s/<session>/<line>`: every position of a session has an address.

The viewer's script loads `/steps`: the first board, the changes in chunks, and the outline of the log. `/turn` shows
one turn on one board.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Final
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, current_app, redirect, request
from werkzeug.exceptions import NotFound

from events.errors import RefusedError
from projections.drawing.board import compose
from projections.drawing.palette import with_dark_colours
from projections.wording import capitalised
from replay.posts.blocks import LONGEST_POST
from replay.reading.numbered_boards import ComparedPositions, TurnOverview
from replay.reading.timeline import Timeline
from replay.session.notes import LONGEST
from replay.turn_summaries.turn_summary import PositionLinks
from webui.access.identity import accounts
from webui.access.responses import EMBEDDED, LASTING, PRIVATE, asset_version, embeddable, immutable, revalidated
from webui.access.view import SessionView, requested_view, require_line, view_query
from webui.pages.session.embed import drawing_as_picture, frame_code, picture_type, requested_size
from webui.pages.session.entry_view import EntryView, may_speak, properties_of, shown_notes
from webui.views.line_notes import notes_at, notes_in_words
from webui.views.panels import board_markup
from webui.views.png import has_png
from webui.views.shared_boards import SharedBoards
from webui.views.steps import around, base, chunks, last_of_chunk, outline
from webui.views.urls import position_links

_CHECKPOINT: Final = re.compile(r"[0-9a-f]{32}(?:[0-9a-f]{32})?")
_TURN: Final = re.compile(r"(?P<turn>0|[1-9][0-9]{0,5})(?:\.(?P<form>svg|png))?")
_TWIN: Final = re.compile(r"(?P<address>.{1,24}?)\.(?P<form>svg|png|json|txt)")
FORMS: Final[dict[str, tuple[str, Callable[[Timeline, int], str | bytes]]]] = {
    "svg": ("image/svg+xml", Timeline.svg),
    "json": ("application/json", Timeline.json),
    "txt": ("text/plain", Timeline.text),
}
"""The files of each position, by ending: the media type, and the function that makes the file."""

_Maker = Callable[[], str | bytes]

blueprint = Blueprint("viewer", __name__, url_prefix="/s/<session>")
steps = Blueprint("steps", __name__, url_prefix="/s/<session>/steps")
turn = Blueprint("turn", __name__, url_prefix="/s/<session>/turn")


@blueprint.get("", strict_slashes=False)
def last(session: str) -> Response:
    """Redirect to the last position, after the end to the last move. Without entries, show an empty page."""
    seen = requested_view(session, request.args, shared=True)
    if seen.timeline.last:
        return _redirect(seen, seen.timeline.shown_first, own="as" not in request.args)
    return revalidated(seen.tag("empty"), lambda: seen.rendered("empty.html"))


@blueprint.get("/<seq:seq>")
def position(session: str, seq: int) -> Response:
    """Show the position at an entry; with `vs`, compare it with another one."""
    seen = _requested_line(session, seq, shared=True)
    if "vs" in request.args:
        return _compared(seen, seen.timeline.entry_at(request.args["vs"].strip()), seq)

    def make() -> str:
        entry_view, base, query = EntryView(seen, seq), seen.base, seen.query
        draw = partial(compose, seen.row.game, entry_view.panels)
        return seen.rendered(
            "viewer.html", entry_view=entry_view, properties=properties_of(seen), drawn=picture_type(),
            shared=_position_links(seen, seq), frame=frame_code(seen, seq, draw), longest=LONGEST,
            longest_post=LONGEST_POST,
            link=lambda line: f"{base}/{line}{query}",
        )  # fmt: skip

    return revalidated(seen.tag("page", seq), make)


def _compared(seen: SessionView, first: int, second: int) -> Response:
    def make() -> str:
        found, timeline = ComparedPositions(seen.timeline, first, second), seen.timeline
        book = seen.cached.book
        boards = [board_markup(panels) for panels in found.boards]
        shared = SharedBoards(boards[0])
        names = [
            row.address if seq == row.last and "." in row.address else f"#{seq}"
            for seq, row in ((seq, book.row(book.at(seq))) for seq in (first, second))
        ]
        return seen.rendered(
            "positions.html", found=found, boards=boards, shared=(shared.first, shared.further(boards[1])), names=names,
            back=timeline.step(second, "move", -1), on=timeline.step(second, "move", 1),
        )  # fmt: skip

    return revalidated(seen.tag("compared", first, second), make)


def _position_links(seen: SessionView, seq: int) -> PositionLinks | None:
    """Return the addresses for link previews. They do not use the request's address, which a client can forge."""
    base = str(current_app.config["BASE"]).rstrip("/")
    if not base or not seen.is_public or seen.settings.visibility != "public":
        return None
    return position_links(base, accounts(), seen.row, seq)


@blueprint.get("/<seq:seq>.<any(svg,json,txt):form>")
def file_of_position(session: str, seq: int, form: str) -> Response:
    """Return a position as a picture (`colours=dark`: dark mode), data or text.

    A text without `d` and `v` has notes.
    """
    seen = _requested_line(session, seq)
    mimetype, made = FORMS[form]
    if form == "txt" and not _is_lasting(seen, seq):
        group = seen.timeline.group_at(seen.timeline.shown(seq))
        noted = notes_in_words(notes_at(shown_notes(seen), group.first, group.last))
        return revalidated(seen.tag("noted", seq), lambda: f"{seen.timeline.text(seq)}{noted}", mimetype)
    inks = seen.timeline.game.view.dark_palette
    if form == "svg" and _is_dark() and inks:
        return _line_response(seen, seq, "dark", lambda: with_dark_colours(seen.timeline.svg(seq), inks), mimetype)
    return _line_response(seen, seq, form, lambda: made(seen.timeline, seq), mimetype)


def _is_dark() -> bool:
    asked = request.args.get("colours") or "light"
    if asked not in ("light", "dark"):
        raise RefusedError(f'colours="{asked[:20]}" is not allowed. Allowed: light, dark')
    return asked == "dark"


@blueprint.get("/<seq:seq>.png")
def picture(session: str, seq: int) -> Response:
    """Return a position as PNG; pages of other hosts may show a spectator's."""
    seen = _requested_line(session, seq)
    return _png_response(seen, seq, "png", lambda: seen.timeline.svg(seq))


def _line_response(seen: SessionView, seq: int, what: str, make: _Maker, mimetype: str) -> Response:
    """Return a file that depends only on the log up to an entry. Caches keep it forever if its URL has the digest."""
    return (immutable if _is_lasting(seen, seq) else revalidated)(seen.file_tag(what, seq), make, mimetype)


def _is_lasting(seen: SessionView, seq: int) -> bool:
    """Return whether a response is public and its address contains everything that the response depends on."""
    given, is_known = request.args.get("d"), seen.is_public and seen.settings.visibility != "private"
    if given is None:
        return False
    if not _CHECKPOINT.fullmatch(given):
        raise RefusedError("d: write the digest of the entry, 32 or 64 hex digits in lower case")
    if not seen.public.timeline.lines[seq - 1].digest.hex().startswith(given):
        raise NotFound(f"Entry {seq} of this session has another digest. The address belongs to another log.")
    return is_known and request.args.get("v") == asset_version()


def _png_response(seen: SessionView, seq: int, what: str, draw: Callable[[], str]) -> Response:
    size, lasts = requested_size(), _is_lasting(seen, seq)
    found = seen.file_tag(what, seq, size, has_png()), lambda: drawing_as_picture(draw(), size), picture_type()
    if not seen.is_public or seen.settings.visibility != "public":
        return (immutable if lasts else revalidated)(*found)
    return embeddable(*found, LASTING if lasts else EMBEDDED)


@blueprint.get("/<seq:seq>.chart-<seq:number>.<any(svg,png):form>")
def chart(session: str, seq: int, number: int, form: str) -> Response:
    """Return one of the game's charts up to an entry; the first chart is 1. It is cached like a picture."""
    seen = _requested_line(session, seq)
    charts, draw = len(seen.timeline.game.view.charts), partial(seen.timeline.chart, seq, number - 1)
    if number > charts:
        raise NotFound(f"Chart {number} does not exist. Charts of this game: {charts}.")
    if form == "png":
        return _png_response(seen, seq, f"chart-{number}-png", draw)
    return _line_response(seen, seq, f"chart-{number}", draw, "image/svg+xml")


@blueprint.get("/go")
def go(session: str) -> Response:
    """Redirect to the position of the move or entry number that the user typed."""
    seen = requested_view(session, request.args, shared=True)
    return _redirect(seen, seen.timeline.entry_at(request.args.get("at", "").strip()))


@blueprint.get("/<address>")
def address(session: str, address: str) -> Response:
    """Redirect to the position of `7.3` or `#412`, or to a file of it."""
    seen = requested_view(session, request.args, shared=True)
    match = _TWIN.fullmatch(address)
    try:
        seq = seen.timeline.entry_at(match["address"] if match else address)
    except RefusedError as error:
        raise NotFound(f"{capitalised(str(error))}.") from error
    return _redirect(seen, seq, match["form"] if match else "")


def _requested_line(session: str, seq: int = 1, *, shared: bool = False) -> SessionView:
    seen = requested_view(session, request.args, shared=shared)
    require_line(seen, seq)
    return seen


def _redirect(seen: SessionView, seq: int, form: str = "", *, own: bool = False) -> Response:
    """Redirect to an entry; with `own`, in the view of the user's seat, if any."""
    asked = f"?as={seen.who.seat}" if own and seen.who.seat else view_query(seen.declined or seen.viewer, now=seen.now)
    if "vs" in request.args and not form:
        asked = f"{asked}{'&' if asked else '?'}{urlencode({'vs': request.args['vs']})}"
    response = redirect(f"{seen.base}/{seq}{form and f'.{form}'}{asked}")
    response.headers["Cache-Control"] = PRIVATE
    assert isinstance(response, Response)
    return response


@steps.get("/outline.json")
def outlined(session: str) -> Response:
    """Return the outline of the log: the positions to step to, and everything that can still change."""
    seen = _requested_line(session)

    def make() -> bytes:
        findings, speaks = seen.public.findings if seen.is_over else {}, partial(may_speak, seen)
        return msgspec.json.encode(outline(seen.cached.book, findings, speaks, shown_notes(seen)))

    return revalidated(seen.tag("outline"), make, "application/json")


@steps.get("/base.json")
def first(session: str) -> Response:
    """Return the board after entry 1 and its description, from which the page's scripts step through the log."""
    seen = _requested_line(session)
    return _line_response(seen, 1, "steps", lambda: msgspec.json.encode(base(seen.timeline)), "application/json")


@steps.get("/around-<seq:seq>.json")
def near(session: str, seq: int) -> Response:
    """Return the changes around an entry, so that the first step does not wait for a chunk."""
    seen = _requested_line(session, seq)
    return revalidated(
        seen.tag("around", seq), lambda: msgspec.json.encode(around(seen.timeline, seq)), "application/json"
    )


@steps.get("/<seq:number>.json")
def some(session: str, number: int) -> Response:
    """Return one chunk of changes (the first is 1). Caches keep it forever if its URL has its last entry's digest."""
    seen = _requested_line(session)
    if number > chunks(seen.timeline):
        raise NotFound(f"Chunk {number} does not exist. The last chunk is {chunks(seen.timeline)}.")
    last = last_of_chunk(seen.timeline, number)
    return _line_response(seen, last, f"steps-{number}", lambda: seen.cached.chunk(number), "application/json")


@turn.get("/<address>", endpoint="page")
def page_of_turn(session: str, address: str) -> Response:
    """Show one turn on one board; with `.svg` or `.png` only the board. Turn 0 is the set-up."""
    found = _TURN.fullmatch(address)
    seen = _requested_line(session, shared=found is None or not found["form"])
    if found is None:
        raise NotFound("The address of a turn needs its number, as in turn/7.")
    number, form = int(found["turn"]), found["form"] or ""
    try:
        overview = TurnOverview(seen.timeline, number)
    except RefusedError as error:
        raise NotFound(f"{capitalised(str(error))}.") from error
    if form == "svg":
        return revalidated(seen.tag("turn-svg", number), lambda: overview.svg, "image/svg+xml")
    if form == "png":
        size = requested_size()
        tag = seen.tag("turn-png", number, size, has_png())
        return revalidated(tag, lambda: drawing_as_picture(overview.svg, size), picture_type())

    def make() -> str:
        sections = [section for section in seen.cached.book.sections if section.turn == overview.number]
        who = ", ".join(dict.fromkeys(section.name for section in sections if section.name))
        turn = f"Turn {overview.number}" if overview.number else "Set-up"
        return seen.rendered(
            "turn.html",
            has_pictures=has_png(),
            overview=overview,
            board=board_markup(overview.panels),
            turn=turn,
            who=who,
        )

    return revalidated(seen.tag("turn", number), make)
