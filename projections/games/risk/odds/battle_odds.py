"""Exact probabilities of one roll and of a whole battle, computed with integers and returned as fractions.

Both sides roll as many dice as they may: up to three attack, up to two defend (RISK-DIC-02, RISK-DIC-03). The attackers
are all Daleks of the origin except the guard, or the survivors of a committed group.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final, Literal, NamedTuple

MOST_ATTACK: Final = 3
MOST_DEFENCE: Final = 2
SIDES: Final = 6
Again = Literal["never", "once", "until_not_one"]


class Dice(NamedTuple):
    """Special dice of one side: the addition to each die, and whether or how often its 1s are re-rolled."""

    plus: int = 0
    again: Again = "never"

    @property
    def weights(self) -> tuple[int, ...]:
        """The relative frequency of each face from 1 to 6, as integers."""
        return {"never": (1,) * SIDES, "once": (1, *(7,) * 5), "until_not_one": (0, *(1,) * 5)}[self.again]

    @property
    def anew(self) -> tuple[int, ...]:
        """The relative frequency of each face from 1 to 6 when a 1 is re-rolled."""
        return (0, *(1,) * 5) if self.again == "until_not_one" else (1,) * SIDES


PLAIN: Final = Dice()


class Roll(NamedTuple):
    """The outcomes of one roll: in `ways[k]` of `of` cases the defender loses k Daleks.

    The attacker loses one Dalek for each other pair of compared dice.
    """

    ways: tuple[int, ...]
    of: int

    @property
    def pairs(self) -> int:
        """The number of compared pairs of dice, which is the number of Daleks lost (RISK-CMB-06)."""
        return len(self.ways) - 1

    def chance(self, defenders: int) -> Fraction:
        """Return the probability that the defender loses exactly `defenders` Daleks."""
        return Fraction(self.ways[defenders], self.of)


class Battle(NamedTuple):
    """A battle fought to its end: the probability of conquest, and the mean losses of each side."""

    conquest: Fraction
    attackers: Fraction
    defenders: Fraction


@lru_cache(maxsize=512)
def roll(attack: int, defence: int, ours: Dice = PLAIN, theirs: Dice = PLAIN) -> Roll:
    """Return the outcomes of a roll of `attack` dice against `defence` dice."""
    return _compared(_tops((), attack, ours.weights), _tops((), defence, theirs.weights), ours.plus - theirs.plus)


@lru_cache(maxsize=512)
def fallen(attack: tuple[int, ...], defence: tuple[int, ...], ours: Dice, theirs: Dice) -> Roll:
    """Return the outcomes of rolled dice, the faces `attack` and `defence`, if a side may still re-roll its 1s."""
    return _compared(_open(attack, ours), _open(defence, theirs), ours.plus - theirs.plus)


def _open(faces: tuple[int, ...], dice: Dice) -> Mapping[tuple[int, ...], int]:
    kept = faces if dice.again == "never" else tuple(face for face in faces if face != 1)
    return _tops(kept, len(faces) - len(kept), dice.anew)


def _tops(kept: tuple[int, ...], count: int, weights: tuple[int, ...]) -> Mapping[tuple[int, ...], int]:
    """Return how many ways lead to each pair of highest faces, if `count` new dice are added to the `kept` ones."""
    found: Counter[tuple[int, ...]] = Counter()
    for faces in combinations_with_replacement(range(1, SIDES + 1), count):
        ways = factorial(count) // prod(factorial(faces.count(face)) for face in set(faces))
        ways *= prod(weights[face - 1] for face in faces)
        found[tuple(sorted((*kept, *faces), reverse=True)[:2])] += ways
    return found


def _compared(attack: Mapping[tuple[int, ...], int], defence: Mapping[tuple[int, ...], int], plus: int) -> Roll:
    """Return the outcomes of comparing the highest dice, then the next (RISK-CMB-01 to RISK-CMB-05).

    The defender wins ties. `attack` and `defence` hold the number of ways for each pair of highest faces.
    """
    pairs = min(len(next(iter(attack))), len(next(iter(defence))))
    ways = [0] * (pairs + 1)
    for ours, ours_in in attack.items():
        for theirs, theirs_in in defence.items():
            beaten = sum(own + plus > other for own, other in zip(ours, theirs, strict=False))
            ways[beaten] += ours_in * theirs_in
    return Roll(tuple(ways), sum(attack.values()) * sum(defence.values()))


@lru_cache(maxsize=256)
def battle(
    attackers: int, defenders: int, ours: Dice = PLAIN, theirs: Dice = PLAIN, first: Roll | None = None
) -> Battle:
    """Return the outcome of a battle that ends with conquest or with the last attacker. `first` is a special next roll.

    Each lost Dalek counts as one factor `unit` of the common denominator, so that all sums are integers.
    """
    unit = sum(ours.weights) ** MOST_ATTACK * sum(theirs.weights) ** MOST_DEFENCE
    won, lost = [0] * (attackers + 1), [0] * (defenders + 1)
    for left, right, ways in _ends(attackers, defenders, ours, theirs, first):
        if right:
            lost[right] += ways * unit**right
        else:
            won[left] += ways * unit**left
    whole = unit ** (attackers + defenders)
    return Battle(
        Fraction(sum(won), whole),
        attackers - Fraction(sum(left * ways for left, ways in enumerate(won)), whole),
        defenders - Fraction(sum(right * ways for right, ways in enumerate(lost)), whole),
    )


def _ends(
    attackers: int, defenders: int, ours: Dice, theirs: Dice, first: Roll | None
) -> Iterator[tuple[int, int, int]]:
    """Yield each end of a battle: attackers left, defenders left, and its ways out of `unit` ** (lost Daleks)."""
    unit = sum(ours.weights) ** MOST_ATTACK * sum(theirs.weights) ** MOST_DEFENCE
    table = [[0] * (defenders + 1) for _ in range(attackers + 1)]
    table[attackers][defenders] = 1
    for left in range(attackers, -1, -1):
        for right in range(defenders, -1, -1):
            mass = table[left][right]
            if not mass:
                continue
            if not left or not right:
                yield left, right, mass
                continue
            usual = roll(min(left, MOST_ATTACK), min(right, MOST_DEFENCE), ours, theirs)
            now = first if first and (left, right) == (attackers, defenders) else usual
            share = mass * (unit**now.pairs // now.of)
            for beaten, ways in enumerate(now.ways):
                table[left - now.pairs + beaten][right - beaten] += share * ways
        table[left] = []
