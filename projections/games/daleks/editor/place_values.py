"""What a moderator can set right by hand.

| place | value | what follows |
| --- | --- | --- |
| `turn` | a seat, or `next` | the turn ends where it is, and that seat's begins; a turn left unplayed is `next`, which may be the Daleks' |
| `turn` | `steve T4 round 2` | that turn begins, by its number and round |
| `step` | `charge`, `prepare`, `travel`, `choose`, `enter`, `adventure`, `finish`, `discard`, `daleks` | the turn stands there, what was begun is off |

With an Adventure that is off part-time Companions leave for their decks, as after a failure (TOD-FAIL-02); nothing is
shuffled. The other places are those of `by_hand.py`. Where the tower deals, no card is set by hand. A game that has ended stays
as it is.
"""  # noqa: E501  # a table

from collections.abc import Iterator, Sequence
from typing import Final

from events.errors import RefusedError
from events.facts import Effect
from projections.described import PlaceSet, read_turn
from projections.games.daleks.editor.fields import set_by_hand
from projections.games.daleks.facts.effects import CompanionLeft, GameEnded, StepReached, TurnBegan
from projections.games.daleks.state.position import STEPS, Position

__all__ = ["mend"]

_PLACES: Final = (
    "turn, step, order, arrived, missed, answer, adventured, steered, used, found, ship, markers, tasks, entered, "
    "dilemmas, place <number>, doctor <seat>, companions <seat>, equipment <seat>, tokens <seat>, tardis <seat>, "
    "at <seat>, hand <seat>, seen <seat>, deck <pile>, discards <pile>, begun, pool <seat> and die <name>"
)
_STEPS: Final = STEPS[1:-1]
"""The steps of a turn."""


def mend(position: Position, place: str, value: str) -> Sequence[Effect]:
    """The effects that give a place a value; none where it has that value.

    Raises:
        RefusedError: no such place or value; names what is allowed.
    """
    if position.how:
        raise RefusedError("nothing can be set: the game is over")
    if place == "turn":
        return _turn(position, value)
    if not position.turn:
        raise RefusedError("nothing can be set before every player has a Doctor")
    if place == "step":
        return _step(position, value)
    found = set_by_hand(position, place, value)
    if found is None:
        raise RefusedError(f'"{place[:40]}" cannot be set; {_PLACES} can')
    return found


def _step(position: Position, value: str) -> Sequence[Effect]:
    if value not in _STEPS:
        raise RefusedError(f'step cannot be "{value[:40]}": {", ".join(_STEPS)}')
    if value == position.step and not position.stack:
        return ()
    dropped = [PlaceSet("begun", ())] if position.stack else []
    return (*_left(position), *dropped, StepReached(step=value))


def _left(position: Position) -> Iterator[Effect]:
    """The part-time Companions of an Adventure that is off leave (TOD-RECR-07)."""
    for seat, console in position.consoles.items():
        for one in console.companions:
            if one.part_time:
                yield CompanionLeft(seat=seat, companion=one.companion, how="dismissed")


def _turn(position: Position, value: str) -> Sequence[Effect]:
    """Give a seat the turn; the turn that was under way is over."""
    said = read_turn(value, position.seats)
    if not position.turn and not (said and said.number):
        example = f"{position.seats[0]} T1"
        raise RefusedError(f"no turn can be given before every player has a Doctor, but one by its number: {example}")
    if value == "next":
        return (*_left(position), _next(position))
    seat = said.seat if said else value
    if seat not in position.seats:
        raise RefusedError(f'no seat "{seat[:40]}" can have the turn; {", ".join(position.seats)} can')
    if said and (said.number or said.round):
        begun = TurnBegan(seat, said.number or position.turn + 1, said.round or _round(position, seat))
        same = (seat, begun.turn, begun.round) == (position.player, position.turn, position.round)
        return () if same else (*_left(position), begun)
    if seat == position.player and position.step != "daleks":
        return ()
    return (*_left(position), TurnBegan(seat, position.turn + 1, _round(position, seat)))


def _order(position: Position) -> tuple[str, ...]:
    return position.order or position.seats


def _next(position: Position) -> Effect:
    """What follows the turn under way: the next seat's, the Daleks' behind the last one's (TOD-ROUND-02), the end."""
    order = _order(position)
    at = order.index(position.player) if position.player in order else len(order) - 1
    last = position.step != "daleks" and at + 1 == len(order)
    if last:
        return TurnBegan(position.player, position.turn + 1, position.round, daleks=True)
    if position.options.turn_cap and position.turn >= position.options.turn_cap:
        return GameEnded(winners=(), how="turn cap")
    seat = order[0] if position.step == "daleks" else order[at + 1]
    return TurnBegan(seat, position.turn + 1, _round(position, seat))


def _round(position: Position, seat: str) -> int:
    """The round of a seat's next turn: a new one for whoever begins, and behind the Daleks."""
    begins = seat == _order(position)[0] and position.player != seat
    return position.round + (not position.turn or begins or position.step == "daleks")
