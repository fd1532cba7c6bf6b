"""The consequences when a moderator sets the turn or its step: everything unfinished is cancelled.

Part-time Companions of a cancelled Adventure go back to their decks, as after a failure (TOD-FAIL-02). Nothing is
shuffled.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.events import Effect
from projections.described import PlaceSet, read_turn
from projections.field import Follow, Row
from projections.games.daleks.events.effects import CompanionLeft, GameEnded, StepReached, TurnBegan
from projections.games.daleks.rules.turns import order_of
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.position import TURN_CAP, Position


def mend(position: Position, place: str, value: str) -> Sequence[Effect]:
    """Return the effects that set a field; an empty value is `none`. Raises RefusedError with what is allowed."""
    if position.is_over:
        raise RefusedError("nothing can be set: the game is over")
    if not position.turn and place != "turn":
        raise RefusedError("nothing can be set before every player has a Doctor")
    return FIELDS.effects(position, place, value or "none", _FOLLOWS)


def _step(position: Position, _key: str, values: Row) -> Sequence[Effect]:
    (step,) = values
    if step == position.step and not position.stack:
        return ()
    dropped = [PlaceSet("begun", ())] if position.stack else []
    return (*_left(position), *dropped, StepReached(step=step))


def _left(position: Position) -> Iterator[Effect]:
    """Yield the departure of the part-time Companions of a cancelled Adventure (TOD-RECR-07)."""
    for seat, console in position.consoles.items():
        for one in console.companions:
            if one.part_time:
                yield CompanionLeft(seat=seat, companion=one.companion, how="dismissed")


def _turn(position: Position, _key: str, values: Row) -> Sequence[Effect]:
    turn = read_turn(values[0], position.seats)
    if not position.turn and not (turn and turn.number):
        example = f"{position.seats[0]} T1"
        raise RefusedError(f"no turn can be given before every player has a Doctor, but one by its number: {example}")
    if turn is None:
        return (*_left(position), _next(position))
    if turn.number or turn.round:
        begun = TurnBegan(turn.seat, turn.number or position.turn + 1, turn.round or _round(position, turn.seat))
        same = (turn.seat, begun.turn, begun.round) == (position.player, position.turn, position.round)
        return () if same else (*_left(position), begun)
    if turn.seat == position.player and position.step != "daleks":
        return ()
    return (*_left(position), TurnBegan(turn.seat, position.turn + 1, _round(position, turn.seat)))


def _next(position: Position) -> Effect:
    """Return the effect that begins the turn of the next seat, or of the Daleks (TOD-ROUND-02), or ends the game."""
    order = order_of(position)
    at = order.index(position.player) if position.player in order else len(order) - 1
    last = position.step != "daleks" and at + 1 == len(order)
    if last:
        return TurnBegan(position.player, position.turn + 1, position.round, daleks=True)
    if position.options.turn_cap and position.turn >= position.options.turn_cap:
        return GameEnded(winners=(), how=TURN_CAP)
    seat = order[0] if position.step == "daleks" else order[at + 1]
    return TurnBegan(seat, position.turn + 1, _round(position, seat))


def _round(position: Position, seat: str) -> int:
    """Return the round of a seat's next turn: a new one for the first seat, and after the Daleks."""
    begins = seat == order_of(position)[0] and position.player != seat
    return position.round + (not position.turn or begins or position.step == "daleks")


_FOLLOWS: Final[Mapping[str, Follow[Position]]] = {"turn": _turn, "step": _step}
"""The fields that need further effects when a moderator sets them, each with the function that returns these."""
