"""The page `order` of a session, for standing orders: what a seat will do when asked, so that nobody waits for it."""

from flask import Blueprint, Response, render_template, request, url_for

from events.errors import BellError
from events.session_events import Ordered
from replay.posts.directives import Directive
from webui.access.identity import require_poster
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.view import requested_view, require_session_and_identity
from webui.pages.session.event_context import file_line, form_field

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
    limit_rate("post", asking.link)
    try:
        file_line(row.session, asking, Directive("ORDER", asking.seat or form_field("seat"), says=text))
    except BellError as error:
        return _response(session, str(error), error.status, text)
    return see_other(f"{url_for('viewer.last', session=row.session)}/order")


def _response(session: str, refusal: str = "", status: int = 200, given: str | None = None) -> Response:
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    seen = requested_view(session, {"as": asking.viewer})
    entries = seen.timeline.entries if asking.seat else ()
    own = [
        entry.event.order for entry in entries if isinstance(entry.event, Ordered) and entry.event.seat == asking.seat
    ]
    standing = own[-1] if own else ""
    text = render_template(
        "order.html", view=seen, base=url_for("viewer.last", session=row.session), game=seen.timeline.game,
        standing=standing, given=standing if given is None else given, refusal=refusal,
    )  # fmt: skip
    return not_stored(text, status)
