"""Where everything lies on the picture: the seats at the left, and the three zones in a line, one side above the other.

A zone has a third of the room; where it holds more cards than find room there, one with few cards gives it some. The
cards of a side are as large as they find room, in steps, whether they Stand or are Sided.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from projections.drawing.palette import SMALL
from projections.drawing.text_width import wide
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.names import face_name, is_episode
from projections.games.ccg.state.position import InPlay, Position

WIDTH: Final = 1280
MARGIN: Final = 6
HEAD: Final = 42
"""The head of the picture: the turn, and what is due."""
RAIL: Final = 160
"""How broad the panel of a seat is."""
ZONES_LEFT: Final = MARGIN + RAIL + MARGIN
BETWEEN: Final = 5
"""Between two zones."""
ROOM: Final = WIDTH - MARGIN - ZONES_LEFT - 2 * BETWEEN
"""What the zones have together."""
COLUMNS: Final = 9
"""Columns of the smallest cards that the zones have together."""
USUAL: Final = 3
SHORT: Final[Mapping[int, int]] = {172: 142, 134: 113, 124: 107, 115: 101}
"""How long the sides of a card are, the longer one and the shorter, in steps; each card has a square of the longer."""
STEPS: Final = (*SHORT,)
GAP: Final = 6
"""Between two places in a row at least: a line fits through."""
GUTTER: Final = 22
"""Between two rows: lines and their labels fit through."""
LANE: Final = 22
"""Between the row that is nearest to the other side and the plates with the names of the zones."""
BAND: Final = 40
STRIP: Final = 32
"""An Episode and the room about it."""
STRIP_WORDS: Final = 134
"""What stands on an Episode beside its name takes so much room."""
SIDE: Final = 306
"""How high a side is at least, without the lane."""
EDGE: Final = 3


class Spot(NamedTuple):
    """The place of a card: its corner, the size of its square, its row and place there, its zone, its side (0 or 1).

    An Episode is as broad as `size`.
    """

    x: float
    y: float
    size: int
    row: int
    column: int
    zone: int
    side: int
    sided: bool = False
    episode: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The card itself: left, top, width, height; Sided it lies on its longer side."""
        if self.episode:
            return (self.x, self.y, self.size, STRIP - 4)
        short = SHORT[self.size]
        wide, high = (self.size, short) if self.sided else (short, self.size)
        return (self.x + (self.size - wide) / 2, self.y + (self.size - high) / 2, wide, high)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the card."""
        x, y, wide, high = self.box
        return (x + wide / 2, y + high / 2)


class Grid(NamedTuple):
    """The cards of one side of a zone: where each row begins, where its squares begin, how large they are."""

    tops: tuple[float, ...] = ()
    lefts: tuple[tuple[float, ...], ...] = ()
    size: int = STEPS[0]


class Plan(NamedTuple):
    """The places of all cards by number, and where the parts of the picture begin.

    `hands` is where the known cards of the upper and of the lower seat begin, `lefts` and `wides` are of the zones,
    `zones`, `band` and `floor` say where the zones begin, their plates, and where they end; `grids` are by zone and
    side.
    """

    spots: Mapping[int, Spot]
    grids: Mapping[tuple[int, int], Grid]
    lefts: tuple[float, ...]
    wides: tuple[float, ...]
    hands: tuple[float, float]
    zones: float
    band: float
    floor: float
    panel: float
    height: int


def sides(position: Position) -> tuple[str, str]:
    """The seat above and the seat below: always the same, whoever looks."""
    first, second = (*position.seats, "", "")[:2]
    return (second, first)


def plan(position: Position, hands: tuple[float, float], panel: float) -> Plan:
    """Lay the table out; `hands` and `panel` are how high the known cards of the seats and the panel below are."""
    lying = _lying(position)
    columns = _columns(position, lying)
    unit = ROOM / COLUMNS
    wides = tuple(unit * count for count in columns)
    lefts = tuple(ZONES_LEFT + unit * sum(columns[:zone]) + BETWEEN * zone for zone in range(3))
    needs = [
        (side, _needs(len(cards), len(episodes), columns[zone])) for (zone, side), (cards, episodes) in lying.items()
    ]
    high = [max(SIDE, *(need for at, need in needs if at == side)) for side in (0, 1)]
    zones = HEAD + hands[0]
    band = zones + high[0] + LANE
    below = band + BAND + LANE
    floor = below + high[1]
    spots: dict[int, Spot] = {}
    grids = {}
    for (zone, side), (cards, episodes) in lying.items():
        left, top = lefts[zone], zones if side == 0 else below
        strips = STRIP * len(episodes)
        area = (
            left + EDGE,
            top + (strips if side == 0 else 0) + EDGE,
            wides[zone] - 2 * EDGE,
            high[side] - strips - EDGE,
        )
        grid = _grid(len(cards), area)
        grids[zone, side] = grid
        places = [(x, y, row, column) for row, y in enumerate(grid.tops) for column, x in enumerate(grid.lefts[row])]
        for card, (x, y, row, column) in zip(cards, places, strict=True):
            spots[card.n] = Spot(x, y, grid.size, row, column, zone, side, card.sided)
        first = top + EDGE if side == 0 else floor - strips
        for at, card in enumerate(episodes):
            place = (left + EDGE, first + at * STRIP, int(wides[zone]) - 2 * EDGE)
            spots[card.n] = Spot(*place, at, 0, zone, side, card.sided, episode=True)
    bottom = floor + MARGIN + hands[1]
    return Plan(
        {card.n: spots[card.n] for card in position.play}, grids, lefts, wides, (HEAD, floor + MARGIN), zones, band,
        floor, bottom, round(bottom + panel),
    )  # fmt: skip


Lying = tuple[list[InPlay], list[InPlay]]


def _lying(position: Position) -> dict[tuple[int, int], Lying]:
    """The cards of each zone and side, Episodes apart, in the order in which they came."""
    above, _ = sides(position)
    found: dict[tuple[int, int], Lying] = {(zone, side): ([], []) for zone in range(3) for side in (0, 1)}
    for card in position.play:
        zone = ZONES.index(card.zone) if card.zone in ZONES else 0
        cards, episodes = found[zone, 0 if card.side == above else 1]
        (episodes if is_episode(position, card) else cards).append(card)
    return found


def _columns(position: Position, lying: Mapping[tuple[int, int], Lying]) -> tuple[int, ...]:
    """How many columns of the smallest cards each zone has: a third, or what one with few cards can spare.

    A zone with an Episode spares none that its name needs.
    """
    wanted = [-(-max(len(lying[zone, side][0]) for side in (0, 1)) // 2) for zone in range(3)]
    kept = [2 if all(_narrow(position, one) for side in (0, 1) for one in lying[zone, side][1]) else USUAL
            for zone in range(3)]  # fmt: skip
    columns = [USUAL] * 3
    for zone in sorted(range(3), key=lambda at: -wanted[at]):
        givers = [at for at in range(3) if columns[at] > max(kept[at], wanted[at])]
        while columns[zone] < wanted[zone] and givers:
            columns[givers.pop()] -= 1
            columns[zone] += 1
    return tuple(columns)


def _narrow(position: Position, episode: InPlay) -> bool:
    """Whether the name of an Episode has room in a zone of two columns, beside its number and a sign."""
    return wide(face_name(position, episode.face), SMALL) + STRIP_WORDS <= 2 * ROOM / COLUMNS


def _needs(cards: int, episodes: int, columns: int) -> float:
    """How high a side has to be for its cards."""
    rows = -(-cards // columns)
    return rows * (STEPS[-1] + GUTTER) - GUTTER + episodes * STRIP + 2 * EDGE if rows else 0


def _grid(count: int, area: tuple[float, float, float, float]) -> Grid:
    """Places for so many cards in an area, as large as may be."""
    if not count:
        return Grid()
    left, top, wide, high = area
    size, columns = max((_fitting(count, columns, wide, high), -columns) for columns in range(1, count + 1))
    columns = -columns
    rows = -(-count // columns)
    free = high - rows * size - (rows - 1) * GUTTER
    between = min(GUTTER + free / 3, GUTTER * 1.6) if rows > 1 else 0
    start = top + (high - rows * size - (rows - 1) * between) / 2
    lefts = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        gap = min((wide - columns * size) / columns, GAP * 3)
        begin = left + (wide - here * size - (here - 1) * gap) / 2
        lefts.append(tuple(begin + at * (size + gap) for at in range(here)))
    return Grid(tuple(start + row * (size + between) for row in range(rows)), tuple(lefts), size)


def _fitting(count: int, columns: int, wide: float, high: float) -> int:
    """The greatest step with which so many cards find room in so many columns; the smallest where none does."""
    rows = -(-count // columns)
    most = min((wide - (columns - 1) * GAP) / columns, (high - (rows - 1) * GUTTER) / rows)
    return next((step for step in STEPS if step <= most), 0)
