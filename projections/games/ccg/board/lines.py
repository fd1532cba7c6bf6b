"""Lines between cards of a zone: the attack, and what one card gives another. They run through gaps, not over words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from projections.drawing.board import COLUMN
from projections.drawing.palette import ATTACK, BLACK, DARK, LIGHT, SMALL
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import wide
from projections.games.ccg.board.glyphs import glyph
from projections.games.ccg.board.inks import VALUE_INKS, WHITE
from projections.games.ccg.board.layout import Plan, Spot
from projections.games.ccg.state.names import card_name, is_episode, value_name
from projections.games.ccg.state.position import Announcement, Doom, Fight, InPlay, Position
from projections.wording import joined

SIGN: Final = 13
"""Size of the sign of a value on a label."""
CLEAR: Final = 6
"""Distance between a line and cards if there is room."""
BESIDE: Final = 33
"""Distance between the middle of a card and its label."""


class Tie(NamedTuple):
    """Support or another change that a card in play gives a card for this turn: amounts by value, () if no change.

    `title` names both cards. An `attack` gives nothing.
    """

    source: int
    target: int
    given: tuple[tuple[str, int], ...] = ()
    title: str = ""
    attack: bool = False

    @property
    def words(self) -> str:
        """What the card gives, in words."""
        return _given_words(self.given)


def _given_words(given: Sequence[tuple[str, int]]) -> str:
    return joined([f"{amount:+} {value_name(value)}" for value, amount in given]) or "Support"


def arrows(position: Position) -> Iterator[Tie]:
    """Yield the lines of a position: all ties, then the attack."""
    yield from ties(position)
    fight = position.fight
    if fight and fight.attacker != fight.defender:
        words = f"{card_name(position, fight.attacker)} attacks {card_name(position, fight.defender)}"
        yield Tie(fight.attacker, fight.defender, title=words, attack=True)


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
                given = _given(card, source)
                words = f"{card_name(position, source)} gives {card_name(position, card.n)} {_given_words(given)}"
                yield Tie(source, card.n, given, words)


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


def lines(found: Iterable[Tie], plan: Plan) -> tuple[list[str], list[str]]:
    """Return two lists of SVG: the lines with their arrows, and the labels to draw on top."""
    drawn, labels, taken = list[str](), list[str](), list[tuple[float, float, float]]()
    for tie in found:
        if plan.spots[tie.source].row < 0 or plan.spots[tie.target].row < 0:
            continue
        points, label = _course(plan, tie.source, tie.target, aside=not tie.attack)
        name = f"{tie.source}-{tie.target}"
        title = el("title", plain(tie.title))
        if tie.attack:
            drawn.append(el("g", title, *_line(points, ATTACK, 5), data_arrow=name, data_key="attack"))
        else:
            drawn.append(el("g", title, *_line(points, BLACK, 2.6), data_tie=name, data_key=f"tie-{name}"))
            labels.append(_label(tie, *label, taken))
    return drawn, labels


def _line(points: Sequence[tuple[float, float]], ink: str, thick: float) -> Iterator[str]:
    """Yield the SVG of a line through points, with a white casing and an arrow at its end."""
    (px, py), (x, y) = points[-2:]
    ux, uy = (x > px) - (x < px), (y > py) - (y < py)
    big = 3 + thick * 1.7
    head = f"M{x:g} {y:g}L{x - big * ux - big * 0.7 * uy:.1f} {y - big * uy + big * 0.7 * ux:.1f}"
    head += f"L{x - big * ux + big * 0.7 * uy:.1f} {y - big * uy - big * 0.7 * ux:.1f}z"
    style = {"fill": "none", "stroke_linejoin": "round"}
    d = _path(points)
    yield el("path", d=d, stroke=WHITE, stroke_width=thick + 4, **style)
    yield el("path", d=head, fill=ink, stroke=WHITE, stroke_width=2)
    yield el("path", d=d, stroke=ink, stroke_width=thick, **style)
    yield el("path", d=head, fill=ink)


def _path(points: Sequence[tuple[float, float]]) -> str:
    """Return SVG path data through points. Each leg is horizontal or vertical."""
    (x, y) = points[0]
    d = f"M{x:g} {y:g}"
    for (before, _), (right, down) in pairwise(points):
        d += f"V{down:g}" if right == before else f"H{right:g}"
    return d


def _label(tie: Tie, x: float, y: float, taken: list[tuple[float, float, float]]) -> str:
    """Return the SVG of the label of a line near a place. `taken` are left, right and y of the labels so far."""
    given = [(f"{amount:+}", value) for value, amount in tie.given] or [("", "support")]
    rooms = [
        wide(words, SMALL) + (SIGN + 2 if value in VALUE_INKS else wide(f" {value}", SMALL)) for words, value in given
    ]
    broad = sum(rooms) + 6 * (len(rooms) - 1) + 12
    left = _free(x - broad / 2, broad, y, taken)
    taken.append((left, left + broad, y))
    box = {"x": round(left, 1), "y": round(y - 10, 1), "width": round(broad, 1), "height": 20, "rx": 6}
    parts = [el("title", plain(tie.words)), el("rect", **box, fill=LIGHT, stroke=DARK, stroke_width=1.4)]
    style = {"font_size": SMALL, "font_weight": "bold", "fill": DARK}
    left += 6
    for (words, value), room in zip(given, rooms, strict=True):
        known = value in VALUE_INKS
        parts.append(text(words if known else f"{words} {value}", x=round(left, 1), y=round(y + 5.5, 1), **style))
        if known:
            parts.append(glyph(value, left + room - SIGN, y - SIGN / 2, SIGN, VALUE_INKS[value]))
        left += room + 6
    return el("g", *parts, data_given=f"{tie.source}-{tie.target}")


def _free(left: float, broad: float, y: float, taken: Sequence[tuple[float, float, float]]) -> float:
    """Return the nearest x position at which a label covers no other one and stays in the zone, if there is one."""
    places = [left, *(end for one, other, _ in taken for end in (one - broad - 2, other + 2))]
    inside = sorted((min(max(place, 2), COLUMN - 2 - broad) for place in places), key=lambda place: abs(place - left))
    return next(
        (place for place in inside
         if all(abs(row - y) > 20 or place >= other or place + broad <= one for one, other, row in taken)),
        inside[0],
    )  # fmt: skip


def _course(
    plan: Plan, source: int, target: int, *, aside: bool
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Return the points of the path from one card to another, and the x and y position of its label.

    The path leaves the source into the gap of its row and passes other rows through gaps between cards. It enters the
    target from the gap of the target's row. With `aside` the path leaves the shortest way to the attack.
    """
    one, other = plan.spots[source], plan.spots[target]
    x, to = one.middle, other.middle
    if one.side == other.side:
        start, end = _within(plan, one, other.row), _within(plan, other, one.row)
        step = 1 if one.row < other.row else -1
        passed = [(row, one.side) for row in range(one.row + step, other.row, step)]
        x += BESIDE if one.row <= other.row else -BESIDE
    else:
        start, end = _inward(plan, one), _inward(plan, other)
        passed = [*_rows_inward(plan, one), *reversed(_rows_inward(plan, other))]
        x += BESIDE if to > x or (to == x and aside) else -BESIDE if to < x or aside else 0
    points = [(x, _edge(one, start)), (x, start)]
    here = x
    for row, side in passed:
        here = _opening(plan, row, side, here if side == one.side else to, aside=aside)
        above, below = plan.lanes[side][row - 1 + side], plan.lanes[side][row + side]
        down = one.side == 0 if one.side != other.side else other.row > one.row
        before, after = (above, below) if down else (below, above)
        points += [(here, before), (here, after)]
    if one.side != other.side and not passed:
        points += [(to, start)] if here != to else []
    points += [(to, end), (to, _edge(other, end))]
    return [*_level(points)], (x, start)


def _level(points: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the points of a path and added corners, so that each leg is horizontal or vertical and has a length."""
    points = [(round(x, 1), round(y, 1)) for x, y in points]
    yield points[0]
    for (left, top), (x, y) in pairwise(points):
        if left != x and top != y:
            yield (left, y)
        if (left, top) != (x, y):
            yield (x, y)


def _inward(plan: Plan, spot: Spot) -> float:
    """Return the y position of the gap next to a card's row, on the side toward the other seat's cards."""
    return plan.lanes[spot.side][spot.row]


def _within(plan: Plan, spot: Spot, row: int) -> float:
    """Return the y position of the gap beside a card's row, toward `row`; if `row` is the card's own, an inner gap."""
    lanes = plan.lanes[spot.side]
    below = spot.row if spot.side == 0 else spot.row + 1
    above = below - 1
    down = row > spot.row if row != spot.row else below < len(lanes)
    return lanes[below if down else above]


def _rows_inward(plan: Plan, spot: Spot) -> list[tuple[int, int]]:
    """Return the rows between a card and the other seat's side as (row, side), in the order in which a line passes."""
    last = len(plan.lanes[spot.side])
    rows = range(spot.row + 1, last) if spot.side == 0 else range(spot.row - 1, -1, -1)
    return [(row, spot.side) for row in rows]


def _opening(plan: Plan, row: int, side: int, near: float, *, aside: bool) -> float:
    """Return the x position at which a line passes a row: the gap with the shortest detour, `aside` the second."""
    there = sorted(
        (spot.x, spot.x + spot.across) for spot in plan.spots.values() if (spot.row, spot.side) == (row, side)
    )
    edges = [*pairwise([0.0, *(x for pair in there for x in pair), float(COLUMN)])][::2]
    gaps = [
        min(max(near, start + CLEAR), end - CLEAR) if end - start > 2 * CLEAR else (start + end) / 2
        for start, end in edges
    ]
    gaps.sort(key=lambda gap: abs(gap - near))
    return gaps[1] if aside else gaps[0]


def _edge(spot: Spot, lane: float) -> float:
    return spot.y if lane < spot.y else spot.y + spot.high
