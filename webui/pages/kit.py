"""The reply kit: what to paste into the thread, and what to send to each seat alone."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.errors import RefusedError
from events.facts import ALL, TABLE, Conduct
from events.store.protocol import SessionRow
from replay.live.session import Session
from replay.reading.timeline import Timeline
from replay.replies.kit import Kit, Place, kit_of
from replay.replies.markup import FORMATS, kit_text
from webui.access.identity import desk, is_laptop, require_moderator
from webui.access.rate_limits import spend
from webui.access.responses import answer
from webui.access.view import View, house, own_row, view
from webui.desk.urls import check_base, place_of, renew_code, until_words

__all__ = ["screen"]

EVERY: Final = ALL
"""What stands in the form for all seats; it is no seat's name."""
_START: Final = re.compile("[1-9][0-9]{0,8}")
_LABELS: Final = {"bbcode": "BBCode", "markdown": "Markdown", "text": "Plain text"}

screen = Blueprint("kit", __name__, url_prefix="/s/<session>")


class Shown(NamedTuple):
    """A kit in one format. `ident` names its text on the page."""

    ident: str
    label: str
    text: str


class Private(NamedTuple):
    """The kit of one seat."""

    seat: str
    name: str
    shown: tuple[Shown, ...]


@screen.get("/kit")
def page(session: str) -> Response:
    """The kit for everybody from line `from` on; before it that of the seat that looks, or those that were opened."""
    seen = view(session, request.args)
    if not seen.public.timeline.last:
        raise NotFound("Nothing is filed in this session yet, so there is nothing to tell.")
    start, place = _start(request.args.get("from", "")), _place(seen.row, seen.public.timeline.last)
    seats = _asked_seats(seen)
    return answer(seen.tag("kit", start, place, seats), lambda: _page(seen, start, seats))


@screen.post("/kit/private")
def private(session: str) -> Response:
    """Open the kit of a seat, or of all: the log tells everybody that the moderator looked."""
    row = own_row(session)
    found = require_moderator(row.session)
    spend("post", found.link)
    home, seen, asked = house(), view(row.session, {}), request.form.get("seat", "")
    if not (seen.is_open or seen.looker):
        raise Forbidden("Whoever holds a seat cannot open what another seat knows, as a moderator neither.")
    if asked == TABLE:
        raise RefusedError("a kit is made for one seat, never from the table's view")
    start = _start(request.form.get("from", ""))
    _kit(seen, seen.public.timeline, start)  # what is refused is refused before the log tells of a look
    opened = Session.load(home.store, home.shelf, row.session)
    for seat in opened.started.seats if asked == EVERY else (asked,):
        if not _is_fresh(seen, seat):
            opened.look(seat, by=found.author)
    which = {"opened": "1"} if asked == EVERY else {"as": asked}
    return _to(row, which | ({"from": str(start)} if start else {}))


def _is_fresh(seen: View, seat: str) -> bool:
    """Whether a seat's view was opened already and nothing was played since."""
    if seat not in seen.looked:
        return False
    return all(isinstance(entry.fact, Conduct) for entry in seen.public.timeline.entries[seen.looked[seat] :])


def _asked_seats(seen: View) -> tuple[str, ...]:
    """The seats whose own kits a request asks for; of those that were opened, the ones that are still fresh."""
    if seen.viewer not in (ALL, TABLE):
        return (seen.viewer,)
    if "opened" not in request.args:
        return ()
    return tuple(seat for seat in seen.seats if seen.is_open or _is_fresh(seen, seat))


@screen.post("/kit/address")
def renew(session: str) -> Response:
    """Let the pictures of a session that is not public stand under another address, and no more under the old one."""
    row = own_row(session)
    spend("post", require_moderator(row.session).link)
    renew_code(desk(), row.session)
    return _to(row)


def _to(row: SessionRow, query: Mapping[str, str] = MappingProxyType({})) -> Response:
    asked = f"?{urlencode(query)}" if query else ""
    response = redirect(f"{url_for('kit.page', session=row.session)}{asked}", 303)
    assert isinstance(response, Response)
    return response


def _page(seen: View, start: int, seats: Sequence[str]) -> str:
    timeline = seen.public.timeline
    made = _kit(seen, timeline, start)
    return render_template(
        "kit.html", view=seen, base=url_for("viewer.last", session=seen.row.session), kit=made,
        shown=_formats(made, "kit"), own=[_private(seen, seat, start) for seat in seats], last=timeline.last,
        digest=timeline.lines[-1].digest.hex()[:32], names=_names(seen), every=EVERY,
    )  # fmt: skip


def _kit(seen: View, timeline: Timeline, start: int) -> Kit:
    has_tower = house().store.tower(seen.row.session) is not None
    until = until_words(seen.public.timeline, seen.settings)
    return kit_of(timeline, start, has_tower=has_tower, until=until, place=_place(seen.row, timeline.last))


def _private(seen: View, seat: str, start: int) -> Private:
    made = _kit(seen, view(seen.row.session, {"as": seat}).timeline, start)
    assert made.offer is not None
    return Private(seat, made.offer.name, _formats(made, f"kit-{seat}"))


def _formats(made: Kit, ident: str) -> tuple[Shown, ...]:
    return tuple(Shown(f"{ident}-{form}", _LABELS[form], kit_text(made, form)) for form in FORMATS)


def _names(seen: View) -> list[tuple[str, str]]:
    book, last = seen.public.book, seen.public.timeline.last
    return [(seat, book.seat_name(seat, last)) for seat in seen.seats]


def _start(asked: str) -> int:
    """The line to begin with, 0 for the last turn.

    Raises:
        RefusedError: it is no line's number.
    """
    given = asked.removeprefix("#")
    if given and not _START.fullmatch(given):
        raise RefusedError(f'from="{given[:20]}" is not allowed: the number of a line')
    return int(given or 0)


def _place(row: SessionRow, seq: int) -> Place:
    return place_of(_base(), desk(), row, seq)


def _base() -> str:
    """The address that others reach these pages by: as `serve` was told, else as they were just asked for.

    A laptop's own address leads nobody anywhere.
    """
    base = str(current_app.config["BASE"]) or ("" if is_laptop() else request.url_root)
    try:
        return check_base(base)
    except RefusedError:
        return ""
