"""The page `move` of a session: a move by form, choice by choice, for whoever does not want to write a line."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for

from events.digits import whole
from events.errors import BellError, IllegalMoveError, NeedsFateError, NotationError, RefusedError, UnplayableError
from events.events import UNKNOWN, Move, Passed, Revealed
from projections.draft import run, weigh
from projections.game import Game
from projections.move_choices import Labels, NextChoice, encoded, line_of, narrow
from projections.notation.recorded_chance import Typed
from projections.terms import Written
from replay.chance.fate import NoChance
from replay.reading.started import require_seat
from replay.session.preview import read_moves
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui.access.identity import Identity, new_key, require_poster
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored
from webui.access.view import SessionView, current_context, requested_view, require_session_and_identity

_FIXED: Final = ("seat", "move")
_LONGEST: Final = 4_000
_FACES: Final = re.compile("[0-9][0-9 :]*")
"""Faces of dice without brackets."""

blueprint = Blueprint("move", __name__, url_prefix="/s/<session>")


class MovePreview(NamedTuple):
    """A preview of one move: how it would be written and told; `follows` is what it leads to before any chance.

    It is `untold` whether a move for another's seat is legal, where that hangs on something hidden.
    """

    wire: str
    line: str
    text: str
    follows: tuple[str, ...] = ()
    chance: bool = False
    untold: bool = False


class MoveForm(NamedTuple):
    """The form for a move: who moves, for which seat, on which position."""

    seen: SessionView
    seat: str
    seats: tuple[str, ...]
    position: Any
    is_typed: bool

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.seen.timeline.game


@blueprint.get("/move")
def page(session: str) -> Response:
    """The next choice, or the move that was chosen, with what it leads to."""
    return _response(session, dict(request.args))


@blueprint.post("/move")
def file(session: str) -> Response:
    """File the move that was chosen."""
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    limit_rate("post", asking.link)
    given = {name: request.form.get(name, "") for name in ("seat", "move", "dice", "key", "after")}
    try:
        _file(row.session, asking, given)
    except BellError as error:
        answers = {name: given[name] for name in _FIXED}
        return _response(session, answers, str(error), error.status, given["dice"])
    own = f"?as={asking.seat}" if asking.seat else ""
    response = redirect(f"{url_for('viewer.last', session=row.session)}{own}", 303)
    assert isinstance(response, Response)
    return response


def _file(session: str, asking: Identity, given: Mapping[str, str]) -> None:
    """File one move by form.

    Raises:
        BellError: it is refused; nothing was written.
    """
    context = current_context()
    opened = Session.load(context.store, context.shelf, session)
    seat = _seat(asking, given["seat"], opened.started.seats)
    move = _move(opened.game, given["move"], seat)
    requests = [Request(written) for written in _written_move(opened, asking, move, given["dice"])]
    after = whole(given["after"])
    if after is None:
        raise RefusedError("after: the number of the last line that you saw is expected")
    answer = submit(opened, asking.author, requests, after=after, key=given["key"][:64], reader=asking.viewer)
    if answer.refused:
        raise RefusedError(answer.refused.message)


def _seat(asking: Identity, wanted: str, seats: tuple[str, ...]) -> str:
    if asking.seat:
        return asking.seat
    require_seat(wanted, seats)
    return wanted


def _move(game: Game[Any, Any], wire: str, seat: str) -> Move:
    """The move that a form sends, of this seat.

    Raises:
        RefusedError: it is none of this game.
    """
    kinds: tuple[type[Move], ...] = (
        Passed,
        *(kind for kind in game.vocabulary if issubclass(kind, Move) and kind is not Passed),
    )
    if len(wire) > _LONGEST:
        raise RefusedError("move: too long")
    try:
        move = msgspec.json.decode(wire, type=_union(kinds))
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise RefusedError(f"move: {error}") from error
    assert isinstance(move, Move)
    if move.player != seat:
        raise RefusedError(f'move: it is of "{move.player[:40]}", not of {seat}')
    return move


def _union(kinds: tuple[type[Move], ...]) -> Any:
    found: Any = kinds[0]
    for kind in kinds[1:]:
        found = found | kind
    return found


def _written_move(opened: Session, asking: Identity, move: Move, dice: str) -> tuple[Written, ...]:
    """The move with what was seen of its chance, where people throw or draw.

    Raises:
        NotationError: what they say they saw does not read, in none of the ways in which games write it.
        RefusedError: something is turned up in the open, and they do not say what.
    """
    if opened.strict:
        return (Written(move),)
    position, slips = opened.view(asking.viewer).position, list[NotationError]()
    made: tuple[Written, ...] = () if dice.strip() else (Written(move),)
    for line in _lines_with(line_of(opened.game, move, position), dice.strip()) if dice.strip() else ():
        try:
            made = read_moves(opened.game, line, position, move.player)
            break
        except NotationError as error:
            slips.append(error)
    if not made:
        raise max(slips, key=lambda slip: slip.column)
    with suppress(NotationError, IllegalMoveError, UnplayableError):
        shown = run(opened.game.rules, position, made[0].move, Typed(made[0].seen), strict=False).entries
        if "?" not in dice and any(isinstance(e.fact, Revealed) and e.fact.item == UNKNOWN for e in shown):
            raise RefusedError("something is turned up: say what, by its name, or ? where nobody wrote it down")
    return made


def _lines_with(line: str, said: str) -> Iterator[str]:
    """A move as its line would be with what was seen: dice, then names, in each of the ways that games write them."""
    yield f"{line} {said}"
    parts = [part.strip() for part in said.split(",")]
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
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    found = _form(session, asking, answers.get("seat", ""))
    offer, chosen = NextChoice(()), None
    try:
        offer, chosen = _offer_after(found, answers)
    except RefusedError as error:
        refusal, status = refusal or str(error), 422 if status == 200 else status
    last = found.seen.timeline.last
    text = render_template(
        "move.html", view=found.seen, base=url_for("viewer.last", session=row.session), form=found, offer=offer,
        answers={name: value for name, value in answers.items() if name not in ("move", "as", "key", "after", "dice")},
        chosen=chosen, listed=[_preview(found, move) for move in offer.moves] if not offer.field and not chosen else [],
        beside=[] if chosen or found.seen.is_over else [_preview(found, move) for move in _free_moves(found)],
        refusal=refusal, dice=dice, last=last, key=new_key(), status=found.game.rules.status(found.position),
        svg=found.seen.timeline.svg(last),
    )  # fmt: skip
    return not_stored(text, status)


def _form(session: str, asking: Identity, wanted: str) -> MoveForm:
    seen = requested_view(session, {"as": asking.viewer})
    position = seen.timeline.position(seen.timeline.last)
    awaited = seen.timeline.game.rules.status(position).awaited
    seats = (asking.seat,) if asking.seat else awaited or seen.seats
    seat = wanted if wanted in seen.seats and not asking.seat else next(iter(seats), "")
    started = seen.timeline.reading.started
    typed = not (started.dice == started.cards == "tower")
    return MoveForm(seen, seat, seats, position, typed)


def _offer_after(found: MoveForm, answers: Mapping[str, str]) -> tuple[NextChoice, MovePreview | None]:
    """The next choice after these answers, and the one move that is left or was picked from a list."""
    if wire := answers.get("move"):
        return NextChoice(()), _preview(found, _move(found.game, wire, found.seat), whole=True)
    if found.seen.is_over:
        return NextChoice(()), None
    labels = Labels(numbers=partial(found.game.view.numbered, found.position))
    offer = narrow(found.game.rules.legal(found.position, found.seat), answers, labels)
    if len(offer.moves) == 1 and len(answers) > ("seat" in answers):
        return offer, _preview(found, offer.moves[0], whole=True)
    return offer, None


def _free_moves(found: MoveForm) -> Iterable[Move]:
    """What the seat may do at any time, awaited or not."""
    return found.game.rules.free(found.position, found.seat) if found.seat else ()


def _preview(found: MoveForm, move: Move, *, whole: bool = False) -> MovePreview:
    game, position = found.game, found.position
    line = line_of(game, move, position)
    text = game.view.tell(move, position, position)
    if not whole:
        return MovePreview(encoded(move), line, text)
    untold = False
    try:
        untold = not found.is_typed and not found.seen.who.seat and weigh(game.rules, position, move).hangs
        draft = run(game.rules, position, move, NoChance(), strict=False)
    except NeedsFateError:
        return MovePreview(encoded(move), line, text, (), chance=True, untold=untold)
    except BellError:
        return MovePreview(encoded(move), line, text)
    told = []
    for entry in draft.entries[1:]:
        after = game.rules.reducer(position, entry.fact)
        told.append(game.view.tell(entry.fact, position, after))
        position = after
    return MovePreview(encoded(move), line, text, tuple(told), untold=untold)
