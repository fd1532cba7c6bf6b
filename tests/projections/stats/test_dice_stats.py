"""Statistics of dice."""

from math import comb

import pytest
import toy

from events.events import OMNISCIENT, Passed, Started
from events.store.memory import MemoryStore
from projections.contracts import ObservedChance, Written
from projections.registry import Registry
from projections.stats.dice_stats import ExpectedCount, dice_of, expected_faces
from replay.chance.random_source import SeededChance
from replay.corrections.takeback import take_back
from replay.session.session import Session
from replay.session.submission import Request, submit


def test_counts_the_dice_of_a_session_with_undone_rolls(games: Registry) -> None:
    started = Started("toy", 1, ("black", "yellow"), dice="typed", cards="typed", title="Counted")
    session = Session.create(MemoryStore(), games, started, fate=SeededChance(1), clock=lambda: 1000)
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    to = session.head.seq
    submit(session, "yellow", [Request(Written(Passed("yellow"), ObservedChance(faces=((4,),))))])
    take_back(session, to, by="moderator")
    submit(session, "yellow", [Request(Written(Passed("yellow"), ObservedChance(faces=((6,),))))])
    ((key, count),) = dice_of(session.view(OMNISCIENT).entries).items()
    assert (key, count.faces, count.rolls, count.dice, count.mean) == (("typed", 6), (0, 0, 0, 1, 0, 1), 2, 2, 5.0)


def _at_most(count: int, dice: int, sides: int) -> float:
    return float(sum(comb(dice, k) * (sides - 1) ** (dice - k) for k in range(count + 1)) / sides**dice)


@pytest.mark.parametrize(
    ("dice", "sides"), [(1, 6), (2, 6), (6, 6), (30, 6), (137, 6), (600, 6), (50, 2), (90, 20), (3, 256)]
)
def test_the_band_is_the_narrowest_with_2_5_percent_per_tail(dice: int, sides: int) -> None:
    band = expected_faces(dice, sides)
    assert band.mean == dice / sides
    assert _at_most(band.low - 1, dice, sides) <= 0.025 < _at_most(band.low, dice, sides)
    assert 1 - _at_most(band.high, dice, sides) <= 0.025 < 1 - _at_most(band.high - 1, dice, sides)


def test_computes_the_band_for_many_dice_and_for_none() -> None:
    mean, low, high = expected_faces(100_000, 6)
    deviation = (100_000 * 5 / 36) ** 0.5
    assert abs(mean - low - 1.96 * deviation) < 2
    assert abs(high - mean - 1.96 * deviation) < 2
    assert expected_faces(0, 6) == ExpectedCount(0.0, 0, 0)
    assert expected_faces(4, 1) == ExpectedCount(4.0, 4, 4)
    with pytest.raises(ValueError, match="-1 dice of 6 sides"):
        expected_faces(-1, 6)
