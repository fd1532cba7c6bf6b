"""The inks of every board: words read on each ground by day and by night, and lines are seen."""

import pytest
from contrast import both_ways

from projections.drawing.palette import (
    ATTACK,
    BACK,
    BLACK,
    CASING,
    CHANGE,
    CHART_GROUND,
    DARK,
    GROUND,
    LIGHT,
    LINE,
    NIGHT,
    SOFT,
    WHITE,
    night_css,
)

WORDS = [(ink, ground) for ink in (DARK, SOFT, CHANGE) for ground in (GROUND, LIGHT, CHART_GROUND)]
PIECES = [(BLACK, WHITE), (WHITE, BACK), (CHANGE, CASING), (ATTACK, CASING), (DARK, CASING)]
LINES = [(LINE, GROUND), (LINE, LIGHT), (DARK, GROUND)]


@pytest.mark.parametrize(("ink", "ground"), WORDS + PIECES)
def test_words_read_on_their_ground(ink: str, ground: str) -> None:
    assert min(both_ways(ink, ground, {})) >= 4.5


@pytest.mark.parametrize(("ink", "ground"), LINES)
def test_lines_are_seen(ink: str, ground: str) -> None:
    assert min(both_ways(ink, ground, {})) >= 3


def test_what_lies_on_a_piece_stays_as_it_is() -> None:
    assert not {BLACK, WHITE, BACK} & NIGHT.keys()


def test_the_rules_name_inks_and_nothing_around_them() -> None:
    lines = night_css({"#123456": "#abcdef"}).splitlines()
    assert '[fill="#123456"]{fill:#abcdef}' in lines
    assert '[stroke="#123456"]{stroke:#abcdef}' in lines
    assert len(lines) == 3 * (len(NIGHT) + 1)
    assert all(line.startswith("[") and " " not in line for line in lines)
