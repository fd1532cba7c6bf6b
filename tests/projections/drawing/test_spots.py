"""Where things lie on a drawing, and the numbers set beside them."""

import re
from itertools import combinations
from math import hypot

import pytest

from projections.drawing.spots import Box, Numbered, Spot, ends, placed, ring_around, spots, with_numbers

START = '<svg viewBox="0 0 800 600">'


def only(inner: str, name: str = "it") -> Spot:
    (found,) = (spot for spot in spots(f"{START}{inner}</svg>") if spot.name == name)
    return found


@pytest.mark.parametrize(
    ("inner", "box"),
    [
        ('<rect x="10" y="20" width="30" height="40" data-place="it"/>', (10, 20, 40, 60)),
        ('<g data-key="it"><circle cx="50" cy="60" r="5"/><text x="400" y="9">far</text></g>', (45, 55, 55, 65)),
        ('<ellipse cx="50" cy="60" rx="9" ry="4" data-place="it"/>', (41, 56, 59, 64)),
        (
            '<g transform="translate(100 50)scale(2)"><rect width="10" height="5" data-ring="it"/></g>',
            (100, 50, 120, 60),
        ),
        ('<g transform="rotate(90)"><rect x="1" y="-9" width="4" height="2" data-ring="it"/></g>', (7, 1, 9, 5)),
        ('<path d="M10 10h20v-5l-3 40z" data-place="it"/>', (10, 5, 30, 45)),
        ('<path d="M10 10a4 4 0 0 1 8 0q5 5 10 0" data-place="it"/>', (10, 10, 28, 15)),
        ('<defs><path id="land" d="M3 4L9 20"/></defs><use href="#land" x="10" data-place="it"/>', (13, 4, 19, 20)),
    ],
)
def test_a_box_is_that_of_the_shapes_that_are_drawn(inner: str, box: tuple[float, ...]) -> None:
    assert only(inner).box == pytest.approx(box)


def test_what_is_never_drawn_has_no_box() -> None:
    assert spots(f'{START}<defs><rect width="9" height="9"/></defs><g data-place="it"><text>x</text></g></svg>') == []


def test_a_part_keeps_its_turns_and_the_thing_it_is_inside_of() -> None:
    ring = only('<g transform="translate(5 7)" data-key="card"><rect width="2" height="2" data-ring="it"/></g>')
    assert ring.inside == "card"
    assert placed(ring) == '<g transform="matrix(1 0 0 1 5 7)"><rect width="2" height="2" data-ring="it"/></g>'
    assert only(placed(ring)).box == ring.box


def test_an_arrow_leads_from_its_first_point_to_its_last() -> None:
    arrow = only('<g data-arrow="it"><path d="M10 20L30 40L50 60"/><path d="M1 1L2 2"/></g>')
    assert ends(arrow) == (Box(10, 20, 10, 20), Box(50, 60, 50, 60))


def test_numbers_at_one_place_cover_neither_each_other_nor_leave_the_picture() -> None:
    edges = [Box(0, 0, 5, 5), Box(795, 0, 800, 5), Box(0, 595, 5, 600), Box(795, 595, 800, 600)]
    marks = [
        Numbered(number, f"move <{number}>", [edges[number % 4], Box(300, 300, 310, 310)]) for number in range(1, 31)
    ]
    drawn = with_numbers(f"{START}</svg>", marks)
    circles = [
        tuple(map(float, found)) for found in re.findall(r'<circle cx="([^"]+)" cy="([^"]+)" r="([^"]+)"', drawn)
    ]
    assert len(circles) == 60
    radius = circles[0][2]
    assert all(radius <= x <= 800 - radius and radius <= y <= 600 - radius for x, y, _ in circles)
    assert min(hypot(x - p, y - q) for (x, y, _), (p, q, _) in combinations(circles, 2)) >= 2 * radius - 0.02
    assert "<title>move &lt;1&gt;</title>" in drawn
    assert [int(found) for found in re.findall(r'data-number="(\d+)"', drawn)] == [
        n for n in range(1, 31) for _ in "ab"
    ]


def test_a_drawing_without_marks_stays_as_it_is() -> None:
    assert with_numbers(f"{START}</svg>", []) == f"{START}</svg>"
    assert "stroke-dasharray" in ring_around(Box(1, 1, 2, 2)), "a shape, not a colour alone"
