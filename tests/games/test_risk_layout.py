"""Where things lie on the picture of Risk: outlines that agree with the map, boxes that leave each other room."""

import re
from itertools import combinations

from projections.games.risk.board_map import BOX, SPOTS, half_width
from projections.games.risk.world_map import LAND_BORDERS


def _rings(path: str) -> list[list[tuple[float, float]]]:
    rings = []
    for ring in re.findall(r"M([^z]+)z", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", ring)]
        points = [(numbers[0], numbers[1])]
        for x, y in zip(numbers[2::2], numbers[3::2], strict=True):
            points.append((round(points[-1][0] + x, 1), round(points[-1][1] + y, 1)))
        rings.append(points)
    return rings


def test_the_outlines_touch_where_the_map_has_borders_and_nowhere_else() -> None:
    """58 borders by land, read off the shapes themselves: neighbours share a side."""
    sides: dict[frozenset[tuple[float, float]], set[str]] = {}
    for name, spot in SPOTS.items():
        for ring in _rings(spot.path):
            for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
                sides.setdefault(frozenset((one, other)), set()).add(name)
    touching = {frozenset(names) for names in sides.values() if len(names) > 1}
    assert touching == {frozenset(pair) for pair in LAND_BORDERS}


def test_boxes_of_three_digits_do_not_cover_each_other() -> None:
    half = half_width(100)
    for (name, one), (other, two) in combinations(SPOTS.items(), 2):
        (ax, ay), (bx, by) = one.badge, two.badge
        assert abs(ax - bx) >= 2 * half - 1 or abs(ay - by) >= BOX - 1, (name, other)
    for name, spot in SPOTS.items():
        assert half - 24 <= spot.badge[0] <= 1200 - half + 24, name


def test_boxes_lie_within_the_picture_and_the_tardis_beside_its_own() -> None:
    for name, spot in SPOTS.items():
        x, y = spot.badge
        assert x - half_width(100) + 1 >= 0
        assert x + half_width(100) - 1 <= 1200
        assert y >= BOX / 2
        tx, ty = spot.tardis
        assert abs(tx - x) >= half_width(1) + 10 or abs(ty - y) >= BOX / 2 + 18, name
