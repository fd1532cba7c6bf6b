"""Sources of randomness other than the dice roller: none at all, seeded, or a mix of two sources.

The built-in dice roller is in `tower.py`. No other module makes random numbers for a game. Typed and recorded results
are read in `projections/notation/recorded_chance.py`.
"""

import random
from collections.abc import Sequence
from typing import NoReturn

from events.errors import NeedsRandomSourceError
from events.events import Drawn, Revealed, Rolled, Shuffled
from projections.contracts import RandomSource


class NoChance:
    """Refuses every request, so that previews, checks and odds never show a result that is not in the log."""

    def roll(self, _die: str, _sides: int, purpose: str, /) -> NoReturn:
        """Raise `NeedsRandomSourceError`."""
        raise NeedsRandomSourceError(f"dice must be rolled for {purpose}")

    def shuffle(self, _pile: str, _cards: Sequence[str], /) -> NoReturn:
        """Raise `NeedsRandomSourceError`."""
        raise NeedsRandomSourceError("this move shuffles cards, so its result is known only after the move is recorded")

    def draw(self, _player: str, _pile: str, _top: Sequence[str], /) -> NoReturn:
        """Raise `NeedsRandomSourceError`."""
        raise NeedsRandomSourceError("a card must be drawn")

    def turn_up(self, _pile: str, _place: str, _item: str, /) -> NoReturn:
        """Raise `NeedsRandomSourceError`."""
        raise NeedsRandomSourceError("a card or tile must be turned up")


class SeededChance:
    """A reproducible source for tests and benchmarks."""

    def __init__(self, seed: int, source: str = "typed") -> None:
        self.random = random.Random(seed)  # noqa: S311  # deliberately reproducible; real games use the dice roller
        self.source = source

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """Return seeded faces."""
        faces = tuple(self.random.randint(1, sides) for _ in die.split())
        return Rolled(die, sides, faces, purpose, self.source)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Return a seeded order of the cards, independent of the order in which they are given."""
        order = sorted(cards)
        self.random.shuffle(order)
        return Shuffled(pile, 0, self.source, tuple(order))

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """Return the cards on top."""
        return Drawn(player, pile, self.source, tuple(top))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """Return a reveal of the given item."""
        return Revealed(pile, place, self.source, item)


class MixedChance:
    """Dice from one source, cards and tiles from another."""

    def __init__(self, dice: RandomSource, cards: RandomSource) -> None:
        self.roll, self.shuffle, self.draw, self.turn_up = dice.roll, cards.shuffle, cards.draw, cards.turn_up
