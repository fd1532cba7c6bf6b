"""Lines between cards: the attack, and what one card gives another. They run through gaps and cover no words."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from projections.drawing.palette import ATTACK, BLACK, DARK, LIGHT, SMALL
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import wide
from projections.games.ccg.board.glyphs import glyph
from projections.games.ccg.board.inks import VALUE_INKS, WHITE
from projections.games.ccg.board.layout import BAND, LANE, Plan, Spot
from projections.games.ccg.state.names import card_name, is_episode, value_name
from projections.games.ccg.state.position import Announcement, Doom, Fight, InPlay, Position
from projections.wording import joined

SIGN: Final = 13
"""Size of the sign of a value on a label."""
CLEAR: Final = 9
"""Distance between a line and cards if there is room."""
OUTER: Final = 14
"""Minimum width of a usable gap at the edge of a zone."""
BESIDE: Final = 33
"""Distance between the middle of a card and its label."""


class Tie(NamedTuple):
    """Support or another change that a card in play gives a card for this turn: amounts by value, () if no change."""

    source: int
    target: int
    given: tuple[tuple[str, int], ...] = ()

    @property
    def words(self) -> str:
        """What the card gives, in words."""
        return joined([f"{amount:+} {value_name(value)}" for value, amount in self.given]) or "Support"


def ties(position: Position) -> Iterator[Tie]:
    """Yield the Support and other changes for the turn that cards in play gave to cards at stake.

    Effects of an Episode on a whole zone are left out, because the values of the cards show these effects.
    """
    stake = _at_stake(position)
    for card in position.play:
        changed = dict.fromkeys(change.by for change in card.changes if change.by and not change.constant)
        for source in {**changed, **dict.fromkeys(card.supporters)} if card.n in stake else ():
            there = position.at(source)
            if there and source != card.n and not is_episode(position, there):
                yield Tie(source, card.n, _given(card, source))


def _at_stake(position: Position) -> set[int]:
    found: set[int] = set()
    for thing in position.stack:
        match thing:
            case Fight(attacker=attacker, defender=defender):
                found |= {attacker, defender}
            case Announcement(targets=cards) | Doom(cards=cards):
                found |= {*cards}
    return found


def _given(card: InPlay, source: int) -> tuple[tuple[str, int], ...]:
    sums: dict[str, int] = {}
    for change in card.changes:
        if change.by == source and not change.constant:
            sums[change.value] = sums.get(change.value, 0) + change.amount
    return (*sums.items(),)


def lines(position: Position, plan: Plan) -> tuple[list[str], list[str]]:
    """Return two lists of SVG: the lines of all ties with the attack's arrow, and the labels to draw on top."""
    drawn, labels = [], []
    for tie in ties(position):
        d, x, y = _course(plan, tie.source, tie.target, aside=True)
        words = f"{card_name(position, tie.source)} gives {card_name(position, tie.target)} {tie.words}"
        name = f"{tie.source}-{tie.target}"
        drawn.append(el("g", el("title", plain(words)), *_line(d, BLACK, 2.6), data_tie=name, data_key=f"tie-{name}"))
        labels.append(_label(tie, x, y))
    return [*drawn, *_attack(position, plan)], labels


def _attack(position: Position, plan: Plan) -> Iterator[str]:
    fight = position.fight
    if fight and {fight.attacker, fight.defender} <= plan.spots.keys() and fight.attacker != fight.defender:
        d, _, _ = _course(plan, fight.attacker, fight.defender, aside=False)
        words = f"{card_name(position, fight.attacker)} attacks {card_name(position, fight.defender)}"
        arrow = f"{fight.attacker}-{fight.defender}"
        yield el("g", el("title", plain(words)), *_line(d, ATTACK, 5), data_arrow=arrow, data_key="attack")


def _short(numbers: Sequence[str]) -> str:
    """Return a short SVG path through points, given as x and y in turn; most legs are horizontal or vertical."""
    (x, y), d = numbers[:2], f"M{float(numbers[0]):g} {float(numbers[1]):g}"
    for right, down in zip(numbers[2::2], numbers[3::2], strict=True):
        both = f"L{float(right):g} {float(down):g}"
        d += f"V{float(down):g}" if right == x else f"H{float(right):g}" if down == y else both
        x, y = right, down
    return d


def _line(d: str, ink: str, thick: float) -> Iterator[str]:
    numbers = d.replace("M", " ").replace("L", " ").split()
    (px, py), (x, y) = ((float(numbers[at]), float(numbers[at + 1])) for at in (-4, -2))
    across, down = x - px, y - py
    length = max(1e-6, (across * across + down * down) ** 0.5)
    ux, uy, big = across / length, down / length, 3 + thick * 1.7
    head = f"M{x:g} {y:g}L{x - big * ux - big * 0.7 * uy:.1f} {y - big * uy + big * 0.7 * ux:.1f}"
    head += f"L{x - big * ux + big * 0.7 * uy:.1f} {y - big * uy - big * 0.7 * ux:.1f}z"
    style = {"fill": "none", "stroke_linejoin": "round"}
    d = _short(numbers)
    yield el("path", d=d, stroke=WHITE, stroke_width=thick + 4, **style)
    yield el("path", d=head, fill=ink, stroke=WHITE, stroke_width=2)
    yield el("path", d=d, stroke=ink, stroke_width=thick, **style)
    yield el("path", d=head, fill=ink)


def _label(tie: Tie, x: float, y: float) -> str:
    given = [(f"{amount:+}", value) for value, amount in tie.given] or [("", "support")]
    rooms = [
        wide(words, SMALL) + (SIGN + 2 if value in VALUE_INKS else wide(f" {value}", SMALL)) for words, value in given
    ]
    left = x - (sum(rooms) + 6 * (len(rooms) - 1)) / 2
    across = round(2 * (x - left) + 12, 1)
    box = {"x": round(left - 6, 1), "y": round(y - 10, 1), "width": across, "height": 20, "rx": 6}
    parts = [el("title", plain(tie.words)), el("rect", **box, fill=LIGHT, stroke=DARK, stroke_width=1.4)]
    style = {"font_size": SMALL, "font_weight": "bold", "fill": DARK}
    for (words, value), room in zip(given, rooms, strict=True):
        known = value in VALUE_INKS
        parts.append(text(words if known else f"{words} {value}", x=round(left, 1), y=round(y + 5.5, 1), **style))
        if known:
            parts.append(glyph(value, left + room - SIGN, y - SIGN / 2, SIGN, VALUE_INKS[value]))
        left += room + 6
    return el("g", *parts, data_given=f"{tie.source}-{tie.target}")


def _course(plan: Plan, source: int, target: int, *, aside: bool) -> tuple[str, float, float]:
    """Return the path from one card to another as SVG path data, and the x and y position of its label.

    The path leaves the source into the gap of its row and passes other rows through gaps between cards. It enters the
    target from the gap of the target's row. With `aside` the path leaves the shortest way to the attack.
    """
    one, other = plan.spots[source], plan.spots[target]
    if one.zone != other.zone or one.episode or other.episode:
        return _straight(one, other)
    (x, _), (to, _) = one.middle, other.middle
    if one.side == other.side:
        start, end = _within(plan, one, other.row), _within(plan, other, one.row)
        passed = [(row, one.side) for row in range(min(one.row, other.row) + 1, max(one.row, other.row))]
        x += BESIDE if one.row <= other.row else -BESIDE
    else:
        start, end = _inward(plan, one), _inward(plan, other)
        passed = [*_rows_inward(plan, one), *reversed(_rows_inward(plan, other))]
        x += BESIDE if to > x or (to == x and aside) else -BESIDE if to < x or aside else 0
    points = [(x, _edge(one, start)), (x, start)]
    here = x
    for row, side in passed:
        here = _opening(plan, (one.zone, side), row, here if side == one.side else to, aside=aside)
        lanes = _lanes(plan, (one.zone, side))
        down = (side == 0) == (side == one.side) if one.side != other.side else other.row > one.row
        before, after = (lanes[row], lanes[row + 1]) if down else (lanes[row + 1], lanes[row])
        points += [(here, before), (here, after)]
    if one.side != other.side and not passed:
        points += [(to, start)] if here != to else []
    points += [(to, end), (to, _edge(other, end))]
    return "M" + "L".join(f"{left:.1f} {top:.1f}" for left, top in _level(points)), x, start


def _level(points: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the points of a path and added corners, so that each leg is horizontal or vertical and has a length."""
    yield points[0]
    for (left, top), (x, y) in pairwise(points):
        if left != x and top != y:
            yield (left, y)
        if (left, top) != (x, y):
            yield (x, y)


def _lanes(plan: Plan, at: tuple[int, int]) -> list[float]:
    """Return the y positions of the gaps above, between and below the rows of a side, from the top."""
    grid = plan.grids[at]
    rows = [(top, top + grid.size) for top in grid.tops]
    lanes = [(floor + top) / 2 for (_, floor), (top, _) in pairwise(rows)]
    inner = plan.band - LANE / 2 if at[1] == 0 else plan.band + BAND + LANE / 2
    outer = rows[0][0] - 6 if at[1] == 0 else rows[-1][1] + 6
    return [outer, *lanes, inner] if at[1] == 0 else [inner, *lanes, outer]


def _inward(plan: Plan, spot: Spot) -> float:
    """Return the y position of the gap next to a card's row, on the side toward the other seat's cards."""
    return _lanes(plan, (spot.zone, spot.side))[spot.row + (spot.side == 0)]


def _within(plan: Plan, spot: Spot, row: int) -> float:
    """Return the y position of the gap beside a card's row, toward `row`; if `row` is the card's own, an inner gap."""
    lanes = _lanes(plan, (spot.zone, spot.side))
    last = len(lanes) - 2
    down = row > spot.row if row != spot.row else (spot.side == 0 if not last else spot.row < last)
    return lanes[spot.row + down]


def _rows_inward(plan: Plan, spot: Spot) -> list[tuple[int, int]]:
    """Return the rows between a card and the other seat's side as (row, side), in the order in which a line passes."""
    last = len(plan.grids[spot.zone, spot.side].tops)
    rows = range(spot.row + 1, last) if spot.side == 0 else range(spot.row - 1, -1, -1)
    return [(row, spot.side) for row in rows]


def _opening(plan: Plan, at: tuple[int, int], row: int, near: float, *, aside: bool) -> float:
    """Return the x position at which a line passes a row: the gap with the shortest detour, `aside` the second."""
    zone, side = at
    there = [spot for spot in plan.spots.values() if (spot.zone, spot.side, spot.row) == (zone, side, row)]
    boxes = sorted(spot.box for spot in there if not spot.episode)
    left, right = plan.lefts[zone], plan.lefts[zone] + plan.wides[zone]
    edges = [(x + wide_, other) for (x, _, wide_, _), (other, *_) in pairwise(boxes)]
    outer = ((left, boxes[0][0]), (boxes[-1][0] + boxes[-1][2], right))
    edges += [(start, end) for start, end in outer if end - start > OUTER]
    gaps = [
        min(max(near, start + CLEAR), end - CLEAR) if end - start > 2 * CLEAR else (start + end) / 2
        for start, end in edges
    ]
    gaps.sort(key=lambda gap: abs(gap - near))
    return gaps[1] if aside and len(gaps) > 1 else gaps[0] if gaps else left + 1


def _edge(spot: Spot, lane: float) -> float:
    _, y, _, high = spot.box
    return y if lane < y else y + high


def _straight(one: Spot, other: Spot) -> tuple[str, float, float]:
    """Return a straight path between two cards of different zones, and the x and y position of its label."""
    (x, y), (to, down) = one.middle, other.middle
    _, _, broad, high = one.box
    share = 1 / max(abs(to - x) / (broad / 2), abs(down - y) / (high / 2), 1)
    _, _, broad, high = other.box
    rest = 1 / max(abs(to - x) / (broad / 2), abs(down - y) / (high / 2), 1)
    a, b = x + (to - x) * share, y + (down - y) * share
    c, d = to - (to - x) * rest, down - (down - y) * rest
    return f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}", (a + c) / 2, (b + d) / 2
