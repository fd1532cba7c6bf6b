"""The page `takeback` of a line: what was learnt since, who must agree, how the board would stand."""

from flask import Blueprint, Response, render_template, url_for

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import ALL
from replay.corrections.proposals import open_proposal
from replay.posts.directives import Directive
from replay.session.consent import MODERATOR
from webui.access.responses import not_stored, see_other
from webui.pages.session.event_context import LEVELS, Moment, file_line, form_field

blueprint = Blueprint("takeback", __name__, url_prefix="/s/<session>")


@blueprint.get("/<seq:seq>/takeback")
def page(session: str, seq: int) -> Response:
    """What going back behind a line means, and what whoever asks can do about it."""
    return _response(Moment(session, seq))


@blueprint.post("/<seq:seq>/takeback")
def send(session: str, seq: int) -> Response:
    """Propose, agree, refuse, withdraw, or rule."""
    moment = Moment(session, seq)
    moment.require_participant()
    try:
        waits = _carry_out(moment)
    except BellError as error:
        return _response(Moment(session, seq), str(error), error.status)
    if not waits:
        return moment.to_last()
    return see_other(url_for("takeback.page", session=moment.session, seq=seq))


def _response(moment: Moment, refusal: str = "", status: int = 200) -> Response:
    text = render_template(
        "takeback.html", view=moment.seen, base=moment.base, moment=moment, levels=LEVELS, refusal=refusal,
        given=form_field("reason") if refusal else "", moderator=MODERATOR,
        svg=moment.timeline.svg(moment.to) if moment.to else "",
    )  # fmt: skip
    return not_stored(text, status)


def _carry_out(moment: Moment) -> bool:
    """Do what was asked for; returns whether a proposal waits.

    Raises:
        BellError: it is refused; nothing was written.
    """
    file_line(moment.session, moment.who, _line_of_form(moment), moment.proxies)
    return open_proposal(moment.opened().view(ALL)) is not None


def _line_of_form(moment: Moment) -> Directive:
    """What the form says, as a line.

    Raises:
        RefusedError: it asks for nothing, or says for no seat.
    """
    reason, asked = form_field("reason"), whole(form_field("asked"))
    seat = "" if moment.who.seat else form_field("seat")
    match form_field("do"):
        case "propose" if moment.who.seat or seat:
            return Directive("UNDO", f"#{moment.group.first}", seat, reason=reason)
        case "propose":
            raise RefusedError("seat: say who proposes it")
        case "agree" | "refuse" as word if asked is not None:
            return Directive("AGREE" if word == "agree" else "DECLINE", f"#{asked}", seat, reason=reason)
        case "rule":
            at = f"#{moment.group.first}"
            return Directive("RULING", at, says="rewind", reason=reason, then=(f"UNDO {at}",))
        case _:
            raise RefusedError("do: propose, agree, refuse or rule")
