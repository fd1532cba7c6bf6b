"""The legal moves of a seat, and the move that silence means."""

from collections.abc import Iterator

from events.events import Passed
from projections.games.keys.events.moves import Discard, DrawCard, LeaveGrid, MovePawn, Stay, UseKey
from projections.games.keys.rules import card_uses, decide, paths, play, turns
from projections.games.keys.state.position import CARDS, DOORS, Position
from projections.move_rule import is_allowed
from projections.rule_conflicts import allowed


def legal(position: Position, seat: str) -> Iterator[decide.AnyMove]:
    """Yield every legal move of this seat now. A Time Tunnel is listed once, with its lower tile first."""
    if not position.turn or position.is_over or seat not in position.pawns:
        return
    if _may(position, seat, "draw") and play.can_draw(position):
        yield DrawCard(seat)
    if _may(position, seat, "play"):
        yield from _plays(position, seat)
    if _may(position, seat, "move"):
        yield from _moves(position, seat)
    if turns.bonus_of(position, seat):
        yield from _bonus(position, seat)


def _may(position: Position, seat: str, step: turns.Step) -> bool:
    return allowed(turns.step_conflicts(position, seat, step)) is True


def _plays(position: Position, seat: str) -> Iterator[decide.AnyMove]:
    hand = position.hands.get(seat, ())
    for card in CARDS:
        if card in hand:
            for use in (*card_uses.uses(position, seat, card), Discard(seat, card)):
                if is_allowed(card_uses.USES, position, use):
                    yield use


def _moves(position: Position, seat: str) -> Iterator[decide.AnyMove]:
    yield Stay(seat)
    if is_allowed(decide.MOVE_RULES, position, LeaveGrid(seat)):
        yield LeaveGrid(seat)
    for to in paths.reachable(position, seat):
        if is_allowed(decide.MOVE_RULES, position, MovePawn(seat, to)):
            yield MovePawn(seat, to)


def _bonus(position: Position, seat: str) -> Iterator[decide.AnyMove]:
    yield Passed(seat)
    for tile in DOORS:
        move = UseKey(seat, tile, "close" if position.tiles[tile].open else "open")
        if is_allowed(decide.MOVE_RULES, position, move):
            yield move


def unsaid(position: Position, seat: str) -> decide.AnyMove | None:
    """Return the draw as a move if the seat must have drawn although no post says so, or None."""
    own = seat == position.player and position.step == "draw" and (seat, "draw") not in position.missed
    return DrawCard(seat) if own and position.turn and play.can_draw(position) else None


def silence(position: Position, seat: str) -> decide.AnyMove | None:
    """Return the move of a seat that says nothing: to stay, or to decline a bonus. None if the step is compulsory."""
    if position.is_over or not position.turn:
        return None
    if turns.bonus_of(position, seat):
        return Passed(seat)
    return Stay(seat) if seat == position.player and position.step == "move" else None
