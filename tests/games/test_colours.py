"""The colours of the boards: letters can be read by day and by night, and seats look different to all eyes."""

from itertools import pairwise

import daleks_tables
import pytest
from contrast import VISIONS, both_ways, contrast, lab, least_distance, luminance

from projections.drawing.palette import CRIMSON, DARK, GROUND, LIGHT, NIGHT, WHITE
from projections.games.daleks.board.charts import CHARTS
from projections.games.daleks.board.inks import paint
from projections.games.keys.board import layout, pawns
from projections.games.risk.board import map as risk_map
from projections.games.risk.board.armies import PAINTS

DALEKS = daleks_tables.table(seats=4)
FIVE = ("black", "yellow", "orange", "blue", "white")
SEA, SLOT = risk_map.SEA, layout.SLOT
RISK = [*PAINTS.values()]


@pytest.mark.parametrize(
    ("ink", "ground", "least", "night"),
    [
        *((ink, SEA, 4.5, risk_map.NIGHT) for ink in (*risk_map.CONTINENT_INKS.values(), DARK)),
        (DARK, LIGHT, 4.5, risk_map.NIGHT),
        (risk_map.LANE, SEA, 3, risk_map.NIGHT),
        (WHITE, risk_map.TARDIS_BLUE, 4.5, risk_map.NIGHT),
        *((DARK, ground, 4.5, layout.NIGHT) for ground in (LIGHT, layout.SHUT, GROUND)),
        (layout.TARDIS, LIGHT, 4.5, layout.NIGHT),
        (SLOT, GROUND, 3, layout.NIGHT),
        (SLOT, LIGHT, 3, layout.NIGHT),
        (WHITE, layout.BACK, 4.5, layout.NIGHT),
    ],
)
def test_words_can_be_read_by_day_and_by_night(ink: str, ground: str, least: float, night: dict[str, str]) -> None:
    assert min(both_ways(ink, ground, night)) >= least


def test_letters_can_be_read_on_pieces() -> None:
    pairs = [(one.fill, one.ink) for one in (*RISK, *layout.PAINTS.values())]
    for fill, ink in [*pairs, (CRIMSON, "#ffffff"), *((paint(DALEKS, seat).fill, "#ffffff") for seat in DALEKS.seats)]:
        assert contrast(fill, ink) >= 4.5, (fill, ink)


def test_pieces_keep_their_colours_by_night_and_can_be_seen() -> None:
    kept = {shown for one in RISK for shown in (one.fill, one.ink)} | {risk_map.TARDIS_BLUE}
    assert not {*NIGHT, *risk_map.NIGHT} & kept
    assert luminance(risk_map.NIGHT[SEA]) < 0.03
    kept = {shown for one in layout.PAINTS.values() for shown in (one.fill, one.ink)}
    kept |= {shown for shape in pawns.SHAPES for shown in (shape.fill, shape.ink)}
    assert not {*NIGHT, *layout.NIGHT} & kept
    for one in layout.PAINTS.values():
        assert max(contrast(one.fill, NIGHT[GROUND]), contrast(NIGHT[DARK], NIGHT[GROUND])) >= 3


@pytest.mark.parametrize("vision", VISIONS)
def test_seats_look_different(vision: str) -> None:
    assert least_distance([*(PAINTS[army].fill for army in FIVE), SEA], vision) > 18
    assert CHARTS[0].inks is not None
    inks = CHARTS[0].inks(DALEKS)
    assert set(inks) == {"Julie", "Steve", "Kim", "Lee", "Dalek Ship"}
    assert least_distance(inks.values(), vision) >= 20


def test_armies_differ_in_texture_and_in_grey() -> None:
    textures = [one.texture for one in RISK if one is not PAINTS[""]]
    assert len(set(textures)) == len(textures)
    lightness = sorted(116 * luminance(PAINTS[army].fill) ** (1 / 3) - 16 for army in FIVE)
    assert min(other - one for one, other in pairwise(lightness)) > 13
    neutral = ("n1", "n2", "n3")
    assert max(abs(part) for name in neutral for part in lab(PAINTS[name].fill)[1:]) < 12
    lightness = sorted(lab(PAINTS[name].fill)[0] for name in (*neutral, "black", "yellow"))
    assert min(other - one for one, other in pairwise(lightness)) > 8
