"""Statistics of fair dice: how often each face comes up, and within which bounds it mostly does. No verdict."""

from functools import lru_cache
from math import exp, lgamma, log, sqrt
from typing import Final, NamedTuple

TAIL: Final = 0.025
"""At most this much lies beyond each end of the band, so at least 95 % within."""


class ExpectedCount(NamedTuple):
    """How often a face should come up: on average, and from `low` to `high` in at least 95 of 100 such series."""

    mean: float
    low: int
    high: int


@lru_cache(maxsize=4096)
def expected_faces(dice: int, sides: int) -> ExpectedCount:
    """The count of any one face among so many fair dice: binomial, so the band is the same for every face.

    Raises:
        ValueError: there are no such dice.
    """
    if dice < 0 or sides < 1:
        raise ValueError(f"{dice} dice of {sides} sides")
    if sides == 1 or not dice:
        return ExpectedCount(float(dice), dice, dice)
    low = _quantile(dice, 1 / sides)
    return ExpectedCount(dice / sides, low, dice - _quantile(dice, 1 - 1 / sides))


def _quantile(dice: int, chance: float) -> int:
    """The largest count with at most `TAIL` below it.

    The sum begins ten deviations under the mean, where nothing is left to add; each term follows from the one before.
    """
    count = max(0, int(dice * chance - 10 * sqrt(dice * chance * (1 - chance)) - 10))
    logged = lgamma(dice + 1) - lgamma(count + 1) - lgamma(dice - count + 1)
    term = exp(logged + count * log(chance) + (dice - count) * log(1 - chance))
    below = term
    while below <= TAIL:
        term *= (dice - count) / (count + 1) * chance / (1 - chance)
        count += 1
        below += term
    return count
