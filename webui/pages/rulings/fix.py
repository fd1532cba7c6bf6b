"""The page `fix` of a move: enter the correct move, preview the result without rolling dice, and submit it.

The move can be written in plain words, as in a post. If the words are not clear, the page shows the legal moves.
Further changes can be entered one per line, as in a post. The page asks about later moves that no longer fit.

The page `was-move` of a post turns a line of chat into the move it was meant to be. Without later moves it is submitted
like any move. Otherwise a seat proposes to insert it, or a ruling inserts it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, request, url_for

from events.digits import whole
from events.errors import BellError, ConflictError, NotationError, RefusedError
from events.events import Move
from events.session_events import Redecided
from projections.contracts import Marks
from projections.move_choices import line_of
from replay.audit.findings import or_fallback
from replay.corrections.correction import require_asked
from replay.corrections.plan import CorrectionPlan, LaterMove, NeedsAnswerError
from replay.corrections.ruling import open_disputes
from replay.corrections.written_changes import split_changes
from replay.posts.acts import Verdict
from replay.posts.choices import LONGEST_WORDS, LegalLines, Offer, offer
from replay.posts.corrected_words import UnclearMoveError, in_notation
from replay.posts.directives import Directive, clauses, compose, correction
from replay.posts.door import FiledPost
from replay.posts.lines import ReadLine
from replay.posts.paste import Poster
from replay.posts.simulate import LookAhead
from replay.posts.unread_lines import ChatLine, chat_line, chat_lines, legal_for, require_own
from replay.reading.places import place_name
from replay.session.preview import ReadOnlySession
from webui.access.responses import see_other
from webui.access.view import current_context
from webui.pages.session.event_context import Moment, UndoneGroup, file_line, form_field, preview_line, query_field
from webui.views.panels import board_markup

blueprint = Blueprint("fix", __name__, url_prefix="/s/<session>")
was_move = Blueprint("was_move", __name__, url_prefix="/s/<session>")
_MOST_DIGITS: Final = 6

_LONGEST: Final = 8_000
_FALL: Final = "fall-"
_LEFT: Final = 100  # the maximum number of moves that the page lists after a correction
_ANSWERS: Final = {"keep": "KEEP", "drop": "DROP"}


class FixForm(NamedTuple):
    """The form for a correction. `falls`: keep or drop, by entry of a later move; `rest`: for all other later moves."""

    line: str = ""
    how: str = "fix"
    seat: str = ""
    more: str = ""
    falls: Mapping[int, str] = {}
    rest: str = ""

    @property
    def is_filled(self) -> bool:
        """Whether the user has entered at least one change in the form."""
        return bool(self.line or self.more or self.how in ("omit", "due"))

    def text(self, seq: int) -> str:
        """Return the correction as lines of a post."""
        lines = []
        if self.how in ("omit", "due"):
            lines.append(f"{self.how.upper()} #{seq}")
        elif self.line:
            seat = f" {self.seat}" if self.seat and self.how == "insert" else ""
            lines.append(f"{self.how.upper()} #{seq}{seat}: {self.line}")
        lines += [*split_changes(self.more), *(f"{_ANSWERS[answer]} #{at}" for at, answer in self.falls.items())]
        return "\n".join([*lines, f"{_ANSWERS[self.rest]} rest"] if self.rest else lines)


class LaterRow(NamedTuple):
    """A move after the corrected move, and what the correction does to this later move."""

    row: UndoneGroup
    seq: int
    move: LaterMove


class FixPreview(NamedTuple):
    """A preview of a correction: the plan, and the later moves that it affects, as sentences."""

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
    def dropped(self) -> tuple[UndoneGroup, ...]:
        """The later moves that could not stay."""
        return tuple(one.row for one in self.falls if one.move.fate in ("falls", "left out"))

    @property
    def asked(self) -> tuple[LaterRow, ...]:
        """The later moves that need a decision before the correction can be recorded."""
        return tuple(one for one in self.falls if one.move.fate in ("falls", "open"))


def _form() -> FixForm:
    given = request.form if request.method == "POST" else request.args
    line, more = " ".join(given.get("line", "").split())[:_LONGEST], given.get("more", "").strip()[:_LONGEST]
    how, rest = "omit" if given.get("omit") else given.get("how", "fix"), given.get("rest", "")
    how = how if how in ("fix", "insert", "omit", "due") else "fix"
    falls = {whole(name.removeprefix(_FALL)): answer for name, answer in given.items() if name.startswith(_FALL)}
    answers = {number: answer for number, answer in falls.items() if number is not None and answer in _ANSWERS}
    seat = given.get("seat", "").strip().lower()[:40]
    return FixForm(line, how, seat, more, answers, rest if rest in _ANSWERS else "")


@blueprint.get("/<seq:seq>/fix")
def page(session: str, seq: int) -> Response:
    """Show the recorded move and the form; with a change, also a preview."""
    moment, form = Moment(session, seq), _form()
    moment.require_participant()
    if not form.is_filled:
        return _response(moment, form)
    try:
        typed, form = form.line, _in_notation(moment, form)
        ahead = _preview_fix(moment, form)
    except BellError as error:
        return _response(moment, form, error)
    falls = {at: answer for at, answer in form.falls.items() if at not in ahead.plan.unused}  # the others fit after all
    return _response(moment, form._replace(falls=falls), ahead=ahead, typed=typed)


@blueprint.post("/<seq:seq>/fix")
def file(session: str, seq: int) -> Response:
    """Submit the correction."""
    moment, form = Moment(session, seq), _form()
    moment.require_participant()
    try:
        done = file_line(moment.session, moment.who, _line_of_form(moment, form))
    except NeedsAnswerError:
        moment = Moment(session, seq)
        return _response(moment, form, ahead=_preview_fix(moment, form), status=422)
    except BellError as error:
        return _response(Moment(session, seq), form, error)
    return after_correction(moment, done)


def after_correction(moment: Moment, done: FiledPost) -> Response:
    """Return a redirect to the corrected move if later moves could not stay, else to the last position."""
    if not done.plan.dropped:
        return moment.to_last()
    timeline, first = Moment(moment.session, moment.group.first).timeline, moment.group.first
    again = (one.seq for one in timeline.entries if isinstance(one.event, Redecided) and one.event.of == first)
    seq = timeline.group_at(next(again, first - 1) + 1).last
    left = ",".join(str(one.seq) for one in done.plan.dropped[:_LEFT])
    return see_other(url_for("fix.page", session=moment.session, seq=seq, left=left))


def _left_out(moment: Moment) -> list[UndoneGroup]:
    """Return the undone moves that the query names, which a correction has just left out."""
    numbers = [whole(one) for one in request.args.get("left", "").split(",")[:_LEFT]]
    undone = [one for one in numbers if one in moment.timeline.undone and one in moment.timeline.addresses]
    return [moment.undone_group(one) for one in undone if one]


def _in_notation(moment: Moment, form: FixForm) -> FixForm:
    """Return the form with its moves in notation. Raises UnclearMoveError for words that are not clearly one move."""
    seq = moment.group.first
    if form.line and form.how in ("fix", "insert"):
        own = in_notation(moment.timeline, form._replace(more="", falls={}, rest="").text(seq))
        form = form._replace(line=own.partition(": ")[2])
    return form._replace(more=in_notation(moment.timeline, form.more))


def _offers(moment: Moment, form: FixForm, error: BellError | None) -> Sequence[Offer]:
    """Return the legal moves that unclear words could mean, as sentences."""
    if not isinstance(error, UnclearMoveError) or error.read != form.line[: len(error.read)]:
        return ()
    ahead = LookAhead(moment.timeline)
    ahead.position = moment.timeline.position(error.at)
    return [offer(ahead, error.seat, line) for line in error.allowed]


def _line_of_form(moment: Moment, form: FixForm) -> Directive:
    """Return the form as a command of a post: a seat's correction, or a ruling that applies the correction."""
    if not form.is_filled:
        raise RefusedError("enter the correct move, or choose another correction")
    text, at = form.text(moment.group.first), f"#{moment.group.first}"
    if moment.who.may_rule:
        verdict = Verdict("fix", tuple(form_field("cites").replace(",", " ").split()))
        return Directive("RULING", at, says=verdict.line, reason=form_field("reason"), then=clauses(text))
    return correction(text)


def _preview_fix(moment: Moment, form: FixForm) -> FixPreview:
    return preview_correction(moment, _line_of_form(moment, form), form.falls)


def preview_correction(moment: Moment, line: Directive, falls: Mapping[int, str] = {}) -> FixPreview:
    """Preview a line that corrects a move, with the decisions about later moves by entry. Nothing is recorded."""
    found = preview_line(moment.timeline, moment.who, compose(line))
    require_asked([one for one in found.plan.unused if one not in falls])
    board = or_fallback("", lambda: board_markup(moment.timeline.drawn(found.position, Marks())))
    return _preview_in_rows(moment, found.plan, found.changed)._replace(board=board)


def _preview_in_rows(moment: Moment, plan: CorrectionPlan, changed: frozenset[int] = frozenset()) -> FixPreview:
    def rows(moves: Sequence[LaterMove]) -> tuple[LaterRow, ...]:
        return tuple(LaterRow(moment.undone_group(one.seq), one.seq, one) for one in moves)

    game, position = moment.timeline.game, moment.timeline.position(moment.seq)
    later = [one for one in plan.later if one.seq not in changed]
    asks = moment.who.may_rule
    falls = [one for one in later if one.fate in ("falls", "left out", "kept") or (asks and one in plan.undecided)]
    changes, hides = [one for one in plan.later if one.fate == "changes"], [one for one in later if one.hides]
    return FixPreview(
        plan,
        rows(falls),
        rows(changes),
        rows(hides),
        next(iter(rows([one for one in plan.open if one not in falls])), None),
        tuple(moment.undone_group(seq) for seq in dict.fromkeys(plan.spare)),
        sum(one.fate in ("stands", "changes") for one in later),
        tuple(place_name(game, position, pile) for pile in plan.keep),
    )


def _said_and_choices(error: BellError) -> tuple[str, tuple[str, ...]]:
    return (error.reason, tuple(error.allowed)) if isinstance(error, NotationError) else (str(error), ())


def _response(
    moment: Moment,
    form: FixForm,
    error: BellError | None = None,
    *,
    ahead: FixPreview | None = None,
    status: int = 200,
    typed: str = "",
) -> Response:
    refusal, choices = _said_and_choices(error) if error else ("", ())
    offers = _offers(moment, form, error)
    if isinstance(error, UnclearMoveError) and not offers:  # in the corrections of other moves
        refusal, choices = str(error), ()
    before = moment.timeline.position(max(moment.to, 1))
    game, event = moment.timeline.game, moment.group.head.event
    was = game.notation.write(moment.group.entries, before) if moment.is_move else ""
    bare = was
    if isinstance(event, Move) and ReadOnlySession(moment.timeline.reading).strict:
        bare = line_of(game, event, before)  # without the results, which come from the dice roller and the rules
    return moment.page(
        "fix.html", error.status if error else status, form=form, ahead=ahead, was=was, bare=bare, refusal=refusal,
        choices=choices, offers=offers, typed=typed, left=_left_out(moment),
        reason=form_field("reason"), cites=" ".join(request.values.get("cites", "").split()),
        board=board_markup(moment.timeline.panels(max(moment.to, 1))),
    )  # fmt: skip


class WasMovePage(NamedTuple):
    """The contents of the page: the selected line, the search words, the chosen move, and its preview."""

    line: ChatLine | None = None
    typed: str = ""
    move: str = ""
    legal: LegalLines = LegalLines(())
    lines: tuple[ReadLine, ...] = ()
    ahead: FixPreview | None = None
    refusal: str = ""
    choices: tuple[str, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether the chosen move can be submitted or proposed."""
        return self.ahead is not None or (bool(self.lines) and all(line.is_settled for line in self.lines))


@was_move.get("/<seq:seq>/was-move", endpoint="page")
def page_of_was_move(session: str, seq: int) -> Response:
    """Show the chat of a post; for one line the legal moves; for a move its preview."""
    moment = Moment(session, seq)
    moment.require_participant()
    sheet, status = WasMovePage(), 200
    try:
        if query_field("line"):
            sheet = WasMovePage(_chat_line(moment, query_field("line")), query_field("words"), query_field("move"))
            sheet = _with_preview(moment, sheet) if sheet.move else _with_legal_moves(moment, sheet)
    except BellError as error:
        sheet, status = _refused(moment, sheet, error), error.status
    return _was_move_response(moment, sheet, status)


@was_move.post("/<seq:seq>/was-move", endpoint="file")
def file_was_move(session: str, seq: int) -> Response:
    """Submit the move that a chat line meant. If later moves exist, propose the move or insert it by a ruling."""
    moment = Moment(session, seq)
    moment.require_participant()
    sheet = WasMovePage()
    try:
        sheet = WasMovePage(_chat_line(moment, form_field("line")), move=form_field("move"))
        line = _line_of_was_move(moment, sheet, form_field("reason"), form_field("rest"))
        done = file_line(moment.session, moment.who, line)
        if done.crossing:
            raise ConflictError("others moved in the meantime. Check the new position first")
    except BellError as error:
        moment = Moment(session, seq)
        return _was_move_response(moment, _refused(moment, sheet, error), error.status)
    if not done.is_done:
        return _was_move_response(moment, sheet._replace(lines=done.lines), 422)
    if line.verb == "MEANT" and sheet.line and sheet.line.later:
        return see_other(url_for("ruling.page", session=moment.session, seq=seq))
    return after_correction(moment, done)


def _line_of_was_move(moment: Moment, sheet: WasMovePage, reason: str = "", rest: str = "") -> Directive:
    chat = sheet.line
    assert chat is not None
    meant = Directive("MEANT", f"#{chat.address}", says=sheet.move)
    is_inserted = bool(reason) or (chat.later is not None and not chat.became)  # a repeated request finds a move
    if not (is_inserted and moment.who.may_rule):
        return meant
    then = (compose(meant), *([f"{_ANSWERS[rest]} rest"] if rest in _ANSWERS else []))
    return Directive("RULING", f"#{chat.seq}", says="fix", reason=reason, then=then)


def _chat_line(moment: Moment, given: str) -> ChatLine:
    number = whole(given, _MOST_DIGITS)
    if number is None:
        raise RefusedError("line: enter the number of a line of the post")
    found = chat_line(moment.timeline, current_context().store, moment.seq, number)
    require_own(found, Poster(moment.who.author, moment.who.viewer))
    return found


def _with_legal_moves(moment: Moment, sheet: WasMovePage) -> WasMovePage:
    if sheet.line is None or sheet.line.became or moment.seen.is_over:
        return sheet
    return sheet._replace(legal=legal_for(moment.timeline, sheet.line, sheet.typed))


def _with_preview(moment: Moment, sheet: WasMovePage) -> WasMovePage:
    found = preview_line(moment.timeline, moment.who, compose(_line_of_was_move(moment, sheet)))
    if sheet.line is not None and sheet.line.later is not None:
        return sheet._replace(ahead=_preview_in_rows(moment, found.plan))
    return sheet._replace(lines=found.paste.lines)


def _refused(moment: Moment, sheet: WasMovePage, error: BellError) -> WasMovePage:
    refusal, choices = _said_and_choices(error)
    return _with_legal_moves(moment, sheet._replace(refusal=refusal, choices=choices))


def _was_move_response(moment: Moment, sheet: WasMovePage, status: int = 200) -> Response:
    lines = chat_lines(moment.timeline, current_context().store, moment.seq)
    own = [line for line in lines if moment.who.seat in ("", line.seat)]
    at = sheet.line.later.first - 1 if sheet.line and sheet.line.later else moment.timeline.last
    return moment.page(
        "was_move.html", status, sheet=sheet, lines=own, at=at, longest=LONGEST_WORDS, reason=form_field("reason"),
        addresses=moment.timeline.addresses, board=board_markup(moment.timeline.panels(at)),
        asked=[one for one in open_disputes(moment.timeline.reading) if one.line == moment.seq],
    )  # fmt: skip
