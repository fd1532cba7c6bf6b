"""The possible uses of a card in hand, and the rules of the moves that play one.

A card without a legal use may be discarded.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from projections.draft import Draft
from projections.games.keys.events import moves as m
from projections.games.keys.rules import assault, doors, laid_cards, play, turns
from projections.games.keys.rules.paths import reachable
from projections.games.keys.state.names import card_name
from projections.games.keys.state.position import CARDS, DOORS, OUT, Position, neighbours
from projections.move_rule import MoveRule, MoveRules, is_allowed
from projections.rule_conflicts import RuleConflict

_USED_UP: Final = "B05 (option discard_unused)"
GAPS: Final = tuple(
    (tile, other) for tile, other in combinations(sorted(DOORS), 2) if other in neighbours(tile, diagonal=True)
)
"""The pairs of tiles that touch at a corner, without Control."""


def uses(position: Position, seat: str, card: str) -> Iterator[m.PlayMove]:
    """Yield the ways to use a card, legal or not, except those that are impossible in every position."""
    match card:
        case "sonic":
            for tile in DOORS:
                action = "lift" if position.tiles[tile].barrier else _turn(position, tile)
                yield m.PlaySonic(seat, tile, action)
        case "barrier":
            yield from (m.PlayBarrier(seat, tile) for tile in DOORS)
        case "tunnel":
            yield from (m.PlayTunnel(seat, tile, other) for tile, other in GAPS)
        case "cookie":
            yield from (m.PlayCookie(seat, tile) for tile in DOORS)
        case "pandorica":
            yield from (m.PlayPandorica(seat, victim) for victim in position.seats)
        case "cyberman":
            on_grid = (victim for victim in position.seats if position.pawns[victim] != OUT)
            yield from (m.PlayCyberman(seat, victim, to) for victim in on_grid for to in reachable(position, victim))
        case _ if card.startswith("key-"):
            colour = card.removeprefix("key-")
            yield from (m.PlayKey(seat, colour, tile, _turn(position, tile)) for tile in DOORS)


def _turn(position: Position, tile: str) -> str:
    return "close" if position.tiles[tile].open else "open"


def has_use(position: Position, seat: str, card: str) -> bool | None:
    """Return whether a card has a legal target; None if that depends on something unknown."""
    unsure = False
    for use in uses(position, seat, card):
        verdict = is_allowed(USES, position, use)
        if verdict:
            return True
        unsure = unsure or verdict is None
    return None if unsure else False


def discard_conflicts(position: Position, move: m.Discard) -> Iterator[RuleConflict]:
    """Yield the rule conflict of discarding a card that can be used (B05, option `discard_unused`)."""
    if position.options.discard_unused == "always":
        return
    must_use, name = "a card with a legal target must be used", card_name(move.card)
    used = has_use(position, move.player, move.card)
    if used:
        yield RuleConflict("KEY-TRN-04", must_use, f"the {name} has a legal target", reading=_USED_UP)
    elif used is None:
        unseen = f"this log does not show if the {name} has a legal target"
        yield RuleConflict("KEY-TRN-04", must_use, unseen, verdict=None)


def _discard_must(draft: Draft[Position], move: m.Discard) -> None:
    draft.must("KEY-CMP-01", move.card in CARDS, f'"{move.card}" is not a card')


USES: Final[MoveRules[Position]] = {
    **doors.DOOR_USES, **laid_cards.LAID_CARD_USES, m.PlayCyberman: assault.ASSAULT,
    m.Discard: MoveRule(discard_conflicts, play.put_down, _discard_must),
}  # fmt: skip
"""The rule of each use of a card, without the conflicts that all plays share."""


def play_conflicts(position: Position, move: m.PlayMove) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a played card: of the step, of the hand, and of the use that the move names."""
    yield from turns.step_conflicts(position, move.player, "play")
    if found := play.hand_conflict(position, move):
        yield found
    yield from USES[type(move)].against(position, move)


PLAY_MOVES: Final[MoveRules[Position]] = {
    kind: MoveRule(play_conflicts, use.does, use.must) for kind, use in USES.items()
}
