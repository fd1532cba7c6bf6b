"""The reducer: how each event changes the position. Piles, consoles, tiles and dice have modules of their own."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import fields

from events.events import Drawn, Event, Move, Passed, Revealed, Rolled, Shuffled
from projections.games.daleks.components.printed_costs import printed_cost, units
from projections.games.daleks.events import DESCRIBED, adventure_effects as a, effects as f, moves as m
from projections.games.daleks.state import consoles, piles, tiles, track, tray
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.position import STEPS, TURN_CAP, Debt, Position
from projections.window import WINDOWS, with_window

_FIRST: Final[str] = next(field.default for field in fields(Position) if field.name == "step")
_STEPS: Final[Mapping[str, str]] = {**{step: step for step in STEPS}, _FIRST: _FIRST}
"""The one string object for each step: a state hash leaves out a default only if the value is that same object."""


def reducer(position: Position, event: Event) -> Position:
    """Return the position after an event. Events of other layers, and moves that only have effects, change nothing."""
    if isinstance(event, Move) and position.is_over and not isinstance(event, Passed):
        position = _played_on(position)
    family = _FAMILIES.get(type(event))
    return family(position, event) if family else position


def _played_on(position: Position) -> Position:
    """Return the position for play after the game's end: the next turn, or the Finish step of the current turn."""
    if not (position.steered or position.how == TURN_CAP):
        return position.replace(step="finish")
    order = position.order or position.seats
    at = -1 if position.steered or position.player not in order else order.index(position.player)
    seat = order[(at + 1) % len(order)]
    return _turned(position, f.TurnBegan(seat, position.turn + 1, position.round + (seat == order[0])))


def _turned(position: Position, event: f.TurnBegan | f.StepReached | f.StepMissed | f.GameEnded) -> Position:
    match event:
        case f.TurnBegan(seat=seat, turn=turn, round=number, daleks=daleks):
            cleared = piles.put_on_discards(position, "location", *position.found)
            return cleared.replace(
                player=seat, turn=turn, round=number, step="daleks" if daleks else "charge", missed=(), found=(),
                answer="", adventured=False, steered=daleks and position.steered, used=(), stack=(),
            )  # fmt: skip
        case f.StepReached(step=step) if step in _STEPS:
            stack, missed = position.stack, tuple(name for name in position.missed if name != step)
            if step not in ("adventure", "charge"):  # other steps end the Adventure; a late charge returns to it
                stack = tuple(thing for thing in stack if isinstance(thing, Debt))
            return position.replace(step=_STEPS[step], missed=missed, stack=stack)
        case f.StepMissed(step=step):
            return position.replace(missed=(*position.missed, step))
        case f.GameEnded(winners=winners, how=how):
            return position.replace(winners=winners, how=how, step="over", stack=())
    return position


def _steered(position: Position, event: f.ShipMoved | f.TardisMoved | f.MarkerTaken) -> Position:
    """Apply moves of the ship, TARDISes (`arrived` keeps their order on Gallifrey) and markers."""
    match event:
        case f.ShipMoved(space=space):
            return position.replace(ship=track.on_track(position, space))
        case f.MarkerTaken(space=space):
            return position.replace(markers=tuple(marker for marker in position.markers if marker != space))
        case f.TardisMoved(seat=seat, space=space) if seat in position.seats:
            there = track.on_track(position, space)
            arrived = tuple(other for other in position.arrived if other != seat)
            if there == track.gallifrey(position):
                arrived = position.arrived if seat in position.arrived else (*arrived, seat)
            return position.replace(tardis={**position.tardis, seat: there}, arrived=arrived)
    return position


def _owed(position: Position, event: f.CostDue | f.CostChosen | f.CostMet) -> Position:
    if isinstance(event, f.CostDue):
        options = printed_cost(position.box, event.where, event.source)
        debt = Debt(event.seat, event.where, event.source, options)
        return position.replace(stack=(*position.stack, _chosen(debt, event.chosen)))
    debt_, below = position.debt, position.stack[:-1]
    if debt_ is None:
        return position
    if isinstance(event, f.CostChosen):
        return position.replace(stack=(*below, _chosen(debt_, event.option)))
    return position.replace(stack=(*below, debt_.replace(left=event.left)) if event.left > 0 else below)


def _chosen(debt: Debt, option: int) -> Debt:
    """Return a cost with this option chosen (counted from 1) and all parts of the option left."""
    if not 1 <= option <= len(debt.options):
        return debt
    return debt.replace(chosen=option, left=len(units(debt.options[option - 1])))


def _answered(position: Position, event: f.TardisAnswered) -> Position:
    return position.replace(answer="choose" if event.choose else "decides")


def _used(position: Position, event: f.Used) -> Position:
    return position.replace(used=(*position.used, (event.seat, event.card, event.icon)))


_FAMILIES: Final[Mapping[type[Event], Callable[[Position, Any], Position]]] = {
    Shuffled: piles.with_shuffle,
    Drawn: piles.with_draw,
    Revealed: piles.with_revealed,
    Rolled: tray.with_roll,
    **dict.fromkeys(WINDOWS, with_window),
    **dict.fromkeys(DESCRIBED, FIELDS.put),
    **dict.fromkeys((f.TurnBegan, f.StepReached, f.StepMissed, f.GameEnded), _turned),
    **dict.fromkeys((f.DoctorTaken, f.ConsolesSwapped), consoles.with_doctors),
    **dict.fromkeys((f.TokensGained, f.TokensPaid), consoles.with_tokens),
    **dict.fromkeys(
        (
            f.TimeyDiscarded, f.TimeyHanded, f.TimeySwapped, f.EquipmentInstalled, f.EquipmentLeft, f.EquipmentTraded,
        ),
        consoles.with_card_handed,
    ),
    **dict.fromkeys((f.CompanionJoined, f.CompanionLeft, f.CompanionsKept), consoles.with_companion_moved),
    f.TardisAnswered: _answered,
    **dict.fromkeys((f.LocationsSearched, f.LocationKept), tiles.with_locations_found),
    **dict.fromkeys((f.LocationLaid, f.LocationGone), tiles.with_location),
    **dict.fromkeys((f.DilemmaLaid, f.DilemmaGone), tiles.with_dilemma),
    f.DoctorMoved: tiles.with_doctor_moved,
    **dict.fromkeys((f.DalekPlaced, f.DalekRemoved), tiles.with_dalek_marker),
    **dict.fromkeys((f.ShipMoved, f.TardisMoved, f.MarkerTaken), _steered),
    **dict.fromkeys((f.AnomalyTaken, f.TaskDone, f.AnomalyGone), tiles.with_anomaly),
    **dict.fromkeys((f.CostDue, f.CostChosen, f.CostMet), _owed),
    f.Used: _used,
    **dict.fromkeys((a.AdventureBegan, a.AdventureStage, a.DiceOwed, a.AdventureEnded), tray.with_stage),
    **dict.fromkeys((a.HelpCalled, a.HelpGiven), tray.with_helper),
    m.Gather: tray.with_dice_gathered,
    m.DaleksMove: lambda position, _move: position.replace(steered=True),
    **dict.fromkeys((a.DiceGathered, a.DieSwapped, a.DieGone, a.PoolDone, a.FaceChanged), tray.with_die_changed),
}  # fmt: skip
"""The function for each kind of event, as a table because every entry of a log passes through it."""
