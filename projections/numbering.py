"""Numbers that things get when they come into play, and by which later lines mean them."""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Generic, TypeVar

import msgspec

from events.events import Event
from events.session_events import Adjusted

S = TypeVar("S", bound=msgspec.Struct)
F = TypeVar("F", bound=Event)


class Numbering(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game numbers what comes into play, one after the other.

    `given` is the number that an event gives to a thing, 0 for none; `following` the one that the next thing gets;
    `fields` are those of events that hold such numbers (0 in one is none), `place` the word before a number in the
    place of such a thing that is set by hand.
    """

    given: Callable[[Event], int]
    following: Callable[[S], int]
    fields: AbstractSet[str]
    place: str

    def numbers_in(self, event: Event) -> Iterator[tuple[str, int]]:
        """The numbers that an event names, each with its field."""
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
        """An event with other numbers for the same things."""
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
    """The numbers that the same things have in other events; None where these differ in more than numbers."""
    new: dict[int, int] = {}
    if numbering is None or len(events) != len(others):
        return new if list(events) == list(others) else None
    for was, now in zip(events, others, strict=True):
        numbers = zip(numbering.numbers_in(was), numbering.numbers_in(now), strict=False)
        new.update({one: other for (_, one), (_, other) in numbers})
    told = [numbering.renumbered(event, lambda number: new.get(number, number)) for event in events]
    return new if told == list(others) else None
