"""The public form of a correction that sets a value by hand: cards that not all may see are only counted."""

from collections.abc import Sequence

import msgspec

from events.codec import audience_of
from events.errors import RefusedError
from events.events import ALL, Conduct, Effect
from events.session_events import Adjusted
from replay.session.session import Session


def as_published(session: Session, fact: Conduct, effects: Sequence[Effect]) -> Conduct:
    """The correction as it is written down: of cards that not all may see, it says their number alone.

    Raises:
        RefusedError: cards would be set that the tower deals.
    """
    cards = [effect for effect in effects if session.codec.twins[type(effect)].sealed]
    if cards and session.started.cards == "tower":
        raise RefusedError("the tower deals here, so no card is set by hand")
    hidden = 0
    for effect in cards:
        for field, known in session.codec.twins[type(effect)].sealed.items():
            if audience_of(effect, known) != ALL:
                value = getattr(effect, field)
                hidden += len(value) if isinstance(value, tuple) else 1
    if not (hidden and isinstance(fact, Adjusted)):
        return fact
    return msgspec.structs.replace(fact, value=str(hidden))
