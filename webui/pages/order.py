"""The page `order` of a session, for standing orders: what a seat will do when asked, so that nobody waits for it."""

from typing import Final

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from events.errors import BellError, RefusedError
from events.session_events import Ordered
from replay.session.session import Session
from replay.session.submission import file_order
from webui.access.identity import Identity, require_poster
from webui.access.rate_limits import limit_rate
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context, requested_view, require_session_and_identity

_LONGEST: Final = 400

blueprint = Blueprint("order", __name__, url_prefix="/s/<session>")


@blueprint.get("/order")
def page(session: str) -> Response:
    """The order that stands, and a form for another."""
    return _response(session)


@blueprint.post("/order")
def file(session: str) -> Response:
    """File a standing order, or take it back; what it does now is done at once."""
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    text = " ".join(request.form.get("order", "").split())
    try:
        limit_rate("post", asking.link)
        guard_tokens(text, asking)
        _file(row.session, asking, request.form.get("seat", ""), text)
    except BellError as error:
        return _response(session, str(error), error.status, text)
    response = redirect(f"{url_for('viewer.last', session=row.session)}/order", 303)
    assert isinstance(response, Response)
    return response


def _file(session: str, asking: Identity, wanted: str, text: str) -> None:
    """File an order of a seat ("" takes it back); one that stands already is not filed again.

    Raises:
        RefusedError: it is none that the game can read, or not whoever asks may give it.
    """
    context = current_context()
    opened = Session.load(context.store, context.shelf, session)
    seat = asking.seat or wanted
    if seat not in opened.started.seats:
        raise RefusedError(f'there is no seat "{seat[:40]}" here; there are {", ".join(opened.started.seats)}')
    if len(text) > _LONGEST or not text.isprintable():
        raise RefusedError(f"an order has at most {_LONGEST} characters, without any that steer how it is shown")
    if text != opened.orders.get(seat, "") or not asking.seat:
        file_order(opened, asking.author, seat, text)


def _response(session: str, refusal: str = "", status: int = 200, given: str | None = None) -> Response:
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    seen = requested_view(session, {"as": asking.viewer})
    entries = seen.timeline.entries if asking.seat else ()
    own = [entry.fact.order for entry in entries if isinstance(entry.fact, Ordered) and entry.fact.seat == asking.seat]
    standing = own[-1] if own else ""
    text = render_template(
        "order.html", view=seen, base=url_for("viewer.last", session=row.session), game=seen.timeline.game,
        standing=standing, given=standing if given is None else given, refusal=refusal,
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response
