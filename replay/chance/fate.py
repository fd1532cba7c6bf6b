"""Where chance gets in: one file, one class for each way.

The tower has a file of its own. Nothing else in the house makes random numbers for a game.
"""

import random
from collections.abc import Sequence
from typing import NoReturn

from events.errors import BellError, NeedsFateError, NotationError
from events.facts import UNKNOWN, Chance, Drawn, Revealed, Rolled, Shuffled
from projections.terms import Fate, Seen

__all__ = ["ChanceError", "Mixed", "Recorded", "Refusing", "Scripted", "Seeded", "Typed"]


class ChanceError(BellError):
    """Recorded chance is not what the move asks for: missing, of another kind or of another size."""


class Refusing:
    """No chance: for previews, checks, legal moves and odds. Nothing unwritten is ever shown."""

    def roll(self, _die: str, _sides: int, purpose: str, /) -> NoReturn:
        """Refuse."""
        raise NeedsFateError(f"dice are due: {purpose}")

    def shuffle(self, pile: str, _cards: Sequence[str], /) -> NoReturn:
        """Refuse."""
        raise NeedsFateError(f"a shuffle is due: {pile}")

    def draw(self, _player: str, pile: str, _top: Sequence[str], /) -> NoReturn:
        """Refuse."""
        raise NeedsFateError(f"a card of {pile} is due")

    def turn_up(self, _pile: str, place: str, _item: str, /) -> NoReturn:
        """Refuse."""
        raise NeedsFateError(f"what lies at {place} is about to be turned up")


class Seeded:
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


class Typed:
    """Chance that a person typed: thrown, drawn or turned up on a table, or by another roller.

    `source` is whose dice they are, `dealt` whose cards and tiles, where those come from elsewhere.
    """

    def __init__(self, seen: Seen, source: str = "typed", dealt: str = "") -> None:
        self.source, self.dealt = source, dealt or source
        self.faces, self.cards = list(seen.faces), list(seen.cards)
        self.items, self.orders = list(seen.items), list(seen.orders)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """The typed faces; they are not optional, for dice fall in the open."""
        dice = len(die.split())
        if not self.faces:
            raise NotationError(f"dice are due for {purpose}: write {dice} of 1 to {sides} in brackets")
        faces = self.faces.pop(0)
        if len(faces) != dice or not all(1 <= face <= sides for face in faces):
            raise NotationError(f"{purpose} takes {dice} dice of 1 to {sides}", read=" ".join(map(str, faces)))
        return Rolled(die, sides, faces, purpose, self.source)

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """An order as typed, else one that nobody knows."""
        order = self.orders.pop(0) if self.orders else (UNKNOWN,) * len(cards)
        return Shuffled(pile, 0, self.dealt, order)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """The typed cards, `"?"` for each one that was not written."""
        cards = [self.cards.pop(0) if self.cards else UNKNOWN for _ in top]
        known = [typed if typed != UNKNOWN else card for typed, card in zip(cards, top, strict=True)]
        return Drawn(player, pile, self.dealt, tuple(known))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """The typed item, else what is known, else `"?"`."""
        typed = self.items.pop(0) if self.items else UNKNOWN
        return Revealed(pile, place, self.dealt, item if typed == UNKNOWN else typed)


class Mixed:
    """Dice from one fate, cards and tiles from another."""

    def __init__(self, dice: Fate, cards: Fate) -> None:
        self.roll, self.shuffle, self.draw, self.turn_up = dice.roll, cards.shuffle, cards.draw, cards.turn_up


class Scripted(Typed):
    """Chance as a test wants it: faces one after the other, however they are grouped, and cards, items and orders."""

    def __init__(
        self, *faces: int, cards: Sequence[str] = (), items: Sequence[str] = (), orders: Sequence[Sequence[str]] = ()
    ) -> None:
        super().__init__(Seen(cards=tuple(cards), items=tuple(items), orders=tuple(map(tuple, orders))))
        self.single = list(faces)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """The next faces of the script."""
        dice = len(die.split())
        faces, self.single = tuple(self.single[:dice]), self.single[dice:]
        if len(faces) != dice:
            raise ChanceError(f"the script has no faces left for {purpose}")
        return Rolled(die, sides, faces, purpose, self.source)


class Recorded:
    """The chance of an old log, in its order. What does not fit the question is named in `problems` or raised."""

    def __init__(self, chance: Sequence[Chance]) -> None:
        self.left = list(chance)
        self.problems: list[str] = []

    def _next(self, kind: type[Chance], what: str) -> Chance:
        if not self.left:
            raise ChanceError(f"{what} is missing")
        if not isinstance(self.left[0], kind):
            raise ChanceError(f"{what} is missing; the log has {type(self.left[0]).__name__} instead")
        return self.left.pop(0)

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """The recorded roll of these dice for this purpose."""
        rolled = self._next(Rolled, f"the roll for {purpose}")
        assert isinstance(rolled, Rolled)
        if (rolled.die, rolled.sides, rolled.purpose) != (die, sides, purpose):
            self.problems.append(
                f"the roll for {purpose} asks for {die} of {sides} sides; the log has {rolled.die} of {rolled.sides}"
                f" sides for {rolled.purpose}"
            )
        if len(rolled.faces) != len(die.split()):
            raise ChanceError(
                f"the roll for {purpose} asks for {len(die.split())} dice, the log has {len(rolled.faces)}"
            )
        if not all(1 <= face <= sides for face in rolled.faces):
            self.problems.append(f"the roll for {purpose} shows a face beyond 1 to {sides}")
        return rolled

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """The recorded shuffle of this pile; the same cards must come out as went in."""
        shuffled = self._next(Shuffled, f"the shuffle of {pile}")
        assert isinstance(shuffled, Shuffled)
        if shuffled.pile != pile:
            raise ChanceError(f"a shuffle of {pile} is due; the log shuffles {shuffled.pile}")
        if len(shuffled.order) != len(cards):
            raise ChanceError(f"{pile} holds {len(cards)} cards; the log shuffles {len(shuffled.order)}")
        if UNKNOWN not in shuffled.order and UNKNOWN not in cards and sorted(shuffled.order) != sorted(cards):
            self.problems.append(f"the cards that came out of the shuffle of {pile} are not those that went in")
        return shuffled

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """The recorded draw; what the pile is known to hold on top must be what was drawn."""
        drawn = self._next(Drawn, f"the draw of {player} from {pile}")
        assert isinstance(drawn, Drawn)
        if (drawn.player, drawn.pile) != (player, pile):
            raise ChanceError(f"{player} is to draw from {pile}; in the log {drawn.player} draws from {drawn.pile}")
        if len(drawn.cards) != len(top):
            raise ChanceError(f"{player} is to draw {len(top)} of {pile}; the log has {len(drawn.cards)}")
        for card, known in zip(drawn.cards, top, strict=True):
            if UNKNOWN not in (card, known) and card != known:
                self.problems.append(f"{player} drew {card} from {pile}, where {known} lay on top")
        return drawn

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """The recorded item; what is known to lie there must be what was shown."""
        shown = self._next(Revealed, f"what {place} shows")
        assert isinstance(shown, Revealed)
        if (shown.pile, shown.place) != (pile, place):
            raise ChanceError(f"{place} is to be turned up; the log turns up {shown.place}")
        if UNKNOWN not in (item, shown.item) and item != shown.item:
            self.problems.append(f"{place} showed {shown.item}, where {item} lay")
        return shown
