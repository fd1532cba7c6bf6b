"""The measure of texts finds what it is for: cut, covered, overlapping; turned and drawn by reference too."""

from typing import Any

import pytest
from measured_texts import measured
from windows import Page

from projections.drawing.svg import document, el, text

pytestmark = pytest.mark.browser
BOX = el("rect", x=100, y=20, width=60, height=30, fill="#ffffff")
WORDS = {"x": 104, "y": 40, "font_size": 16}


def found(page: Page, *parts: str) -> tuple[int, list[str], list[str]]:
    drawing = document(400, 200, "", "", parts, font_family="Liberation Sans, Arial, sans-serif")
    (one,) = measured(page, [drawing])
    return one["texts"], one["cut"], one["overlapping"]


def faint(page: Page, *parts: str) -> list[str]:
    (one,) = measured(page, [document(400, 200, "", "", parts)], grounds=True)
    found: list[str] = one["faint"]
    return found


def test_what_fits_is_fine(page: Page) -> None:
    assert found(page, BOX, text("Dalek", **WORDS), text("WWWWWW", x=104, y=80, font_size=16)) == (2, [], [])


@pytest.mark.parametrize(
    ("parts", "cut"),
    [
        ((text("Dalek", x=370, y=40, font_size=16),), "leaves the board"),
        ((text("Dalek", x=10, y=8, font_size=16),), "leaves the board"),
        ((BOX, text("Daleks of Skaro", **WORDS)), "leaves its box"),
        ((el("g", BOX, el("g", text("Daleks of Skaro", **WORDS))),), "leaves its box"),
        ((BOX, el("g", text("Daleks of Skaro", x=4, y=20, font_size=16), transform="translate(100 20)")),
         "leaves its box"),
        ((BOX, text("Dalek", x=104, y=58, font_size=32)), "leaves its box"),
        ((el("g", text("Daleks of Skaro", x=-60, y=5, font_size=16), transform="translate(380 100) rotate(90)"),
          el("rect", x=370, y=100, width=20, height=40)), "is covered"),
        ((el("rect", x=370, y=40, width=20, height=80, fill="none"),
          el("g", text("Daleks of Skaro", x=-60, y=5, font_size=16), transform="translate(380 100) rotate(90)")),
         "leaves its box"),
        ((text("Dalek", **WORDS), BOX), "is covered"),
        ((el("defs", el("g", text("Daleks of Skaro", **WORDS), id="t")), BOX, el("use", href="#t")), "leaves its box"),
    ],
)  # fmt: skip
def test_what_is_cut_is_found(page: Page, parts: tuple[str, ...], cut: str) -> None:
    texts, wrong, overlapping = found(page, *parts)
    assert (texts, overlapping) == (1, [])
    assert wrong[0].endswith(f'" {cut}')


def test_two_texts_overlap_and_a_line_below_does_not(page: Page) -> None:
    _, _, overlapping = found(
        page,
        text("Dalek", x=10, y=40, font_size=20), text("Skaro", x=50, y=44, font_size=20),
        text("gypsy", x=10, y=60, font_size=20),
        el("text", el("tspan", "one", x=200, y=40), el("tspan", "two", x=204, y=44)),
    )  # fmt: skip
    assert overlapping == ['"Dalek" and "Skaro"', '"one" and "two"']


def test_what_is_seen_through_covers_nothing(page: Page) -> None:
    through: tuple[dict[str, Any], ...] = ({"fill": "none"}, {"fill_opacity": 0.2}, {"opacity": 0.5})
    for how in through:
        assert found(page, text("Dalek", **WORDS), el("rect", x=100, y=20, width=60, height=30, **how)) == (1, [], [])


def test_a_text_is_held_against_what_is_painted_under_it(page: Page) -> None:
    night = el("rect", width=400, height=200, fill="#101820")
    tile = el("defs", el("g", el("path", d="M100 20H160V50H100Z", fill="#ffffff"), id="tile"))
    stripes = el("pattern", el("rect", width=9, height=9, fill="#eeeeee"), id="stripes", width=9, height=9,
                 patternUnits="userSpaceOnUse")  # fmt: skip
    word = {**WORDS, "fill": "#18212b"}
    assert faint(page, night, text("Dalek", **word)) == ['"Dalek" has 1.1:1']
    assert faint(page, tile, night, el("use", href="#tile"), text("Dalek", **word)) == []
    assert faint(page, tile, night, el("use", href="#tile", transform="translate(99)"), text("Dalek", **word)) != []
    assert faint(page, el("defs", stripes), night, el("rect", width=400, height=99, fill="url(#stripes)"),
                 text("Dalek", **word)) == []  # fmt: skip
    assert faint(page, night, text("Dalek", **word, stroke="#ffffff", paint_order="stroke")) == []
    assert (
        faint(page, night, el("rect", width=400, height=99, fill="#ffffff", opacity=0.1), text("Dalek", **word)) != []
    )
