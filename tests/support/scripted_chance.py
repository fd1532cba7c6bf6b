"""Chance as a test wants it."""

from collections.abc import Sequence

from events.events import Rolled
from projections.notation.recorded_chance import ChanceError, Typed
from projections.terms import Seen


class ScriptedChance(Typed):
    """Faces one after the other, however they are grouped, and cards, items and orders."""

    def __init__(
        self, *faces: int, cards: Sequence[str] = (), items: Sequence[str] = (), orders: Sequence[Sequence[str]] = ()
    ) -> None:
        super().__init__(Seen(cards=tuple(cards), items=tuple(items), orders=tuple(map(tuple, orders))))
        self.single = list(faces)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        dice = len(die.split())
        faces, self.single = tuple(self.single[:dice]), self.single[dice:]
        if len(faces) != dice:
            raise ChanceError(f"the script has no faces left for {purpose}")
        return Rolled(die, sides, faces, purpose, self.source)
