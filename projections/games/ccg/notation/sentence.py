"""What a line says: moves, each with what was seen of its chance, what is stated of its results, and claims."""

import msgspec

from events.facts import Effect, Move
from projections.terms import Claim, Seen, Written


class Sentence(msgspec.Struct):
    """One move while its line is read; `about` is the card in play that a claim without a name is of, 0 for none."""

    move: Move
    seen: Seen = Seen()
    stated: tuple[Effect, ...] = ()
    absent: tuple[type[Effect], ...] = ()
    claims: tuple[Claim, ...] = ()
    about: int = 0

    def states(self, *effects: Effect, instead_of: type[Effect] | None = None) -> "Sentence":
        """State effects of the move; `instead_of` says that there were no others of this kind."""
        self.stated = (*self.stated, *effects)
        if instead_of is not None and instead_of not in self.absent:
            self.absent = (*self.absent, instead_of)
        return self

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
