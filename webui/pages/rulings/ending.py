"""The page `end` of a session: resign, propose or agree to close the session, close it, or reopen it."""

from itertools import takewhile
from typing import Any

from flask import Blueprint, Response, url_for
from werkzeug.exceptions import Forbidden

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import Move
from events.session_events import Closed, Reopened
from replay.corrections.ending import consequences, open_end
from replay.posts.directives import Directive
from replay.reading.ending import closing, left, resigned
from replay.reading.reading import Reading
from webui.access.responses import see_other
from webui.access.view import requested_view
from webui.pages.session.event_context import Moment, file_line, form_field

blueprint = Blueprint("ending", __name__, url_prefix="/s/<session>")


@blueprint.get("/end")
def page(session: str) -> Response:
    """Show how the session can end or go on, and what that does."""
    return _response(_moment(session))


@blueprint.post("/end")
def send(session: str) -> Response:
    """Resign, propose, agree, decline, close or reopen."""
    moment = _moment(session)
    moment.require_participant()
    try:
        file_line(moment.session, moment.who, _line_of_form(moment), moment.proxies)
    except BellError as error:
        return _response(_moment(session), str(error), error.status)
    return see_other(url_for("ending.page", session=moment.session))


def _moment(session: str) -> Moment:
    moment = Moment(session, requested_view(session, {}).public.timeline.last)
    if not moment.who.may_post:
        raise Forbidden("Only a player or the moderator of this session can end it. Open your secret link first.")
    return moment


def _response(moment: Moment, refusal: str = "", status: int = 200) -> Response:
    reading, timeline, mine = moment.public.reading, moment.public, moment.who.seat
    seats = (mine,) if mine else moment.proxies
    return moment.page(
        "end.html", status, refusal=refusal, given=form_field("reason") if refusal else "", chosen=form_field("seat"),
        closed=closing(reading), closed_words=timeline.closed(timeline.last), asked=open_end(reading),
        gone=resigned(reading), seats=[seat for seat in seats if seat in left(reading)],
        is_over=moment.seen.is_over, is_reopened=_is_reopened(reading),
        named_winner=reading.game.rules.status(reading.position).outcome is not None,
        told={way: consequences(reading, way, mine) for way in ("resign", "agree", "close", "reopen")},
    )  # fmt: skip


def _is_reopened(reading: Reading[Any]) -> bool:
    """Return whether nothing was played since the session was reopened."""
    since = takewhile(lambda entry: not isinstance(entry.event, Move | Closed), reversed(reading.entries))
    return any(isinstance(entry.event, Reopened) for entry in since)


def _line_of_form(moment: Moment) -> Directive:
    do, reason, seat = form_field("do"), form_field("reason"), "" if moment.who.seat else form_field("seat")
    if do in ("resign", "agree", "close") and form_field("sure") != "yes":
        raise RefusedError("sure: tick the box first, because hidden cards that were opened stay known")
    match do:
        case "agree" | "refuse" if (asked := whole(form_field("asked"))) is not None:
            return Directive("AGREE" if do == "agree" else "DECLINE", f"#{asked}", seat, reason=reason)
        case "resign" | "agree" | "close" | "reopen":
            return Directive("END", do, seat, reason=reason)
        case _:
            raise RefusedError("do must be one of: resign, agree, refuse, close, reopen")
