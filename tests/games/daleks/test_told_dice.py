"""Dice that are told by their place or by what they show, as people speak of them."""

import pytest
from daleks_dice import in_adventure
from daleks_tables import JULIE

from projections.games.daleks.notation.told_dice import spelt

ROLLED = in_adventure({JULIE: "B1 running, B2 tactics, B3 running, G1 science"})


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("~B-1~", ["X B3"]), ("~Ru2~", ["X B3"]), ("~Ru*~", ["X B1 B3"]), ("~B-2*~", ["X B2 B3"]),
        ("~Ta~", ["X B2"]), ("B+(Ru)", ["X B(Ru Ru Ru)"]), ("~Di~", []), ("~=~", []),
    ],
)  # fmt: skip
def test_reads_dice_by_place_or_face(told: str, lines: list[str]) -> None:
    assert spelt(f"X {told}", ROLLED, JULIE) == lines


def test_leaves_other_lines_alone() -> None:
    assert spelt("ROLL: B(Ru)", ROLLED, JULIE) == ()
