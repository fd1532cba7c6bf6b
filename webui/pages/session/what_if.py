"""The pages `what-if` and `compare`: make a what-if that leaves a session at a move, and compare the two."""

from collections.abc import Sequence

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.digits import whole
from events.errors import BellError, RefusedError, UnknownSessionError
from events.events import ALL, OMNISCIENT
from events.store.accounts import MODERATOR
from replay.chance.clock import now_ms
from replay.corrections.branch import Comparison, begin_branch, compare, origin_of
from replay.corrections.plan import NeedsAnswerError
from replay.posts.choices import Offer, offer
from replay.posts.corrected_words import UnclearMoveError, in_notation, with_choice
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline
from webui.access.identity import accounts, is_laptop, remember_link
from webui.access.pending_links import guard_tokens
from webui.access.rate_limits import limit_rate
from webui.access.responses import revalidated, see_other
from webui.access.view import SessionView, current_context, requested_view
from webui.pages.session.event_context import Moment, form_field
from webui.views.panels import board_markup

blueprint = Blueprint("what_if", __name__, url_prefix="/s/<session>")

_LONGEST = 8_000


@blueprint.get("/<seq:seq>/what-if")
def page(session: str, seq: int) -> Response:
    """Show the form for a what-if, filled in from the URL."""
    return _response(_required_moment(session, seq))


@blueprint.post("/<seq:seq>/what-if")
def make(session: str, seq: int) -> Response:
    """Create a what-if with the changes of the form, which may be in plain words."""
    moment = _required_moment(session, seq)
    limit_rate("session", moment.who.link)
    changes = request.form.get("changes", "").strip()[:_LONGEST]
    try:
        guard_tokens(changes, moment.who)
        name = _made(moment, changes)
    except UnclearMoveError as error:
        return _response(moment, str(error), error.status, _choices(_source(moment), changes, error))
    except BellError as error:
        return _response(moment, str(error), error.status)
    return see_other(url_for("what_if.compared", session=name))


def _required_moment(session: str, seq: int) -> Moment:
    moment = Moment(session, seq)
    if not moment.who.may_rule:
        raise Forbidden("Only the moderator or a judge of this session can create a what-if.")
    return moment


def _source(moment: Moment) -> Timeline:
    """Return the session as the what-if copies it."""
    context = current_context()
    if moment.seen.is_open:
        return Timeline.read(context.store, context.registry, moment.session, OMNISCIENT)
    return moment.public


def _choices(source: Timeline, changes: str, asked: UnclearMoveError) -> Sequence[tuple[Offer, str]]:
    """Return the moves that unclear words could mean, each with the changes that name it in notation."""
    ahead = LookAhead(source)
    ahead.position = source.position(asked.at)
    return [(offer(ahead, asked.seat, one), with_choice(source, changes, asked, one)) for one in asked.allowed]


def _made(moment: Moment, changes: str) -> str:
    context, written = current_context(), form_field("seed")
    seed = whole(written)
    if written and seed is None:
        raise RefusedError("seed: enter a number of at most nine digits")
    source, behind = _source(moment), form_field("takes") == "before"
    try:
        branch = begin_branch(
            context.store, context.registry, accounts(), source, max(moment.to, 1) if behind else 0,
            text="" if behind else in_notation(source, changes), throws=bool(form_field("throw")), seed=seed,
        )  # fmt: skip
    except NeedsAnswerError as error:
        raise RefusedError(f"{error}. Or choose to roll missing dice and draw missing cards") from error
    name = branch.row.session
    if not is_laptop():
        remember_link(accounts().issue(name, MODERATOR, now_ms())[0])
    return name


@blueprint.get("/compare")
def compared(session: str) -> Response:
    """Show a what-if (a copy with changed moves) compared with the original session."""
    seen = requested_view(session, request.args)
    found, record = _comparison(seen)

    def make_text() -> str:
        branch, played = (board_markup(each.timeline.panels(each.timeline.last)) for each in (seen, record))
        return seen.rendered("compare.html", found=found, record=record, branch=branch, played=played)

    return revalidated(seen.tag("compare", record.public.mark), make_text)


def _comparison(seen: SessionView) -> tuple[Comparison, SessionView]:
    origin = origin_of(seen.public.timeline.reading.started)
    if origin is None:
        raise NotFound("This is not a what-if. It is the record of the game.")
    try:
        record = requested_view(origin.session, {})
    except UnknownSessionError as error:  # the message must not name a record that is now private
        raise NotFound("The session that this what-if starts from cannot be shown here.") from error
    if origin.line > record.timeline.last:
        raise NotFound("The entry that this what-if starts from is not in its session.")
    if record.timeline.viewer != ALL:
        raise Forbidden("A what-if can only be compared in the view of a spectator.")
    return compare(record.timeline, seen.timeline), record


def _response(
    moment: Moment, refusal: str = "", status: int = 200, choices: Sequence[tuple[Offer, str]] = ()
) -> Response:
    given = request.form if refusal else request.args
    board = board_markup(moment.timeline.panels(moment.seq))
    return moment.page("what_if.html", status, refusal=refusal, given=given, board=board, choices=choices)
