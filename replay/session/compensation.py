"""Compensations: a ruling changes a number on the board, now or at the seat's next turn."""

import re
from contextlib import suppress
from typing import Any, Final, NamedTuple

from events.errors import NotationError, RefusedError
from events.events import ALL, OMNISCIENT
from events.lazy_patterns import lazy_pattern
from events.session_events import Adjusted, Compensated
from projections.field import RULES_VERSION
from projections.game import Game
from replay.reading.places import NUMBER, place_name
from replay.session.overrides import append_with_effects
from replay.session.preview import ReadableSession
from replay.session.seats import require_seat
from replay.session.session import Session

WHEN: Final = ("now", "next turn")
NO_TURN: Final = "this session is over, and has no next turn. Write `now` instead"
DECIDED: Final = (
    "the game is decided, so a change of numbers has no effect. Correct the move, or leave it as it is "
    "and give the reason"
)
FORM: Final = "black: +2 Southeast Asia, next turn"
_LINE: Final = lazy_pattern(
    r"(?P<seat>[\w-]+) ?: ?(?P<change>[+-][0-9]{1,6}) (?P<place>.+?)"
    r"(?: ?, ?(?:at the )?(?P<when>now|next turn))?\.?",
    re.IGNORECASE,
)


class Compensation(NamedTuple):
    """A change of a number on the board: seat, amount, field, and time (`now` or `next turn`)."""

    seat: str
    change: str
    place: str
    when: str

    @property
    def line(self) -> str:
        """The compensation in notation, such as `black: +2 Southeast Asia, next turn`."""
        return f"{self.seat}: {self.change} {self.place}, {self.when}"


def read_compensation(session: ReadableSession, text: str) -> Compensation:
    """Parse a compensation such as `black: +2 Southeast Asia, next turn`. Raises NotationError and RefusedError."""
    match = _LINE.fullmatch(" ".join(text.split()))
    if match is None:
        raise NotationError("this is not a compensation", column=1, read=text[:80], allowed=[FORM])
    place = _place(session, match["place"])
    found = Compensation(match["seat"].lower(), match["change"], place, (match["when"] or "now").lower())
    require_seat(found.seat, session.started.seats)
    if found.place == RULES_VERSION:
        raise RefusedError("a compensation cannot change the rules version. The moderator can set it")
    if int(found.change) == 0:
        raise RefusedError("a compensation of 0 changes nothing. Write a number such as +2 or -1")
    if session.status.outcome is not None:
        raise RefusedError(DECIDED)
    session.game.editor.edit(session.position, found.place, _value_then(session, session.position, found))
    return found


def number_places(game: Game[Any, Any], position: Any) -> list[str]:
    """Return the fields on the board that contain a number, in notation. A compensation can change these."""
    fields = game.editor.fields
    found = fields.settings(position) if fields else ()
    return [place for place, value in found if NUMBER.fullmatch(value) and game.view.field_label(position, place)]


def due_compensation(game: Game[Any, Any], position: Any, due: Any, seat: str, when: str) -> Compensation | None:
    """Return the compensation for the first number that differs between `position` and `due`, None without one.

    `due` is the position if the seat's move had its result by the rules.
    """
    fields = game.editor.fields
    for place in number_places(game, due) if fields else ():
        one, two = (NUMBER.fullmatch((fields.setting(one, place) if fields else "") or "") for one in (position, due))
        if one and two and one["rest"] == two["rest"] and one["number"] != two["number"]:
            return Compensation(seat, f"{int(two['number']) - int(one['number']):+}", place, when)
    return None


def require_payable(session: ReadableSession, found: Compensation) -> None:
    """Raise RefusedError for a compensation at the next turn of a session that is over."""
    if session.table.unsealed and found.when != "now":
        raise RefusedError(NO_TURN)


def _place(session: ReadableSession, written: str) -> str:
    game, public = session.game, session.view(ALL).position
    spoken = written.lower().removeprefix("the ")
    places = number_places(game, public)
    names = (place for place in places if place_name(game, public, place).lower().removeprefix("the ") == spoken)
    return next(names, written.lower())


def _value_then(session: ReadableSession, position: Any, found: Compensation | Compensated) -> str:
    fields = session.game.editor.fields
    now = fields.setting(position, found.place) if fields else None
    match = NUMBER.fullmatch(now or "")
    if match is None:
        what = f"{now}, which is not a number" if now else "not a field of this game"
        raise RefusedError(f'"{found.place[:40]}" is {what}'[:200])
    then = int(match["number"]) + int(found.change)
    if then < 0:
        raise RefusedError(f"{found.place} is {now}, so {found.change} would make it negative")
    return f"{match['rest']}{then}"


def owed(session: Session) -> list[tuple[int, Compensated]]:
    """Return the compensations that are granted but not yet applied, each with the number of its entry."""
    if not session.compensations:
        return []
    entries, undone = session.table.entries, session.table.undone
    paid = {entry.event.of for entry in entries if isinstance(entry.event, Adjusted) and entry.seq not in undone}
    return [(seq, event) for seq, event in session.compensations if seq not in paid]


def append_due(session: Session, position: Any) -> None:
    """Apply the compensations that are possible at this position, in the open transaction.

    One at the next turn waits until it is that seat's turn, in another turn than the ruling's, and is lost at the end
    of the session. If the board cannot take a change, it is still owed.
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
            effects = session.game.editor.edit(position, event.place, value)
            paid = Adjusted(event.place, value, f"compensation for line {event.line}", seq)
            append_with_effects(session, paid, event.place, value, OMNISCIENT, position=position)
            for effect in effects:
                position = rules.reducer(position, effect)


def pay_due(session: Session) -> None:
    """Apply the compensations that are possible now, in a transaction of its own."""
    if session.held or not owed(session):
        return
    with session.writing():
        append_due(session, session.position)
