"""One move in a line: its values, the declared chance and the declared results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from events.events import Effect, Event, Move, Passed
from projections.contracts import Claim, ObservedChance, Written
from projections.notation.cursor import Cursor

S = TypeVar("S", bound=msgspec.Struct)


class Sentence(Generic[S]):
    """One move while its line is parsed or written; the functions of slots, chance and results get it as argument.

    `position` is the position before the move, `earlier` are the sentences of the line before it. `values` are the
    values of the form's holes, `spans` their columns in the line. While a line is written, `events` are the events
    after the move that it shows; `happened` is true if there were any.
    """

    def __init__(
        self, position: S, seat: str, cursor: Any = None, earlier: Sequence["Sentence[S]"] = (), *, only: bool = False,
        led: Callable[["Sentence[S]"], S | None] = lambda _context: None,
    ) -> None:  # fmt: skip
        self.position, self.seat, self.earlier, self.only = position, seat, earlier, only
        self.cursor: Any = Cursor("") if cursor is None else cursor
        self.values: dict[str, Any] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        self.move: Move = Passed(seat)
        self.events: Sequence[Event] = ()
        self.happened = False
        self.seen = ObservedChance()
        self.stated: tuple[Effect, ...] = ()
        self.absent: tuple[type[Effect], ...] = ()
        self.claims: tuple[Claim, ...] = ()
        self._led = led

    @property
    def led(self) -> S | None:
        """The position after the move as parsed so far; None if its results of chance are still missing."""
        return self._led(self)

    def beside(self, move: Move) -> "Sentence[S]":
        """Return a new sentence for a further move of the same line in the same position."""
        found = Sentence(self.position, self.seat, self.cursor, self.earlier, only=self.only, led=self._led)
        found.move = move
        return found

    def states(self, *effects: Effect) -> None:
        """Declare that these effects of the move happened."""
        self.stated = (*self.stated, *effects)

    def lacks(self, *kinds: type[Effect]) -> None:
        """Declare that the move had no effects of these kinds except effects that the line declares."""
        self.absent = (*self.absent, *(kind for kind in kinds if kind not in self.absent))

    def claims_that(self, place: str, value: str) -> None:
        """Add a board statement for the position after the move."""
        self.claims = (*self.claims, Claim(place, value))

    def sees(self, seen: ObservedChance) -> None:
        """Add dice, cards and tiles that the line gives for the move."""
        before = self.seen
        self.seen = ObservedChance(
            (*before.faces, *seen.faces), (*before.cards, *seen.cards), (*before.items, *seen.items),
            (*before.orders, *seen.orders), seen.receipt or before.receipt,
        )  # fmt: skip

    def written(self) -> Written:
        """Return the move in the form that the notation returns to its callers."""
        return Written(self.move, self.seen, self.stated, self.absent, self.claims)

    # Undo a failed attempt

    def taken(self) -> Mapping[str, Any]:
        """Return a copy of this sentence's state, with which `give_back` can restore the state."""
        return {**vars(self), "values": dict(self.values), "spans": dict(self.spans)}

    def give_back(self, taken: Mapping[str, Any]) -> None:
        """Restore the state returned by `taken`."""
        vars(self).update({**taken, "values": dict(taken["values"]), "spans": dict(taken["spans"])})
