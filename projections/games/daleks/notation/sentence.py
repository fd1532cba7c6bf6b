"""What a line says: moves, each with what was seen of its chance, what is stated of its results, and claims."""

from collections.abc import Callable

import msgspec

from events.facts import Effect, Move
from projections.games.daleks.state.position import Position
from projections.terms import Claim, Seen, Written

__all__ = ["Sentence", "Tale"]


class Sentence(msgspec.Struct):
    """One move while its line is read; `counts` is the place that a bare number behind it claims, "" for none."""

    move: Move
    seen: Seen = Seen()
    stated: tuple[Effect, ...] = ()
    absent: tuple[type[Effect], ...] = ()
    claims: tuple[Claim, ...] = ()
    counts: str = ""

    def states(self, *effects: Effect) -> None:
        """State effects of the move."""
        self.stated = (*self.stated, *effects)

    def lacks(self, *kinds: type[Effect]) -> None:
        """State that the move had no effect of these kinds."""
        self.absent = (*self.absent, *kinds)

    def claims_that(self, place: str, value: str) -> None:
        """Claim what the table shows after the move."""
        self.claims = (*self.claims, Claim(place, value))

    def sees(self, seen: Seen) -> None:
        """Add chance that the writer saw to what the line has told of it."""
        before = self.seen
        self.seen = Seen(
            (*before.faces, *seen.faces), (*before.cards, *seen.cards), (*before.items, *seen.items),
            (*before.orders, *seen.orders), before.receipt or seen.receipt,
        )  # fmt: skip

    def written(self) -> Written:
        """The move as the notation hands it on."""
        return Written(self.move, self.seen, self.stated, self.absent, self.claims)


class Tale:
    """The moves of a line while it is read: each part is read at the table to which those before it have led.

    `zone` is the zone by whose name a Location was called, "" for none.
    """

    def __init__(
        self, position: Position, seat: str, after: Callable[[Position, Written], Position | None]
    ) -> None:  # fmt: skip
        self.seat, self.found, self.zone = seat, list[Sentence](), ""
        self._positions, self._after = [position], after

    @property
    def now(self) -> Position:
        """The table after what was said; as it was before a move whose chance is still to come."""
        return self._at(len(self.found))

    @property
    def before(self) -> Position:
        """The table before the last move of the line."""
        return self._at(max(0, len(self.found) - 1))

    def _at(self, said: int) -> Position:
        """The table after so many moves."""
        while len(self._positions) <= said:
            last = self._positions[-1]
            sentence = self.found[len(self._positions) - 1]
            self._positions.append(self._after(last, sentence.written()) or last)
        return self._positions[said]

    @property
    def led(self) -> Position | None:
        """The table after the last move with what was said of it so far; None where that still takes chance."""
        return self._after(self.before, self.found[-1].written()) if self.found else None

    @property
    def last(self) -> Sentence | None:
        """The last move of the line, if it has said any."""
        return self.found[-1] if self.found else None

    def say(self, move: Move, *, counts: str = "") -> Sentence:
        """Say one more move."""
        self._at(len(self.found))
        self.found.append(Sentence(move, counts=counts))
        return self.found[-1]

    def sees(self, seen: Seen) -> None:
        """Add chance to what was said last, after something was read behind it."""
        if self.found:
            self.found[-1].sees(seen)
            del self._positions[len(self.found) :]
