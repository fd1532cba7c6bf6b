"""Where everything lies on the picture, and what never changes of it: sea, coasts, lanes and borders.

Outlines are made of Natural Earth data, in the public domain. Each is drawn once as a stencil and used for the coast,
the land, its border and the ring of a change.
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
BOX: Final = 32
"""The height of the box that holds the letter and the Daleks of a territory."""
SEA: Final = "#b3d0e2"
TARDIS_BLUE: Final = "#14407c"
CONTINENT_INKS: Final[Mapping[str, str]] = {
    "north-america": "#6b5210", "south-america": "#7b3324", "europe": "#24507f", "africa": "#5b3a78",
    "asia": "#1f5b38", "australia": "#7d2a53",
}  # fmt: skip
LANE: Final = "#20384d"
SEAM_INK: Final = "#fdfdfb"
BORDER: Final = "#2b333b"
"""A border is a hairline in its seam."""
NIGHT: Final[Mapping[str, str]] = {
    SEA: "#10273a", LANE: "#a9c6da", SEAM_INK: "#0c141c", BORDER: "#0c141d",
    CONTINENT_INKS["north-america"]: "#e9c86f", CONTINENT_INKS["south-america"]: "#f3a893",
    CONTINENT_INKS["europe"]: "#9ccaf7", CONTINENT_INKS["africa"]: "#d2b3f2", CONTINENT_INKS["asia"]: "#8fdaab",
    CONTINENT_INKS["australia"]: "#f5a6cb",
}  # fmt: skip
"""What a dark page shows in place of these."""


Point = tuple[float, float]


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a territory is drawn: its outline, a point inside, the middle of its box, and where the TARDIS lands."""

    path: str
    centre: Point
    badge: Point
    tardis: Point


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of outlines: `borders` are those between continents."""

    source: str
    size: tuple[int, int]
    borders: str
    territories: dict[str, Spot]


def _read() -> Drawing:
    return msgspec.json.decode(shipped_text("projections.games.risk", "data/board.json"), type=Drawing)


_FILE: Final = _read()
SPOTS: Final[Mapping[str, Spot]] = {name: _FILE.territories[name] for name in TERRITORIES}
"""Where each territory is drawn."""


def half_width(daleks: int) -> float:
    """Half the width of a box that shows so many Daleks."""
    return 19 + 7.25 * len(str(daleks))


@cache
def outlines() -> str:
    """Each territory as a stencil."""
    return "".join(el("path", d=spot.path, fill_rule="evenodd", id=f"risk-{name}") for name, spot in SPOTS.items())


@cache
def _all(names: tuple[str, ...]) -> str:
    return "".join(el("use", href=f"#risk-{name}") for name in names)


def coasts(options: Options) -> str:
    """The sea, a seam of each continent's colour along its coasts, and the lanes that this table plays with."""
    return _coasts(tuple(pair for pair in SEA_LINES if pair[1] in neighbours(pair[0], options)))


@cache
def _coasts(lanes: tuple[tuple[str, str], ...]) -> str:
    sea = el("rect", width=WIDTH, height=658, rx=12, fill=SEA)
    seams = (
        el("g", _all(land.territories), stroke=CONTINENT_INKS[name], data_continent=name)
        for name, land in CONTINENTS.items()
    )
    seam = el("g", *seams, fill="none", stroke_width=8, stroke_linejoin="round", opacity=0.5)
    ways = "".join(_lane(one, other) for one, other in lanes)
    lines = [el("path", d=ways, fill="none", stroke=CASING, stroke_width=4.4, stroke_opacity=0.7)]
    lines.append(el("path", d=ways, fill="none", stroke=LANE, stroke_width=2.2, stroke_dasharray="1 6"))
    beyond = {"font_size": 14.5, "fill": DARK}
    lines += [
        text("to KAM", x=5, y=SEAM + 66, **beyond),
        text("to ALA", x=WIDTH - 5, y=SEAM + 22, text_anchor="end", **beyond),
    ]
    return sea + seam + el("g", *lines, stroke_linecap="round", data_lanes=len(lanes))


def over_the_edge(one: str, other: str) -> bool:
    """Whether the way between two territories leaves the picture on one side and comes back on the other."""
    return {one, other} == {"alaska", "kamchatka"}


def _lane(one: str, other: str) -> str:
    (ax, ay), (bx, by) = LANES.get((one, other)) or (SPOTS[one].centre, SPOTS[other].centre)
    if over_the_edge(one, other):
        return f"M{ax:g} {ay:g}L0 {SEAM}M{bx:g} {by:g}L{WIDTH} {SEAM}"
    return f"M{ax:g} {ay:g}L{bx:g} {by:g}"


SEAM: Final = 100
"""How far down the lane between Alaska and Kamchatka leaves the picture, and comes back."""
LANES: Final[Mapping[tuple[str, str], tuple[Point, Point]]] = {
    ("alaska", "kamchatka"): ((44, 90), (1120, 84)),
}
"""Lanes that do not run between the middles of their territories."""


@cache
def borders() -> str:
    """Every border as a dark hairline in its white seam, and those between continents stronger."""
    lands = _all(tuple(TERRITORIES))
    return (
        el("g", lands, fill="none", stroke=SEAM_INK, stroke_width=2.2, stroke_linejoin="round")
        + el("g", lands, fill="none", stroke=BORDER, stroke_width=0.9, stroke_linejoin="round")
        + el("path", d=_FILE.borders, fill="none", stroke=CASING, stroke_width=5, stroke_linejoin="round")
        + el("path", d=_FILE.borders, fill="none", stroke=DARK, stroke_width=2.4, stroke_linejoin="round")
    )


def edge_of_box(at: Point, to: Point, half: float) -> float:
    """How far it is from the middle of a box to its edge, on the way to a point."""
    dx, dy = abs(to[0] - at[0]), abs(to[1] - at[1])
    far = hypot(dx, dy) or 1
    return min(half * far / dx if dx else far, (BOX / 2) * far / dy if dy else far)
