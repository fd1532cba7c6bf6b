"""Numbers of things during a correction: a card that came into play earlier or later remains the same card."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, TypeVar

from events.errors import UnplayableError
from events.events import UNKNOWN, Effect, Event
from projections.draft import subject_of
from projections.numbering import Numbering
from replay.reading.reading import Reading

F = TypeVar("F", bound=Event)
_NO_NUMBERS: Final = Numbering[Any](given=lambda _: 0, following=lambda _: 0, fields=frozenset(), place="")


class Renumbering:
    """Maps the number of each thing in the record to its number now.

    A thing that does not come into play now gets its old number with a minus sign, a number that no other thing has. If
    a later correction brings it into play again, events that name it refer to it again.
    """

    def __init__(self, reading: Reading[Any]) -> None:
        self.reading, self.game, self.numbering = reading, reading.game, reading.game.rules.numbering or _NO_NUMBERS
        self.now: dict[int, int] = {}

    def of(self, event: F) -> F:
        """Return a recorded event with the numbers that its things have now."""
        return self.numbering.renumbered(event, self._number) if self.now else event

    def _number(self, was: int) -> int:
        return self.now.get(was, was)

    def require_there(self, event: Event, recorded: Any) -> None:
        """Raise UnplayableError if an event of the `recorded` position names a thing that is not in play now."""
        for name, number in self.numbering.numbers_in(event):
            if self._number(number) < 0:
                raise UnplayableError(f"{self.game.view.object_name(recorded, name, number)} did not come into play")

    def follow(self, was: Sequence[Event], then: Sequence[Event]) -> None:
        """Map the things that the recorded events `was` brought into play to those that the new events `then` bring."""
        left = [event for event in then if self.numbering.given(event)]
        for old in was:
            if number := self.numbering.given(old):
                new = next((event for event in left if _is_same(old, event)), None)
                self.now[number] = self.numbering.given(new) if new is not None else -abs(number)
                if new is not None:
                    left.remove(new)
        for new in left:
            if number := self._left_out(new):
                self.now.setdefault(-abs(number), self.numbering.given(new))

    def entered(self, events: Sequence[Event], after: Any) -> list[Event]:
        """Return the events that really brought a thing into play: the position `after` them has that thing."""
        return [event for event in events if self.numbering.given(event) < self.numbering.following(after)]

    def _left_out(self, new: Event) -> int:
        """Return the number of the first omitted thing of this kind that a move still names, or 0."""
        for entry in self.reading.entries:
            number = abs(self.numbering.given(entry.event)) if entry.seq in self.reading.undone else 0
            gone = -number
            if number and gone in self._missed and gone not in self.now and _is_same(entry.event, new):
                return number
        return 0

    @cached_property
    def _missed(self) -> set[int]:
        """The negative numbers that moves name, except undone ones."""
        return {number for one in self.reading.live() for _, number in self.numbering.numbers_in(one.event)}

    def keep(self, event: F, position: Any) -> F:
        """Return an event accepted as played. A thing that it brings into play gets the next free number.

        If this board does not let the thing into play, it gets a negative number instead.
        """
        number = self.numbering.given(event)
        if number:
            following = self.numbering.following(position)
            self.now[number] = following
            if self.numbering.following(self.game.rules.reducer(position, self.of(event))) == following:
                self.now[number] = -abs(number)
        return self.of(event)


def _is_same(one: Event, other: Event) -> bool:
    if not isinstance(one, Effect) or not isinstance(other, Effect) or type(one) is not type(other):
        return False
    return all(a == b or UNKNOWN in (a, b) for a, b in zip(subject_of(one), subject_of(other), strict=False))
