"""The page `kit` of a session, the reply kit: what to paste into the thread, and what to send to each seat alone."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, SessionEvent
from events.store.rows import SessionRow
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.signing import signed_end
from replay.turn_summaries.kit import Kit, PositionLinks, kit_of
from replay.turn_summaries.markup import FORMATS, kit_text
from webui.access.identity import accounts, is_laptop, require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.responses import revalidated, see_other
from webui.access.view import SessionView, current_context, requested_view, require_session
from webui.views.base_address import check_base
from webui.views.urls import deadline_text, position_links, renew_picture_code

EVERY: Final = ALL
"""What stands in the form for all seats; it is no seat's name."""
_START: Final = re.compile("[1-9][0-9]{0,8}")
_LABELS: Final = {"bbcode": "BBCode", "markdown": "Markdown", "text": "Plain text"}

blueprint = Blueprint("kit", __name__, url_prefix="/s/<session>")


class KitText(NamedTuple):
    """A kit in one format. `ident` names its text on the page."""

    ident: str
    label: str
    text: str


class SeatKit(NamedTuple):
    """The kit of one seat."""

    seat: str
    name: str
    shown: tuple[KitText, ...]


@blueprint.get("/kit")
def page(session: str) -> Response:
    """The kit for everybody from line `from` on; before it that of the seat that looks, or those that were opened."""
    seen = requested_view(session, request.args)
    if not seen.public.timeline.last:
        raise NotFound("Nothing is filed in this session yet, so there is nothing to tell.")
    start, place = _start(request.args.get("from", "")), _place(seen.row, seen.public.timeline.last)
    seats = _requested_seats(seen)
    return revalidated(seen.tag("kit", start, place, seats), lambda: _page(seen, start, seats))


@blueprint.post("/kit/private")
def private(session: str) -> Response:
    """Open the kit of a seat, or of all: the log tells everybody that the moderator looked."""
    row = require_session(session)
    found = require_moderator(row.session)
    limit_rate("post", found.link)
    context, seen, asked = current_context(), requested_view(row.session, {}), request.form.get("seat", "")
    if not (seen.is_open or seen.looker):
        raise Forbidden("Whoever holds a seat cannot open what another seat knows, as a moderator neither.")
    if asked == OMNISCIENT:
        raise RefusedError("a kit is made for one seat, never from the table's view")
    start = _start(request.form.get("from", ""))
    _kit(seen, seen.public.timeline, start)  # what is refused is refused before the log tells of a look
    opened = Session.load(context.store, context.registry, row.session)
    for seat in opened.started.seats if asked == EVERY else (asked,):
        if not _is_fresh(seen, seat):
            opened.look(seat, by=found.author)
    which = {"opened": "1"} if asked == EVERY else {"as": asked}
    return _redirect(row, which | ({"from": str(start)} if start else {}))


def _is_fresh(seen: SessionView, seat: str) -> bool:
    """Whether a seat's view was opened already and nothing was played since."""
    if seat not in seen.looked:
        return False
    return all(isinstance(entry.event, SessionEvent) for entry in seen.public.timeline.entries[seen.looked[seat] :])


def _requested_seats(seen: SessionView) -> tuple[str, ...]:
    """The seats whose own kits a request asks for; of those that were opened, the ones that are still fresh."""
    if seen.viewer not in (ALL, OMNISCIENT):
        return (seen.viewer,)
    if "opened" not in request.args:
        return ()
    return tuple(seat for seat in seen.seats if seen.is_open or _is_fresh(seen, seat))


@blueprint.post("/kit/address")
def renew(session: str) -> Response:
    """Let the pictures of a session that is not public stand under another address, and no more under the old one."""
    row = require_session(session)
    limit_rate("post", require_moderator(row.session).link)
    renew_picture_code(accounts(), row.session)
    return _redirect(row)


def _redirect(row: SessionRow, query: Mapping[str, str] = MappingProxyType({})) -> Response:
    asked = f"?{urlencode(query)}" if query else ""
    return see_other(f"{url_for('kit.page', session=row.session)}{asked}")


def _page(seen: SessionView, start: int, seats: Sequence[str]) -> str:
    timeline = seen.public.timeline
    made = _kit(seen, timeline, start)
    return render_template(
        "kit.html", view=seen, base=url_for("viewer.last", session=seen.row.session), kit=made,
        shown=_kit_texts(made, "kit"), own=[_seat_kit(seen, seat, start) for seat in seats], last=timeline.last,
        digest=timeline.lines[-1].digest.hex()[:32], names=_names(seen), every=EVERY,
    )  # fmt: skip


def _kit(seen: SessionView, timeline: Timeline, start: int) -> Kit:
    store = current_context().store
    has_tower, signed = store.tower(seen.row.session) is not None, signed_end(store, timeline)
    until = deadline_text(seen.public.timeline, seen.settings)
    place = _place(seen.row, timeline.last)
    return kit_of(timeline, start, has_tower=has_tower, until=until, place=place, signed=signed)


def _seat_kit(seen: SessionView, seat: str, start: int) -> SeatKit:
    made = _kit(seen, requested_view(seen.row.session, {"as": seat}).timeline, start)
    assert made.offer is not None
    return SeatKit(seat, made.offer.name, _kit_texts(made, f"kit-{seat}"))


def _kit_texts(made: Kit, ident: str) -> tuple[KitText, ...]:
    return tuple(KitText(f"{ident}-{form}", _LABELS[form], kit_text(made, form)) for form in FORMATS)


def _names(seen: SessionView) -> list[tuple[str, str]]:
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


def _place(row: SessionRow, seq: int) -> PositionLinks:
    return position_links(_base(), accounts(), row, seq)


def _base() -> str:
    """The address that others reach these pages by: as `serve` was told, else as they were just asked for.

    A laptop's own address leads nobody anywhere.
    """
    base = str(current_app.config["BASE"]) or ("" if is_laptop() else request.url_root)
    try:
        return check_base(base)
    except RefusedError:
        return ""
