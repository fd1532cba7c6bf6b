"""One sentence for every effect of turns, travel and the track; consoles and Adventures are told beside."""

from typing import assert_never

from events.events import UNKNOWN, Effect, tag_of
from projections.described import CardsSet, PlaceSet, tell_described
from projections.games.daleks.events import effects as f
from projections.games.daleks.prose.tell_adventure import AdventureEffect, tell_adventure
from projections.games.daleks.prose.tell_consoles import ConsoleEffect, tell_console
from projections.games.daleks.rules.status import WORDS
from projections.games.daleks.state.names import (
    anomaly_name,
    in_zone,
    known_row,
    location_name,
    place_name,
    seat_doctor,
    seat_name,
    space_name,
    whose,
)
from projections.games.daleks.state.position import TURN_CAP, Position
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import capitalised, clean, counted, joined

TurnEffect = f.TurnBegan | f.StepReached | f.StepMissed | f.TardisAnswered | f.GameEnded
TileEffect = f.LocationsSearched | f.LocationKept | f.LocationLaid | f.LocationGone | f.DilemmaLaid | f.DilemmaGone
TrackEffect = f.ShipMoved | f.TardisMoved | f.MarkerTaken | f.AnomalyTaken | f.TaskDone | f.AnomalyGone
BoardEffect = f.DoctorMoved | f.DalekPlaced | f.DalekRemoved
WindowEffect = WindowOpened | WindowPassed | WindowClosed


def tell_effect(event: Effect, before: Position, after: Position) -> str:  # one case a family
    """An effect in one sentence, from the positions around it."""
    if isinstance(event, PlaceSet) and event.place == "order":
        return f"The order of turns: {joined([seat_name(before, seat) for seat in event.values]) or 'none'}."
    if isinstance(event, PlaceSet | CardsSet):
        return tell_described(event, lambda cards: known_row(before, cards))
    if isinstance(event, TurnEffect):
        said = _turn(event, before)
    elif isinstance(event, TileEffect):
        said = _tile(event, before, after)
    elif isinstance(event, TrackEffect):
        said = _track(event, before, after)
    elif isinstance(event, BoardEffect):
        said = _board(event, before, after)
    elif isinstance(event, ConsoleEffect):
        said = tell_console(event, before)
    elif isinstance(event, AdventureEffect):
        said = tell_adventure(event, before, after)
    elif isinstance(event, WindowEffect):
        said = _window(event, before)
    else:
        said = f"the log notes an effect of another kind: {tag_of(event)}"
    return f"{capitalised(said)}."


def step_words(step: str) -> str:
    """A step of a turn by its name."""
    return WORDS.get(step, clean(step))


def _turn(event: TurnEffect, before: Position) -> str:
    match event:
        case f.TurnBegan(seat=seat, turn=turn, round=number, daleks=daleks):
            whose_turn = "the Daleks' turn" if daleks else f"the turn of {seat_doctor(before, seat)}"
            return f"turn {turn}, round {number}: {whose_turn} begins"
        case f.StepReached(step=step):
            return f"the turn goes on: {step_words(step)}"
        case f.StepMissed(step=step):
            return f"a step was passed over: {step_words(step)}"
        case f.TardisAnswered(choose=choose):
            seat = seat_name(before, before.player)
            return f"{seat} chooses where to go" if choose else "the TARDIS decides where to go"
        case f.GameEnded(winners=winners, how=how):
            names = joined([seat_name(before, seat) for seat in winners])
            verb = "win" if len(winners) > 1 else "wins"
            won = f"{names} {verb}" if names else "nobody wins" if how == TURN_CAP else "the Daleks win"
            return f"the game is over ({clean(how)}): {won}"
        case _:
            assert_never(event)


def _tile(event: TileEffect, before: Position, after: Position) -> str:
    match event:
        case f.LocationsSearched(locations=locations):
            return f"drawn: {joined([location_name(before, one) for one in locations]) or 'no Location'}"
        case f.LocationKept(location=location):
            left = [location_name(before, one) for one in before.found if one not in (location, UNKNOWN)]
            gone = f"; discarded: {joined(left)}" if left else ""
            return f"{location_name(before, location)} is kept{gone}"
        case f.LocationLaid(place=place, location=location):
            return f"{location_name(before, location)} comes into play as Location {place}"
        case f.LocationGone(place=place):
            return f"{place_name(before, place)} leaves play, and its Dilemmas with it"
        case f.DilemmaLaid(place=place, zone=zone):
            return f"a Dilemma lies face down at {in_zone(after, place, zone)}"
        case f.DilemmaGone(place=place, zone=zone):
            return f"the Dilemma at {in_zone(before, place, zone)} is discarded"
        case _:
            assert_never(event)


def _track(event: TrackEffect, before: Position, after: Position) -> str:
    match event:
        case f.ShipMoved(space=space):
            return f"the Dalek Ship moves {_way(before.ship, after.ship)}to {space_name(before, space)}"
        case f.TardisMoved(seat=seat, space=space):
            way = _way(before.tardis.get(seat, 0), after.tardis.get(seat, 0))
            return f"{whose(before, seat)} TARDIS moves {way}to {space_name(before, space)}"
        case f.MarkerTaken(space=space):
            return f"the Dalek Ship meets the Time Anomaly marker of {space_name(before, space)}"
        case f.AnomalyTaken(anomaly=anomaly):
            return f"the Time Anomaly {anomaly_name(before, anomaly)} is in force"
        case f.TaskDone(anomaly=anomaly):
            done = next((task.done for task in after.tasks if task.anomaly == anomaly), 0)
            count = f" ({counted(done, 'task')} so far)" if done else ""
            return f"a task of {anomaly_name(before, anomaly)} is done{count}"
        case f.AnomalyGone(anomaly=anomaly):
            return f"the Time Anomaly {anomaly_name(before, anomaly)} is discarded"
        case _:
            assert_never(event)


def _way(was: int, now: int) -> str:
    """How far a marker moved: `2 forward `."""
    return f"{abs(now - was)} {'forward' if now > was else 'back'} " if now != was else ""


def _board(event: BoardEffect, before: Position, after: Position) -> str:
    match event:
        case f.DoctorMoved(seat=seat, place=place, zone=zone):
            to = f"is at {in_zone(after, place, zone)}" if place else "is back on the console"
            return f"{seat_doctor(before, seat)} {to}"
        case f.DalekPlaced(place=place, zone=zone):
            what = "Davros" if before.daleks == 5 else "a Dalek marker"  # the sixth is Davros
            return f"{what} is placed {_where(before, place, zone)}"
        case f.DalekRemoved(place=place, zone=zone):
            return f"a Dalek marker is removed {_where(before, place, zone)}"
        case _:
            assert_never(event)


def _where(position: Position, place: int, zone: int) -> str:
    """Where a Dalek marker is: on Earth in a zone, elsewhere at the Location."""
    return f"at {in_zone(position, place, zone) if place == 1 else place_name(position, place)}"


def _window(event: WindowEffect, before: Position) -> str:
    when = "before the roll" if event.name == "roll" else "before the Adventure is resolved"
    match event:
        case WindowOpened(seats=seats):
            return f"{joined([seat_name(before, seat) for seat in seats]) or 'nobody'} may play a card {when}"
        case WindowPassed(seat=seat):
            return f"{seat_name(before, seat)} lets the chance {when} go by"
        case WindowClosed():
            return f"nobody plays a further card {when}"
        case _:
            assert_never(event)
