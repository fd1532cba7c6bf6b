"""The pages `move` and `order` of a session: choose a move step by step, or decide moves in advance.

With `with`, the page `move` lists the moves that name a thing on the board, such as `with=a1&with=key-red`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, request, url_for

from events.digits import whole
from events.errors import BellError, IllegalMoveError, NotationError, RefusedError, UnplayableError
from events.events import UNKNOWN, Chance, Drawn, Move, Revealed, Rolled, tag_of
from events.session_events import Ordered
from events.store.rows import SessionRow
from projections.draft import run, weigh
from projections.game import Game
from projections.move_choices import (
    KIND,
    Labels,
    ListedMove,
    NextChoice,
    encoded,
    line_of,
    listed,
    menu,
    narrow,
    title_of,
)
from projections.notation.recorded_chance import DiceError, Typed
from projections.standing_orders import split_only, switched
from projections.wording import counted
from replay.chance.random_source import NoChance, SeededChance
from replay.posts.directives import Directive
from replay.posts.door import Preview
from replay.reading.places import roll_words
from replay.session.preview import read_moves
from replay.session.seats import require_seat
from webui.access.identity import Identity, new_key, require_poster
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.view import SessionView, requested_view, require_session_and_identity
from webui.pages.session.event_context import file_line, file_text, form_field, preview_line
from webui.pages.session.post import preview_form
from webui.views.board_things import ThingSelection, things_on
from webui.views.log_rows import LogRow
from webui.views.panels import board_markup

_LONGEST: Final = 4_000
_SHOWN: Final = 6  # the number of recorded moves that the page shows after a move
_LISTED: Final = 12  # the number of moves with the selected things that the page lists
_THINGS: Final = 6  # the maximum number of selected things
_LONGEST_THING: Final = 200
_WITH: Final = "with"
_STEPS: Final = "steps"  # the parameter for choosing among the moves with the selected things step by step
_NOT_KEPT: Final = ("move", "as", "key", "after", "dice", "done", _WITH)
"""Fields that are not answers about a move, or that the last answer replaces."""
_FACES: Final = re.compile("[0-9][0-9 :]*")  # matches the faces of dice without brackets, such as `6 5 : 4`

blueprint = Blueprint("move", __name__, url_prefix="/s/<session>")
orders = Blueprint("order", __name__, url_prefix="/s/<session>")


class ExpectedResults(NamedTuple):
    """The results that a person enters with a move: each in words, and an example of all, "" if there is none."""

    words: Sequence[str]
    example: str = ""


class MovePreview(NamedTuple):
    """A preview of one move. `ahead` is the move's result as far as it is known before any dice or cards."""

    line: str
    text: str
    ahead: Preview | None = None
    expected: ExpectedResults | None = None


class MoveButton(NamedTuple):
    """A button for one move. `is_sure`: the tap records it, because it rolls, draws and reveals nothing."""

    line: str
    text: str
    is_sure: bool


class ButtonGroup(NamedTuple):
    """A group of moves: their buttons, or `value`, which opens the group on a page of its own."""

    value: str
    label: str
    size: int
    buttons: Sequence[MoveButton] = ()


class AmountField(NamedTuple):
    """Moves that differ only in an amount: the label, the field and its span, and the values of the other fields."""

    label: str
    field: str
    span: tuple[int, int]
    fixed: Mapping[str, str]


class MoveForm(NamedTuple):
    """The form for a move: the seats to choose from, the position, and whether dice or cards are entered by hand."""

    seen: SessionView
    seat: str
    seats: tuple[str, ...]
    position: Any
    is_typed: bool
    game: Game[Any, Any]

    @property
    def labels(self) -> Labels:
        """The names of values in this position."""
        return Labels(numbers=partial(self.game.view.object_name, self.position))

    def address(self, things: Sequence[str]) -> str:
        """Return the address of the page for this seat and these selected things."""
        query: dict[str, Any] = (
            {_WITH: list(things)} if self.seen.who.seat else {"seat": self.seat, _WITH: list(things)}
        )
        return url_for("move.page", session=self.seen.row.session, **query)


@blueprint.get("/move")
def page(session: str) -> Response:
    """Show the next choice, or the chosen move with its preview."""
    return _response(session, dict(request.args))


@blueprint.post("/move")
def file(session: str) -> Response:
    """Submit the chosen move, or show it with its results as a post that can be extended."""
    row, asking = _poster(session)
    adds = "add" in request.form
    limit_rate("read" if adds else "post", asking.link)
    given = {name: request.form.get(name, "") for name in ("seat", "move", "dice", "key", "after")}
    try:
        found, line = _line_to_record(row.session, asking, given)
        if adds:
            return preview_form(session, asking, {"text": line, "seat": "" if asking.seat else found.seat})
        file_text(found.seen.row.session, asking, line, found.seat)
    except BellError as error:
        answers = {name: given[name] for name in ("seat", "move")}
        return _response(session, answers, str(error), error.status, given["dice"])
    return _after(row.session, asking, given)


def _after(session: str, asking: Identity, given: Mapping[str, str]) -> Response:
    """Return to the page if the same seat is still to move, otherwise to the session."""
    seat = asking.seat or given["seat"]
    timeline = requested_view(session, {"as": asking.viewer}).timeline
    if seat in timeline.status(timeline.last).awaited and not timeline.over:
        other = None if asking.seat else seat
        return see_other(url_for("move.page", session=session, seat=other, done=given["after"]))
    own = f"?as={asking.seat}" if asking.seat else ""
    return see_other(f"{url_for('viewer.last', session=session)}{own}")


def _poster(session: str) -> tuple[SessionRow, Identity]:
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    return row, asking


def _line_to_record(session: str, asking: Identity, given: Mapping[str, str]) -> tuple[MoveForm, str]:
    """Return the form and the line of the chosen move with the results that were entered."""
    found = _form(session, asking, given["seat"])
    if not asking.seat:
        require_seat(given["seat"], found.seen.seats)
    if len(given["move"]) > _LONGEST:
        raise RefusedError(f"move: a move can have at most {_LONGEST} characters")
    return found, _with_results(found, given["move"], given["dice"].strip()) if found.is_typed else given["move"]


def _with_results(found: MoveForm, move: str, written: str) -> str:
    try:
        return _with_chance(found, move, written)
    except NotationError as error:
        due = expected_results(found, move)
        if due is None or not due.example.strip("?, "):
            raise
        raise RefusedError(
            f"these results do not fit. Enter {', then '.join(due.words)}. Example: {due.example}"
        ) from error


def _with_chance(found: MoveForm, move: str, written: str) -> str:
    slips = list[NotationError]()
    for line in _lines_with(move, written) if written else [move]:
        try:
            made = read_moves(found.game, line, found.position, found.seat)
        except NotationError as error:
            slips.append(error)
            continue
        try:
            shown = run(found.game.rules, found.position, made[0].move, Typed(made[0].seen), strict=False).entries
            if "?" not in written and any(isinstance(e.event, Revealed) and e.event.item == UNKNOWN for e in shown):
                raise RefusedError("this move reveals something. Enter its name, or ? if it was not written down")
        except DiceError as error:
            if written and found.seen.timeline.reading.started.dice != "tower":
                slips.append(error)
                continue
        except (NotationError, IllegalMoveError, UnplayableError):
            pass
        return line
    raise max(slips, key=lambda slip: slip.column)


def _lines_with(line: str, written: str) -> Iterator[str]:
    """Yield the line of a move with the dice and then the names in `written` added, in each notation that games use."""
    yield f"{line} {written}"
    parts = [part.strip() for part in written.split(",")]
    thrown = list(takewhile(_FACES.fullmatch, parts))
    names, dice = parts[len(thrown) :], f" ({' '.join(thrown)})" if thrown else ""
    if not names:
        yield f"{line}{dice}"
        yield f"{line} rolls {' '.join(thrown)}"
        return
    if "?" in line:
        yield f"{line.replace('?', ', '.join(names), 1)}{dice}"
    yield f"{line}{dice} ({', '.join(names)})"
    quoted = " ".join(name if name == "?" else f'"{name}"' for name in names)
    yield f"{line}{dice} shows {quoted}"
    yield f"{line}{dice} draws {quoted}"


def _response(session: str, answers: dict[str, str], refusal: str = "", status: int = 200, dice: str = "") -> Response:
    _, asking = _poster(session)
    found = _form(session, asking, answers.get("seat", ""))
    offer, chosen = NextChoice(()), None
    groups: Sequence[ButtonGroup] = ()
    try:
        things = _selection(found, request.args.getlist(_WITH))
        offer, groups, chosen = _offer_after(found, things, answers)
    except BellError as error:
        refusal, status, answers = refusal or str(error), 422 if status == 200 else status, {}
        things = _selection(found, ())
        with suppress(BellError):  # the position may have changed: begin again
            offer, groups, chosen = _offer_after(found, things, answers)
    entries, more = _entries(found, things.moves) if _lists(things, answers) and not chosen else ((), 0)
    last = found.seen.timeline.last
    free = found.game.rules.any_time_moves(found.position, found.seat) if found.seat else ()
    return found.seen.page(
        "move.html", status, form=found, offer=offer, groups=groups, things=things, entries=entries, more=more,
        answers={name: value for name, value in answers.items() if name not in _NOT_KEPT},
        chosen=chosen, is_only=len(offer.moves) == 1 and "move" not in answers,
        beside=[] if (chosen and answers.get("move")) or found.seen.is_over else _buttons(found, free),
        refusal=refusal, dice=dice, last=last, key=new_key(), status=found.game.rules.status(found.position),
        recorded=_recorded(found, answers.get("done", "")), board=board_markup(found.seen.cached.board(last).panels),
    )  # fmt: skip


def _things(asked: Sequence[str]) -> tuple[str, ...]:
    things = tuple(dict.fromkeys(" ".join(one.split()) for one in asked))
    if len(things) > _THINGS:
        raise RefusedError(f"{_WITH}: select at most {_THINGS} things")
    if any(not one or len(one) > _LONGEST_THING for one in things):
        raise RefusedError(f"{_WITH}: the name of a thing has 1 to {_LONGEST_THING} characters")
    return things


def _selection(found: MoveForm, asked: Sequence[str]) -> ThingSelection:
    legal = () if found.seen.is_over else found.game.rules.legal(found.position, found.seat)
    board = found.seen.cached.board(found.seen.timeline.last)
    return ThingSelection(things_on(board.panels), legal, _things(asked), found.address)


def _lists(things: ThingSelection, answers: Mapping[str, str]) -> bool:
    """Return whether the page lists the moves with the selected things, instead of asking for the next choice."""
    return bool(things.selected) and not any(name in answers for name in (KIND, _STEPS))


def _entries(found: MoveForm, moves: Sequence[Move]) -> tuple[Sequence[MoveButton | AmountField], int]:
    """Return the first entries of the list of moves with the selected things, and the number of further entries."""
    entries = listed(moves)
    shown = [_entry(found, one) for one in entries[:_LISTED]]
    return [one for one in shown if one], len(entries) - len(shown)


def _entry(found: MoveForm, one: ListedMove) -> MoveButton | AmountField | None:
    if one.span is None:
        return next(iter(_buttons(found, [one.move])), None)
    values = {name: getattr(one.move, name) for name in one.move.__struct_fields__ if name not in ("player", one.field)}
    named = [found.labels.of(name, value) for name, value in values.items() if value]
    fixed = {KIND: tag_of(one.move), **{name: encoded(value) for name, value in values.items()}}
    return AmountField(": ".join([title_of(one.move), ", ".join(named)]), one.field, one.span, fixed)


def _form(session: str, asking: Identity, wanted: str) -> MoveForm:
    seen = requested_view(session, {"as": asking.viewer})
    timeline, game, started = seen.timeline, seen.timeline.game, seen.timeline.reading.started
    position = timeline.position(timeline.last)
    seats = (asking.seat,) if asking.seat else game.rules.status(position).awaited or seen.seats
    seat = wanted if wanted in seen.seats and not asking.seat else next(iter(seats), "")
    return MoveForm(seen, seat, seats, position, not started.dice == started.cards == "tower", game)


def _offer_after(
    found: MoveForm, things: ThingSelection, answers: Mapping[str, str]
) -> tuple[NextChoice, Sequence[ButtonGroup], MovePreview | None]:
    """Return the next choice after `answers` with its buttons, and a preview if a move was selected or none is left."""
    if line := answers.get("move"):
        return NextChoice(()), (), _preview(found, line)
    offer = narrow(things.moves, answers, found.labels)
    if len(offer.moves) == 1:
        line = line_of(found.game, offer.moves[0], found.position)
        has_answers = any(map(answers.get, (KIND, *offer.moves[0].__struct_fields__)))
        if line and (has_answers or not _is_sure(found, offer.moves[0])):
            return offer, (), _preview(found, line)
    if _lists(things, answers):
        return offer, (), None
    groups = [
        ButtonGroup(one.value, one.label, one.count, _buttons(found, one.moves))
        for one in (menu(offer, answers, found.labels) if not offer.span else ())
    ]
    return offer, groups, None


def _buttons(found: MoveForm, moves: Iterable[Move]) -> list[MoveButton]:
    game, position = found.game, found.position
    lines = [(line_of(game, move, position), move) for move in moves]
    told = [(line, game.view.sentence(move, position, position), move) for line, move in lines if line]
    return [MoveButton(line, text, _is_sure(found, move)) for line, text, move in told]


def _is_sure(found: MoveForm, move: Move) -> bool:
    """Return whether a move rolls and draws nothing, and its legality is public, so that it shows no hidden card."""
    rules, public = found.game.rules, found.seen.public.timeline
    try:
        entries = run(rules, found.position, move, NoChance(), strict=False).entries
        hangs = weigh(rules, public.position(public.last), move).hangs
    except BellError:
        return False
    return not hangs and not any(isinstance(entry.event, Chance) for entry in entries)


def _recorded(found: MoveForm, after: str) -> list[LogRow]:
    """Return what was recorded after the entry that the seat saw when it moved: its move, and what followed."""
    seen, seq = found.seen, whole(after)
    if seq is None or not 0 < seq < seen.timeline.last:
        return []
    book = seen.cached.book
    ahead = range(book.at(seq) + 1, len(book.groups))
    moves = [at for at in ahead if isinstance(book.groups[at].head.event, Move)]
    if not moves or getattr(book.groups[moves[0]].head.event, "player", "") != found.seat:
        return []
    return [book.row(at) for at in moves[:_SHOWN]]


def _preview(found: MoveForm, line: str) -> MovePreview:
    ahead = preview_line(found.seen.timeline, found.seen.who, line, found.seat)
    if not ahead.events:
        raise RefusedError("move: this is not a move of the game")
    sentence = found.game.view.sentence(ahead.events[0], found.position, found.position)
    return MovePreview(line, sentence, ahead, expected_results(found, line) if found.is_typed else None)


def expected_results(found: MoveForm, line: str) -> ExpectedResults | None:
    """Return the results that the move needs, found with random dice; None if this cannot be told."""
    game, position, example = found.game, found.position, ""
    try:
        move = read_moves(game, line, position, found.seat)[0].move
        entries = run(game.rules, position, move, SeededChance(1), strict=False).entries
    except BellError:
        return None
    chance = [entry.event for entry in entries if isinstance(entry.event, Rolled | Drawn | Revealed)]
    rolled = " : ".join(" ".join(map(str, event.faces)) for event in chance if isinstance(event, Rolled))
    hidden = [UNKNOWN for event in chance for _ in (event.cards if isinstance(event, Drawn) else ())]
    hidden += [UNKNOWN for event in chance if isinstance(event, Revealed)]
    written = ", ".join(filter(None, (rolled, *hidden)))
    with suppress(BellError):
        _with_chance(found, line, written)
        example = written
    return ExpectedResults([_expected_words(found, event) for event in chance], example)


def _expected_words(found: MoveForm, event: Rolled | Drawn | Revealed) -> str:
    view, position = found.game.view, found.position
    match event:
        case Rolled():
            return roll_words(found.game, position, found.seen.seats, event)
        case Drawn(cards=cards, pile=pile):
            return f"{counted(len(cards), 'card')} from {view.pile_name(position, pile)}"
    return f"what is turned up from {view.pile_name(position, event.pile)}"


@orders.get("/order", endpoint="page")
def page_of_order(session: str) -> Response:
    """Show the current order, and a form for a new one."""
    return _order_response(session)


@orders.post("/order", endpoint="file")
def file_order(session: str) -> Response:
    """Save or cancel a standing order; it takes effect at once if it applies now."""
    row, asking = _poster(session)
    text = " ".join(request.form.get("order", "").split())
    limit_rate("post", asking.link)
    try:
        file_line(row.session, asking, Directive("ORDER", asking.seat or form_field("seat"), says=text))
    except BellError as error:
        return _order_response(session, str(error), error.status, text)
    return see_other(f"{url_for('viewer.last', session=row.session)}/order")


def _order_response(session: str, refusal: str = "", status: int = 200, given: str | None = None) -> Response:
    _, asking = _poster(session)
    seen = requested_view(session, {"as": asking.viewer})
    orders = reversed(seen.timeline.reading.events_of(Ordered))
    standing = next((event.order for _, event in orders if asking.seat and event.seat == asking.seat), "")
    shown = {"game": seen.timeline.game, "standing": standing, "refusal": refusal}
    shown |= {"switched": switched(standing), "is_on": split_only(standing)[1]}
    return seen.page("order.html", status, given=shown["standing"] if given is None else given, **shown)
