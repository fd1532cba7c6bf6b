"""A moderator's hand: a value set, a turn left unplayed, a hidden item learnt."""

from events.conduct import Adjusted, Learned, Skipped
from events.errors import RefusedError
from events.facts import UNKNOWN, Conduct
from events.line import Entry
from replay.filing import HEAD
from replay.session import Session

__all__ = ["adjust", "learn", "skip"]


def adjust(session: Session, place: str, value: str, reason: str, *, by: str = "moderator") -> None:
    """Set a named value of the position, with a reason.

    Raises:
        RefusedError: the game has no such place or value; says what is allowed. Nothing is written.
    """
    if not reason.strip():
        raise RefusedError("a moderator's correction needs a reason")
    _mend(session, Adjusted(place, value, reason), place, value, by)


def skip(session: Session, seat: str, reason: str, *, by: str = "moderator") -> None:
    """Leave the turn of a seat unplayed.

    Raises:
        RefusedError: it is not this seat's turn.
    """
    _mend(session, Skipped(seat, reason), "turn", "next", by)


def _mend(session: Session, fact: Conduct, place: str, value: str, by: str) -> None:
    with session.writing():
        session.require_open()
        turn = session.status.seat
        if isinstance(fact, Skipped) and turn != fact.seat:
            raise RefusedError(f"it is {turn}'s turn, not {fact.seat}'s")
        entries = [Entry(fact, by)]
        position = session.position
        for effect in session.game.mend(position, place, value):
            entries.append(Entry(effect, cause=HEAD))
            position = session.game.reducer(position, effect)
        session.append(entries, position)


def learn(session: Session, line: int, field: str, item: int, value: str, *, by: str) -> None:
    """Fill an unknown item of an earlier line; known to whom that line's item was known.

    Raises:
        RefusedError: the line has no such unknown item.
    """
    secret = next((s for s in session.table.secrets() if (s.seq, s.field, s.item) == (line, field, item)), None)
    if secret is None or secret.value != f'"{UNKNOWN}"':
        raise RefusedError(f"line {line} holds no unknown {field} number {item + 1}")
    audience = secret.audience
    if " " in audience:
        raise RefusedError(f"line {line}: what several seats knew is not filled by one line")
    with session.writing():
        session.append([Entry(Learned(line, field, item, audience, value), by)])
