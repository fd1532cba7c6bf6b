"""Lines between cards: the attack, and what one card gives another; led through gaps, so that no words are covered."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from projections.drawing.palette import ATTACK, DARK, LIGHT, SMALL
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import wide
from projections.games.ccg.board.layout import GAP, GUTTER, LANE, SLOT, Plan, Spot, zone_left
from projections.games.ccg.state.names import card_name, is_episode
from projections.games.ccg.state.position import Announcement, Doom, Fight, InPlay, Position

LETTERS: Final = {"energy": "E", "substance": "S", "support": "Sup"}
"""The short forms of the values, as in the rulebook's x/y/z."""
BESIDE: Final = 33
"""How far beside the middle of a card its label stands."""


class Tie(NamedTuple):
    """What one card in play gives another for the turn."""

    source: int
    target: int
    words: str


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


def _given(card: InPlay, source: int) -> str:
    sums: dict[str, int] = {}
    for change in card.changes:
        if change.by == source and not change.constant:
            sums[change.value] = sums.get(change.value, 0) + change.amount
    return " ".join(f"{amount:+} {LETTERS.get(value, value)}" for value, amount in sums.items()) or "support"


def lines(position: Position, plan: Plan) -> Iterator[str]:
    """A line for each tie, an arrow for the attack, and the labels of the lines on top of all."""
    drawn = [(tie, *_course(plan, tie.source, tie.target, aside=True)) for tie in ties(position)]
    for tie, d, _, _ in drawn:
        words = f"{card_name(position, tie.source)} gives {card_name(position, tie.target)} {tie.words}"
        yield el("g", el("title", plain(words)), *_line(d, DARK, 2.6), data_tie=f"{tie.source}-{tie.target}")
    yield from _attack(position, plan)
    for tie, _, x, y in drawn:
        yield _label(tie.words, x, y)


def _attack(position: Position, plan: Plan) -> Iterator[str]:
    """An arrow from one main combatant to the other."""
    fight = position.fight
    if fight and {fight.attacker, fight.defender} <= plan.spots.keys() and fight.attacker != fight.defender:
        d, _, _ = _course(plan, fight.attacker, fight.defender, aside=False)
        words = f"{card_name(position, fight.attacker)} attacks {card_name(position, fight.defender)}"
        arrow = f"{fight.attacker}-{fight.defender}"
        yield el("g", el("title", plain(words)), *_line(d, ATTACK, 4.6), data_arrow=arrow)


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
    yield el("path", d=d, stroke="#ffffff", stroke_width=thick + 4, **style)
    yield el("path", d=head, fill=ink, stroke="#ffffff", stroke_width=2)
    yield el("path", d=d, stroke=ink, stroke_width=thick, **style)
    yield el("path", d=head, fill=ink)


def _label(words: str, x: float, y: float) -> str:
    room = wide(words, SMALL) + 8
    return el(
        "g",
        el("rect", x=x - room / 2, y=y - 10, width=room, height=20, rx=6, fill=LIGHT, stroke=DARK, stroke_width=1.6),
        text(words, x=x, y=y + 5.5, font_size=SMALL, font_weight="bold", text_anchor="middle", fill=DARK),
        data_given="",
    )  # fmt: skip


def _course(plan: Plan, source: int, target: int, *, aside: bool) -> tuple[str, float, float]:
    """The way from one card to another, and where its label stands; `aside` leaves the shorter way to the attack."""
    one, other = plan.spots[source], plan.spots[target]
    if one.zone != other.zone or one.episode or other.episode:
        return _straight(one, other)
    (x, _), (to, _) = one.middle, other.middle
    if one.side == other.side:
        side, start = -1 if one.row % 2 else 1, _lane(plan, one, inward=False)
        x += BESIDE * side
        end = _lane(plan, other, inward=False)
    else:
        start, end = _lane(plan, one, inward=True), _lane(plan, other, inward=True)
        between = _between(one, x, to, aside=aside)
        x, to = (at + (BESIDE if at < between else -BESIDE) for at in (x, to))
    points = [(x, _edge(one, start)), (x, start)]
    if start != end:
        between = _between(one, x, to, aside=aside and one.side != other.side)
        points += [(between, start), (between, end)]
    points += [(to, end), (to, _edge(other, end))]
    return "M" + "L".join(f"{left:.1f} {top:.1f}" for left, top in points), x, start


def _lane(plan: Plan, spot: Spot, *, inward: bool) -> float:
    """The gap beside the row of a card: towards the middle of the table, or the one between two rows of its side."""
    last = spot.row == plan.rows[spot.side] - 1
    down = (spot.side == 0) if inward else not last
    top = plan.tops[spot.side] + spot.row * (SLOT + GUTTER)
    if inward and (last if spot.side == 0 else spot.row == 0):
        return top + SLOT + LANE / 2 if down else top - LANE / 2
    return top + SLOT + GUTTER / 2 if down else top - GUTTER / 2


def _edge(spot: Spot, lane: float) -> float:
    """The edge of a card that faces a lane."""
    _, y, _, high = spot.box
    return y if lane < y else y + high


def _between(spot: Spot, x: float, to: float, *, aside: bool) -> float:
    """The gap between two columns that is least of a detour, or the other one."""
    left = zone_left(spot.zone) + 5
    gaps = (left + SLOT + GAP / 2, left + 2 * SLOT + GAP * 1.5)
    near = min(gaps, key=lambda gap: abs(x - gap) + abs(to - gap))
    return sum(gaps) - near if aside else near


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
