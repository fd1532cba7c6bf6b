"""The page `was-move` of a post: a line of its chat is made the move that it was, chosen from what was legal there.

Where nobody moved since it is filed as any post is. Where later moves stand, a seat proposes to insert it, and whoever
may rule does so.
"""

from typing import Final, NamedTuple

from flask import Blueprint, Response, render_template, url_for

from events.digits import whole
from events.errors import BellError, ConflictError, NotationError, RefusedError
from replay.corrections.ruling import open_disputes
from replay.posts.completions import LONGEST_WORDS, LegalLines
from replay.posts.directives import Directive, compose
from replay.posts.lines import ReadLine
from replay.posts.paste import Poster
from replay.posts.unread_lines import ChatLine, chat_line, chat_lines, legal_for, require_own
from webui.access.responses import not_stored, see_other
from webui.access.view import current_context
from webui.pages.rulings.fix import ANSWERS, FixPreview, preview_in_rows
from webui.pages.session.event_context import Moment, file_line, form_field, preview_line, query_field

_MOST_DIGITS: Final = 6

blueprint = Blueprint("was_move", __name__, url_prefix="/s/<session>")


class WasMovePage(NamedTuple):
    """What the page shows besides the post: the line that is meant, what was typed, the move chosen, what that does."""

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
        """Whether the move that was chosen can be filed, or proposed."""
        return self.ahead is not None or (bool(self.lines) and all(line.is_settled for line in self.lines))


@blueprint.get("/<seq:seq>/was-move")
def page(session: str, seq: int) -> Response:
    """The chat of a post; of one line the legal moves, narrowed; with a move, what that would do."""
    moment = Moment(session, seq)
    moment.require_participant()
    sheet, status = WasMovePage(), 200
    try:
        if query_field("line"):
            sheet = WasMovePage(_line(moment, query_field("line")), query_field("words"), query_field("move"))
            sheet = _with_preview(moment, sheet) if sheet.move else _with_legal_moves(moment, sheet)
    except BellError as error:
        sheet, status = _refused(moment, sheet, error), error.status
    return _response(moment, sheet, status)


@blueprint.post("/<seq:seq>/was-move")
def file(session: str, seq: int) -> Response:
    """File the move; where later moves stand, propose it, or insert it by a ruling."""
    moment = Moment(session, seq)
    moment.require_participant()
    sheet = WasMovePage()
    try:
        sheet = WasMovePage(_line(moment, form_field("line")), move=form_field("move"))
        line = _directive(moment, sheet, form_field("reason"), form_field("rest"))
        done = file_line(moment.session, moment.who, line)
        if done.crossing:
            raise ConflictError("others moved meanwhile: look where it stands now")
    except BellError as error:
        moment = Moment(session, seq)
        return _response(moment, _refused(moment, sheet, error), error.status)
    if not done.is_done:
        return _response(moment, sheet._replace(lines=done.lines), 422)
    if line.verb == "MEANT" and sheet.line and sheet.line.later:
        return see_other(url_for("ruling.page", session=moment.session, seq=seq))
    return moment.to_last()


def _directive(moment: Moment, sheet: WasMovePage, reason: str = "", rest: str = "") -> Directive:
    """What the form says, as a line: a move where none stands later, a seat's proposal, or a ruling that inserts it."""
    chat = sheet.line
    assert chat is not None
    meant = Directive("MEANT", f"#{chat.address}", says=sheet.move)
    is_inserted = bool(reason) or (chat.later is not None and not chat.became)  # sent again, it is a move by now
    if not (is_inserted and moment.who.may_rule):
        return meant
    then = (compose(meant), *([f"{ANSWERS[rest]} rest"] if rest in ANSWERS else []))
    return Directive("RULING", f"#{chat.seq}", says="fix", reason=reason, then=then)


def _line(moment: Moment, given: str) -> ChatLine:
    """The line of chat that is meant, if whoever asks may say what it was.

    Raises:
        RefusedError: there is none of this number, or it is another seat's.
    """
    number = whole(given, _MOST_DIGITS)
    if number is None:
        raise RefusedError("line: the number of a line of the post is expected")
    found = chat_line(moment.timeline, current_context().store, moment.seq, number)
    require_own(found, Poster(moment.who.author, moment.who.viewer))
    return found


def _with_legal_moves(moment: Moment, sheet: WasMovePage) -> WasMovePage:
    """The page with the legal moves that what was typed fits."""
    assert sheet.line is not None
    if sheet.line.became or moment.seen.is_over:
        return sheet
    return sheet._replace(legal=legal_for(moment.timeline, sheet.line, sheet.typed))


def _with_preview(moment: Moment, sheet: WasMovePage) -> WasMovePage:
    """The page with what filing the chosen move would do. Nothing is written, no die asked."""
    found = preview_line(moment.timeline, moment.who, compose(_directive(moment, sheet)))
    if sheet.line is not None and sheet.line.later is not None:
        return sheet._replace(ahead=preview_in_rows(moment, found.plan))
    return sheet._replace(lines=found.paste.lines)


def _refused(moment: Moment, sheet: WasMovePage, error: BellError) -> WasMovePage:
    """The page of a line that was refused: why, and what may be chosen instead."""
    said = error.reason if isinstance(error, NotationError) else str(error)
    choices = tuple(error.allowed) if isinstance(error, NotationError) else ()
    sheet = sheet._replace(refusal=said, choices=choices)
    return _with_legal_moves(moment, sheet) if sheet.line is not None else sheet


def _response(moment: Moment, sheet: WasMovePage, status: int = 200) -> Response:
    context, who = current_context(), moment.who
    lines = chat_lines(moment.timeline, context.store, moment.seq)
    own = [line for line in lines if who.seat in ("", line.seat)]
    at = sheet.line.later.first - 1 if sheet.line and sheet.line.later else moment.timeline.last
    text = render_template(
        "was_move.html", view=moment.seen, base=moment.base, moment=moment, sheet=sheet, lines=own, at=at,
        longest=LONGEST_WORDS, reason=form_field("reason"), addresses=moment.timeline.addresses,
        svg=moment.timeline.svg(at),
        asked=[one for one in open_disputes(moment.timeline.reading) if one.line == moment.seq],
    )  # fmt: skip
    return not_stored(text, status)
