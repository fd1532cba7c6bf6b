"""What a moderator can set right by hand.

| place | value | what follows |
| --- | --- | --- |
| `turn` | a seat, or `next` | the turn ends where it is, and that seat's begins; a turn left unplayed is `next` |
| `turn` | `steve T4 round 2` | that turn begins, by its number and round |
| `step` | `stand`, `zone`, `draw`, `play`, `combat`, `attack`, `name`, `fight`, `hit`, `bonus` | the turn stands there, what was begun is off |
| `zone` | `past`, `present`, `future`, `none` | that zone is the chosen one |
| `bonus`, `drawn`, `episode played`, `solving begun`, `attacked` | `yes`, `no` | so it is this turn |
| `plays`, `granted`, `cards so far` | a number | cards of 1d played, allowed beside; the last number given |
| `missed` | several steps with commas, or `none` | compulsory steps passed over |
| `card 12` | `face yeti, side steve, zone past, turn 3, sided` | that card lies there, in this state |
| `card 12` | `zone future`, `standing`, `values 3/2/0`, several with commas | the card in play is changed so |
| `card 12` | `none` | no such card is in play |
| `hand <seat>`, `deck <seat>`, `discards <seat>`, `list <seat>` | `yeti bok 5?`, a number, `none` | these cards lie there, from the top |
| `seen <seat>` | `2? yeti 4?` | which cards of the hand everybody has seen go there, in its order |
| `time <seat>`, `lost <seat>` | `past future 4?` | these Time cards are left, or lost |
| `stops <seat>` | `combat, attack`, `none`, `usual` | at what the seat is asked |
| `shields <seat>`, `latest <seat>` | a number; `12 yeti` | Hits to be prevented; the card put into a zone last |
| `bars`, `owed`, `first` | `steve past support`; seats; a seat | what is forbidden; extra turns; who began |
| `begun` | `fight attacker 3 defender 5, window name fight awaited steve` | what is begun and not finished, in order |

Values that are set hold until the turn ends, unless the card is described anew. Where the tower deals, no card is set by
hand. A game that has ended stays as it is.
"""  # noqa: E501  # a table

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from events.errors import RefusedError
from events.facts import Effect
from projections.described import PlaceSet, read_turn
from projections.games.ccg.editor.fields import set_by_hand
from projections.games.ccg.facts.effects import StepReached, TurnBegan, TurnEnded, ValuesSet
from projections.games.ccg.state.position import STEPS, Position
from projections.games.ccg.state.reducer import reducer
from projections.games.ccg.state.values import values_of

__all__ = ["mend"]

_PLACES: Final = (
    "turn, step, zone, bonus, drawn, episode played, solving begun, attacked, plays, granted, cards so far, missed, "
    "card <number>, hand <seat>, seen <seat>, deck <seat>, discards <seat>, list <seat>, time <seat>, lost <seat>, "
    "stops <seat>, shields <seat>, latest <seat>, bars, owed, first and begun"
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
        raise RefusedError("nothing can be set before both decks are laid down")
    if place == "step":
        return _step(position, value)
    found = set_by_hand(position, place, value)
    if found is None:
        raise RefusedError(f'"{place[:40]}" cannot be set; {_PLACES} can')
    return found


def _dropped(position: Position) -> Iterator[Effect]:
    """What was begun is off."""
    if position.stack:
        yield PlaceSet("begun", ())


def _step(position: Position, value: str) -> Sequence[Effect]:
    if value not in _STEPS:
        raise RefusedError(f'step cannot be "{value[:40]}": {", ".join(_STEPS)}')
    if value == position.step and not position.stack:
        return ()
    return (*_dropped(position), StepReached(step=value))


def _turn(position: Position, value: str) -> Sequence[Effect]:
    """Give a seat the turn; the turn that was under way is over, and values are normal again (CCG-NOR-01)."""
    said = read_turn(value, position.seats)
    if not position.turn and not (said and said.number):
        raise RefusedError("no turn can be given before both decks are laid down, but one by its number: julie T1")
    seat = _follower(position) if value == "next" else said.seat if said else value
    if seat not in position.seats:
        raise RefusedError(f'no seat "{seat[:40]}" can have the turn; {", ".join(position.seats)} can')
    if said and (said.number or said.round):
        begun = TurnBegan(seat, said.number or position.turn + 1, said.round or _round(position, seat))
        same = (seat, begun.turn, begun.round) == (position.player, position.turn, position.round)
        return () if same else (*_ended(position), begun)
    if seat == position.player and value != "next":
        return ()
    return _followed(position, TurnBegan(seat, position.turn + 1, _round(position, seat)))


def _followed(position: Position, begun: TurnBegan) -> Sequence[Effect]:
    """The end of a turn, and the next one; with nothing to Stand it begins with its zone (CCG-PREP-01)."""
    effects = [*_ended(position), begun]
    after = _after(position, effects)
    idle = not any(card.sided for card in after.lying(side=begun.player))
    return (*effects, *[StepReached(step="zone")] * idle)


def _follower(position: Position) -> str:
    """Whose turn is the next: a card may have given one more to whoever has it."""
    return position.player if position.player in position.owed else position.rival(position.player)


def _round(position: Position, seat: str) -> int:
    """The round of a seat's next turn."""
    return position.round + (not position.turn or (seat == position.first and position.player != seat))


def _ended(position: Position) -> list[Effect]:
    """The end of the turn under way."""
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
