"""The board of Keys by night: what is dark there is seen, and pieces keep their colours."""

import pytest
from contrast import both_ways, contrast

from projections.drawing.palette import DARK, GROUND, LIGHT, NIGHT, WHITE
from projections.games.keys.board.layout import BACK, PAINTS, SHUT, SLOT, TARDIS
from projections.games.keys.board.layout import NIGHT as OWN
from projections.games.keys.board.pawns import SHAPES


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [(DARK, LIGHT, 4.5), (DARK, SHUT, 4.5), (DARK, GROUND, 4.5), (TARDIS, LIGHT, 4.5), (SLOT, GROUND, 3),
     (SLOT, LIGHT, 3), (WHITE, BACK, 4.5)],
)  # fmt: skip
def test_inks_read_on_their_grounds(ink: str, ground: str, least: float) -> None:
    assert min(both_ways(ink, ground, OWN)) >= least


def test_doors_and_pawns_keep_their_colours_and_are_seen() -> None:
    kept = [shown for one in PAINTS.values() for shown in (one.fill, one.ink)]
    kept += [shown for shape in SHAPES for shown in (shape.fill, shape.ink)]
    assert not {*NIGHT, *OWN} & set(kept)
    for one in PAINTS.values():
        assert contrast(one.fill, one.ink) >= 4.5, one
        assert max(contrast(one.fill, NIGHT[GROUND]), contrast(NIGHT[DARK], NIGHT[GROUND])) >= 3
