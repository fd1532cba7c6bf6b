"""The Web of Time: the spaces from Skaro to Gallifrey, the Dalek Ship, TARDISes and Time Anomaly markers."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from projections.drawing.palette import LINE, SMALL
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut
from projections.games.daleks.board.glyphs import hourglass, ring, saucer, tardis
from projections.games.daleks.board.inks import VORTEX, WIDTH, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.state.names import roman, space_name, whose
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.track import SKARO, earth_space, gallifrey

ROW: Final = 22
"""Spaces in a row at most."""
LABEL: Final = 24
SHIP: Final = 34
BOX: Final = 40
"""A line of TARDISes."""
ENDS: Final = 1.45
"""How much wider Skaro and Gallifrey are."""


class Spot(NamedTuple):
    """A space of the track at its place."""

    space: int
    x: float
    y: float
    width: float


def _rows(position: Position) -> list[range]:
    """The spaces row by row, about as many in each."""
    total = gallifrey(position) + 1
    rows = -(-total // ROW)
    per = -(-total // rows)
    return [range(start, min(total, start + per)) for start in range(0, total, per)]


def _there(position: Position, space: int) -> list[str]:
    return [seat for seat in position.seats if position.tardis.get(seat, 0) == space]


def _widths(position: Position, row: Sequence[int]) -> list[float]:
    last = gallifrey(position)
    shares = [ENDS if space in (SKARO, last) else 1.0 for space in row]
    return [(WIDTH - 20) * share / sum(shares) for share in shares]


def _high(position: Position, row: Sequence[int]) -> float:
    """How high a row is: as high as the TARDISes of one space ask for."""
    widths = _widths(position, row)
    lines = [
        -(-len(_there(position, space)) // _across(width)) for space, width in zip(row, widths, strict=True)
    ]  # fmt: skip
    return LABEL + SHIP + BOX * max(1, *lines, 1)


def _across(width: float) -> int:
    """How many TARDISes stand side by side."""
    return max(1, int((width - 4) // 27))


def track_height(position: Position) -> float:
    """How high the track is."""
    return sum(_high(position, row) + 4 for row in _rows(position)) + 14


def track(position: Position, found: Changes, top: float) -> Iterator[str]:
    """The track, row by row, from Skaro to Gallifrey."""
    yield el("rect", x=6, y=top, width=WIDTH - 12, height=track_height(position) - 6, rx=9, fill=VORTEX)
    y = top + 5
    for row in _rows(position):
        x, high = 10.0, _high(position, row)
        for space, width in zip(row, _widths(position, row), strict=True):
            yield _space(position, found, Spot(space, x, y, width), high)
            x += width
        y += high + 4


def _space(position: Position, found: Changes, spot: Spot, high: float) -> str:
    """A space with what is on it."""
    space, x, y, width = spot
    last = space == gallifrey(position)
    ends = space == SKARO or last
    earth = space == earth_space(position)
    ground = "#5a3a10" if space == SKARO else "#7c2d12" if last else "#1d5c4c" if earth else "#36457a"
    name = "Skaro" if space == SKARO else "Gallifrey" if last else "Earth" if earth else roman(space)
    box = {"x": x + 1.5, "y": y, "width": width - 3, "height": high, "rx": 6}
    label = {"x": x + width / 2, "y": y + 18, "text_anchor": "middle", "fill": "#ffffff"}
    weight = "bold" if ends or earth else None
    parts = [
        el("title", plain(space_name(position, space))),
        el("rect", **box, fill=ground, stroke=LINE, stroke_width=1),
        text(cut(name, SMALL, width - 4), **label, font_size=SMALL, font_weight=weight),
        *_pieces(position, spot),
    ]
    if found.before and found.before.ship == space != position.ship:
        dashes = {"fill": "none", "stroke": "#ffd34d", "stroke_width": 2, "stroke_dasharray": "4 4"}
        parts.append(el("ellipse", cx=x + width / 2, cy=y + LABEL + 16, rx=24, ry=9, data_was="ship", **dashes))
    if space in found.spaces:
        parts.append(ring(x + 3, y + 2, width - 6, high - 4, f"space {space}"))
    return el("g", *parts, data_space=space)


def _pieces(position: Position, spot: Spot) -> Iterator[str]:
    """The ship or a marker, then the TARDISes."""
    space, x, y, width = spot
    name, middle = space_name(position, space), x + width / 2
    if space in position.markers:
        yield hourglass(middle - 11, y + LABEL + 3, f"Time Anomaly marker on {name}")
    if space == position.ship:
        yield saucer(middle - 25, y + LABEL, f"The Dalek Ship is on {name}")
    here, across = _there(position, space), _across(width)
    for at, seat in enumerate(here):
        line, column = divmod(at, across)
        beside = min(across, len(here) - line * across)
        left = middle - beside * 13.5 + column * 27 + 0.5
        words = f"{whose(position, seat)} TARDIS is on {name}"
        yield tardis(paint(position, seat), left, y + LABEL + SHIP + BOX * line, words)
