"""The picture of Risk: outlines that agree with the map, boxes that lie apart, charts."""

import re
from itertools import combinations, pairwise
from math import dist

from risk_views import HIDDEN, SEATS, field

from projections.games.risk.board.armies import PAINTS
from projections.games.risk.board.charts import CHARTS
from projections.games.risk.board.map import BOX, SPOTS, half_width
from projections.games.risk.board.marks import Changes, Way, arrow_lines, courses
from projections.games.risk.components.world_map import LAND_BORDERS, TERRITORIES, neighbours
from projections.games.risk.options import Options
from projections.games.risk.state.position import Land, World

WORLD = World(seats=("black", "yellow"), options=Options(), lands=dict.fromkeys(TERRITORIES, Land("black", 3)))


def _rings(path: str) -> list[list[tuple[float, float]]]:
    rings = []
    for ring in re.findall(r"M([^z]+)z", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", ring)]
        points = [(numbers[0], numbers[1])]
        for x, y in zip(numbers[2::2], numbers[3::2], strict=True):
            points.append((round(points[-1][0] + x, 1), round(points[-1][1] + y, 1)))
        rings.append(points)
    return rings


def test_outlines_touch_only_at_borders() -> None:
    sides: dict[frozenset[tuple[float, float]], set[str]] = {}
    for name, spot in SPOTS.items():
        for ring in _rings(spot.path):
            for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
                sides.setdefault(frozenset((one, other)), set()).add(name)
    touching = {frozenset(names) for names in sides.values() if len(names) > 1}
    assert touching == {frozenset(pair) for pair in LAND_BORDERS}


def test_boxes_lie_apart_and_within_the_picture() -> None:
    half = half_width(100)
    for (name, one), (other, two) in combinations(SPOTS.items(), 2):
        (ax, ay), (bx, by) = one.badge, two.badge
        assert abs(ax - bx) >= 2 * half - 1 or abs(ay - by) >= BOX - 1, (name, other)
    for name, spot in SPOTS.items():
        assert half - 24 <= spot.badge[0] <= 1200 - half + 24, name
    for name, spot in SPOTS.items():
        x, y = spot.badge
        assert x - half_width(100) + 1 >= 0
        assert x + half_width(100) - 1 <= 1200
        assert y >= BOX / 2
        tx, ty = spot.tardis
        assert abs(tx - x) >= half_width(1) + 10 or abs(ty - y) >= BOX / 2 + 18, name


def test_arrows_show_between_the_boxes() -> None:
    for source in WORLD.lands:
        for target in neighbours(source, WORLD.options):
            bare = 0.0
            for line in arrow_lines(WORLD, Way(source, target, 3, attack=True)):
                points = [line.at(part / 64) for part in range(65)]
                bare += sum(dist(*leg) for leg in pairwise(points) if not any(map(covered, leg)))
            assert bare >= 40, (source, target)
    course = courses(WORLD, Changes(ways=(Way("china", "india", 3, attack=True),)))
    assert (course[0], course[-1]) == (SPOTS["china"].badge, SPOTS["india"].badge)
    assert sum(map(covered, course)) < len(course) - 3


def covered(point: tuple[float, float]) -> bool:
    half = half_width(3)
    return any(
        abs(point[0] - spot.badge[0]) <= half and abs(point[1] - spot.badge[1]) <= BOX / 2 for spot in SPOTS.values()
    )


def test_charts_count_territories_and_daleks_in_the_colours_of_the_board() -> None:
    territories, daleks = CHARTS
    assert (territories.title, daleks.title) == ("Territories", "Daleks")
    assert territories.series(HIDDEN) == {"Black": 14, "Yellow": 14, "Orange": 14}
    assert daleks.series(HIDDEN) == {"Black": 53, "Yellow": 67, "Orange": 81}
    assert daleks.inks
    assert daleks.inks(HIDDEN) == {name.title(): PAINTS[name].fill for name in SEATS}
    two = field("russia K4, peru n1 3", seats=("black", "yellow"), armies=("black", "yellow", "n1", "n2", "n3"))
    assert territories.series(two) == {"Black": 1, "Yellow": 0, "Neutral 1": 1, "Neutral 2": 0, "Neutral 3": 0}
