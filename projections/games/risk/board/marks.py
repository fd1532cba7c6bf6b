"""Marks of changes: rings around territories, arrows for attacks and moved Daleks, and the TARDIS.

Lines have a dark core in a white casing, so that they are visible on every colour.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Final, NamedTuple

from events.events import Event, Rolled
from projections.contracts import Marks
from projections.drawing.board import MANY, position_before, ring
from projections.drawing.palette import ATTACK, BLACK, CASING, DARK, WHITE
from projections.drawing.svg import el, plain
from projections.games.risk import events as e
from projections.games.risk.board.map import (
    BOX,
    SEAM,
    SPOTS,
    TARDIS_BLUE,
    WIDTH,
    Point,
    edge_of_box,
    half_width,
    over_the_edge,
)
from projections.games.risk.state.names import place, territory_name
from projections.games.risk.state.position import Land, World
from projections.wording import counted

FAR: Final = 170
NEAR: Final = 44
"""If the gap between two boxes is smaller, the arrow bends around them."""
AROUND: Final = 92


class Way(NamedTuple):
    """An arrow between two territories: an attack, or Daleks that moved."""

    source: str
    target: str
    daleks: int
    attack: bool

    def words(self) -> str:
        """Return the attack or the move of Daleks as a sentence without full stop."""
        verb = "attacks" if self.attack else f"sends {counted(self.daleks, 'Dalek')} to"
        return f"{place(self.source, first=True)} {verb} {place(self.target)}"


class Changes(NamedTuple):
    """What to mark: territories, their previous Daleks, arrows, and the last dice of attack and defence."""

    lands: tuple[str, ...] = ()
    was: Mapping[str, Land] = {}
    ways: tuple[Way, ...] = ()
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()

    def words(self) -> str:
        """Return the changes in sentences, "" for none."""
        parts = [way.words() for way in self.ways]
        if self.lands:
            parts.append(f"Changed: {', '.join(map(territory_name, self.lands))}")
        return "".join(f" {part}." for part in parts)


def changes(world: World, marks: Marks) -> Changes:
    """Return the changes by the events in `marks`, and all other differences from the position before them."""
    before = position_before(marks, World)
    was = dict(_differing(before, world)) if before else {}
    lands, ways = dict[str, None](), dict[tuple[str, str, bool], Way]()
    for event in marks.events:
        lands |= dict.fromkeys(_touched(event))
        for way in _way(event):
            ways[way.source, way.target, way.attack] = way
    for way in _fighting(world, before):
        ways.setdefault((way.source, way.target, True), way)
    shown = tuple(name for name in {**lands, **was} if name in SPOTS)
    there = tuple(way for way in ways.values() if {way.source, way.target} <= SPOTS.keys() and way.source != way.target)
    return Changes(*((shown, was) if len(shown) < MANY else ((), {})), there, *_dice(world, marks.events))


def _touched(event: Event) -> tuple[str, ...]:
    match event:
        case e.DaleksPlaced() | e.DaleksAdded() | e.DaleksLost() | e.TerritoryTaken() | e.TerritorySet():
            return (event.territory,)
        case e.DaleksMoved(source=source, target=target):
            return (source, target)
    return ()


def _way(event: Event) -> Iterator[Way]:
    match event:
        case e.DaleksMoved(source=source, target=target, daleks=daleks):
            yield Way(source, target, daleks, attack=False)
        case e.BattleBegun(source=source, target=target, daleks=daleks):
            yield Way(source, target, daleks, attack=True)


def _dice(world: World, events: Sequence[Event]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the faces of the attack and of the defence, in the battle under way or else in the last one that ended."""
    if world.battle:
        return world.battle.faces
    dice: dict[str, int] = {}
    for event in events:
        if isinstance(event, Rolled):
            dice = {} if event.die.startswith("A") and not event.purpose.startswith("re-roll") else dice
            dice |= zip(event.die.split(), event.faces, strict=False)
    attack, defence = (tuple(face for name, face in dice.items() if name.startswith(side)) for side in "AD")
    return attack, defence


def _differing(before: World, world: World) -> Iterator[tuple[str, Land]]:
    for name, land in world.lands.items():
        if name in before.lands and before.lands[name] != land:
            yield name, before.lands[name]


def _fighting(world: World, before: World | None) -> Iterator[Way]:
    for there in (world, before):
        battle = there.battle if there else None
        if battle and not (battle.taken and there is before):
            yield Way(battle.source, battle.target, battle.daleks, attack=True)


def rings(found: Changes) -> Iterator[str]:
    """Yield the SVG of a ring along the border of each changed territory."""
    for name in found.lands:
        yield ring("use", name, href=f"#risk-{name}", fill="none", stroke_linejoin="round")


def arrows(world: World, found: Changes) -> Iterator[str]:
    """Yield the SVG of an arrow for each attack (solid) and for each move of Daleks (dashed)."""
    attacked = {(way.source, way.target) for way in found.ways if way.attack}
    for way in found.ways:
        if way.attack or (way.source, way.target) not in attacked:
            lines = (_arrow(way, line) for line in arrow_lines(world, way))
            yield el("g", *lines, data_arrow=f"{way.source}-{way.target}")


def courses(world: World, found: Changes) -> tuple[Point, ...]:
    """Return the coordinates of points along all arrows, closely spaced."""
    return tuple(line.at(part / 8) for way in found.ways for line in arrow_lines(world, way) for part in range(9))


def arrow_lines(world: World, way: Way) -> Iterator["Line"]:
    """Yield the line of an arrow, or two lines if the arrow leaves the drawing on one side and returns on the other."""
    source, target = (SPOTS[name].badge for name in (way.source, way.target))
    ends = (world.lands.get(name) for name in (way.source, way.target))
    start, stop = (half_width(land.daleks if land else 0) for land in ends)
    if not over_the_edge(way.source, way.target):
        yield _around(way, Line(source, target, start, stop))
        return
    west = way.source == "alaska"
    yield Line(source, (0 if west else WIDTH, SEAM), start, 0)
    yield Line((WIDTH if west else 0, SEAM), target, 0, stop)


class Line(NamedTuple):
    """A line between two points, with half the width of the box at each end (0 at the edge of the picture)."""

    source: Point
    target: Point
    start: float
    stop: float
    around: float = 0
    """How far the line bends to the left; negative for the right."""

    @property
    def long(self) -> float:
        """The distance between the end points."""
        return hypot(self.target[0] - self.source[0], self.target[1] - self.source[1])

    @property
    def gap(self) -> float:
        """The length of the part of the line that is outside the boxes at its ends."""
        ends = ((self.source, self.target, self.start), (self.target, self.source, self.stop))
        return self.long - sum(edge_of_box(*end) for end in ends)

    @property
    def bend(self) -> Point:
        """The control point of the curve. Long lines bend to the side to avoid the boxes between."""
        (ax, ay), (bx, by) = self.source, self.target
        share = self.around / (self.long or 1) or (0.16 if self.long > FAR else 0)
        return (ax + bx) / 2 + (by - ay) * share, (ay + by) / 2 - (bx - ax) * share

    def at(self, part: float) -> Point:
        """Return the coordinates of a point on the curve; `part` is from 0 (start) to 1 (end)."""
        bend, rest = self.bend, 1 - part
        x, y = (
            rest * rest * one + 2 * rest * part * middle + part * part * other
            for one, middle, other in zip(self.source, bend, self.target, strict=True)
        )
        return x, y


def _around(way: Way, line: Line) -> Line:
    """Return a line. If its boxes are too close, it is bent around them, on the side with more room."""
    if line.gap >= NEAR:
        return line
    others = [spot.badge for name, spot in SPOTS.items() if name not in (way.source, way.target)]

    def room(found: Line) -> float:
        x, y = found.at(0.5)
        return min(hypot(x - ox, y - oy) for ox, oy in others) if 20 <= x <= WIDTH - 20 and y >= 20 else 0

    return max((line._replace(around=side) for side in (AROUND, -AROUND)), key=room)


def _toward(at: Point, to: Point, far: float) -> Point:
    whole = hypot(to[0] - at[0], to[1] - at[1]) or 1
    return at[0] + (to[0] - at[0]) / whole * far, at[1] + (to[1] - at[1]) / whole * far


def _arrow(way: Way, line: Line) -> str:
    bend = line.bend
    ax, ay = _toward(line.source, bend, edge_of_box(line.source, bend, line.start) if line.start else 0)
    tip = _toward(line.target, bend, edge_of_box(line.target, bend, line.stop) + 3 if line.stop else 0)
    nx, ny = _toward(tip, bend, 20) if line.stop else tip
    stem = f"M{ax:.1f} {ay:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {nx:.1f} {ny:.1f}"
    wx, wy = (tip[1] - ny) * 0.65, (nx - tip[0]) * 0.65
    head = f"M{tip[0]:.1f} {tip[1]:.1f}L{nx + wx:.1f} {ny + wy:.1f}L{nx - wx:.1f} {ny - wy:.1f}Z" if line.stop else ""
    ink, dash = (ATTACK, None) if way.attack else (DARK, "12 7")
    case = {"stroke": CASING, "stroke_width": 13, "stroke_linejoin": "round", "stroke_linecap": "round"}
    return "".join((
        el("path", d=stem, fill="none", **case),
        el("path", d=head, fill=CASING, **case) if head else "",
        el("path", d=stem, fill="none", stroke=ink, stroke_width=7, stroke_dasharray=dash),
        el("path", d=head, fill=ink) if head else "",
    ))  # fmt: skip


def tardis(world: World) -> Iterator[str]:
    """Yield the SVG of the TARDIS, and of its cease-fire: a dashed frame around the box of its territory."""
    if world.tardis not in SPOTS:
        return
    spot = SPOTS[world.tardis]
    half = half_width(world.lands[world.tardis].daleks if world.tardis in world.lands else 0) + 6
    frame = {
        "x": spot.badge[0] - half, "y": spot.badge[1] - BOX / 2 - 6, "width": 2 * half, "height": BOX + 12, "rx": 11,
        "fill": "none",
    }  # fmt: skip
    yield el("rect", **frame, stroke=WHITE, stroke_width=8)
    yield el("rect", **frame, stroke=TARDIS_BLUE, stroke_width=4, stroke_dasharray="9 5")
    title = el("title", plain(f"The TARDIS: cease-fire in {place(world.tardis)}"))
    where = f"translate({spot.tardis[0]:g} {spot.tardis[1]:g})"
    yield el("g", title, _box(), transform=where, data_tardis=world.tardis, data_place="tardis", data_key="tardis")


def _box() -> str:
    shape = "M-2 -20H2V-17H8V-14H10V17H12V20H-12V17H-10V-14H-8V-17H-2Z"
    windows = "M-7 -9H-1.5V-1H-7ZM1.5 -9H7V-1H1.5Z"
    panels = "M-7 2H-1.5V7H-7ZM1.5 2H7V7H1.5ZM-7 9.5H-1.5V14.5H-7ZM1.5 9.5H7V14.5H1.5Z"
    return (
        el("path", d=shape, fill=TARDIS_BLUE, stroke=WHITE, stroke_width=5, stroke_linejoin="round")
        + el("path", d=shape, fill=TARDIS_BLUE, stroke=BLACK, stroke_width=1.4)
        + el("path", d="M-8 -13.2H8", stroke=WHITE, stroke_width=2.2)
        + el("path", d=windows, fill=WHITE)
        + el("path", d=panels, fill="#0b2c58")
    )
