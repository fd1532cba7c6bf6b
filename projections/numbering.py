"""Numbers that identify things in play."""

from collections.abc import Callable, Iterator, Sequence, Set as AbstractSet
from typing import Any, Generic, TypeVar

import msgspec

from events.events import Event
from events.session_events import Adjusted

S = TypeVar("S", bound=msgspec.Struct)
F = TypeVar("F", bound=Event)


class Numbering(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game numbers things in the order in which they come into play.

    `given` returns the number that an event assigns, 0 for none. `following` returns the next number. `fields` are the
    fields of events that hold such numbers (0 means none). `place` is the word before the number in the name of a field
    that is set by hand.
    """

    given: Callable[[Event], int]
    following: Callable[[S], int]
    fields: AbstractSet[str]
    place: str

    def numbers_in(self, event: Event) -> Iterator[tuple[str, int]]:
        """Yield each number in an event that identifies a thing, as (field, number)."""
        if isinstance(event, Adjusted):
            word, _, number = event.place.partition(" ")
            if word == self.place and number.isascii() and number.isdecimal():
                yield "place", int(number)
            return
        for name in event.__struct_fields__:
            value = getattr(event, name) if name in self.fields else None
            for number in value if isinstance(value, tuple) else (value,):
                if type(number) is int and number:
                    yield name, number

    def renumbered(self, event: F, new: Callable[[int], int]) -> F:
        """Return a copy of an event in which each number `n` of a thing is replaced by `new(n)`."""
        if isinstance(event, Adjusted):
            for _, number in self.numbers_in(event):
                return msgspec.structs.replace(event, place=f"{self.place} {new(number)}")
            return event
        changed = {}
        for name in {name for name, _ in self.numbers_in(event)}:
            value = getattr(event, name)
            then = tuple(number and new(number) for number in value) if isinstance(value, tuple) else new(value)
            if then != value:
                changed[name] = then
        return msgspec.structs.replace(event, **changed) if changed else event


def other_numbers(
    numbering: Numbering[Any] | None, events: Sequence[Event], others: Sequence[Event]
) -> dict[int, int] | None:
    """Return the numbers of things in `events` with those in `others`; None if they differ in more than numbers."""
    new: dict[int, int] = {}
    if numbering is None or len(events) != len(others):
        return new if list(events) == list(others) else None
    for was, now in zip(events, others, strict=True):
        numbers = zip(numbering.numbers_in(was), numbering.numbers_in(now), strict=False)
        new.update({one: other for (_, one), (_, other) in numbers})
    told = [numbering.renumbered(event, lambda number: new.get(number, number)) for event in events]
    return new if told == list(others) else None
