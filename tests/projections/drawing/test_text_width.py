"""The table of widths against the fonts that texts are set in: no sign is wider than it says."""

from pathlib import Path

import pytest
from font_tables import widths

import webui
from projections.drawing.text_width import cut, wide, wrapped

FONTS = sorted((Path(webui.__file__).parent / "fonts").glob("*.ttf"))


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_no_sign_is_wider_than_the_table_says(font: Path) -> None:
    found = widths(font.read_bytes())
    assert len(found) > 300
    assert {sign: broad for sign, broad in found.items() if broad > wide(sign, 1) + 1e-9} == {}


def test_the_table_wastes_little_room() -> None:
    bold = widths(FONTS[0].read_bytes())
    for words in (
        "Thirteenth to draw a card",
        "The Oncoming Storm",
        "start of Eleventh",
        "Western Australia",
        "0123456789",
    ):
        assert wide(words, 1) <= 1.125 * sum(bold[sign] for sign in words), words


def test_an_accent_makes_no_letter_wider() -> None:
    assert wide("Ångström", 10) == wide("Angstrom", 10)


def test_what_is_cut_or_broken_fits() -> None:
    words = "The Adventuress of Henrietta Street and a Slow Empire"
    assert wide(cut(words, 17, 120), 17) <= 120
    assert all(wide(line, 17) <= 120 for line in wrapped(words, 17, 120, 3))
