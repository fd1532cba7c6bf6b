"""Positions of parts on the panels of a board, and numbers placed next to them.

The numbers show the steps of a turn, or the differences between two positions. A panel marks its parts with
attributes: `data-place` (the field that it shows), `data-key` (a thing that moves), `data-ring` and `data-arrow` (a
change). The bounding boxes are calculated from the shapes; texts are ignored.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple

from events.lazy_patterns import lazy_pattern
from projections.drawing import palette, svg
from projections.drawing.board import Panel

_TAG: Final = lazy_pattern(r"<(?P<end>/?)(?P<name>[A-Za-z]++)(?P<given>[^<>]*?)(?P<empty>/?)>")
_GIVEN: Final = lazy_pattern(r' ([\w-]+)="([^"]*)"')
_TURN: Final = lazy_pattern(r"(translate|scale|rotate|matrix)\(([^()]*)\)")
_NUMBER: Final = lazy_pattern(r"-?(?:\d+\.?\d*|\.\d+)")
_STEP: Final = lazy_pattern(r"([A-Za-z])([^A-Za-z]*)")
_DRAWN: Final = lazy_pattern(r' d="([^"]*)"')
_TOLD: Final = ("data-ring", "data-arrow", "data-place", "data-key")
_LEAST: Final = 13.0
"""The minimum radius of a number's disc on a drawing, in the drawing's units."""
_GROWS: Final = 76
"""How many times wider a drawing is than the radius of the discs with its numbers."""
_SMALL: Final = 6
"""A number is placed further outside a part of the drawing that is smaller than this many radii of the number."""
_WAY: Final[dict[str, int]] = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
"""The number of arguments of each command in an SVG path."""

Matrix = tuple[float, float, float, float, float, float]
STILL: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
"""The transformation that changes nothing (the identity matrix)."""


class Box(NamedTuple):
    """A rectangle on a drawing, in the drawing's units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """The area of the rectangle."""
        return (self.right - self.left) * (self.bottom - self.top)


class Spot(NamedTuple):
    """A marked part of a panel: the marking attribute with its value, its box, its markup and its transformation.

    `inside` is the `data-key` of the nearest moving thing around it, or "". `panel` is the name of the panel.
    """

    told: str
    name: str
    box: Box
    markup: str
    matrix: Matrix
    inside: str
    panel: str


class Numbered(NamedTuple):
    """A number with the parts that it belongs to. `rings` are drawn below the numbers; `says` is the tooltip."""

    number: int
    says: str
    parts: Sequence[Spot]
    rings: Sequence[Spot] = ()


def spots(panels: Sequence[Panel]) -> list[Spot]:
    """Return the marked parts of the panels, in the order in which their elements end."""
    return [spot for panel in panels for spot in _Reader(panel).read()]


def with_numbers(panels: Sequence[Panel], marks: Sequence[Numbered]) -> list[Panel]:
    """Return panels with rings and numbers added. The numbers do not overlap."""
    return [panel._replace(parts=[*panel.parts, *_numbers(panel, marks)]) for panel in panels]


def _numbers(panel: Panel, marks: Sequence[Numbered]) -> Iterator[str]:
    """Yield the SVG of the rings and numbers on a panel, as one group."""
    radius, taken = max(_LEAST, panel.size[0] / _GROWS), list[tuple[float, float]]()
    drawn = [placed(ring) for mark in marks for ring in mark.rings if ring.panel == panel.name]
    for mark in marks:
        for part in mark.parts:
            if part.panel == panel.name:
                taken.append(_free(part.box, radius, panel.size, taken))
                drawn.append(_number(mark, taken[-1], radius))
    if drawn:
        yield svg.el("g", *drawn, data_numbers="")


def ringed(spot: Spot) -> Spot:
    """Return a dashed ring around a part, in the colour of a change."""
    return spot._replace(told="data-ring", markup=_ring(spot.box), matrix=STILL, inside="")


def _ring(box: Box) -> str:
    shape = {
        "x": box.left - 3, "y": box.top - 3, "width": box.right - box.left + 6, "height": box.bottom - box.top + 6,
        "rx": 8, "fill": "none",
    }  # fmt: skip
    return svg.el(
        "g",
        svg.el("rect", **shape, stroke=palette.CASING, stroke_width=8),
        svg.el("rect", **shape, stroke=palette.CHANGE, stroke_width=4, stroke_dasharray="12 5"),
    )


def placed(spot: Spot) -> str:
    """Return the SVG of a marked part, with its transformation, so that it appears at its place on the drawing."""
    if spot.matrix == STILL:
        return spot.markup
    return svg.el("g", spot.markup, transform=f"matrix({' '.join(f'{part:g}' for part in spot.matrix)})")


def ends(arrow: Spot) -> tuple[Box, ...]:
    """Return the start and the end of an arrow, as boxes without area."""
    found = _DRAWN.search(arrow.markup)
    points = list(_path(found[1])) if found else []
    return tuple(moved(arrow.matrix, Box(x, y, x, y)) for x, y in (*points[:1], *points[-1:]))


def _free(box: Box, radius: float, size: tuple[int, int], taken: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the x and y coordinates for a number: the upper left corner of its box, or the nearest free place."""
    width, height = size
    step = 2 * radius + 1

    def inside(x: float, y: float) -> tuple[float, float]:
        return min(max(x, radius + 1), width - radius - 1), min(max(y, radius + 1), height - radius - 1)

    out = radius * (0.7 if max(box.right - box.left, box.bottom - box.top) < _SMALL * radius else 1 / 3)
    for i, j in _AROUND:
        at = inside(box.left - out + i * step, box.top - out + j * step)
        if all(hypot(at[0] - x, at[1] - y) >= step - 1 for x, y in taken):
            return at
    return inside(box.left, box.top)


def _distance(way: tuple[int, int]) -> float:
    """Return the sort key of an (x, y) step away from the wanted place of a number.

    Near positions come first, those along the upper edge a little later, and outer positions before inner ones.
    """
    i, j = way
    return hypot(i, j) + (0.3 if i < 0 or j > 0 else 0) - (0.25 * i if j == 0 < i else 0)


_AROUND: Final = sorted(((i, j) for i in range(-4, 13) for j in range(-4, 13)), key=_distance)
"""The places to try for a number if its own place is occupied, as (x, y) steps of a number's width, best first."""


def _number(mark: Numbered, at: tuple[float, float], radius: float) -> str:
    x, y = at
    return svg.el(
        "g",
        svg.el("title", svg.plain(mark.says)),
        svg.el("circle", cx=x, cy=y, r=radius, fill=palette.CRIMSON, stroke=palette.CASING, stroke_width=radius / 6),
        svg.text(
            str(mark.number), x=x, y=y + radius * 0.38, text_anchor="middle", fill=palette.CASING, font_weight="bold",
            font_size=radius * (1.15 if mark.number < 100 else 0.8),  # three digits are wider
        ),
        data_number=mark.number,
    )  # fmt: skip


class _Open:
    """An element that has not ended yet: its name, attributes, start, transformation, and bounding box so far."""

    __slots__ = ("box", "given", "inside", "matrix", "name", "start")

    def __init__(self, name: str, given: dict[str, str], start: int, matrix: Matrix, inside: str) -> None:
        self.name, self.given, self.start, self.matrix, self.inside = name, given, start, matrix, inside
        self.box: Box | None = None

    def take_in(self, box: Box | None) -> None:
        """Extend the bounding box of the element to include another box; None changes nothing."""
        if box is None:
            return
        one = self.box or box
        self.box = Box(
            min(one.left, box.left), min(one.top, box.top), max(one.right, box.right), max(one.bottom, box.bottom)
        )  # fmt: skip


class _Reader:
    def __init__(self, panel: Panel) -> None:
        self.panel, self.drawing = panel.name, "".join((*panel.defs, *panel.parts))
        self.named = dict[str, Box]()

    def read(self) -> Iterator[Spot]:
        """Yield every marked element with its box."""
        open_ = [_Open("", {}, 0, STILL, "")]
        for tag in _TAG.finditer(self.drawing):
            if not tag["end"]:
                given = dict(_GIVEN.findall(tag["given"]))
                around = open_[-1]
                matrix = turned(around.matrix, given["transform"]) if "transform" in given else around.matrix
                one = _Open(tag["name"], given, tag.start(), matrix, around.given.get("data-key", "") or around.inside)
                shape = self._shape(tag["name"], given)
                one.box = shape and moved(matrix, shape)
                open_.append(one)
            if tag["end"] or tag["empty"]:
                done = open_.pop()
                yield from self._ended(done, open_[-1], tag.end())

    def _ended(self, done: _Open, around: _Open, end: int) -> Iterator[Spot]:
        if done.box is None:
            return
        if "id" in done.given:
            self.named[done.given["id"]] = done.box
        if done.name not in ("defs", "pattern"):
            around.take_in(done.box)
        for told in _TOLD:
            if told in done.given:
                markup = self.drawing[done.start : end]
                yield Spot(told, done.given[told], done.box, markup, around.matrix, done.inside, self.panel)

    def _shape(self, name: str, given: dict[str, str]) -> Box | None:
        if name != "use":
            return shape_box(name, given)
        x, y, box = _number_in(given, "x"), _number_in(given, "y"), self.named.get(given.get("href", "")[1:])
        return box and Box(box.left + x, box.top + y, box.right + x, box.bottom + y)


def _number_in(given: Mapping[str, str], key: str) -> float:
    found = _NUMBER.match(given.get(key, "0"))
    return float(found[0]) if found else 0.0


def shape_box(name: str, given: Mapping[str, str]) -> Box | None:
    """Return the box of a shape, by the name of its element and its attributes, or None for other elements."""
    match name:
        case "rect":
            x, y = _number_in(given, "x"), _number_in(given, "y")
            return Box(x, y, x + _number_in(given, "width"), y + _number_in(given, "height"))
        case "circle" | "ellipse":
            x, y, radius = _number_in(given, "cx"), _number_in(given, "cy"), _number_in(given, "r")
            across, down = radius or _number_in(given, "rx"), radius or _number_in(given, "ry")
            return Box(x - across, y - down, x + across, y + down)
        case "path":
            return _path_box(given.get("d", ""))
        case _:
            return None


def turned(matrix: Matrix, words: str) -> Matrix:
    """Return a transformation matrix with the operations of a `transform` attribute added."""
    for how, given in _TURN.findall(words):
        numbers = [float(each) for each in _NUMBER.findall(given)]
        first, second = numbers[0], numbers[1] if len(numbers) > 1 else None
        if how == "translate":
            more = (1.0, 0.0, 0.0, 1.0, first, second or 0.0)
        elif how == "scale":
            more = (first, 0.0, 0.0, first if second is None else second, 0.0, 0.0)
        elif how == "matrix":
            a, b, c, d, e, f = numbers
            more = (a, b, c, d, e, f)
        else:
            angle = radians(first)
            more = (cos(angle), sin(angle), -sin(angle), cos(angle), 0.0, 0.0)
        matrix = _times(matrix, more)
    return matrix


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


def moved(matrix: Matrix, box: Box) -> Box:
    """Return the box around a transformed box."""
    if matrix == STILL:
        return box
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    xs, ys = [a * x + c * y + e for x, y in corners], [b * x + d * y + f for x, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


@lru_cache(maxsize=4096)
def _path_box(words: str) -> Box | None:
    points = list(_path(words))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys)) if points else None


def _path(words: str) -> Iterator[tuple[float, float]]:
    """Yield the x and y coordinates of a path's points, and of its control points as bounds of the curves."""
    x = y = left = top = 0.0
    for step, rest in _STEP.findall(words):
        kind, numbers = step.lower(), [float(each) for each in _NUMBER.findall(rest)]
        takes = _WAY.get(kind, 0)
        if kind == "z" or not takes:
            x, y = left, top
            continue
        for at in range(0, len(numbers) - takes + 1, takes):
            part = numbers[at : at + takes]
            from_x, from_y = (x, y) if step.islower() else (0.0, 0.0)
            if kind == "h":
                x = from_x + part[0]
            elif kind == "v":
                y = from_y + part[0]
            else:
                pairs = part[-2:] if kind == "a" else part
                for i in range(0, len(pairs), 2):
                    yield from_x + pairs[i], from_y + pairs[i + 1]
                x, y = from_x + pairs[-2], from_y + pairs[-1]
            if kind == "m" and at == 0:
                left, top = x, y
            yield x, y
