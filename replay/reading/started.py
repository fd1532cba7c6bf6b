"""The seats of a session, read from its first line alone: what is the same in every game needs none of them."""

from events.codec import Codec
from events.errors import CorruptLogError
from events.events import Started
from events.store.protocol import EventStore


def seats_of(store: EventStore, session: str) -> tuple[str, ...]:
    """The seats of a session in order; none where its first line cannot be read."""
    lines = store.lines(session, 0, 1)
    try:
        started = Codec(()).decode(lines[0]).event if lines else None
    except CorruptLogError:
        return ()
    return started.seats if isinstance(started, Started) else ()
