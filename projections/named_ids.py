"""The ids and identifying numbers in an event, without amounts."""

from collections.abc import Iterator

from events.events import UNKNOWN, Event, Move


def ids_of(event: Event) -> Iterator[str]:
    """Yield each text in an event's fields, such as the id of a card, except unknown ones."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        for one in (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ():
            if isinstance(one, str) and one not in ("", UNKNOWN):
                yield one


def numbers_of(move: Move) -> Iterator[int]:
    """Yield the numbers in a move's fields that identify things in play."""
    for name in move.names:
        value = getattr(move, name)
        yield from (value,) if isinstance(value, int) else value if isinstance(value, tuple) else ()
