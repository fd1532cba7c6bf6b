"""How often faces should come up: against binomial sums in whole numbers."""

from math import comb

import pytest

from projections.stats.dice_stats import ExpectedCount, expected_faces


def _at_most(count: int, dice: int, sides: int) -> float:
    ways = sum(comb(dice, k) * (sides - 1) ** (dice - k) for k in range(count + 1))
    return float(ways / sides**dice)


@pytest.mark.parametrize(
    ("dice", "sides"), [(1, 6), (2, 6), (6, 6), (30, 6), (137, 6), (600, 6), (50, 2), (90, 20), (3, 256)]
)
def test_the_band_is_the_narrowest_with_at_most_a_fortieth_beyond_each_end(dice: int, sides: int) -> None:
    band = expected_faces(dice, sides)
    assert band.mean == dice / sides
    assert _at_most(band.low - 1, dice, sides) <= 0.025 < _at_most(band.low, dice, sides)
    assert 1 - _at_most(band.high, dice, sides) <= 0.025 < 1 - _at_most(band.high - 1, dice, sides)


def test_many_dice_agree_with_the_normal_curve() -> None:
    mean, low, high = expected_faces(100_000, 6)
    deviation = (100_000 * 5 / 36) ** 0.5
    assert abs(mean - low - 1.96 * deviation) < 2
    assert abs(high - mean - 1.96 * deviation) < 2


def test_no_dice_and_dice_that_cannot_be() -> None:
    assert expected_faces(0, 6) == ExpectedCount(0.0, 0, 0)
    assert expected_faces(4, 1) == ExpectedCount(4.0, 4, 4)
    with pytest.raises(ValueError, match="-1 dice of 6 sides"):
        expected_faces(-1, 6)
