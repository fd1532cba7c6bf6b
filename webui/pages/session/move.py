"""The page `move` of a session: a move by form, choice by choice, for whoever does not want to write a line."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from events.errors import BellError, IllegalMoveError, NotationError, RefusedError, UnplayableError
from events.events import UNKNOWN, Move, Revealed
from projections.draft import run
from projections.game import Game
from projections.move_choices import Labels, NextChoice, line_of, narrow
from projections.notation.recorded_chance import Typed
from replay.posts.door import Preview
from replay.session.preview import read_moves
from replay.session.seats import require_seat
from webui.access.identity import Identity, new_key, require_poster
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.view import SessionView, requested_view, require_session_and_identity
from webui.pages.session.event_context import file_move, preview_line

_FIXED: Final = ("seat", "move")
_LONGEST: Final = 4_000
_FACES: Final = re.compile("[0-9][0-9 :]*")
"""Faces of dice without brackets."""

blueprint = Blueprint("move", __name__, url_prefix="/s/<session>")


class MovePreview(NamedTuple):
    """A preview of one move: how it would be written and told; `ahead` is what it leads to before any chance."""

    line: str
    text: str
    ahead: Preview | None = None


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
    return see_other(f"{url_for('viewer.last', session=row.session)}{own}")


def _file(session: str, asking: Identity, given: Mapping[str, str]) -> None:
    """File one move by form.

    Raises:
        BellError: it is refused; nothing was written.
    """
    found = _form(session, asking, given["seat"])
    if not asking.seat:
        require_seat(given["seat"], found.seen.seats)
    if len(given["move"]) > _LONGEST:
        raise RefusedError("move: too long")
    line = _with_chance(found, given["move"], given["dice"].strip()) if found.is_typed else given["move"]
    file_move(found.seen.row.session, asking, line, found.seat)


def _with_chance(found: MoveForm, move: str, said: str) -> str:
    """The line of a move with what was seen of its chance, where people throw or draw.

    Raises:
        NotationError: what they say they saw does not read, in none of the ways in which games write it.
        RefusedError: something is turned up in the open, and they do not say what.
    """
    slips = list[NotationError]()
    for line in _lines_with(move, said) if said else [move]:
        try:
            made = read_moves(found.game, line, found.position, found.seat)
        except NotationError as error:
            slips.append(error)
            continue
        with suppress(NotationError, IllegalMoveError, UnplayableError):
            shown = run(found.game.rules, found.position, made[0].move, Typed(made[0].seen), strict=False).entries
            if "?" not in said and any(isinstance(e.event, Revealed) and e.event.item == UNKNOWN for e in shown):
                raise RefusedError("something is turned up: say what, by its name, or ? where nobody wrote it down")
        return line
    raise max(slips, key=lambda slip: slip.column)


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
    except BellError as error:
        refusal, status = refusal or str(error), 422 if status == 200 else status
    last = found.seen.timeline.last
    text = render_template(
        "move.html", view=found.seen, base=url_for("viewer.last", session=row.session), form=found, offer=offer,
        answers={name: value for name, value in answers.items() if name not in ("move", "as", "key", "after", "dice")},
        chosen=chosen, listed=_listed(found, offer.moves) if not offer.field and not chosen else [],
        beside=[] if chosen or found.seen.is_over else _listed(found, _free_moves(found)),
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
    if line := answers.get("move"):
        return NextChoice(()), _preview(found, line)
    if found.seen.is_over:
        return NextChoice(()), None
    labels = Labels(numbers=partial(found.game.view.numbered, found.position))
    offer = narrow(found.game.rules.legal(found.position, found.seat), answers, labels)
    if len(offer.moves) == 1 and len(answers) > ("seat" in answers):
        return offer, _preview(found, line_of(found.game, offer.moves[0], found.position))
    return offer, None


def _free_moves(found: MoveForm) -> Iterable[Move]:
    """What the seat may do at any time, awaited or not."""
    return found.game.rules.free(found.position, found.seat) if found.seat else ()


def _listed(found: MoveForm, moves: Iterable[Move]) -> list[MovePreview]:
    """Moves to choose from, each as it is written and told."""
    game, position = found.game, found.position
    told = [MovePreview(line_of(game, move, position), game.view.tell(move, position, position)) for move in moves]
    return [one for one in told if one.line]


def _preview(found: MoveForm, line: str) -> MovePreview:
    """The move that a line says, with what it leads to.

    Raises:
        BellError: it says none.
    """
    ahead = preview_line(found.seen.timeline, found.seen.who, line, found.seat)
    if not ahead.events:
        raise RefusedError("move: this is no move of the game")
    return MovePreview(line, found.game.view.tell(ahead.events[0], found.position, found.position), ahead)
