"""The legal moves of a seat, and the move that silence means."""

from collections.abc import Iterator

from events.events import Passed
from projections.games.keys.events import Discard, DrawCard, LeaveGrid, MovePawn, Stay, UseKey
from projections.games.keys.rules.bonus import key_use_conflict
from projections.games.keys.rules.card_uses import discard_conflict, uses
from projections.games.keys.rules.decide import AnyMove
from projections.games.keys.rules.movement import leaving_conflicts, moving_conflicts
from projections.games.keys.rules.paths import reachable
from projections.games.keys.rules.play import can_draw
from projections.games.keys.rules.turns import Step, bonus_of, step_conflicts
from projections.games.keys.state.position import CARDS, DOORS, Position
from projections.rule_conflicts import allowed


def legal(position: Position, seat: str) -> Iterator[AnyMove]:
    """Yield every legal move (a move without a rule conflict) of this seat now.

    A Time Tunnel is listed once, with its lower tile first.
    """
    if not position.turn or position.is_over or seat not in position.pawns:
        return
    if _may(position, seat, "draw") and can_draw(position):
        yield DrawCard(seat)
    if _may(position, seat, "play"):
        yield from _plays(position, seat)
    if _may(position, seat, "move"):
        yield from _moves(position, seat)
    if bonus_of(position, seat):
        yield from _bonus(position, seat)


def _may(position: Position, seat: str, step: Step) -> bool:
    return allowed(step_conflicts(position, seat, step)) is True


def _plays(position: Position, seat: str) -> Iterator[AnyMove]:
    hand = position.hands.get(seat, ())
    for card in CARDS:
        if card not in hand:
            continue
        yield from (use.move for use in uses(position, seat, card) if allowed(use.conflicts))
        if discard_conflict(position, seat, card) is None:
            yield Discard(seat, card)


def _moves(position: Position, seat: str) -> Iterator[AnyMove]:
    yield Stay(seat)
    if allowed(leaving_conflicts(position, seat)):
        yield LeaveGrid(seat)
    for to in reachable(position, seat):
        if allowed(moving_conflicts(position, seat, to)):
            yield MovePawn(seat, to)


def _bonus(position: Position, seat: str) -> Iterator[AnyMove]:
    yield Passed(seat)
    for tile in DOORS:
        action = "close" if position.tiles[tile].open else "open"
        if key_use_conflict(position, seat, tile, action) is None:
            yield UseKey(seat, tile, action)


def unsaid(position: Position, seat: str) -> AnyMove | None:
    """Return the draw as a move if the seat must have drawn although no post says so, or None."""
    own = seat == position.player and position.step == "draw" and (seat, "draw") not in position.missed
    return DrawCard(seat) if own and position.turn and can_draw(position) else None


def silence(position: Position, seat: str) -> AnyMove | None:
    """Return the move of a seat that says nothing: to stay, or to decline a bonus. None if the step is compulsory."""
    if position.is_over or not position.turn:
        return None
    if bonus_of(position, seat):
        return Passed(seat)
    return Stay(seat) if seat == position.player and position.step == "move" else None
