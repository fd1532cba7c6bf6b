"""The page `takeback` of a line: what was learnt since, who must agree, how the board would stand."""

from flask import Blueprint, Response, make_response, render_template, url_for
from werkzeug import Response as Redirection
from werkzeug.utils import redirect

from events.digits import whole
from events.errors import BellError, ConflictError, RefusedError
from events.events import ALL, Fact
from events.session_events import Ruled, TakebackAnswered, TakebackAsked
from replay.corrections.proposals import answer, open_proposal, propose
from replay.corrections.ruling import rule
from replay.session.consent import MODERATOR
from replay.session.session import Session
from webui.access.token_guard import guard_tokens
from webui.pages.event_context import LEVELS, Moment, form_field, is_filed_since, last_line_seen

blueprint = Blueprint("takeback", __name__, url_prefix="/s/<session>")


@blueprint.get("/<seq:seq>/takeback")
def page(session: str, seq: int) -> Response:
    """What going back behind a line means, and what whoever asks can do about it."""
    return _response(Moment(session, seq))


@blueprint.post("/<seq:seq>/takeback")
def send(session: str, seq: int) -> Response | Redirection:
    """Propose, agree, refuse, withdraw, or rule."""
    moment = Moment(session, seq)
    moment.require_hand()
    try:
        guard_tokens(form_field("reason"), moment.who)
        waits = _carry_out(moment)
    except BellError as error:
        return _response(Moment(session, seq), str(error), error.status)
    if not waits:
        return moment.to_last()
    return redirect(url_for("takeback.page", session=moment.session, seq=seq), 303)


def _response(moment: Moment, refusal: str = "", status: int = 200) -> Response:
    text = render_template(
        "takeback.html", view=moment.seen, base=moment.base, moment=moment, levels=LEVELS, refusal=refusal,
        given=form_field("reason") if refusal else "", moderator=MODERATOR,
        svg=moment.timeline.svg(moment.to) if moment.to else "",
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _carry_out(moment: Moment) -> bool:
    """Do what was asked for; returns whether a proposal waits.

    Raises:
        BellError: it is refused; nothing was written.
    """
    opened, after = moment.opened(), last_line_seen()
    said = _fact_of_form(moment, opened)
    try:
        _file(moment, opened, said, after)
    except (ConflictError, RefusedError):
        if not is_filed_since(opened, after, said):
            raise
    return open_proposal(opened.view(ALL)) is not None


def _fact_of_form(moment: Moment, opened: Session) -> Fact:
    """What the form says, as the line that will say it.

    Raises:
        RefusedError: it asks for nothing, or speaks for somebody who speaks for themselves.
    """
    reason, asked = form_field("reason"), whole(form_field("asked"))
    match form_field("do"):
        case "propose":
            return TakebackAsked(_speaker(moment), moment.to, reason)
        case "agree" | "refuse" as word if asked is not None:
            return TakebackAnswered(_speaker(moment), asked, agreed=word == "agree")
        case "rule":
            return Ruled(moment.who.author, opened.table.entries[moment.to].seq, "rewind", reason, (), moment.settles)
        case _:
            raise RefusedError("do: propose, agree, refuse or rule")


def _speaker(moment: Moment) -> str:
    """Whose word it is: a seat's own; a moderator's own, or that of a seat that cannot speak here."""
    seat = form_field("seat")
    if moment.who.seat:
        return moment.who.seat
    if seat == MODERATOR or seat in moment.proxies:
        return seat
    raise RefusedError(f"{seat[:40] or 'a seat'} answers for itself")


def _file(moment: Moment, opened: Session, said: Fact, after: int) -> None:
    by, reason = moment.who.author, form_field("reason")
    match said:
        case TakebackAsked(author=seat, to=to):
            propose(opened, to, seat=seat, by=by, reason=reason, after=after, proxy=seat in moment.proxies)
        case TakebackAnswered(seat=seat, asked=asked, agreed=agreed):
            proxy = seat in moment.proxies
            answer(opened, asked, seat=seat, agreed=agreed, by=by, reason=reason, proxy=proxy)
        case _:
            rule(opened, moment.group, "rewind", reason, by=by, settles=moment.settles, after=after)
