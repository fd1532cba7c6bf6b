"""What a line says: one or several moves, each with what was seen of its chance and what is stated of its results."""

from typing import Final

import msgspec

from events.facts import Effect, Move
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen, Written

__all__ = ["ALL", "NONE", "ROLL", "Sentence"]

NONE: Final[Vocabulary] = dict.fromkeys(("none", "no", "-", "nothing", "no move"), "none")
"""How players write that they leave a step out."""
ALL: Final[Vocabulary] = dict.fromkeys(("all", "everything", "the rest", "rest", "max"), "all")
ROLL: Final = ("roll", "?")
"""What stands in brackets where the dice are still to fall."""


class Sentence(msgspec.Struct):
    """One move while its line is read."""

    move: Move
    seen: Seen = Seen()
    stated: tuple[Effect, ...] = ()
    absent: tuple[type[Effect], ...] = ()

    def states(self, *effects: Effect, instead_of: type[Effect] | None = None) -> "Sentence":
        """State effects of the move; `instead_of` says that there were no others of this kind."""
        self.stated = (*self.stated, *effects)
        if instead_of is not None and instead_of not in self.absent:
            self.absent = (*self.absent, instead_of)
        return self

    def written(self) -> Written:
        """The move as the notation hands it on."""
        return Written(self.move, self.seen, self.stated, self.absent)
