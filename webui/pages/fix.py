"""The page `fix` of a move: written as it should have been, previewed without a die, filed with all that came after."""

from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template
from werkzeug import Response as Redirection

from events.conduct import Ruled, TakenBack
from events.errors import BellError, ConflictError, NotationError, RefusedError
from events.facts import Move
from projections.move_choices import line_of
from projections.terms import Written
from replay.corrections.correction import correct, preview
from replay.corrections.plan import Change, CorrectionPlan
from replay.corrections.ruling import check_cites, rule
from replay.live.preview import ReadOnlySession, read_correction
from replay.live.session import Session
from replay.live.submission import carry_out_orders
from webui.access.token_guard import guard_tokens
from webui.pages.moment import Moment, StruckGroup, form_field, is_filed_since, last_line_seen, query_field

blueprint = Blueprint("fix", __name__, url_prefix="/s/<session>")


class FixPreview(NamedTuple):
    """A preview of a fix: the plan, and the later moves that would fall away or need new dice, in sentences."""

    plan: CorrectionPlan
    dropped: tuple[tuple[StruckGroup, str, str], ...]
    anew: StruckGroup | None
    stands: int


@blueprint.get("/<seq:seq>/fix")
def page(session: str, seq: int) -> Response:
    """The move as it was written, and how it should have been; with a line, what that would do."""
    moment, line, omit = Moment(session, seq), query_field("line"), bool(query_field("omit"))
    moment.require_hand()
    if not line and not omit:
        return _response(moment)
    try:
        return _response(moment, line, omit=omit, ahead=_preview_fix(moment, line, omit=omit))
    except BellError as error:
        return _refusal_response(moment, line, error, omit=omit)


@blueprint.post("/<seq:seq>/fix")
def file(session: str, seq: int) -> Response | Redirection:
    """File the fix."""
    moment, line, omit = Moment(session, seq), form_field("line"), bool(form_field("omit"))
    moment.require_hand()
    try:
        guard_tokens(f"{line}\n{form_field('reason')}", moment.who)
        _file(moment, read_fix(moment, line, omit=omit), omit=omit)
    except BellError as error:
        return _refusal_response(Moment(session, seq), line, error, omit=omit)
    return moment.to_last()


def read_fix(moment: Moment, line: str, *, omit: bool) -> Written | None:
    """The move that is meant, or None where it is to be left out.

    Raises:
        NotationError: the line does not read, or may mean several moves.
        RefusedError: nothing is said, or this is no move.
    """
    if omit:
        if not moment.is_move:
            raise RefusedError(f"line {moment.group.first} is no move: only a move is left out")
        return None
    if not line:
        raise RefusedError("say how the move should have been, or leave it out")
    return read_correction(moment.timeline, moment.group, line)


def _file(moment: Moment, written: Written | None, *, omit: bool) -> None:
    opened, after, by = moment.opened(), last_line_seen(), moment.who.author
    if moment.who.seat:
        _correct_own_move(moment, opened, written, after)
        return
    cites = form_field("cites").replace(",", " ").split()
    try:
        rule(opened, moment.group, "fix", form_field("reason"), cites, by=by, written=written, omit=omit, after=after)
    except ConflictError:
        said = Ruled(by, moment.group.first, "fix", form_field("reason"), check_cites(opened.game, cites))
        if not is_filed_since(opened, after, said):
            raise


def _correct_own_move(moment: Moment, opened: Session, written: Written | None, after: int) -> None:
    """Let a seat fix its own move alone; sent twice, it is done once."""
    by = moment.who.author
    try:
        correct(opened, [Change(moment.group, written)], by=by, asked=True, after=after)
    except ConflictError:
        since = opened.table.entries[after:]
        if not any(isinstance(one.fact, TakenBack) and (one.by, one.fact.to) == (by, moment.to) for one in since):
            raise
        return
    carry_out_orders(opened)


def _preview_fix(moment: Moment, line: str, *, omit: bool) -> FixPreview:
    """What a fix would do, as whoever asks may know it. Nothing is written, no die asked."""
    written, viewer = read_fix(moment, line, omit=omit), moment.who.viewer
    by = moment.who.author or viewer
    plan = preview(ReadOnlySession(moment.timeline.reading), [Change(moment.group, written)], by=by, viewer=viewer)
    return preview_in_rows(moment, plan, len([seq for seq in plan.again if seq != moment.group.first]))


def preview_in_rows(moment: Moment, plan: CorrectionPlan, stands: int) -> FixPreview:
    """What a correction would do, with the later moves that it touches as rows of the log; so many stand."""
    dropped = tuple((_struck_group(moment, one.seq), one.rule, one.why) for one in plan.dropped)
    return FixPreview(plan, dropped, _struck_group(moment, plan.anew) if plan.anew else None, stands)


def _struck_group(moment: Moment, seq: int) -> StruckGroup:
    book = moment.seen.cached.book
    row = book.row(book.at(seq))
    return StruckGroup(row.last, row.address, row.text)


def _refusal_response(moment: Moment, line: str, error: BellError, *, omit: bool) -> Response:
    choices = error.allowed if isinstance(error, NotationError) else ()
    said = error.reason if isinstance(error, NotationError) else str(error)
    return _response(moment, line, omit=omit, refusal=said, choices=tuple(choices), status=error.status)


def _response(
    moment: Moment, line: str = "", *, omit: bool = False, ahead: FixPreview | None = None, refusal: str = "",
    choices: tuple[str, ...] = (), status: int = 200,
) -> Response:  # fmt: skip
    before = moment.timeline.position(max(moment.to, 1))
    game, fact = moment.timeline.game, moment.group.head.fact
    was = game.notation.write(moment.group.entries, before) if moment.is_move else ""
    bare = was
    if isinstance(fact, Move) and ReadOnlySession(moment.timeline.reading).strict:
        bare = line_of(game, fact, before)  # what comes of it is the tower's, and the rules'
    text = render_template(
        "fix.html", view=moment.seen, base=moment.base, moment=moment, line=line, omit=omit, ahead=ahead, was=was,
        bare=bare, refusal=refusal, choices=choices, reason=form_field("reason"), cites=form_field("cites"),
        svg=moment.timeline.svg(max(moment.to, 1)),
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response
