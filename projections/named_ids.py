"""The ids that an event holds: what it names, and never what it counts."""

from collections.abc import Iterator

from events.events import UNKNOWN, Event, Move


def ids_of(event: Event) -> Iterator[str]:
    """The texts of an event's fields, each by itself, without what is not known."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        for one in (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ():
            if isinstance(one, str) and one not in ("", UNKNOWN):
                yield one


def numbers_of(move: Move) -> Iterator[int]:
    """The numbers in a move that are names of things."""
    for name in move.names:
        value = getattr(move, name)
        yield from (value,) if isinstance(value, int) else value if isinstance(value, tuple) else ()
