"""Lines between cards: the attack, and what one card gives another; led through gaps, so that no words are covered."""

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
"""How large the sign of a value is on a label."""
CLEAR: Final = 9
"""How far a line keeps from cards where there is room."""
OUTER: Final = 14
"""A gap at the edge of a zone is used from this breadth on."""
BESIDE: Final = 33
"""How far beside the middle of a card its label stands."""


class Tie(NamedTuple):
    """What one card in play gives another for the turn: amounts by the name of the value, none for Support alone."""

    source: int
    target: int
    given: tuple[tuple[str, int], ...] = ()

    @property
    def words(self) -> str:
        """What is given, in words."""
        return joined([f"{amount:+} {value_name(value)}" for value, amount in self.given]) or "Support"


def ties(position: Position) -> Iterator[Tie]:
    """What is given to the cards at stake: Support, and every other change that a card in play made for the turn.

    What an Episode does to a whole zone is no line; the values say it.
    """
    stake = _at_stake(position)
    for card in position.play:
        changed = dict.fromkeys(change.by for change in card.changes if change.by and not change.constant)
        for source in {**changed, **dict.fromkeys(card.supporters)} if card.n in stake else ():
            there = position.at(source)
            if there and source != card.n and not is_episode(position, there):
                yield Tie(source, card.n, _given(card, source))


def _at_stake(position: Position) -> set[int]:
    """The main combatants, and cards that an announcement is aimed at or that are about to leave play."""
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
    """A line for each tie and an arrow for the attack; and the labels of the lines, which lie on top of all."""
    drawn, labels = [], []
    for tie in ties(position):
        d, x, y = _course(plan, tie.source, tie.target, aside=True)
        words = f"{card_name(position, tie.source)} gives {card_name(position, tie.target)} {tie.words}"
        name = f"{tie.source}-{tie.target}"
        drawn.append(el("g", el("title", plain(words)), *_line(d, BLACK, 2.6), data_tie=name, data_key=f"tie-{name}"))
        labels.append(_label(tie, x, y))
    return [*drawn, *_attack(position, plan)], labels


def _attack(position: Position, plan: Plan) -> Iterator[str]:
    """An arrow from one main combatant to the other."""
    fight = position.fight
    if fight and {fight.attacker, fight.defender} <= plan.spots.keys() and fight.attacker != fight.defender:
        d, _, _ = _course(plan, fight.attacker, fight.defender, aside=False)
        words = f"{card_name(position, fight.attacker)} attacks {card_name(position, fight.defender)}"
        arrow = f"{fight.attacker}-{fight.defender}"
        yield el("g", el("title", plain(words)), *_line(d, ATTACK, 5), data_arrow=arrow, data_key="attack")


def _short(numbers: Sequence[str]) -> str:
    """A path through points, written as shortly as it can be: most of its parts are level or upright."""
    (x, y), d = numbers[:2], f"M{float(numbers[0]):g} {float(numbers[1]):g}"
    for right, down in zip(numbers[2::2], numbers[3::2], strict=True):
        d += (
            f"V{float(down):g}"
            if right == x
            else f"H{float(right):g}"
            if down == y
            else f"L{float(right):g} {float(down):g}"
        )
        x, y = right, down
    return d


def _line(d: str, ink: str, thick: float) -> Iterator[str]:
    """A path with a head where it ends, in a white casing."""
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
    """What is given, each amount with the sign of its value."""
    given = [(f"{amount:+}", value) for value, amount in tie.given] or [("", "support")]
    rooms = [
        wide(words, SMALL) + (SIGN + 2 if value in VALUE_INKS else wide(f" {value}", SMALL)) for words, value in given
    ]
    left = x - (sum(rooms) + 6 * (len(rooms) - 1)) / 2
    box = {
        "x": round(left - 6, 1),
        "y": round(y - 10, 1),
        "width": round(2 * (x - left) + 12, 1),
        "height": 20,
        "rx": 6,
    }
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
    """The way from one card to another, and where its label stands; `aside` leaves the shorter way to the attack.

    It leaves the source for the gap beside its row, goes on through gaps between cards, row by row, and ends at the
    target from the gap beside that.
    """
    one, other = plan.spots[source], plan.spots[target]
    if one.zone != other.zone or one.episode or other.episode:
        return _straight(one, other)
    (x, _), (to, _) = one.middle, other.middle
    if one.side == other.side:
        start, end = _within(plan, one, other.row), _within(plan, other, one.row)
        passed = _rows_between(one, min(one.row, other.row) + 1, max(one.row, other.row))
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
    """Points so that each leg goes across or down; none twice."""
    yield points[0]
    for (left, top), (x, y) in pairwise(points):
        if left != x and top != y:
            yield (left, y)
        if (left, top) != (x, y):
            yield (x, y)


def _lanes(plan: Plan, at: tuple[int, int]) -> list[float]:
    """The gaps above, between and below the rows of a side, from above."""
    grid = plan.grids[at]
    rows = [(top, top + grid.size) for top in grid.tops]
    lanes = [(floor + top) / 2 for (_, floor), (top, _) in pairwise(rows)]
    inner = plan.band - LANE / 2 if at[1] == 0 else plan.band + BAND + LANE / 2
    outer = rows[0][0] - 6 if at[1] == 0 else rows[-1][1] + 6
    return [outer, *lanes, inner] if at[1] == 0 else [inner, *lanes, outer]


def _inward(plan: Plan, spot: Spot) -> float:
    """The gap beside the row of a card that is nearer to the other side."""
    return _lanes(plan, (spot.zone, spot.side))[spot.row + (spot.side == 0)]


def _within(plan: Plan, spot: Spot, row: int) -> float:
    """The gap beside the row of a card that is nearer to a row of its side; for its own row one between two rows."""
    lanes = _lanes(plan, (spot.zone, spot.side))
    last = len(lanes) - 2
    down = row > spot.row if row != spot.row else (spot.side == 0 if not last else spot.row < last)
    return lanes[spot.row + down]


def _rows_between(spot: Spot, first: int, last: int) -> list[tuple[int, int]]:
    return [(row, spot.side) for row in range(first, last)]


def _rows_inward(plan: Plan, spot: Spot) -> list[tuple[int, int]]:
    """The rows that lie between a card and the other side, in the order in which one passes them."""
    last = len(plan.grids[spot.zone, spot.side].tops)
    rows = range(spot.row + 1, last) if spot.side == 0 else range(spot.row - 1, -1, -1)
    return [(row, spot.side) for row in rows]


def _opening(plan: Plan, at: tuple[int, int], row: int, near: float, *, aside: bool) -> float:
    """Where a row is passed: straight on where no card lies there, else the gap that is least of a detour.

    A line that goes `aside` takes the next best gap.
    """
    zone, side = at
    there = [spot for spot in plan.spots.values() if (spot.zone, spot.side, spot.row) == (zone, side, row)]
    boxes = sorted(spot.box for spot in there if not spot.episode)
    left, right = plan.lefts[zone], plan.lefts[zone] + plan.wides[zone]
    edges = [(x + wide_, other) for (x, _, wide_, _), (other, *_) in pairwise(boxes)]
    edges += [
        (start, end)
        for start, end in ((left, boxes[0][0]), (boxes[-1][0] + boxes[-1][2], right))
        if end - start > OUTER
    ]
    gaps = [
        min(max(near, start + CLEAR), end - CLEAR) if end - start > 2 * CLEAR else (start + end) / 2
        for start, end in edges
    ]
    gaps.sort(key=lambda gap: abs(gap - near))
    return gaps[1] if aside and len(gaps) > 1 else gaps[0] if gaps else left + 1


def _edge(spot: Spot, lane: float) -> float:
    """The edge of a card that faces a lane."""
    _, y, _, high = spot.box
    return y if lane < y else y + high


def _straight(one: Spot, other: Spot) -> tuple[str, float, float]:
    """From edge to edge, for what no rule leads to: cards of different zones."""
    (x, y), (to, down) = one.middle, other.middle
    _, _, broad, high = one.box
    share = 1 / max(abs(to - x) / (broad / 2), abs(down - y) / (high / 2), 1)
    _, _, broad, high = other.box
    rest = 1 / max(abs(to - x) / (broad / 2), abs(down - y) / (high / 2), 1)
    a, b = x + (to - x) * share, y + (down - y) * share
    c, d = to - (to - x) * rest, down - (down - y) * rest
    return f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}", (a + c) / 2, (b + d) / 2
