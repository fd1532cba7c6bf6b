"""Setting a value of the position by hand, in an open transaction: the line that says so, and the game's effects."""

from typing import Any

from events.entry import Entry
from events.errors import RefusedError
from events.events import ALL, SessionEvent
from events.session_events import Skipped
from projections.wording import titled
from replay.session.encoding import HEAD
from replay.session.place_audience import as_published
from replay.session.session import Session


def append_with_effects(
    session: Session, event: SessionEvent, place: str, value: str, by: str, *, position: Any = None
) -> None:  # fmt: skip
    """Append the line and the game's effects, in the open transaction; on a position that it has led to, if any.

    Raises:
        RefusedError: the game has no such place or value, or the turn is not that seat's; nothing is appended.
    """
    session.require_open(past_end=position is not None)
    if position is None:
        if session.started.cards == "tower":  # what is refused hangs on nothing that the tower dealt in secret
            as_published(
                session.codec,
                session.started,
                event,
                session.game.editor.mend(session.view(ALL).position, place, value),
            )
        position = session.position
    turn = session.game.rules.status(position).seat
    if isinstance(event, Skipped) and turn != event.seat:
        raise RefusedError(f"it is {titled(turn)}'s turn, not {titled(event.seat)}'s")
    effects = session.game.editor.mend(position, place, value)
    entries = [Entry(as_published(session.codec, session.started, event, effects), by)]
    for effect in effects:
        entries.append(Entry(effect, cause=HEAD))
        position = session.game.rules.reducer(position, effect)
    session.append(entries, position)
