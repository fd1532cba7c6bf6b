"""The layout of a zone's panel: both sides in rows of two tiles, with the plate that names the zone between them.

A lone card of a row has the whole width. Episodes are strips at the outer edge. Cards beyond `MOST` on one side are
chips with their names.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from projections.drawing.board import COLUMN
from projections.games.ccg.state.position import Position

T = TypeVar("T")
EDGE: Final = 10
"""Space around the cards of a zone, enough for a line, and below and above an Episode."""
GAP: Final = 14
"""Space between the two tiles of a row."""
GUTTER: Final = 16
"""Space between two rows, and between the cards and the plate: enough for lines and their labels."""
PLATE: Final = 38
FULL: Final = COLUMN - 2 * EDGE
HALF: Final = (FULL - GAP) / 2
TILE: Final = 92
"""Height of a tile of half the width. A lone tile has the height `LONE`."""
LONE: Final = 66
STRIP: Final = 34
"""Height of an Episode, and of a card that is only named."""
APART: Final = 6
"""Space between two strips or chips."""
MOST: Final = 8
"""Maximum number of tiles on one side of a zone."""


class Spot(NamedTuple):
    """The place of a card in its zone: its rectangle, its row, and its side (0 above, 1 below)."""

    x: float
    y: float
    across: float
    high: float
    row: int
    side: int

    @property
    def middle(self) -> float:
        """The x position of the card's middle."""
        return self.x + self.across / 2


class Side(NamedTuple):
    """The cards of one side of a zone by number: those in tiles, the others with the width of a chip, and Episodes."""

    tiles: Sequence[int] = ()
    chips: Sequence[tuple[int, float]] = ()
    episodes: Sequence[int] = ()


class Plan(NamedTuple):
    """The places of the cards of a zone by number, the top of the plate, and the height of the zone.

    `lanes` are the y positions of the spaces around the rows of each side, from the top, without the outermost one.
    """

    spots: dict[int, Spot]
    lanes: tuple[tuple[float, ...], tuple[float, ...]]
    plate: float
    height: int


def sides(position: Position) -> tuple[str, str]:
    """Return the upper and the lower seat, which are the same for every viewer."""
    first, second = (*position.seats, "", "")[:2]
    return (second, first)


def plan(upper: Side, lower: Side) -> Plan:
    """Lay out a zone with the cards of the upper and the lower seat."""
    spots = dict[int, Spot]()
    top = _strips(spots, upper.episodes, EDGE, 0)
    above, plate = _rows(spots, upper, top, 0)
    below, floor = _rows(spots, lower, plate + PLATE + GUTTER, 1)
    lanes = (
        (*((one + other) / 2 for (_, one), (other, _) in pairwise(above)), plate - GUTTER / 2),
        (plate + PLATE + GUTTER / 2, *((one + other) / 2 for (_, one), (other, _) in pairwise(below))),
    )
    height = _strips(spots, lower.episodes, floor - GUTTER + EDGE, 1)
    return Plan(spots, lanes, plate, round(height))


def _strips(spots: dict[int, Spot], episodes: Sequence[int], top: float, side: int) -> float:
    for number in episodes:
        spots[number] = Spot(EDGE, top, FULL, STRIP, -1, side)
        top += STRIP + EDGE
    return top


def _rows(spots: dict[int, Spot], side: Side, top: float, at: int) -> tuple[list[tuple[float, float]], float]:
    """Place the tiles and chips of a side. Return top and floor of each row, and where the next part begins."""
    rows = list[tuple[float, float]]()
    for row in (side.tiles[first : first + 2] for first in range(0, len(side.tiles), 2)):
        across, high = (HALF, TILE) if len(row) > 1 else (FULL, LONE)
        for column, number in enumerate(row):
            spots[number] = Spot(EDGE + column * (HALF + GAP), top, across, high, len(rows), at)
        rows.append((top, top + high))
        top += high + GUTTER
    for chips in flow(side.chips, FULL):
        for number, x, across in stretched(chips, FULL):
            spots[number] = Spot(EDGE + x, top, across, STRIP, len(rows), at)
        rows.append((top, top + STRIP))
        top += STRIP + GUTTER
    return rows, top


def flow(things: Sequence[tuple[T, float]], room: float, x: float = 0) -> Iterator[list[tuple[T, float, float]]]:
    """Yield rows of things with given widths: each thing with its x position and its width. The first begins at `x`."""
    row = list[tuple[T, float, float]]()
    for thing, across in things:
        if x and x + across > room:
            yield row
            row, x = [], 0
        row.append((thing, x, across))
        x += across + APART
    if row:
        yield row


def stretched(row: Sequence[tuple[T, float, float]], room: float) -> Iterator[tuple[T, float, float]]:
    """Yield the things of a row of `flow`, widened to fill the room."""
    more = (room - sum(row[-1][1:])) / len(row) if row else 0
    return ((thing, round(x + more * at, 1), round(across + more, 1)) for at, (thing, x, across) in enumerate(row))
