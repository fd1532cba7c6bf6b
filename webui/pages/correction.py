"""Fixing one move: written as it should have been, previewed without a die, filed with all that came after it."""

from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template
from werkzeug import Response as Redirection

from events.conduct import Ruled, TakenBack
from events.errors import BellError, ConflictError, NotationError, RefusedError
from events.facts import Move
from projections.move_choices import line_of
from projections.terms import Written
from replay.corrections.correction import Plan, correct, preview
from replay.corrections.ruling import check_cites, rule
from replay.live.preview import Foreseen, meant
from replay.live.session import Session
from replay.live.submission import carry_out_orders
from webui.access.token_guard import guard_tokens
from webui.pages.moment import Moment, Struck, said_already, seen_line, typed, wanted

__all__ = ["read_fix", "screen"]

screen = Blueprint("fixing", __name__, url_prefix="/s/<session>")


class Ahead(NamedTuple):
    """What a fix would do: the plan, and the later moves that would fall away or need new dice, told."""

    plan: Plan
    dropped: tuple[tuple[Struck, str, str], ...]
    anew: Struck | None
    stands: int


@screen.get("/<seq:seq>/fix")
def page(session: str, seq: int) -> Response:
    """The move as it was written, and how it should have been; with a line, what that would do."""
    moment, line, omit = Moment(session, seq), wanted("line"), bool(wanted("omit"))
    moment.require_hand()
    if not line and not omit:
        return _shown(moment)
    try:
        return _shown(moment, line, omit=omit, ahead=_ahead(moment, line, omit=omit))
    except BellError as error:
        return _refused(moment, line, error, omit=omit)


@screen.post("/<seq:seq>/fix")
def file(session: str, seq: int) -> Response | Redirection:
    """File the fix."""
    moment, line, omit = Moment(session, seq), typed("line"), bool(typed("omit"))
    moment.require_hand()
    try:
        guard_tokens(f"{line}\n{typed('reason')}", moment.who)
        _filed(moment, read_fix(moment, line, omit=omit), omit=omit)
    except BellError as error:
        return _refused(Moment(session, seq), line, error, omit=omit)
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
    return meant(moment.timeline, moment.group, line)


def _filed(moment: Moment, written: Written | None, *, omit: bool) -> None:
    opened, after, by = moment.opened(), seen_line(), moment.who.author
    if moment.who.seat:
        _corrected(moment, opened, written, after)
        return
    cites = typed("cites").replace(",", " ").split()
    try:
        rule(opened, moment.group, "fix", typed("reason"), cites, by=by, written=written, omit=omit, after=after)
    except ConflictError:
        said = Ruled(by, moment.group.first, "fix", typed("reason"), check_cites(opened.game, cites))
        if not said_already(opened, after, said):
            raise


def _corrected(moment: Moment, opened: Session, written: Written | None, after: int) -> None:
    """Let a seat fix its own move alone; sent twice, it is done once."""
    by = moment.who.author
    try:
        correct(opened, moment.group, written, by=by, asked=True, after=after)
    except ConflictError:
        since = opened.table.entries[after:]
        if not any(isinstance(one.fact, TakenBack) and (one.by, one.fact.to) == (by, moment.to) for one in since):
            raise
        return
    carry_out_orders(opened)


def _ahead(moment: Moment, line: str, *, omit: bool) -> Ahead:
    """What a fix would do, as whoever asks may know it. Nothing is written, no die asked."""
    written, viewer = read_fix(moment, line, omit=omit), moment.who.viewer
    by = moment.who.author or viewer
    plan = preview(Foreseen(moment.timeline.reading), moment.group, written, by=by, viewer=viewer)
    dropped = tuple((_told(moment, one.seq), one.rule, one.why) for one in plan.dropped)
    stands = len([seq for seq in plan.again if seq != moment.group.first])
    return Ahead(plan, dropped, _told(moment, plan.anew) if plan.anew else None, stands)


def _told(moment: Moment, seq: int) -> Struck:
    book = moment.seen.kept.book
    row = book.row(book.at(seq))
    return Struck(row.last, row.address, row.text)


def _refused(moment: Moment, line: str, error: BellError, *, omit: bool) -> Response:
    choices = error.allowed if isinstance(error, NotationError) else ()
    said = error.reason if isinstance(error, NotationError) else str(error)
    return _shown(moment, line, omit=omit, refusal=said, choices=tuple(choices), status=error.status)


def _shown(
    moment: Moment, line: str = "", *, omit: bool = False, ahead: Ahead | None = None, refusal: str = "",
    choices: tuple[str, ...] = (), status: int = 200,
) -> Response:  # fmt: skip
    before = moment.timeline.position(max(moment.to, 1))
    game, fact = moment.timeline.game, moment.group.head.fact
    was = game.notation.write(moment.group.entries, before) if moment.is_move else ""
    bare = was
    if isinstance(fact, Move) and Foreseen(moment.timeline.reading).strict:
        bare = line_of(game, fact, before)  # what comes of it is the tower's, and the rules'
    text = render_template(
        "fix.html", view=moment.seen, base=moment.base, moment=moment, line=line, omit=omit, ahead=ahead, was=was,
        bare=bare, refusal=refusal, choices=choices, reason=typed("reason"), cites=typed("cites"),
        svg=moment.timeline.svg(max(moment.to, 1)),
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response
