"""Geometry and the fixed parts of the picture: sea, coasts, lanes and borders.

The outlines are made from Natural Earth data (public domain). Every point is rounded to whole units, so neighbours
share their points; islands below two square units are left out. Each outline is defined once and reused for the coast,
the territory, its border and the ring of a change.
"""

from collections.abc import Mapping
from functools import cache
from math import hypot
from typing import Final

import msgspec

from projections.card_file import shipped_text
from projections.drawing.palette import CASING, DARK
from projections.drawing.svg import el, text
from projections.games.risk.components.world_map import CONTINENTS, SEA_LINES, TERRITORIES, neighbours
from projections.games.risk.options import Options

WIDTH: Final = 1200
HEIGHT: Final = 640
LETTERS: Final = 17
"""The size of the smallest text on the map."""
BOX: Final = 32
"""Height of the box with a territory's letter and Daleks."""
SEA: Final = "#b3d0e2"
TARDIS_BLUE: Final = "#14407c"
CONTINENT_INKS: Final[Mapping[str, str]] = {
    "north-america": "#6b5210", "south-america": "#7b3324", "europe": "#24507f", "africa": "#5b3a78",
    "asia": "#1f5b38", "australia": "#7d2a53",
}  # fmt: skip
LANE: Final = "#20384d"
SEAM_INK: Final = "#fdfdfb"
BORDER: Final = "#2b333b"
"""Colour of the thin line inside a `SEAM_INK` line."""
DARK_MODE: Final[Mapping[str, str]] = {
    SEA: "#10273a", LANE: "#a9c6da", SEAM_INK: "#0c141c", BORDER: "#0c141d",
    CONTINENT_INKS["north-america"]: "#e9c86f", CONTINENT_INKS["south-america"]: "#f3a893",
    CONTINENT_INKS["europe"]: "#9ccaf7", CONTINENT_INKS["africa"]: "#d2b3f2", CONTINENT_INKS["asia"]: "#8fdaab",
    CONTINENT_INKS["australia"]: "#f5a6cb",
}  # fmt: skip
"""The replacements in dark mode: each colour of the map with the colour that replaces it."""


Point = tuple[float, float]


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawing of a territory: outline, a point inside it, the middle of its box, and the place for the TARDIS."""

    path: str
    centre: Point
    badge: Point
    tardis: Point


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file of outlines. `borders` are the borders between continents."""

    source: str
    size: tuple[int, int]
    borders: str
    territories: dict[str, Spot]


_FILE: Final = msgspec.json.decode(shipped_text("projections.games.risk", "data/board.json"), type=Drawing)
SPOTS: Final[Mapping[str, Spot]] = {name: _FILE.territories[name] for name in TERRITORIES}


def half_width(daleks: int) -> float:
    """Return half the width of a box that shows this number of Daleks."""
    return 19 + 7.25 * len(str(daleks))


@cache
def outlines() -> tuple[str, ...]:
    """Return the SVG definitions of all outlines, each as one element."""
    return tuple(el("path", d=spot.path, fill_rule="evenodd", id=f"risk-{name}") for name, spot in SPOTS.items())


@cache
def _all(names: tuple[str, ...]) -> str:
    return "".join(el("use", href=f"#risk-{name}") for name in names)


def coasts(options: Options) -> str:
    """Return the SVG of the sea, a coloured seam along each continent's coasts, and the lanes that options allow."""
    return _coasts(tuple(pair for pair in SEA_LINES if pair[1] in neighbours(pair[0], options)))


@cache
def _coasts(lanes: tuple[tuple[str, str], ...]) -> str:
    sea = el("rect", width=WIDTH, height=HEIGHT, rx=12, fill=SEA)
    seams = (
        el("g", _all(land.territories), stroke=CONTINENT_INKS[name], data_continent=name)
        for name, land in CONTINENTS.items()
    )
    seam = el("g", *seams, fill="none", stroke_width=8, stroke_linejoin="round", opacity=0.5)
    ways = "".join(_lane(one, other) for one, other in lanes)
    lines = [el("path", d=ways, fill="none", stroke=CASING, stroke_width=4.4, stroke_opacity=0.7)]
    lines.append(el("path", d=ways, fill="none", stroke=LANE, stroke_width=2.2, stroke_dasharray="1 6"))
    beyond = {"font_size": LETTERS, "fill": DARK}
    lines.append(text("to KAM", x=5, y=SEAM + 66, **beyond))
    lines.append(text("to ALA", x=WIDTH - 5, y=SEAM + 22, text_anchor="end", **beyond))
    return sea + seam + el("g", *lines, stroke_linecap="round", data_lanes=len(lanes))


def over_the_edge(one: str, other: str) -> bool:
    """Return whether the line between two territories leaves the drawing on one side and returns on the other."""
    return {one, other} == {"alaska", "kamchatka"}


def _lane(one: str, other: str) -> str:
    (ax, ay), (bx, by) = LANES.get((one, other)) or (SPOTS[one].centre, SPOTS[other].centre)
    if over_the_edge(one, other):
        return f"M{ax:g} {ay:g}L0 {SEAM}M{bx:g} {by:g}L{WIDTH} {SEAM}"
    return f"M{ax:g} {ay:g}L{bx:g} {by:g}"


SEAM: Final = 100
"""Height at which the lane between Alaska and Kamchatka crosses the edges."""
LANES: Final[Mapping[tuple[str, str], tuple[Point, Point]]] = {("alaska", "kamchatka"): ((44, 90), (1120, 84))}
"""Lanes with other end points than the middles of their territories."""


@cache
def borders() -> str:
    """Return the SVG of all borders: dark lines in a white seam, which are stronger between continents."""
    lands = _all(tuple(TERRITORIES))
    return (
        el("g", lands, fill="none", stroke=SEAM_INK, stroke_width=2.2, stroke_linejoin="round")
        + el("g", lands, fill="none", stroke=BORDER, stroke_width=0.9, stroke_linejoin="round")
        + el("path", d=_FILE.borders, fill="none", stroke=CASING, stroke_width=5, stroke_linejoin="round")
        + el("path", d=_FILE.borders, fill="none", stroke=DARK, stroke_width=2.4, stroke_linejoin="round")
    )


def edge_of_box(at: Point, to: Point, half: float) -> float:
    """Return the distance from the middle of a box to its edge, in the direction of the point `to`."""
    dx, dy = abs(to[0] - at[0]), abs(to[1] - at[1])
    far = hypot(dx, dy) or 1
    return min(half * far / dx if dx else far, (BOX / 2) * far / dy if dy else far)
