"""Colours of the seats in Time of the Daleks: white letters are read on them, colour-blind eyes tell them apart."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import pytest
from daleks_tables import table

from projections.games.daleks.board.charts import CHARTS
from projections.games.daleks.board.inks import paint

TABLE: Final = table(seats=4)
Matrix = tuple[tuple[float, float, float], ...]
EYES: Final[dict[str, Matrix]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
}
"""How linear red, green and blue look to eyes (Machado, Oliveira and Fernandes, 2009)."""


def linear(colour: str) -> tuple[float, ...]:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def lab(light: Sequence[float]) -> tuple[float, float, float]:
    red, green, blue = light
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8729))
    x, y, z = (max(0.0, a * red + b * green + c * blue) ** (1 / 3) for a, b, c in rows)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    light = linear(colour)
    return lab([min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eyes]])


def test_white_letters_can_be_read_on_every_seat() -> None:
    for seat in TABLE.seats:
        red, green, blue = linear(paint(TABLE, seat).fill)
        assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5


@pytest.mark.parametrize("eyes", EYES)
def test_seats_and_the_ship_are_told_apart(eyes: str) -> None:
    race = CHARTS[0].inks
    assert race is not None
    inks = race(TABLE)
    assert set(inks) == {"Julie", "Steve", "Kim", "Lee", "Dalek Ship"}
    for one, other in combinations(inks.values(), 2):
        apart = sum((a - b) ** 2 for a, b in zip(seen(one, eyes), seen(other, eyes), strict=True)) ** 0.5
        assert apart >= 20, (one, other)
