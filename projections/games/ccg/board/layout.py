"""Where everything lies on the picture: three zones side by side, the first seat's side below, the other's above."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.names import is_episode
from projections.games.ccg.state.position import InPlay, Position

MARGIN: Final = 6
ZONE: Final = 392
"""How wide a zone is; six units lie between two of them."""
SLOT: Final = 122
"""A place for a card, as long as the card's longer side; `SHORT` is the other."""
SHORT: Final = 100
GAP: Final = 8
"""Between two places in a row: a line fits through."""
GUTTER: Final = 22
"""Between two rows: lines and their labels fit through."""
LANE: Final = 13
"""Between a row and the band with the names of the zones."""
BAND: Final = 34
STRIP: Final = 29
"""An Episode."""
STATUS: Final = 39
SIDE: Final = 2
"""Rows that each side has at least."""
COLUMNS: Final = 3


class Spot(NamedTuple):
    """The place of a card: its corner, its row and column, the zone and the side from above (0 or 1)."""

    x: float
    y: float
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
            return (self.x, self.y, ZONE - 6, STRIP - 3)
        wide, high = (SLOT, SHORT) if self.sided else (SHORT, SLOT)
        return (self.x + (SLOT - wide) / 2, self.y + (SLOT - high) / 2, wide, high)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the card."""
        x, y, wide, high = self.box
        return (x + wide / 2, y + high / 2)


class Plan(NamedTuple):
    """The places of all cards by number, and where the parts of the picture begin.

    `rows`, `strips` and `tops` are by side from above: rows of cards, Episodes one above the other, the first row.
    `bars` is where the bar of each seat begins, `zones` and `floor` where the zones begin and end.
    """

    spots: Mapping[int, Spot]
    rows: tuple[int, int]
    strips: tuple[int, int]
    tops: tuple[float, float]
    bars: tuple[float, float]
    zones: float
    band: float
    floor: float
    panel: float
    height: int


def sides(position: Position) -> tuple[str, str]:
    """The seat above and the seat below: always the same, whoever looks."""
    first, second = (*position.seats, "", "")[:2]
    return (second, first)


def zone_left(zone: int) -> float:
    """Where a zone begins."""
    return MARGIN + zone * (ZONE + 6)


def plan(position: Position, bars: tuple[int, int], panel: int) -> Plan:
    """Lay the table out; `bars` and `panel` are how high the bars of the seats and the panel are."""
    lying = _lying(position)
    rows = tuple(
        max(SIDE, *(-(-len(cards) // COLUMNS) for (_, at), (cards, _) in lying.items() if at == side))
        for side in (0, 1)
    )
    strips = tuple(max(1, *(len(found) for (_, at), (_, found) in lying.items() if at == side)) for side in (0, 1))
    zones = STATUS + bars[0] + 6
    above = zones + 4 + strips[0] * STRIP
    band = above + _tall(rows[0]) + LANE
    below = band + BAND + LANE
    floor = below + _tall(rows[1]) + 4 + strips[1] * STRIP
    tops, first = (above, below), (zones + 4, below + _tall(rows[1]) + 4)
    spots = {
        number: spot
        for (zone, side), (cards, episodes) in lying.items()
        for number, spot in _spots(zone, side, cards, episodes, tops[side], first[side])
    }
    bottom = floor + 6 + bars[1]
    return Plan(
        spots, (rows[0], rows[1]), (strips[0], strips[1]), tops, (STATUS, floor + 6), zones, band, floor, bottom,
        round(bottom + panel),
    )  # fmt: skip


def _tall(rows: int) -> int:
    return rows * SLOT + (rows - 1) * GUTTER


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


def _spots(
    zone: int, side: int, cards: Sequence[InPlay], episodes: Sequence[InPlay], top: float, strip: float
) -> list[tuple[int, Spot]]:
    left = zone_left(zone) + 5
    found = []
    for at, card in enumerate(cards):
        row, column = divmod(at, COLUMNS)
        x, y = left + column * (SLOT + GAP), top + row * (SLOT + GUTTER)
        found.append((card.n, Spot(x, y, row, column, zone, side, card.sided)))
    for at, card in enumerate(episodes):
        found.append((card.n, Spot(left - 2, strip + at * STRIP, at, 0, zone, side, card.sided, episode=True)))
    return found
