"""The page `notes` of a session: the notes that the user may read, and a form to add one."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import Forbidden

from events.errors import BellError
from replay.posts.directives import Directive
from replay.session.notes import LONGEST, WHOM, check_note
from webui.access.rate_limits import limit_rate
from webui.access.responses import PRIVATE, see_other
from webui.access.view import SessionView, requested_view, require_line, require_session_and_identity
from webui.pages.session.entry_view import shown_notes
from webui.pages.session.event_context import file_line

blueprint = Blueprint("notes", __name__, url_prefix="/s/<session>/notes")


@blueprint.get("")
def page(session: str) -> Response:
    """Show the notes of this view, and the form."""
    seen = requested_view(session, request.args)
    require_line(seen, 1)
    return _response(seen)


@blueprint.post("")
def file(session: str) -> Response:
    """Save a note, and redirect to its entry."""
    seen = _own_view(session)
    at, whom = request.form.get("at", "").strip(), request.form.get("whom", "all")
    try:
        line, text = check_note(seen.timeline, at, request.form.get("text", ""), whom)
        file_line(seen.row.session, seen.who, Directive("NOTE", at or "#0", "" if whom == "all" else whom, text))
    except BellError as error:
        return _response(seen, str(error), error.status)
    return _to(seen, f"{line}{seen.query}#notes" if line else f"notes{seen.query}")


@blueprint.post("/<seq:seq>/withdraw")
def withdraw(session: str, seq: int) -> Response:
    """Withdraw a note."""
    seen = _own_view(session)
    try:
        file_line(seen.row.session, seen.who, Directive("WITHDRAW", f"#{seq}"))
    except BellError as error:
        return _response(seen, str(error), error.status)
    return _to(seen, f"notes{seen.query}")


def _own_view(session: str) -> SessionView:
    _, who = require_session_and_identity(session)
    seen = requested_view(session, {"as": who.viewer})
    require_line(seen, 1)
    if not seen.may_note:
        raise Forbidden(
            "Only a player, the moderator or a judge of this session can write notes. Open your link first."
        )
    limit_rate("post", who.link)
    return seen


def _to(seen: SessionView, rest: str) -> Response:
    return see_other(f"{seen.base}/{rest}")


def _response(seen: SessionView, refusal: str = "", status: int = 200) -> Response:
    given = {name: request.form.get(name, "")[: LONGEST + 1] for name in ("at", "text", "whom")}
    shown = {"noted": shown_notes(seen), "whom": WHOM, "longest": LONGEST, "given": given, "refusal": refusal}
    response = seen.page("notes.html", status, **shown)
    response.headers["Cache-Control"] = PRIVATE
    return response
