"""The page `summary` of a session, the turn summary: what to post in the thread, and what to send to each seat.

`/s/<session>/<line>.bbcode` and `.md` are one position as text for a forum or a chat.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, SessionEvent
from events.store.rows import SessionRow
from replay.reading.timeline import Timeline
from replay.session.signing import signed_end
from replay.turn_summaries.markup import FORMATS, Format, turn_summary_text
from replay.turn_summaries.turn_summary import PositionLinks, TurnSummary, build_turn_summary, position_summary
from webui.access.identity import accounts, is_laptop, require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.responses import revalidated, see_other
from webui.access.view import SessionView, current_context, requested_view, require_line, require_session
from webui.views.base_address import check_base
from webui.views.png import has_png
from webui.views.urls import deadline_text, position_links, renew_picture_code

EVERY: Final = ALL  # the value of the form field for the private summaries of all seats; no seat has this name
_START: Final = re.compile("[1-9][0-9]{0,8}")
_ENDINGS: Final[Mapping[str, Format]] = {"bbcode": "bbcode", "md": "markdown"}
_LABELS: Final = {"bbcode": "BBCode", "markdown": "Markdown", "text": "Plain text"}

blueprint = Blueprint("turn_summary", __name__, url_prefix="/s/<session>")


@blueprint.get("/summary")
def page(session: str) -> Response:
    """Show the public summary from entry `from` on, after private summaries for the user's seat or the opened seats."""
    seen = requested_view(session, request.args)
    if not seen.public.timeline.last:
        raise NotFound("A turn summary needs at least one entry. This session has none yet.")
    start, place = _start(request.args.get("from", "")), _place(seen.row, seen.public.timeline.last)
    seats = _requested_seats(seen)
    return revalidated(seen.tag("summary", start, place, seats), lambda: _page(seen, start, seats))


@blueprint.get("/<seq:seq>.<any(bbcode,md):ending>")
def position(session: str, seq: int, ending: str) -> Response:
    """Return a position as text with its picture and a link, as a spectator sees it."""
    seen = requested_view(session, {})
    require_line(seen, seq)
    place, players = _place(seen.row, seq), _players(seen)

    def make() -> str:
        return turn_summary_text(position_summary(seen.timeline, seq, place, players), _ENDINGS[ending])

    return revalidated(seen.tag("position-text", seq, ending, place, tuple(players.items())), make, "text/plain")


@blueprint.post("/summary/private")
def private(session: str) -> Response:
    """Open the private summary for a seat, or for all seats. The log reports that the moderator saw it."""
    row = require_session(session)
    found = require_moderator(row.session)
    limit_rate("post", found.link)
    seen, asked = requested_view(row.session, {}), request.form.get("seat", "")
    if not (seen.is_open or seen.looker):
        raise Forbidden("You cannot open the view of another seat while you hold a seat, not even as the moderator.")
    if asked == OMNISCIENT:
        raise RefusedError("choose a seat. A turn summary cannot show all secrets")
    start = _start(request.form.get("from", ""))
    _summary(seen, seen.public.timeline, start)  # a refused request must not be logged as a private view
    opened = current_context().open_session(row.session)
    for seat in opened.started.seats if asked == EVERY else (asked,):
        if not _is_fresh(seen, seat):
            opened.look(seat, by=found.author)
    query: dict[str, Any] = {"opened": "1"} if asked == EVERY else {"as": asked}
    query |= {"from": start} if start else {}
    return see_other(url_for("turn_summary.page", session=row.session, **query))


def _is_fresh(seen: SessionView, seat: str) -> bool:
    """Return whether a seat's view was already opened and no move followed."""
    if seat not in seen.looked:
        return False
    return all(isinstance(entry.event, SessionEvent) for entry in seen.public.timeline.entries[seen.looked[seat] :])


def _requested_seats(seen: SessionView) -> tuple[str, ...]:
    if seen.viewer not in (ALL, OMNISCIENT):
        return (seen.viewer,)
    if "opened" not in request.args:
        return ()
    return tuple(seat for seat in seen.seats if seen.is_open or _is_fresh(seen, seat))


@blueprint.post("/summary/address")
def renew(session: str) -> Response:
    """Replace the address of the pictures of a session that is not public; the old one stops working."""
    row = require_session(session)
    limit_rate("post", require_moderator(row.session).link)
    renew_picture_code(accounts(), row.session)
    return see_other(url_for("turn_summary.page", session=row.session))


def _page(seen: SessionView, start: int, seats: Sequence[str]) -> str:
    timeline = seen.public.timeline
    made = _summary(seen, timeline, start)
    return seen.rendered(
        "turn_summary.html", summary=made, shown=_summary_texts(made, "summary"), last=timeline.last, every=EVERY,
        own=[_seat_summary(seen, seat, start) for seat in seats], digest=timeline.digest(timeline.last),
        has_pictures=has_png(),
        names=[(seat, seen.public.book.seat_name(seat, timeline.last)) for seat in seen.seats],
    )  # fmt: skip


def _summary(seen: SessionView, timeline: Timeline, start: int) -> TurnSummary:
    store, until = current_context().store, deadline_text(seen.public.timeline, seen.settings)
    has_tower, signed = store.tower(seen.row.session) is not None, signed_end(store, timeline)
    place = _place(seen.row, timeline.last)
    return build_turn_summary(
        timeline, start, has_tower=has_tower, until=until, place=place, signed=signed, players=_players(seen)
    )


def _players(seen: SessionView) -> Mapping[str, str]:
    """Return the names of the players by seat, for a user who is not a stranger."""
    return accounts().names(seen.row.session) if seen.who.role else {}


def _seat_summary(seen: SessionView, seat: str, start: int) -> tuple[str, str, list[tuple[str, str, str]]]:
    made = _summary(seen, requested_view(seen.row.session, {"as": seat}).timeline, start)
    assert made.offer is not None
    return (seat, made.offer.name, _summary_texts(made, f"summary-{seat}"))


def _summary_texts(made: TurnSummary, ident: str) -> list[tuple[str, str, str]]:
    """Return a turn summary in each text format, as (id of its HTML element, label, text)."""
    return texts_to_copy(ident, partial(turn_summary_text, made))


def texts_to_copy(ident: str, write: Callable[[Format], str]) -> list[tuple[str, str, str]]:
    """Return a text in each text format, as (id of its HTML element, label, text)."""
    return [(f"{ident}-{form}", _LABELS[form], write(form)) for form in FORMATS]


def _start(asked: str) -> int:
    """Return the number of the first entry to include, 0 for the whole last turn."""
    given = asked.removeprefix("#")
    if given and not _START.fullmatch(given):
        raise RefusedError(f'from="{given[:20]}" is not allowed. It must be an entry number')
    return int(given or 0)


def _place(row: SessionRow, seq: int) -> PositionLinks:
    return position_links(public_base(), accounts(), row, seq)


def public_base() -> str:
    """Return the address of the pages for texts that others read, "" if they cannot open it."""
    base = str(current_app.config["BASE"]) or ("" if is_laptop() else request.url_root)  # only a laptop can open it
    with suppress(RefusedError):
        return check_base(base)
    return ""
