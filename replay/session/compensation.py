"""What a ruling gives back from here on: a change of a number on the board, now or at that seat's next turn."""

import re
from contextlib import suppress
from typing import Any, Final, NamedTuple

from events.errors import NotationError, RefusedError
from events.events import ALL, OMNISCIENT
from events.session_events import Adjusted, Compensated
from projections.game import Game
from replay.reading.places import NUMBER, place_name
from replay.session.overrides import append_with_effects
from replay.session.seats import require_seat
from replay.session.session import Session

WHEN: Final = ("now", "next turn")
NO_TURN: Final = "this session is over, and no turn comes: give it back now"
DECIDED: Final = (
    "the game is decided, and no number changes that any more: correct the move, or let it stand and say so"
)
FORM: Final = "black: +2 Southeast Asia, next turn"
_LINE: Final = re.compile(
    r"(?P<seat>[\w-]+) ?: ?(?P<change>[+-][0-9]{1,6}) (?P<place>.+?)"
    r"(?: ?, ?(?:at the )?(?P<when>now|next turn))?\.?",
    re.IGNORECASE,
)  # fmt: skip


class Compensation(NamedTuple):
    """A number that changes: whose it is, by how much, at which place, and when (`now` or `next turn`)."""

    seat: str
    change: str
    place: str
    when: str

    @property
    def line(self) -> str:
        """As it is written."""
        return f"{self.seat}: {self.change} {self.place}, {self.when}"


def read_compensation(session: Session, text: str) -> Compensation:
    """Read a compensation, which says whose number at which place changes by how much, and when.

    Raises:
        NotationError: it does not read.
        RefusedError: no such seat, no number stands at that place now, or the game is decided.
    """
    match = _LINE.fullmatch(" ".join(text.split()))
    if match is None:
        raise NotationError("a compensation is written so", column=1, read=text[:80], allowed=[FORM])
    place = _place(session, match["place"])
    found = Compensation(match["seat"].lower(), match["change"], place, (match["when"] or "now").lower())
    require_seat(found.seat, session.started.seats)
    if int(found.change) == 0:
        raise RefusedError("a compensation changes something: write +2 or -1")
    if session.status.outcome is not None:
        raise RefusedError(DECIDED)
    session.game.editor.mend(session.position, found.place, _value_then(session, session.position, found))
    return found


def number_places(game: Game[Any, Any], position: Any) -> list[str]:
    """The places of a position at which a number stands that a compensation can change; none that only books hold."""
    fields = game.editor.fields
    found = fields.settings(position) if fields else ()
    return [place for place, value in found if NUMBER.fullmatch(value) and game.view.place(position, place)]


def due_compensation(
    game: Game[Any, Any], position: Any, due: Any, seat: str, when: str
) -> Compensation | None:  # fmt: skip
    """The first number that differs on the due position of a seat's move, and by how much."""
    fields = game.editor.fields
    for place in number_places(game, due) if fields else ():
        one, two = (NUMBER.fullmatch((fields.setting(one, place) if fields else "") or "") for one in (position, due))
        if one and two and one["rest"] == two["rest"] and one["number"] != two["number"]:
            return Compensation(seat, f"{int(two['number']) - int(one['number']):+}", place, when)
    return None


def number_names(game: Game[Any, Any], position: Any) -> list[str]:
    """The printed names of those places."""
    return [place_name(game, position, place) for place in number_places(game, position)]


def require_payable(session: Session, found: Compensation) -> None:
    """Refuse what can never be paid: there is no next turn behind the end of a session.

    Raises:
        RefusedError: and says what can be done instead.
    """
    if session.table.unsealed and found.when != "now":
        raise RefusedError(NO_TURN)


def _place(session: Session, written: str) -> str:
    """The place that a printed name means; else as it is written."""
    game, public = session.game, session.view(ALL).position
    said = written.lower().removeprefix("the ")
    names = {
        place_name(game, public, place).lower().removeprefix("the "): place for place in number_places(game, public)
    }
    return names.get(said, written.lower())


def _value_then(session: Session, position: Any, found: Compensation | Compensated) -> str:
    """The value of a place with the change.

    Raises:
        RefusedError: no number stands there.
    """
    fields = session.game.editor.fields
    now = fields.setting(position, found.place) if fields else None
    match = NUMBER.fullmatch(now or "")
    if match is None:
        raise RefusedError(f'"{found.place[:40]}" holds no number: it is {now or "not there"}'[:200])
    then = int(match["number"]) + int(found.change)
    if then < 0:
        raise RefusedError(f"{found.place} is {now}: {found.change} would be less than nothing")
    return f"{match['rest']}{then}"


def owed(session: Session) -> list[tuple[int, Compensated]]:
    """The compensations that are not paid yet, each with its line."""
    if not session.compensations:
        return []
    entries, undone = session.table.entries, session.table.undone
    paid = {entry.event.of for entry in entries if isinstance(entry.event, Adjusted) and entry.seq not in undone}
    return [(seq, event) for seq, event in session.compensations if seq not in paid]


def append_due(session: Session, position: Any) -> None:
    """Pay what is due on a position that the open transaction has led to.

    What is given back at a seat's next turn is due when another turn than that of the ruling is that seat's; behind the
    end no turn comes. What the board does not take any more stays owed.
    """
    rules, over = session.game.rules, bool(session.table.unsealed)
    for seq, event in owed(session):
        status = rules.status(position)
        ruled_in = rules.status(session.table.positions[seq - 1]).turn
        waits = event.when != "now" and (over or status.seat != event.seat or status.turn == ruled_in)
        if waits or status.outcome is not None:
            continue
        with suppress(RefusedError):
            value = _value_then(session, position, event)
            effects = session.game.editor.mend(position, event.place, value)
            reason = f"compensation for line {event.line}"
            append_with_effects(
                session, Adjusted(event.place, value, reason, seq), event.place, value, OMNISCIENT, position=position
            )
            for effect in effects:
                position = rules.reducer(position, effect)


def pay_due(session: Session) -> None:
    """Pay what is due where the session stands, in a transaction of its own; behind its end what is given now."""
    if session.held or not owed(session):
        return
    with session.writing():
        append_due(session, session.position)
