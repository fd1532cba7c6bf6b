"""The layout of the picture: seats on the left, and the three zones in a row, one side above the other.

Each zone has a third of the width. A zone with many cards takes columns from one with few. The cards of a side are as
large as possible, in steps. A card's square has the same size whether the card Stands or is Sided.
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
"""Height of the head, with the turn and the expected action."""
RAIL: Final = 160
"""Width of a seat's panel."""
ZONES_LEFT: Final = MARGIN + RAIL + MARGIN
BETWEEN: Final = 5
"""Space between two zones."""
ROOM: Final = WIDTH - MARGIN - ZONES_LEFT - 2 * BETWEEN
"""Total width of the zones."""
COLUMNS: Final = 9
"""Total number of columns of the smallest cards."""
USUAL: Final = 3
SHORT: Final[Mapping[int, int]] = {172: 142, 134: 113, 124: 107, 115: 101}
"""Card sizes in pixels: each longer side with its shorter side. A card's square is as large as the longer side."""
STEPS: Final = (*SHORT,)
GAP: Final = 6
"""Minimum space between two cards of a row, enough for a line."""
GUTTER: Final = 22
"""Minimum space between two rows, enough for lines and their labels."""
LANE: Final = 22
"""Space between the innermost row and the plates with the names of the zones."""
BAND: Final = 40
STRIP: Final = 32
"""Height of an Episode with its margin."""
STRIP_WORDS: Final = 134
"""Width on an Episode that is taken by everything except its name."""
SIDE: Final = 306
"""Minimum height of a side, without the lane."""
EDGE: Final = 3


class Spot(NamedTuple):
    """The place of a card: corner and size of its square, row, column, zone, and side (0 above, 1 below).

    For an Episode `size` is its width.
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
        """The card's rectangle: left, top, width, height. A Sided card is wider than high."""
        if self.episode:
            return (self.x, self.y, self.size, STRIP - 4)
        short = SHORT[self.size]
        wide, high = (self.size, short) if self.sided else (short, self.size)
        return (self.x + (self.size - wide) / 2, self.y + (self.size - high) / 2, wide, high)

    @property
    def middle(self) -> tuple[float, float]:
        """The x and y position of the card's middle."""
        x, y, wide, high = self.box
        return (x + wide / 2, y + high / 2)


class Grid(NamedTuple):
    """The grid of one side of a zone: the top of each row, the left edges of its squares, and their size."""

    tops: tuple[float, ...] = ()
    lefts: tuple[tuple[float, ...], ...] = ()
    size: int = STEPS[0]


class Plan(NamedTuple):
    """The places of all cards by number, and the coordinates of the parts of the picture.

    `grids` are keyed by (zone, side). `lefts` and `wides` are the left edges and widths of the zones.
    `hands` are the tops of the upper and lower seat's known cards.
    `zones` and `floor` are the top and bottom of the zones, `band` the top of their plates, `panel` the top of the
    panel.
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
    """Return the upper and the lower seat, which are the same for every viewer."""
    first, second = (*position.seats, "", "")[:2]
    return (second, first)


def plan(position: Position, hands: tuple[float, float], panel: float) -> Plan:
    """Lay out the board; `hands` and `panel` are the heights of the seats' known cards and of the panel."""
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
        upper = top + (strips if side == 0 else 0) + EDGE
        area = (left + EDGE, upper, wides[zone] - 2 * EDGE, high[side] - strips - EDGE)
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
    """Return the cards and Episodes by (zone, side), in the order in which they came into play."""
    above, _ = sides(position)
    found: dict[tuple[int, int], Lying] = {(zone, side): ([], []) for zone in range(3) for side in (0, 1)}
    for card in position.play:
        zone = ZONES.index(card.zone) if card.zone in ZONES else 0
        cards, episodes = found[zone, 0 if card.side == above else 1]
        (episodes if is_episode(position, card) else cards).append(card)
    return found


def _columns(position: Position, lying: Mapping[tuple[int, int], Lying]) -> tuple[int, ...]:
    """Return the columns of each zone: a third of all, fewer if few cards lie there or fit an Episode's name."""
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
    """Return whether an Episode's name fits in a zone of two columns, with its number and a sign."""
    return wide(face_name(position, episode.face), SMALL) + STRIP_WORDS <= 2 * ROOM / COLUMNS


def _needs(cards: int, episodes: int, columns: int) -> float:
    rows = -(-cards // columns)
    return rows * (STEPS[-1] + GUTTER) - GUTTER + episodes * STRIP + 2 * EDGE if rows else 0


def _grid(count: int, area: tuple[float, float, float, float]) -> Grid:
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
    """Return the largest card size that fits in this number of columns, or 0 if none fits."""
    rows = -(-count // columns)
    most = min((wide - (columns - 1) * GAP) / columns, (high - (rows - 1) * GUTTER) / rows)
    return next((step for step in STEPS if step <= most), 0)
