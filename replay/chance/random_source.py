"""Sources of chance, a class each: none at all, seeded, and dice from one with cards from another.

The tower has a file of its own. Nothing else in the house makes random numbers for a game. What only tells chance
again, as somebody typed it or a log holds it, stands in `projections/notation/recorded_chance.py`.
"""

import random
from collections.abc import Sequence
from typing import NoReturn

from events.errors import NeedsRandomSourceError
from events.events import Drawn, Revealed, Rolled, Shuffled
from projections.terms import RandomSource


class NoChance:
    """No chance: for previews, checks, legal moves and odds. Nothing unwritten is ever shown."""

    def roll(self, _die: str, _sides: int, purpose: str, /) -> NoReturn:
        """Refuse."""
        raise NeedsRandomSourceError(f"dice are due: {purpose}")

    def shuffle(self, _pile: str, _cards: Sequence[str], /) -> NoReturn:
        """Refuse."""
        raise NeedsRandomSourceError("a pile is about to be shuffled")

    def draw(self, _player: str, _pile: str, _top: Sequence[str], /) -> NoReturn:
        """Refuse."""
        raise NeedsRandomSourceError("a card is about to be drawn")

    def turn_up(self, _pile: str, _place: str, _item: str, /) -> NoReturn:
        """Refuse."""
        raise NeedsRandomSourceError("a card or tile is about to be turned up")


class SeededChance:
    """Reproducible chance for tests and benchmarks."""

    def __init__(self, seed: int, source: str = "typed") -> None:
        self.random = random.Random(seed)  # noqa: S311  # reproducible by wish; live chance is the tower's
        self.source = source

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """Seeded faces."""
        faces = tuple(self.random.randint(1, sides) for _ in die.split())
        return Rolled(die, sides, faces, purpose, self.source)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """A seeded order of the cards, however they came in."""
        order = sorted(cards)
        self.random.shuffle(order)
        return Shuffled(pile, 0, self.source, tuple(order))

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """The cards on top."""
        return Drawn(player, pile, self.source, tuple(top))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """What lies there."""
        return Revealed(pile, place, self.source, item)


class MixedChance:
    """Dice from one source, cards and tiles from another."""

    def __init__(self, dice: RandomSource, cards: RandomSource) -> None:
        self.roll, self.shuffle, self.draw, self.turn_up = dice.roll, cards.shuffle, cards.draw, cards.turn_up
