"""The public form of a correction that sets a value by hand: cards that not all may see are only counted."""

from collections.abc import Sequence

import msgspec

from events.codec import Codec, audience_of
from events.errors import RefusedError
from events.events import ALL, Effect, SessionEvent, Started
from events.session_events import Adjusted


def as_published(codec: Codec, started: Started, event: SessionEvent, effects: Sequence[Effect]) -> SessionEvent:
    """The correction as it is written down: of cards that not all may see, it says their number alone.

    Raises:
        RefusedError: cards would be set that the tower deals.
    """
    cards = [effect for effect in effects if codec.twins[type(effect)].sealed]
    if cards and started.cards == "tower":
        raise RefusedError("the tower deals here, so no card is set by hand")
    hidden = 0
    for effect in cards:
        for field, known in codec.twins[type(effect)].sealed.items():
            if audience_of(effect, known) != ALL:
                value = getattr(effect, field)
                hidden += len(value) if isinstance(value, tuple) else 1
    if not (hidden and isinstance(event, Adjusted)):
        return event
    return msgspec.structs.replace(event, value=str(hidden))
