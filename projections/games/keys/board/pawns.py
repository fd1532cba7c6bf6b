"""Drawing of pawns and edges. Each seat has its own shape, colour and letters."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from projections.drawing.palette import BLACK, DARK, LIGHT, WHITE
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut
from projections.games.keys.board import layout
from projections.games.keys.state.names import EDGE_NAMES, place_name, seat_name
from projections.games.keys.state.position import OPPOSITE, OUT, Position


class Shape(NamedTuple):
    """How a seat's pawn is drawn: an outline around 0, 0 and two colours."""

    outline: str
    fill: str
    ink: str


SHAPES: Final = (
    Shape("M-16 0A16 16 0 0 1 16 0A16 16 0 0 1 -16 0Z", BLACK, WHITE),
    Shape("M-14 -14H14V14H-14Z", WHITE, BLACK),
    Shape("M-17.5 0L-9 -15H9L17.5 0L9 15H-9Z", "#6f2a96", WHITE),
    Shape("M0 -16.5L19.5 0L0 16.5L-19.5 0Z", "#8a4a0b", WHITE),
)


def letters(seats: Sequence[str]) -> Mapping[str, str]:
    """Return the one or two characters on each seat's pawn: the seat's first letter, or more if seats share it."""
    names = [seat.replace("-", "") or "?" for seat in seats]
    choices = ([name[:1] for name in names], [name[:2] for name in names], [name[0] + name[-1] for name in names])
    for found in choices:
        if len(set(found)) == len(found):
            return {seat: mark.capitalize() for seat, mark in zip(seats, found, strict=True)}
    return {seat: str(number + 1) for number, seat in enumerate(seats)}


def token(position: Position, seat: str, x: float, y: float, scale: float = 1, *, key: str | None = None) -> str:
    """Return the SVG of a pawn with the letters of its seat. `key` identifies the pawn that moves on the board."""
    number = position.seats.index(seat) if seat in position.seats else len(position.seats)
    shape = SHAPES[number % len(SHAPES)]
    mark = letters(position.seats).get(seat, "?")
    where = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
    return el(
        "g",
        el("title", plain(f"{seat_name(position, seat)}: {place_name(position, seat)}")),
        el("path", d=shape.outline, fill="none", stroke=WHITE, stroke_width=6.4, stroke_linejoin="round"),
        el("path", d=shape.outline, fill=shape.fill, stroke=BLACK, stroke_width=2.4, stroke_linejoin="round"),
        text(mark, y=6.4, font_size=18, font_weight="bold", text_anchor="middle", fill=shape.ink),
        transform=where, data_pawn=seat, data_place=f"pawn {seat}" if seat in position.pawns else None, data_key=key,
    )  # fmt: skip


def pawns(position: Position) -> Iterator[str]:
    """Yield the SVG of each pawn, on the board or at its edge. A pawn that a Pandorica holds has a frame."""
    standing: dict[tuple[int, int], list[str]] = defaultdict(list)
    for seat, place in position.pawns.items():
        edge = position.edges.get(seat, "")
        if layout.is_on_grid(place):
            x, y = layout.centre(place)
            standing[x, y - 2].append(seat)
        elif place == OUT and edge in EDGE_NAMES:
            standing[layout.edge_spot(edge)].append(seat)
    for (x, y), seats in standing.items():
        half = 19 if y in (layout.NORTH, layout.SOUTH) or x in (layout.WEST, layout.EAST) else 33
        for number, seat in enumerate(seats):
            off, scale = (0.0, 0.82) if len(seats) == 1 else (26 * (number - (len(seats) - 1) / 2), 0.75)
            left = position.held.get(seat, 0)
            if left:
                yield _pandorica(seat, x, y + 2 * (half > 19), half, left)
            yield token(position, seat, x + off, y, scale, key=f"pawn-{seat}")


def _pandorica(seat: str, x: float, y: float, half: int, left: int) -> str:
    far, arm = half - 1.5, half - 15
    corners = "".join(f"M{arm * h} {far * v}H{far * h}V{arm * v}" for h, v in ((1, 1), (1, -1), (-1, 1), (-1, -1)))
    box = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "fill": "none"}
    return el(
        "g",
        el("title", f"held by a Pandorica, turns left: {left}"),
        el("rect", **box, stroke=WHITE, stroke_width=7.4),
        el("path", d=corners, fill="none", stroke=WHITE, stroke_width=10),
        el("rect", **box, stroke="#0b4f4a", stroke_width=5),
        el("path", d=corners, fill="none", stroke="#0b4f4a", stroke_width=8),
        el("circle", cx=half - 3, cy=6, r=11, fill="#0b4f4a", stroke=WHITE, stroke_width=2),
        text(str(left), x=half - 3, y=11.5, font_size=16, font_weight="bold", text_anchor="middle", fill=WHITE),
        transform=f"translate({x:g} {y:g})", data_held=left, data_place=f"held {seat}",
        data_key=f"held-{seat}",
    )  # fmt: skip


def edges(position: Position) -> Iterator[str]:
    """Yield the SVG of the coordinates, and of a strip outside each edge that names its start and its goal."""
    yield _coordinates()
    for edge, turned in (("N", ""), ("E", " rotate(90)"), ("S", ""), ("W", " rotate(-90)")):
        x, y = layout.edge_spot(edge)
        yield _strip(position, edge, f"translate({x} {y}){turned}")


@cache
def _coordinates() -> str:
    columns = (text(column, x=layout.centre(f"{column}1")[0], y=layout.BOTTOM + 20) for column in "abcdefg")
    rows = (text(row, x=layout.LEFT - 16, y=layout.centre(f"a{row}")[1] + 6) for row in "1234567")
    words = {"font_size": 17, "font_weight": "bold", "text_anchor": "middle", "fill": DARK}
    return el("g", *columns, *rows, **words, data_names="coordinates")


def _strip(position: Position, edge: str, transform: str) -> str:
    """Return the SVG of one edge's strip: its seat, the place of its waiting pawn, and whose goal the edge is."""
    starts = [seat_name(position, seat) for seat, start in position.edges.items() if start == edge]
    goals = [seat_name(position, seat) for seat, start in position.edges.items() if OPPOSITE.get(start) == edge]
    half, words = (layout.RIGHT - layout.LEFT) // 2, {"font_size": 18, "fill": DARK}
    used = starts or goals
    ground = el("rect", x=-half, y=-16, width=2 * half, height=32, rx=6, fill=LIGHT, stroke=DARK, stroke_width=1.2)
    slot = el("circle", r=14, fill="none", stroke=layout.SLOT, stroke_width=1.5, stroke_dasharray="4 4")
    return el(
        "g",
        ground if used else "",
        text(EDGE_NAMES[edge].capitalize(), x=10 - half if used else -24, y=6, font_weight="bold", **words),
        slot if starts else "",
        text(cut(f"start of {', '.join(starts)}", 18, 190), x=-28, y=6, text_anchor="end", **words) if starts else "",
        text(cut(f"goal of {', '.join(goals)}", 18, 250), x=28, y=6, **words) if goals else "",
        transform=transform, data_edge=edge,
    )  # fmt: skip
