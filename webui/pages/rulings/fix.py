"""The page `fix` of a move: written as it should have been, previewed without a die, filed with all that came after.

Several changes go in one: further ones are written a line each, as in a post. What falls is asked about on the page.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, render_template, request

from events.digits import whole
from events.errors import BellError, NotationError, RefusedError
from events.events import Move
from projections.move_choices import line_of
from projections.terms import Marks
from replay.audit.findings import or_fallback
from replay.corrections.correction import require_asked
from replay.corrections.plan import CorrectionPlan, LaterMove, NeedsAnswerError
from replay.corrections.written_changes import split_changes
from replay.posts.acts import Verdict
from replay.posts.directives import Directive, clauses, compose, correction
from replay.reading.places import place_name
from replay.session.preview import ReadOnlySession
from webui.access.responses import not_stored
from webui.pages.session.event_context import Moment, UndoneGroup, file_line, form_field, preview_line

blueprint = Blueprint("fix", __name__, url_prefix="/s/<session>")

_LONGEST: Final = 8_000
_FALL: Final = "fall-"
ANSWERS: Final = {"keep": "KEEP", "drop": "DROP"}


class FixForm(NamedTuple):
    """What was filled in: the move as it should have been, or that it is left out or inserted; further changes.

    `falls` are the answers for later moves, by the line of each; `rest` is the one for all others.
    """

    line: str = ""
    how: str = "fix"
    seat: str = ""
    more: str = ""
    falls: tuple[tuple[int, str], ...] = ()
    rest: str = ""

    @property
    def is_filled(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.line or self.more or self.how in ("omit", "due"))

    def text(self, seq: int) -> str:
        """The correction as a post would write it."""
        lines = []
        if self.how in ("omit", "due"):
            lines.append(f"{self.how.upper()} #{seq}")
        elif self.line and self.how == "insert":
            lines.append(f"INSERT #{seq}{f' {self.seat}' if self.seat else ''}: {self.line}")
        elif self.line:
            lines.append(f"FIX #{seq}: {self.line}")
        lines += split_changes(self.more)
        lines += [f"{ANSWERS[said]} #{at}" for at, said in self.falls]
        if self.rest:
            lines.append(f"{ANSWERS[self.rest]} rest")
        return "\n".join(lines)

    def without(self, unused: Sequence[int]) -> "FixForm":
        """The form without what was said of moves that do not fall any more."""
        return self._replace(falls=tuple(row for row in self.falls if row[0] not in unused))

    def answer(self, seq: int) -> str:
        """What is said of a later move."""
        return dict(self.falls).get(seq, "")


class LaterRow(NamedTuple):
    """A later move on the page, and what becomes of it."""

    row: UndoneGroup
    seq: int
    move: LaterMove


class FixPreview(NamedTuple):
    """A preview of a fix: the plan, and the later moves that it touches, in sentences."""

    plan: CorrectionPlan
    falls: tuple[LaterRow, ...]
    changes: tuple[LaterRow, ...]
    hides: tuple[LaterRow, ...]
    anew: LaterRow | None
    spare: tuple[UndoneGroup, ...]
    stands: int
    kept: tuple[str, ...]
    board: str = ""

    @property
    def is_answered(self) -> bool:
        """Whether something is said of each move that falls."""
        return not self.plan.falls


def asked_fix() -> FixForm:
    """The form as it was sent, by either method."""
    given = request.form if request.method == "POST" else request.args
    line = " ".join(given.get("line", "").split())[:_LONGEST]
    how = "omit" if given.get("omit") else given.get("how", "fix")
    falls = [
        (number, said)
        for name, said in given.items()
        if name.startswith(_FALL) and said in ANSWERS and (number := whole(name.removeprefix(_FALL))) is not None
    ]  # fmt: skip
    rest = given.get("rest", "")
    return FixForm(
        line, how if how in ("fix", "insert", "omit", "due") else "fix", given.get("seat", "").strip().lower()[:40],
        given.get("more", "").strip()[:_LONGEST], tuple(falls), rest if rest in ANSWERS else "",
    )  # fmt: skip


@blueprint.get("/<seq:seq>/fix")
def page(session: str, seq: int) -> Response:
    """The move as it was written, and how it should have been; with a line, what that would do."""
    moment, form = Moment(session, seq), asked_fix()
    moment.require_participant()
    if not form.is_filled:
        return _response(moment, form)
    try:
        ahead = _preview_fix(moment, form)
    except BellError as error:
        return _refusal_response(moment, form, error)
    return _response(moment, form.without(ahead.plan.unused), ahead=ahead)


@blueprint.post("/<seq:seq>/fix")
def file(session: str, seq: int) -> Response:
    """File the fix."""
    moment, form = Moment(session, seq), asked_fix()
    moment.require_participant()
    try:
        file_line(moment.session, moment.who, _line_of_form(moment, form))
    except NeedsAnswerError:
        moment = Moment(session, seq)
        return _response(moment, form, ahead=_preview_fix(moment, form), status=422)
    except BellError as error:
        return _refusal_response(Moment(session, seq), form, error)
    return moment.to_last()


def _line_of_form(moment: Moment, form: FixForm) -> Directive:
    """What the form says, as a line: a seat's correction, or a ruling that carries it out.

    Raises:
        RefusedError: nothing is said.
    """
    if not form.is_filled:
        raise RefusedError("say how the move should have been, or leave it out")
    text, at = form.text(moment.group.first), f"#{moment.group.first}"
    if moment.who.may_rule:
        said = Verdict("fix", tuple(form_field("cites").replace(",", " ").split()))
        return Directive("RULING", at, says=said.line, reason=form_field("reason"), then=clauses(text))
    return correction(text)


def _preview_fix(moment: Moment, form: FixForm) -> FixPreview:
    """What a fix would do, as whoever asks may know it. Nothing is written, no die asked."""
    found = preview_line(moment.timeline, moment.who, compose(_line_of_form(moment, form)))
    require_asked([one for one in found.plan.unused if one not in dict(form.falls)])
    svg = or_fallback("", lambda: moment.timeline.game.view.draw(found.position, Marks()))
    return preview_in_rows(moment, found.plan, found.changed)._replace(board=svg)


def preview_in_rows(moment: Moment, plan: CorrectionPlan, changed: frozenset[int] = frozenset()) -> FixPreview:
    """What a correction would do, with the later moves that it touches as rows of the log."""

    def rows(moves: Sequence[LaterMove]) -> tuple[LaterRow, ...]:
        return tuple(LaterRow(_undone_group(moment, one.seq), one.seq, one) for one in moves)

    later = [one for one in plan.later if one.seq not in changed]
    return FixPreview(
        plan,
        rows([one for one in later if one.fate in ("falls", "left out", "kept")]),
        rows([one for one in plan.later if one.fate == "changes"]),
        rows([one for one in later if one.hides]),
        next(iter(rows(plan.open)), None),
        tuple(_undone_group(moment, seq) for seq in dict.fromkeys(plan.spare)),
        sum(one.fate in ("stands", "changes") for one in later),
        tuple(place_name(moment.timeline.game, moment.timeline.position(moment.seq), pile) for pile in plan.keep),
    )


def _undone_group(moment: Moment, seq: int) -> UndoneGroup:
    book = moment.seen.cached.book
    row = book.row(book.at(seq))
    return UndoneGroup(row.last, row.address, row.text)


def _refusal_response(moment: Moment, form: FixForm, error: BellError) -> Response:
    choices = error.allowed if isinstance(error, NotationError) else ()
    said = error.reason if isinstance(error, NotationError) else str(error)
    return _response(moment, form, refusal=said, choices=tuple(choices), status=error.status)


def _response(
    moment: Moment, form: FixForm, *, ahead: FixPreview | None = None, refusal: str = "",
    choices: tuple[str, ...] = (), status: int = 200,
) -> Response:  # fmt: skip
    before = moment.timeline.position(max(moment.to, 1))
    game, event = moment.timeline.game, moment.group.head.event
    was = game.notation.write(moment.group.entries, before) if moment.is_move else ""
    bare = was
    if isinstance(event, Move) and ReadOnlySession(moment.timeline.reading).strict:
        bare = line_of(game, event, before)  # what comes of it is the tower's, and the rules'
    text = render_template(
        "fix.html", view=moment.seen, base=moment.base, moment=moment, form=form, ahead=ahead, was=was,
        bare=bare, refusal=refusal, choices=choices, reason=form_field("reason"),
        cites=" ".join(request.values.get("cites", "").split()),
        svg=moment.timeline.svg(max(moment.to, 1)),
    )  # fmt: skip
    return not_stored(text, status)
