"""Numbers of things on the way of a correction: a card that came into play earlier or later is the same card."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, TypeVar

from events.errors import UnplayableError
from events.events import UNKNOWN, Effect, Event
from projections.draft import subject_of
from replay.reading.reading import Reading

F = TypeVar("F", bound=Event)
_NEVER: Final = -1


class Renumbering:
    """Which number each thing has now, by the one that it had in the record.

    What never came into play now has a negative one, that of its old number: nothing else is ever meant by it. Where
    it comes into play after all, in a later correction, it is meant again.
    """

    def __init__(self, reading: Reading[Any]) -> None:
        self.reading, self.game, self.numbering = reading, reading.game, reading.game.rules.numbering
        self.now: dict[int, int] = {}

    def of(self, event: F) -> F:
        """An event of the record, with the numbers that its things have now."""
        return self.numbering.renumbered(event, self._number) if self.numbering and self.now else event

    def _number(self, was: int) -> int:
        return self.now.get(was, was)

    def require_there(self, event: Event, recorded: Any) -> None:
        """Refuse what names a thing that never came into play now; `recorded` is the board that it was named on.

        Raises:
            UnplayableError: and tells what it is.
        """
        for name, number in self.numbering.numbers_in(event) if self.numbering else ():
            if self._number(number) < 0:
                raise UnplayableError(f"{self.game.view.numbered(recorded, name, number)} did not come into play")

    def follow(self, was: Sequence[Event], then: Sequence[Event]) -> None:
        """Take in what a group of the record brought into play, and what it brings into play now."""
        left = [event for event in then if self._given(event)]
        for old in was:
            if number := self._given(old):
                new = next((event for event in left if _is_same(old, event)), None)
                self.now[number] = self._given(new) if new is not None else _NEVER * abs(number)
                if new is not None:
                    left.remove(new)
        for new in left:
            if number := self._left_out(new):
                self.now.setdefault(_NEVER * abs(number), self._given(new))

    def entered(self, events: Sequence[Event], after: Any) -> list[Event]:
        """Those events that brought something into play, by the board behind them: it may have refused to let it in."""
        return [event for event in events if self.numbering and self._given(event) < self.numbering.following(after)]

    def _left_out(self, new: Event) -> int:
        """The number that something had before an earlier correction left it out, 0 for none.

        Of several of its kind it is the first that a move still means and that has not come back.
        """
        for entry in self.reading.entries:
            number = abs(self._given(entry.event)) if entry.seq in self.reading.undone else 0
            gone = _NEVER * number
            if number and gone in self._missed and gone not in self.now and _is_same(entry.event, new):
                return number
        return 0

    @cached_property
    def _missed(self) -> set[int]:
        """The negative numbers that moves name which stand."""
        standing = (one.event for one in self.reading.entries if one.seq not in self.reading.undone)
        return (
            {number for event in standing for _, number in self.numbering.numbers_in(event)}
            if self.numbering
            else set()
        )

    def keep(self, event: F, position: Any) -> F:
        """An event that is kept as the table had it; what it brings into play gets the number that is next now.

        Where this board does not let it come into play, the next one that does has that number, and it has none.
        """
        number = self._given(event)
        if self.numbering and number:
            following = self.numbering.following(position)
            self.now[number] = following
            if self.numbering.following(self.game.rules.reducer(position, self.of(event))) == following:
                self.now[number] = _NEVER * abs(number)
        return self.of(event)

    def _given(self, event: Event) -> int:
        return self.numbering.given(event) if self.numbering else 0


def _is_same(one: Event, other: Event) -> bool:
    """Whether two events bring the same into play, as far as that is known."""
    if not isinstance(one, Effect) or not isinstance(other, Effect):
        return False
    pairs = list(zip(subject_of(one), subject_of(other), strict=False))
    return type(one) is type(other) and all(a == b or UNKNOWN in (a, b) for a, b in pairs)
