"""Statistics of dice: the faces in a log, and for fair dice the expected count of each face and the usual range."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import exp, lgamma, log, sqrt
from typing import Final, NamedTuple

import msgspec

from events.entry import Entry
from events.events import Rolled

TAIL: Final = 0.025
"""The maximum probability beyond each end of an expected range, so that the range holds at least 95 %."""


class ExpectedCount(NamedTuple):
    """How often a face is expected: the mean, and the range `low` to `high` that holds at least 95 % of such series."""

    mean: float
    low: int
    high: int


@lru_cache(maxsize=4096)
def expected_faces(dice: int, sides: int) -> ExpectedCount:
    """Return the expected count of one face among `dice` fair dice. Raises ValueError for impossible numbers."""
    if dice < 0 or sides < 1:
        raise ValueError(f"{dice} dice of {sides} sides")
    if sides == 1 or not dice:
        return ExpectedCount(float(dice), dice, dice)
    low = _quantile(dice, 1 / sides)
    return ExpectedCount(dice / sides, low, dice - _quantile(dice, 1 - 1 / sides))


def _quantile(dice: int, chance: float) -> int:
    """Return the largest count such that smaller counts together have a probability of at most `TAIL`.

    The sum starts ten standard deviations below the mean, because the terms before that are negligible. Each term is
    calculated from the previous one.
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


class DiceCount(msgspec.Struct, frozen=True):
    """The dice with one source and number of sides: how often each face from 1 on came up, and the number of rolls."""

    source: str
    sides: int
    faces: tuple[int, ...]
    rolls: int = 0

    @property
    def dice(self) -> int:
        """The number of dice rolled."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """The mean face, 0 if no dice were rolled."""
        return sum(face * count for face, count in enumerate(self.faces, 1)) / self.dice if self.dice else 0.0


def dice_of(entries: Iterable[Entry]) -> Mapping[tuple[str, int], DiceCount]:
    """Return dice statistics by (source, number of sides), with undone rolls, without rolls that were reused."""
    found: dict[tuple[str, int], DiceCount] = {}
    for entry in entries:
        event = entry.event
        if not isinstance(event, Rolled) or event.source == "replayed" or not 2 <= event.sides <= 256:
            continue
        key = (event.source, event.sides)
        before = found.get(key) or DiceCount(event.source, event.sides, (0,) * event.sides)
        faces = list(before.faces)
        for face in event.faces:
            if 1 <= face <= event.sides:
                faces[face - 1] += 1
        found[key] = DiceCount(event.source, event.sides, tuple(faces), before.rolls + 1)
    return found
