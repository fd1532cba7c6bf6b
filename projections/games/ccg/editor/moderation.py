"""Effects of setting a field: unfinished actions are dropped, a turn ends, the next one begins.

Values set by hand last until the turn ends, unless the whole card is described. After the game is over nothing can be
set.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.events import Effect
from projections.described import PlaceSet, read_turn
from projections.field import RULES_VERSION, Follow, Row
from projections.games.ccg.events.effects import StepReached, TurnBegan, TurnEnded, ValuesSet
from projections.games.ccg.rules.turns import round_of
from projections.games.ccg.state.fields import FIELDS
from projections.games.ccg.state.position import Position
from projections.games.ccg.state.reducer import reducer
from projections.games.ccg.state.values import values_of


def mend(position: Position, place: str, value: str) -> Sequence[Effect]:
    """Return the effects that set a field to a value; () if it has the value. Raises RefusedError if it cannot."""
    if position.how:
        raise RefusedError("fields cannot be set after the end of the game")
    if not position.turn and place not in ("turn", RULES_VERSION):
        raise RefusedError("only the turn can be set before both players have submitted a deck")
    return FIELDS.effects(position, place, value, _FOLLOWS)


def _step(position: Position, _key: str, values: Row) -> Sequence[Effect]:
    (step,) = values
    if position.stack:
        return (PlaceSet("begun", ()), StepReached(step=step))
    return () if step == position.step else (StepReached(step=step),)


def _turn(position: Position, _key: str, values: Row) -> Sequence[Effect]:
    """Return the effects that give a seat the turn and end the present turn; values are normal again (CCG-NOR-01)."""
    turn = read_turn(values[0], position.seats)
    if not position.turn and not (turn and turn.number):
        raise RefusedError("before both players have submitted a deck, a turn needs its number: julie T1")
    seat = turn.seat if turn else _follower(position)
    if turn and (turn.number or turn.round):
        begun = TurnBegan(seat, turn.number or position.turn + 1, turn.round or round_of(position, seat))
        same = (seat, begun.turn, begun.round) == (position.player, position.turn, position.round)
        return () if same else (*_ended(position), begun)
    if turn and seat == position.player:
        return ()
    return _followed(position, TurnBegan(seat, position.turn + 1, round_of(position, seat)))


def _followed(position: Position, begun: TurnBegan) -> Sequence[Effect]:
    """Return the effects that end a turn and begin the next, in the step `zone` if no card is Sided (CCG-PREP-01)."""
    effects = [*_ended(position), begun]
    after = _after(position, effects)
    idle = not any(card.sided for card in after.lying(side=begun.player))
    return (*effects, *[StepReached(step="zone")] * idle)


def _follower(position: Position) -> str:
    """Return the seat of the next turn; a card may have given the present one an extra turn."""
    return position.player if position.player in position.owed else position.rival(position.player)


def _ended(position: Position) -> list[Effect]:
    if not position.turn:
        return []
    ended = TurnEnded(player=position.player)
    after = _after(position, [ended])
    now = ((card, values_of(after, card)) for card in after.play)
    return [
        ended,
        *(
            ValuesSet(card.n, *values)
            for card, values in now
            if values != (card.energy, card.substance, card.support)
        ),
    ]  # fmt: skip


def _after(position: Position, effects: Iterable[Effect]) -> Position:
    for effect in effects:
        position = reducer(position, effect)
    return position


_FOLLOWS: Final[Mapping[str, Follow[Position]]] = {"turn": _turn, "step": _step}
"""The fields that are set by effects of this game, each with the function that returns these effects."""
