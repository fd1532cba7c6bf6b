"""The pages `what-if` and `compare`: a branch that leaves a session at a move, and what is otherwise in it."""

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.digits import whole
from events.errors import BellError, RefusedError, UnknownSessionError
from events.events import ALL, OMNISCIENT
from events.store.accounts import MODERATOR
from replay.chance.clock import now_ms
from replay.corrections.begin_branch import begin_branch
from replay.corrections.branch import Comparison, compare, origin_of
from replay.corrections.plan import NeedsAnswerError
from replay.reading.timeline import Timeline
from webui.access.identity import accounts, is_laptop, remember_link
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, revalidated, see_other
from webui.access.token_guard import guard_tokens
from webui.access.view import SessionView, current_context, requested_view
from webui.pages.session.event_context import Moment, form_field

blueprint = Blueprint("what_if", __name__, url_prefix="/s/<session>")

_LONGEST = 8_000


@blueprint.get("/<seq:seq>/what-if")
def page(session: str, seq: int) -> Response:
    """The form that makes a branch, filled in as its address says."""
    moment = _required_moment(session, seq)
    return _response(moment)


@blueprint.post("/<seq:seq>/what-if")
def make(session: str, seq: int) -> Response:
    """Make a branch, and change it as the form says."""
    moment = _required_moment(session, seq)
    limit_rate("session", moment.who.link)
    try:
        guard_tokens(_changes(), moment.who)
        name = _made(moment)
    except BellError as error:
        return _response(moment, str(error), error.status)
    return see_other(url_for("what_if.compared", session=name))


def _required_moment(session: str, seq: int) -> Moment:
    moment = Moment(session, seq)
    if not moment.who.may_rule:
        raise Forbidden("Only the moderator of this session or a judge makes a what-if of it.")
    return moment


def _changes() -> str:
    return request.form.get("changes", "").strip()[:_LONGEST]


def _made(moment: Moment) -> str:
    """Make the branch; its name. Where it cannot be changed so, nothing is left of it."""
    context, said = current_context(), form_field("seed")
    seed = whole(said)
    if said and seed is None:
        raise RefusedError("seed: a number of at most nine digits is expected")
    source = moment.public
    if moment.seen.is_open:
        source = Timeline.read(context.store, context.registry, moment.session, OMNISCIENT)
    behind = form_field("takes") == "before"
    try:
        branch = begin_branch(
            context.store, context.registry, accounts(), source, max(moment.to, 1) if behind else 0,
            text="" if behind else _changes(), throws=bool(form_field("throw")), seed=seed,
        )  # fmt: skip
    except NeedsAnswerError as error:
        raise RefusedError(f"{error}; or let what is missing be thrown") from error
    name = branch.row.session
    if not is_laptop():
        remember_link(accounts().issue(name, MODERATOR, now_ms())[0])
    return name


@blueprint.get("/compare")
def compared(session: str) -> Response:
    """A branch beside its record."""
    seen = requested_view(session, request.args)
    found, record = _comparison(seen)

    def make_text() -> str:
        return render_template(
            "compare.html", view=seen, found=found, record=record, branch_svg=seen.timeline.svg(seen.timeline.last),
            record_svg=record.timeline.svg(record.timeline.last),
        )  # fmt: skip

    return revalidated(seen.tag("compare", record.public.mark), make_text)


def _comparison(seen: SessionView) -> tuple[Comparison, SessionView]:
    """A branch and the session that it leaves, both as this reader may know them."""
    origin = origin_of(seen.public.timeline.reading.started)
    if origin is None:
        raise NotFound("This is no what-if: it is the record of what was played.")
    try:
        record = requested_view(origin.session, {})
    except UnknownSessionError as error:  # which must not name a record that is private by now
        raise NotFound("The record that this what-if leaves cannot be read here.") from error
    if origin.line > record.timeline.last:
        raise NotFound("The line that this what-if leaves is not in the record.")
    if record.timeline.viewer != ALL:
        raise Forbidden("A what-if is compared as everybody may know it.")
    return compare(record.timeline, seen.timeline), record


def _response(moment: Moment, refusal: str = "", status: int = 200) -> Response:
    text = render_template(
        "what_if.html", view=moment.seen, base=moment.base, moment=moment, refusal=refusal,
        given=request.form if refusal else request.args, svg=moment.timeline.svg(moment.seq),
    )  # fmt: skip
    return not_stored(text, status)
