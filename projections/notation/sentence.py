"""What a line says of one move: its values, what was seen of its chance, what is stated of its results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from events.events import Effect, Event, Move, Passed
from projections.notation.cursor import Cursor
from projections.terms import Claim, Seen, Written

S = TypeVar("S", bound=msgspec.Struct)


class Sentence(Generic[S]):
    """One move while its line is read or written; slots, chance and results are told of it.

    `position` is where the line has led before the move, `earlier` what the line said until then. `values` are those of
    its holes, `spans` where each stands in the line. While it is written `events` are what came of the move
    and is told, and it has `happened` where anything came of it.
    """

    def __init__(
        self, position: S, seat: str, cursor: Any = None, earlier: Sequence["Sentence[S]"] = (), *, only: bool = False,
        led: Callable[["Sentence[S]"], S | None] = lambda _said: None,
    ) -> None:  # fmt: skip
        self.position, self.seat, self.earlier, self.only = position, seat, earlier, only
        self.cursor: Any = Cursor("") if cursor is None else cursor
        self.values: dict[str, Any] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        self.move: Move = Passed(seat)
        self.events: Sequence[Event] = ()
        self.happened = False
        self.seen = Seen()
        self.stated: tuple[Effect, ...] = ()
        self.absent: tuple[type[Effect], ...] = ()
        self.claims: tuple[Claim, ...] = ()
        self._led = led

    @property
    def led(self) -> S | None:
        """The position after the move with what is said of it so far; None where that takes chance still to come."""
        return self._led(self)

    def beside(self, move: Move) -> "Sentence[S]":
        """Another move of the same line, at the same place."""
        found = Sentence(self.position, self.seat, self.cursor, self.earlier, only=self.only, led=self._led)
        found.move = move
        return found

    def states(self, *effects: Effect) -> None:
        """State effects of the move."""
        self.stated = (*self.stated, *effects)

    def lacks(self, *kinds: type[Effect]) -> None:
        """State that the move had no (other) effect of these kinds."""
        self.absent = (*self.absent, *(kind for kind in kinds if kind not in self.absent))

    def claims_that(self, place: str, value: str) -> None:
        """Claim what the table shows after the move."""
        self.claims = (*self.claims, Claim(place, value))

    def sees(self, seen: Seen) -> None:
        """Add chance that the writer saw to what the line has told of it."""
        before = self.seen
        self.seen = Seen(
            (*before.faces, *seen.faces), (*before.cards, *seen.cards), (*before.items, *seen.items),
            (*before.orders, *seen.orders), seen.receipt or before.receipt,
        )  # fmt: skip

    def written(self) -> Written:
        """The move as the notation hands it on."""
        return Written(self.move, self.seen, self.stated, self.absent, self.claims)

    # What a failed try took in is given back.

    def taken(self) -> Mapping[str, Any]:
        """All that was taken in so far."""
        return {**vars(self), "values": dict(self.values), "spans": dict(self.spans)}

    def give_back(self, taken: Mapping[str, Any]) -> None:
        """Be again as it was when that was all."""
        vars(self).update({**taken, "values": dict(taken["values"]), "spans": dict(taken["spans"])})
