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

PANDORICA: Final = "#0b4f4a"


class Shape(NamedTuple):
    """How a seat's pawn is drawn: an outline around 0, 0 and two colours."""

    outline: str
    fill: str
    ink: str


SHAPES: Final = (
    Shape("M-14 0A14 14 0 0 1 14 0A14 14 0 0 1 -14 0Z", BLACK, WHITE),
    Shape("M-13 -12.5H13V12.5H-13Z", WHITE, BLACK),
    Shape("M-16.5 0L-9 -13H9L16.5 0L9 13H-9Z", "#6f2a96", WHITE),
    Shape("M0 -15L19 0L0 15L-19 0Z", "#8a4a0b", WHITE),
)


def letters(seats: Sequence[str]) -> Mapping[str, str]:
    """Return the one or two characters on each seat's pawn: the seat's first letter, or more if seats share it."""
    names = [seat.replace("-", "") or "?" for seat in seats]
    choices = ([name[:1] for name in names], [name[:2] for name in names], [name[0] + name[-1] for name in names])
    for found in choices:
        if len(set(found)) == len(found):
            return {seat: mark.capitalize() for seat, mark in zip(seats, found, strict=True)}
    return {seat: str(number + 1) for number, seat in enumerate(seats)}


def token(position: Position, seat: str, x: float, y: float, *, key: str | None = None) -> str:
    """Return the SVG of a pawn with the letters of its seat. `key` identifies the pawn that moves on the board."""
    number = position.seats.index(seat) if seat in position.seats else len(position.seats)
    shape = SHAPES[number % len(SHAPES)]
    mark = letters(position.seats).get(seat, "?")
    moves = " keys-move-pawn keys-leave-grid keys-stay" if seat == position.player else ""
    return el(
        "g",
        el("title", plain(f"{seat_name(position, seat)}: {place_name(position, seat)}")),
        el("path", d=shape.outline, fill="none", stroke=WHITE, stroke_width=5, stroke_linejoin="round"),
        el("path", d=shape.outline, fill=shape.fill, stroke=BLACK, stroke_width=1.6, stroke_linejoin="round"),
        text(mark, y=5.8, font_size=16, font_weight="bold", text_anchor="middle", fill=shape.ink),
        transform=f"translate({x:g} {y:g})", data_pawn=seat, data_key=key, data_arg=seat + moves,
        data_place=f"pawn {seat}" if seat in position.pawns else None,
    )  # fmt: skip


def pawns(position: Position) -> Iterator[str]:
    """Yield the SVG of each pawn, on the board or at its edge. A pawn that a Pandorica holds has a frame."""
    standing: dict[tuple[int, int], list[str]] = defaultdict(list)
    for seat, place in position.pawns.items():
        edge = position.edges.get(seat, "")
        if layout.is_on_grid(place):
            x, y = layout.centre(place)
            is_barred = place in position.tiles and position.tiles[place].barrier
            standing[x - 11 * is_barred, y - 2].append(seat)
        elif place == OUT and edge in EDGE_NAMES:
            standing[layout.edge_spot(edge)].append(seat)
    for (x, y), seats in standing.items():
        for number, seat in enumerate(seats):
            at = x + 28 * (number - (len(seats) - 1) / 2)
            if left := position.held.get(seat, 0):
                yield _pandorica(position, seat, (at, y), left)
            yield token(position, seat, at, y, key=f"pawn-{seat}")


def _pandorica(position: Position, seat: str, spot: tuple[float, float], left: int) -> str:
    """Return the SVG of the Pandorica around a pawn's tile, or around the pawn itself if it is outside."""
    place = position.pawns[seat]
    is_inside = layout.is_on_grid(place)
    x, y = layout.centre(place) if is_inside else spot
    across, down = (layout.HALF[0] - 1, layout.HALF[1] - 1) if is_inside else (18, 17)
    return el(
        "g",
        el("title", f"held by a Pandorica, turns left: {left}"),
        frame(left, across, down, on_left=x >= layout.EAST),
        transform=f"translate({x:g} {y:g})", data_held=left, data_place=f"held {seat}",
        data_key=f"held-{seat}", data_arg=seat,
    )  # fmt: skip


def frame(left: int, across: float, down: float, *, on_left: bool = False) -> str:
    """Return the SVG of a Pandorica around 0, 0, with the number of turns on one side."""
    arm = 10
    corners = "".join(
        f"M{(across - arm) * h} {down * v}H{across * h}V{(down - arm) * v}" for h in (1, -1) for v in (1, -1)
    )
    box = {"x": -across, "y": -down, "width": 2 * across, "height": 2 * down, "fill": "none"}
    side = -across if on_left else across
    return "".join((
        el("rect", **box, stroke=WHITE, stroke_width=5),
        el("path", d=corners, fill="none", stroke=WHITE, stroke_width=9),
        el("rect", **box, stroke=PANDORICA, stroke_width=3.4),
        el("path", d=corners, fill="none", stroke=PANDORICA, stroke_width=7),
        el("circle", cx=side, r=10, fill=PANDORICA, stroke=WHITE, stroke_width=2),
        text(str(left), x=side, y=5.8, font_size=16, font_weight="bold", text_anchor="middle", fill=WHITE),
    ))  # fmt: skip


def edges(position: Position) -> Iterator[str]:
    """Yield the SVG of the coordinates, and of a strip outside each edge that names its start and its goal."""
    yield _coordinates()
    for edge, turned in (("N", ""), ("E", " rotate(90)"), ("S", ""), ("W", " rotate(-90)")):
        x, y = layout.edge_spot(edge)
        yield _strip(position, edge, f"translate({x} {y}){turned}")


@cache
def _coordinates() -> str:
    columns = (text(column, x=layout.centre(f"{column}1")[0], y=layout.BOTTOM + 22) for column in "abcdefg")
    rows = (text(row, x=layout.LEFT - 12, y=layout.centre(f"a{row}")[1] + 6) for row in "1234567")
    words = {"font_size": 17, "font_weight": "bold", "text_anchor": "middle", "fill": DARK}
    return el("g", *columns, *rows, **words, data_names="coordinates")


def _strip(position: Position, edge: str, transform: str) -> str:
    """Return the SVG of one edge's strip: its seat, the place of its waiting pawn, and whose goal the edge is."""
    starts = [seat_name(position, seat) for seat, start in position.edges.items() if start == edge]
    goals = [seat_name(position, seat) for seat, start in position.edges.items() if OPPOSITE.get(start) == edge]
    half, thick = 257 if edge in "NS" else (layout.BOTTOM - layout.TOP) // 2, layout.STRIP
    used, words, name = starts or goals, {"y": 5.8, "font_size": 16, "fill": DARK}, EDGE_NAMES[edge].capitalize()
    box = {"x": -half, "y": -thick / 2, "width": 2 * half, "height": thick, "rx": 6}
    ground = el("rect", **box, fill=LIGHT, stroke=DARK, stroke_width=1.2)
    slot = el("circle", r=12, fill="none", stroke=layout.SLOT, stroke_width=1.5, stroke_dasharray="4 4")
    started, aimed = (
        cut(f"start of {', '.join(starts)}", 16, half - 82),
        cut(f"goal of {', '.join(goals)}", 16, half - 28),
    )
    return el(
        "g",
        ground if used else "",
        text(name, x=8 - half if used else -24, font_weight="bold", **words),
        slot + text(started, x=-20, text_anchor="end", **words) if starts else "",
        text(aimed, x=20, **words) if goals else "",
        transform=transform, data_edge=edge,
    )  # fmt: skip
