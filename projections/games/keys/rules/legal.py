"""The legal moves of a seat, and the move that saying nothing means."""

from collections.abc import Iterator

from events.events import Passed
from projections.games.keys.events import Discard, DrawCard, LeaveGrid, MovePawn, Stay, UseKey
from projections.games.keys.rules.bonus import key_use_objection
from projections.games.keys.rules.card_uses import discard_objection, uses
from projections.games.keys.rules.decide import AnyMove
from projections.games.keys.rules.movement import leaving_objections, moving_objections
from projections.games.keys.rules.paths import reachable
from projections.games.keys.rules.play import can_draw
from projections.games.keys.rules.turns import Step, bonus_of, step_objections
from projections.games.keys.state.position import CARDS, DOORS, Position
from projections.objections import allowed


def legal(position: Position, seat: str) -> Iterator[AnyMove]:
    """Every move that a strict draft takes from this seat now; a Time Tunnel once, its lesser tile first."""
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
    return allowed(step_objections(position, seat, step)) is True


def _plays(position: Position, seat: str) -> Iterator[AnyMove]:
    hand = position.hands.get(seat, ())
    for card in CARDS:
        if card not in hand:
            continue
        yield from (use.move for use in uses(position, seat, card) if allowed(use.objections))
        if discard_objection(position, seat, card) is None:
            yield Discard(seat, card)


def _moves(position: Position, seat: str) -> Iterator[AnyMove]:
    yield Stay(seat)
    if allowed(leaving_objections(position, seat)):
        yield LeaveGrid(seat)
    for to in reachable(position, seat):
        if allowed(moving_objections(position, seat, to)):
            yield MovePawn(seat, to)


def _bonus(position: Position, seat: str) -> Iterator[AnyMove]:
    yield Passed(seat)
    for tile in DOORS:
        action = "close" if position.tiles[tile].open else "open"
        if key_use_objection(position, seat, tile, action) is None:
            yield UseKey(seat, tile, action)


def unsaid(position: Position, seat: str) -> AnyMove | None:
    """The compulsory move that a seat has made by then, though nobody wrote it: the draw."""
    own = seat == position.player and position.step == "draw" and (seat, "draw") not in position.missed
    return DrawCard(seat) if own and position.turn and can_draw(position) else None


def silence(position: Position, seat: str) -> AnyMove | None:
    """What saying nothing means: to stay, or to decline a bonus; drawing and playing are compulsory."""
    if position.is_over or not position.turn:
        return None
    if bonus_of(position, seat):
        return Passed(seat)
    return Stay(seat) if seat == position.player and position.step == "move" else None
