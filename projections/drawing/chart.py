"""Line charts over turns, as SVG. The lines differ in colour and dashes, and each has its name at its end."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from typing import Any, Final, NamedTuple
from zlib import crc32

from projections.drawing.palette import CHART_GROUND, CRIMSON, DARK, FONT, GRID
from projections.drawing.svg import document, el, text
from projections.drawing.text_width import cut, wide
from projections.game import Chart

WIDTH: Final = 720
HEIGHT: Final = 320
LEFT, RIGHT, TOP, BOTTOM = 64, 520, 54, 276
"""The edges of the plot. The names of the series are to the right of it."""
NAMES: Final = RIGHT + 20
"""The x coordinate of the names of the series."""
SPACE: Final = 26
"""The minimum distance between the names of two series."""
INKS: Final = ("#14407c", "#e8852b", "#3f9a5f", CRIMSON, "#f5cf2e", "#7a3fa0", "#6d7785", "#5aa7dd")
"""Colours of series without their own colour, in order."""
DASHES: Final = (None, "22 4", "7 3", "26 3 3 3", "14 9", "40 4", "5 8", "26 3 3 3 3 3")
"""Dash patterns of the series of a chart, all different. Long strokes and short gaps keep the colour visible."""
STRAND: Final = 2.4
"""The vertical offset between the lines of two series, so that lines with equal values do not hide each other."""


class PlottedSeries(NamedTuple):
    """One line of a chart: its name, its colour and dashes, and its values by turn."""

    name: str
    ink: str
    dash: str | None
    values: Mapping[int, float]


class Scale(NamedTuple):
    """The scales of a chart, which convert turns and values to coordinates."""

    first: int
    last: int
    low: float
    high: float

    def x(self, turn: int) -> float:
        """Return the x coordinate of a turn."""
        return LEFT + (RIGHT - LEFT) * (turn - self.first) / max(1, self.last - self.first)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)


def chart_svg(chart: Chart, turns: Sequence[tuple[int, Any]]) -> str:
    """Return a chart as an SVG document.

    It shows positions with their turn numbers in ascending order; if a turn is given twice, the last one counts. The
    drawing has its own background and describes the values in words.
    """
    series, last = _series(chart, turns), max((turn for turn, _ in turns), default=0)
    first = min((turn for turn, _ in turns), default=0)
    desc = " ".join(_series_in_words(one) for one in series) or "There is nothing to draw yet."
    name = f"{chart.title}, turn {first} to {last}" if turns else chart.title
    values = [value for one in series for value in one.values.values()]
    ticks = _ticks(min(values, default=0), max(values, default=0))
    scale = Scale(first, last, ticks[0], ticks[-1])
    parts = (
        el("rect", width=WIDTH, height=HEIGHT, rx=12, fill=CHART_GROUND),
        text(chart.title, x=22, y=32, font_size=26, font_weight="bold", fill=DARK),
        *_grid(scale, ticks),
        *(_line(one, scale, STRAND * (at - (len(series) - 1) / 2)) for at, one in enumerate(series)),
        *_names(series, scale),
    )
    ident = f"chart-{crc32(f'{name} {desc}'.encode(errors='replace')):08x}"
    plot = f"{first} {last} {LEFT} {RIGHT} {TOP} {BOTTOM}"
    return document(WIDTH, HEIGHT, name, desc, parts, ident=ident, font_family=FONT, data_turns=plot)


def _series(chart: Chart, turns: Sequence[tuple[int, Any]]) -> list[PlottedSeries]:
    found: dict[str, dict[int, float]] = {}
    inks: dict[str, str] = {}
    for turn, position in turns:
        inks |= chart.inks(position) if chart.inks else {}
        for name, value in chart.series(position).items():
            found.setdefault(name, {})[turn] = value
    return [
        PlottedSeries(name, inks.get(name) or INKS[at % len(INKS)], DASHES[at % len(DASHES)], values)
        for at, (name, values) in enumerate(found.items())
    ]


def _series_in_words(one: PlottedSeries) -> str:
    """Return a sentence about a series: its first and its last value, its lowest and its highest."""
    turns, values = sorted(one.values), one.values
    start, end = (f"{values[turn]:g} at turn {turn}" for turn in (turns[0], turns[-1]))
    if len(turns) == 1:
        return f"{one.name}: {start}."
    return f"{one.name}: {start}, {end}; lowest {min(values.values()):g}, highest {max(values.values()):g}."


def _ticks(low: float, high: float) -> list[float]:
    """Return the numbers on the value axis: four or five round steps from `low` (0 at most) to at least `high`."""
    low, high = min(0, low), max(high, low + 1)
    rough = (high - low) / 4
    power = 10.0 ** floor(log10(rough))
    step = next(power * part for part in (1, 1.5, 2, 2.5, 3, 4, 5, 10) if power * part >= rough)
    step = step if high - low < 4 else ceil(step)
    first = floor(low / step)
    ticks = [first * step]
    while ticks[-1] < high:
        ticks.append((first + len(ticks)) * step)
    return ticks


def _grid(scale: Scale, ticks: Sequence[float]) -> Iterator[str]:
    words = {"font_size": 22, "fill": DARK}
    for tick in ticks:
        y = scale.y(tick)
        base = tick == scale.low
        yield el("path", d=f"M{LEFT} {y:.1f}H{RIGHT}", stroke=DARK if base else GRID, stroke_width=2 if base else 1)
        yield text(f"{tick:g}", x=LEFT - 10, y=y + 7.5, text_anchor="end", **words)
    every = max(1, -(-(scale.last - scale.first) // 8))
    for turn in range(scale.first, scale.last + 1, every):
        x = scale.x(turn)
        yield el("path", d=f"M{x:.1f} {BOTTOM}v6", stroke=DARK, stroke_width=2)
        yield text(str(turn), x=x, y=BOTTOM + 29, text_anchor="middle", **words)
    yield text("turn", x=RIGHT + 22, y=BOTTOM + 29, **words)


def _line(one: PlottedSeries, scale: Scale, aside: float) -> str:
    """Return the SVG of a line, shifted vertically by `aside`, with an outline to be visible on light and dark."""
    turns = sorted(one.values)
    points = [f"{scale.x(turn):.1f} {scale.y(one.values[turn]) + aside:.1f}" for turn in turns]
    path = "".join(("M" if at == 0 else "L") + point for at, point in enumerate(points))
    curve = {"d": path, "fill": "none", "stroke_linejoin": "round"}
    dots = "".join(f"M{point}h.01" for point in points) if len(points) == 1 else f"M{points[-1]}h.01"
    return el(
        "g",
        el("path", **curve, stroke=DARK, stroke_width=6.4),
        el("path", **curve, stroke=one.ink, stroke_width=4.4, stroke_dasharray=one.dash),
        el("path", d=dots, stroke=DARK, stroke_width=13, stroke_linecap="round"),
        el("path", d=dots, stroke=one.ink, stroke_width=8, stroke_linecap="round"),
        data_series=one.name,
    )


def _names(series: Sequence[PlottedSeries], scale: Scale) -> Iterator[str]:
    """Yield the SVG of the name and the last value of each series, next to its end and without overlaps."""
    ends = sorted((scale.y(one.values[max(one.values)]), at) for at, one in enumerate(series))
    places = _apart([y for y, _ in ends])
    for (y, at), place in zip(ends, places, strict=True):
        one = series[at]
        turn = max(one.values)
        value = f" {one.values[turn]:g}"
        name = cut(one.name, 22, WIDTH - 8 - NAMES - wide(value, 22))
        x = scale.x(turn)
        yield el("path", d=f"M{x + 8:.1f} {y:.1f}L{RIGHT + 16} {place:.1f}", stroke=DARK, stroke_width=1)
        yield text(f"{name}{value}", x=NAMES, y=place + 7.5, font_size=22, fill=DARK)


def _apart(wanted: Sequence[float]) -> list[float]:
    """Return y coordinates for names, near the wanted coordinates, in order, `SPACE` or more apart, inside the plot."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + SPACE) if places else max(place, TOP))
    over = max(0.0, places[-1] - BOTTOM) if places else 0
    for at in range(len(places) - 1, -1, -1):
        limit = places[at + 1] - SPACE if at + 1 < len(places) else BOTTOM
        places[at] = min(places[at], limit) if over else places[at]
    return places
