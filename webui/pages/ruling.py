"""Ruling on any line, disputing one, and going on without somebody who is awaited."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug import Response as Redirection
from werkzeug.exceptions import Forbidden
from werkzeug.utils import redirect

from events.conduct import DisputeOpened, Remarked, Ruled, Skipped
from events.errors import BellError, ConflictError, RefusedError
from events.facts import ALL
from projections.terms import Written
from replay.corrections.moderation import skip_awaited
from replay.corrections.ruling import VERDICTS, check_cites, dispute, open_disputes, rule
from replay.corrections.takeback import seen_piles
from replay.live.session import Session
from webui.access.identity import require_moderator
from webui.access.rate_limits import spend
from webui.access.token_guard import guard_tokens
from webui.access.view import View, house, view, whose
from webui.pages.correction import read_fix
from webui.pages.moment import LEVELS, Moment, said_already, seen_line, typed

__all__ = ["screen"]

screen = Blueprint("rulings", __name__, url_prefix="/s/<session>")


class Cited(NamedTuple):
    """A rule that the lines of a move come from."""

    id: str
    text: str


@screen.get("/<seq:seq>/ruling")
def page(session: str, seq: int) -> Response:
    """What was ruled and disputed about a line, and the forms to do so."""
    return _shown(Moment(session, seq))


@screen.post("/<seq:seq>/ruling")
def send(session: str, seq: int) -> Response | Redirection:
    """Sign a ruling; a fix or rewind is carried out with it."""
    moment = Moment(session, seq)
    moment.require_hand()
    if not moment.who.may_rule:
        raise Forbidden("Only the moderator of this session or a judge can rule.")
    try:
        guard_tokens(f"{typed('reason')}\n{typed('line')}", moment.who)
        _ruled(moment)
    except BellError as error:
        return _shown(Moment(session, seq), str(error), error.status)
    return moment.to_last()


def _ruled(moment: Moment) -> None:
    opened, after, by = moment.opened(), seen_line(), moment.who.author
    verdict, reason = typed("verdict"), typed("reason")
    cites = [*request.form.getlist("cite"), *typed("cites").replace(",", " ").split()]
    settles = typed("settles") or "0"
    if not (settles.isascii() and settles.isdigit() and len(settles) < 10):
        raise RefusedError("settles: the number of an open dispute's line is expected")
    keep = request.form.getlist("keep") if verdict == "rewind" else []
    said = Ruled(by, moment.group.first, verdict, reason, check_cites(opened.game, cites), int(settles))
    if said_already(opened, after, said):
        return
    rule(
        opened, moment.group, verdict, reason, cites, by=by, settles=int(settles), keep=keep, after=after,
        written=_meant(moment, verdict),
    )  # fmt: skip


def _meant(moment: Moment, verdict: str) -> Written | None:
    """How the move should have been, where a fix says it."""
    line = typed("line")
    return read_fix(moment, line, omit=False) if verdict == "fix" and line else None


@screen.post("/<seq:seq>/dispute")
def disputed(session: str, seq: int) -> Response | Redirection:
    """Open a dispute about a line."""
    moment = Moment(session, seq)
    moment.require_hand()
    claim, by = typed("claim"), moment.who.author
    try:
        guard_tokens(claim, moment.who)
        opened, after = moment.opened(), seen_line()
        if not said_already(opened, after, DisputeOpened(by, moment.group.first, claim)):
            dispute(opened, moment.group.first, claim, by=by)
    except BellError as error:
        return _shown(Moment(session, seq), str(error), error.status)
    return redirect(url_for("rulings.page", session=moment.session, seq=seq), 303)


def _shown(moment: Moment, refusal: str = "", status: int = 200) -> Response:
    reading = moment.public.reading
    disputes = [one for one in open_disputes(moment.timeline.reading) if _about(moment, one.line)]
    past = [
        (entry.seq, entry.by, entry.fact)
        for entry in reading.entries
        if isinstance(entry.fact, Ruled) and _about(moment, entry.fact.line)
    ]
    shuffles = reading.started.cards == "tower" and not moment.why_not
    loose = seen_piles(moment.timeline.reading, moment.to)[0] if shuffles else []
    text = render_template(
        "ruling.html", view=moment.seen, base=moment.base, moment=moment, levels=LEVELS, refusal=refusal,
        disputes=disputes, past=past, verdicts=VERDICTS, cited=_cited(moment), given=request.form if refusal else {},
        picked=request.form.getlist("cite"), piles=loose,
        svg=moment.timeline.svg(moment.seq),
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _about(moment: Moment, line: int) -> bool:
    return moment.group.first <= line <= moment.group.last


def _cited(moment: Moment) -> Sequence[Cited]:
    """The rules that the lines of this move come from: the likeliest to be cited."""
    book = moment.timeline.game.meta.rulebook
    ids = dict.fromkeys(entry.rule for entry in moment.group.entries if entry.rule in book)
    return [Cited(name, book[name]) for name in ids]


@screen.get("/skip")
def skipping(session: str) -> Response:
    """Who is awaited, and the button to go on without them."""
    require_moderator(whose(session)[0].session)
    return _waiting(view(session, {}))


@screen.post("/skip")
def skipped(session: str) -> Response | Redirection:
    """Go on without an awaited seat."""
    row, asking = whose(session)
    require_moderator(row.session)
    spend("post", asking.link)
    reason, seat, home = typed("reason"), typed("seat"), house()
    try:
        guard_tokens(reason, asking)
        _skip(Session.load(home.store, home.shelf, row.session), seat, reason, asking.author)
    except BellError as error:
        return _waiting(view(session, {}), str(error), error.status)
    return redirect(url_for("viewer.last", session=row.session), 303)


def _skip(opened: Session, seat: str, reason: str, by: str) -> None:
    """Go on without a seat; sent twice, it is done once."""
    after = seen_line()
    try:
        skip_awaited(opened, seat, reason, by=by, after=after)
    except (ConflictError, RefusedError):
        if not said_already(opened, after, Skipped(seat, reason), Remarked(by, reason)):
            raise


def _waiting(seen: View, refusal: str = "", status: int = 200) -> Response:
    timeline = seen.public.timeline
    now = timeline.status(timeline.last)
    position = seen.public.timeline.position(timeline.last)
    silent = {seat for seat in now.awaited if timeline.game.rules.silence(position, seat) is not None}
    text = render_template(
        "skip.html", view=seen, base=url_for("viewer.last", session=seen.row.session), status=now, silent=silent,
        refusal=refusal, reason=typed("reason"), everybody=ALL,
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response
