"""The colours of the picture of Risk: they read on their ground, and differ to every eye and in grey."""

from itertools import combinations

import pytest
from contrast import both_ways, contrast, luminance

from projections.drawing.palette import CRIMSON, DARK, LIGHT, NIGHT, WHITE
from projections.games.risk.board.armies import PAINTS
from projections.games.risk.board.map import CONTINENT_INKS, LANE, SEA, TARDIS_BLUE
from projections.games.risk.board.map import NIGHT as OWN

FIVE = ("black", "yellow", "orange", "blue", "white")


def test_letters_and_words_read_on_their_ground() -> None:
    for one in PAINTS.values():
        assert contrast(one.fill, one.ink) >= 4.5, one
    for ink in CONTINENT_INKS.values():
        assert min(both_ways(SEA, ink, OWN)) >= 4.5, ink
    assert contrast(CRIMSON, "#ffffff") >= 4.5


def test_by_night_armies_keep_their_colours_and_the_sea_is_dark() -> None:
    kept = {shown for one in PAINTS.values() for shown in (one.fill, one.ink)}
    assert not {*NIGHT, *OWN} & {*kept, TARDIS_BLUE}
    for ink, ground, least in ((DARK, SEA, 4.5), (DARK, LIGHT, 4.5), (LANE, SEA, 3), (WHITE, TARDIS_BLUE, 4.5)):
        assert min(both_ways(ink, ground, OWN)) >= least, (ink, ground)
    assert luminance(OWN[SEA]) < 0.03


VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear light as other eyes see it (Machado, Oliveira and Fernandes 2009, severity 1)."""


def _lab(colour: str, vision: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b*, as it is seen."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [min(1, max(0, sum(share * part for share, part in zip(row, light, strict=True)))) for row in VISION[vision]]
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))
    x, y, z = (sum(share * part for share, part in zip(row, seen, strict=True)) for row in rows)
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISION)
def test_five_armies_and_the_sea_differ_to_every_eye(vision: str) -> None:
    fills = [PAINTS[army].fill for army in FIVE] + [SEA]
    for one, other in combinations(fills, 2):
        apart = sum((a - b) ** 2 for a, b in zip(_lab(one, vision), _lab(other, vision), strict=True)) ** 0.5
        assert apart > 18, (one, other)


def test_armies_differ_in_texture_and_five_of_them_in_grey() -> None:
    textures = [one.texture for one in PAINTS.values() if one is not PAINTS[""]]
    assert len(set(textures)) == len(textures)
    lightness = [116 * luminance(PAINTS[army].fill) ** (1 / 3) - 16 for army in FIVE]
    assert min(abs(one - other) for one, other in combinations(lightness, 2)) > 13


def test_neutral_armies_have_hardly_any_hue_and_differ_from_the_first_two_in_grey() -> None:
    names = ("n1", "n2", "n3")
    assert max(abs(part) for name in names for part in _lab(PAINTS[name].fill, "usual")[1:]) < 12
    lightness = [_lab(PAINTS[name].fill, "usual")[0] for name in (*names, "black", "yellow")]
    assert min(abs(one - other) for one, other in combinations(lightness, 2)) > 8
