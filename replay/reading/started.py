"""The seats of a session: read from its first entry alone, without its game, and checked."""

from collections.abc import Sequence

from events.codec import Codec
from events.errors import CorruptLogError, RefusedError
from events.events import Started
from events.store.protocol import EventStore


def require_seat(seat: str, seats: Sequence[str], *roles: str) -> None:
    """Refuse what is neither one of the seats nor one of the roles.

    Raises:
        RefusedError: says which seats there are.
    """
    if seat not in (*seats, *roles):
        raise RefusedError(f'no seat "{seat[:40]}" in this session; there are {", ".join(seats)}')


def seats_of(store: EventStore, session: str) -> tuple[str, ...]:
    """The seats of a session in order; none where its first line cannot be read."""
    lines = store.lines(session, 0, 1)
    try:
        started = Codec(()).decode(lines[0]).fact if lines else None
    except CorruptLogError:
        return ()
    return started.seats if isinstance(started, Started) else ()
