"""Set a value of the position by hand, in an open transaction: its entry and the game's effects."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.codec import Codec, audience_of
from events.entry import Entry
from events.errors import RefusedError
from events.events import ALL, Effect, SessionEvent, Started
from events.session_events import Adjusted, Skipped
from projections.wording import titled
from replay.session.encoding import HEAD
from replay.session.session import Session


def append_with_effects(
    session: Session, event: SessionEvent, place: str, value: str, by: str, *, position: Any = None
) -> None:
    """Append an event and the game's effects of setting `place` to `value`, in the open transaction.

    `position` is the one to change, by default the current one. Raises RefusedError.
    """
    session.require_open(past_end=position is not None)
    if position is None:
        if session.started.cards == "tower":  # a refusal must not depend on hidden cards
            shown = session.game.editor.edit(session.view(ALL).position, place, value)
            as_published(session.codec, session.started, event, shown)
        position = session.position
    turn = session.game.rules.status(position).seat
    if isinstance(event, Skipped) and turn != event.seat:
        raise RefusedError(f"it is {titled(turn)}'s turn, not {titled(event.seat)}'s")
    effects = session.game.editor.edit(position, place, value)
    entries = [Entry(as_published(session.codec, session.started, event, effects), by)]
    for effect in effects:
        entries.append(Entry(effect, cause=HEAD))
        position = session.game.rules.reducer(position, effect)
    session.append(entries, position)


def as_published(codec: Codec, started: Started, event: SessionEvent, effects: Sequence[Effect]) -> SessionEvent:
    """Return the event to record. If it sets cards that are not public, it contains only their number.

    Raises RefusedError if it sets cards that the dice roller deals.
    """
    cards = [effect for effect in effects if codec.twins[type(effect)].sealed]
    if cards and started.cards == "tower":
        raise RefusedError("the dice roller deals the cards of this session, so cards cannot be set by hand")
    hidden = 0
    for effect in cards:
        for field, known in codec.twins[type(effect)].sealed.items():
            if audience_of(effect, known) != ALL:
                value = getattr(effect, field)
                hidden += len(value) if isinstance(value, tuple) else 1
    if not (hidden and isinstance(event, Adjusted)):
        return event
    return msgspec.structs.replace(event, value=str(hidden))


def require_reason(reason: str, what: str) -> None:
    """Refuse something, such as `a ruling`, without a reason."""
    if not reason.strip():
        raise RefusedError(f"{what} needs a reason. In a post, write it at the end of the line, after a semicolon")
