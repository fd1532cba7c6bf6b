"""The page `takeback` of an entry: what was learned since, who must agree, and the board to return to."""

from flask import Blueprint, Response, url_for

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import ALL
from replay.corrections.takeback import open_proposal
from replay.posts.directives import Directive
from replay.session.consent import MODERATOR
from webui.access.responses import see_other
from webui.access.view import current_context
from webui.pages.session.event_context import LEVELS, Moment, file_line, form_field
from webui.views.panels import board_markup

blueprint = Blueprint("takeback", __name__, url_prefix="/s/<session>")


@blueprint.get("/<seq:seq>/takeback")
def page(session: str, seq: int) -> Response:
    """Show what a takeback of the move at entry `seq` would change, and what the user can do about the takeback."""
    return _response(Moment(session, seq))


@blueprint.post("/<seq:seq>/takeback")
def send(session: str, seq: int) -> Response:
    """Carry out the form: propose a takeback, agree to it, refuse or withdraw it, or rule."""
    moment = Moment(session, seq)
    moment.require_participant()
    try:
        file_line(moment.session, moment.who, _line_of_form(moment), moment.proxies)
    except BellError as error:
        return _response(Moment(session, seq), str(error), error.status)
    if (post := whole(form_field("again"))) is not None:
        return see_other(url_for("post.page", session=moment.session, again=post))
    if open_proposal(current_context().open_session(moment.session).view(ALL)) is None:
        return moment.to_last()
    return see_other(url_for("takeback.page", session=moment.session, seq=seq))


def _response(moment: Moment, refusal: str = "", status: int = 200) -> Response:
    board = board_markup(moment.timeline.panels(moment.to)) if moment.to else ""
    given = form_field("reason") if refusal else ""
    return moment.page(
        "takeback.html", status, levels=LEVELS, refusal=refusal, given=given, moderator=MODERATOR, board=board
    )


def _line_of_form(moment: Moment) -> Directive:
    reason, asked = form_field("reason"), whole(form_field("asked"))
    seat = "" if moment.who.seat else form_field("seat")
    match form_field("do"):
        case "propose" if moment.who.seat or seat:
            return Directive("UNDO", f"#{moment.group.first}", seat, reason=reason)
        case "propose":
            raise RefusedError("seat: choose the player who proposes the takeback")
        case "agree" | "refuse" as word if asked is not None:
            return Directive("AGREE" if word == "agree" else "DECLINE", f"#{asked}", seat, reason=reason)
        case "rule":
            at = f"#{moment.group.first}"
            return Directive("RULING", at, says="rewind", reason=reason, then=(f"UNDO {at}",))
        case _:
            raise RefusedError("do must be one of: propose, agree, refuse, rule")
