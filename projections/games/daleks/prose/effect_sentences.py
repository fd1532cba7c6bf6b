"""Sentences for effects of turns, travel and the track. Consoles and Adventures have modules of their own."""

from typing import Final, assert_never

from events.events import UNKNOWN, Effect, tag_of
from projections.described import CardsSet, PlaceSet, described_sentence
from projections.games.daleks.events import effects as f
from projections.games.daleks.prose.adventure_sentences import AdventureEffect, adventure_sentence
from projections.games.daleks.prose.console_sentences import ConsoleEffect, console_sentence
from projections.games.daleks.state.names import (
    anomaly_name,
    doctor_name,
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
from projections.wording import capitalised, clean, counted, either, joined

TurnEffect = f.TurnBegan | f.StepReached | f.StepMissed | f.TardisAnswered | f.GameEnded
TileEffect = f.LocationsSearched | f.LocationKept | f.LocationLaid | f.LocationGone | f.DilemmaLaid | f.DilemmaGone
TrackEffect = f.ShipMoved | f.TardisMoved | f.MarkerTaken | f.AnomalyTaken | f.TaskDone | f.AnomalyGone
BoardEffect = f.DoctorMoved | f.DalekPlaced | f.DalekRemoved
WindowEffect = WindowOpened | WindowPassed | WindowClosed


_STEPS: Final = {
    "set-up": "choosing Doctors", "charge": "gaining tokens", "prepare": "Prepare", "travel": "Travel",
    "choose": "choosing a Location", "enter": "entering a zone", "adventure": "the Adventure", "finish": "Finish",
    "discard": "discarding down to four cards", "daleks": "the Daleks' turn", "over": "the end",
}  # fmt: skip
"""The names of the steps of a turn."""


def effect_sentence(event: Effect, before: Position, after: Position) -> str:  # one case per family
    """Return an effect as one sentence. `before` and `after` are the positions around the effect."""
    if isinstance(event, PlaceSet) and event.place == "order":
        return f"The order of turns: {joined([seat_name(before, seat) for seat in event.values]) or 'none'}."
    if isinstance(event, PlaceSet | CardsSet):
        return described_sentence(event, lambda cards: known_row(before, cards))
    if isinstance(event, TurnEffect):
        sentence = _turn(event, before)
    elif isinstance(event, TileEffect):
        sentence = _tile(event, before, after)
    elif isinstance(event, TrackEffect):
        sentence = _track(event, before, after)
    elif isinstance(event, BoardEffect):
        sentence = _board(event, before, after)
    elif isinstance(event, ConsoleEffect):
        sentence = console_sentence(event, before)
    elif isinstance(event, AdventureEffect):
        sentence = adventure_sentence(event, before, after)
    elif isinstance(event, WindowEffect):
        sentence = _window(event, before)
    else:
        sentence = f"the log has an effect of another kind: {tag_of(event)}"
    return f"{capitalised(sentence)}."


def step_words(step: str) -> str:
    """Return the name of a step of a turn for a sentence."""
    return _STEPS.get(step, clean(step))


def _turn(event: TurnEffect, before: Position) -> str:
    match event:
        case f.TurnBegan(seat=seat, turn=turn, round=number, daleks=daleks):
            doctor = before.console(seat).doctor
            played = f" as the {doctor_name(before, doctor)}" if doctor else ""
            whose_turn = "the Daleks' turn" if daleks else f"{whose(before, seat)} turn{played}"
            return f"turn {turn}, round {number}: {whose_turn} begins"
        case f.StepReached(step=step):
            return f"the next step is {step_words(step)}"
        case f.StepMissed(step=step):
            return f"{step_words(step)} is skipped, but the player can still take that step in this turn"
        case f.TardisAnswered(choose=choose):
            seat = seat_name(before, before.player)
            return f"{seat} chooses where to go" if choose else "the TARDIS decides where to go"
        case f.GameEnded(winners=winners, how=how):
            names = joined([seat_name(before, seat) for seat in winners])
            verb = "win" if len(winners) > 1 else "wins"
            won = f"{names} {verb}" if names else "no player wins" if how == TURN_CAP else "the Daleks win"
            return f"the game is over ({clean(how)}): {won}"
        case _:
            assert_never(event)


def _tile(event: TileEffect, before: Position, after: Position) -> str:
    match event:
        case f.LocationsSearched(locations=locations):
            names = either([location_name(before, one) for one in locations])
            return f"{names or 'no Location'} can be kept"
        case f.LocationKept(location=location):
            left = [location_name(before, one) for one in before.found if one not in (location, UNKNOWN)]
            gone = f"{joined(left)} {'go' if len(left) > 1 else 'goes'} to the discards"
            return gone if left else f"{location_name(before, location)} is kept"
        case f.LocationLaid(place=place, location=location):
            return f"{location_name(before, location)} comes into play as Location {place}"
        case f.LocationGone(place=place):
            return f"{place_name(before, place)} leaves play with its Dilemmas"
        case f.DilemmaLaid(place=place, zone=zone):
            return f"a Dilemma is placed face down at {in_zone(after, place, zone)}"
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
            return f"the Time Anomaly marker of {space_name(before, space)} is removed"
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
    """Return how far the Dalek Ship or a TARDIS moved, as words before the new space: `2 forward `; "" if not moved."""
    return f"{abs(now - was)} {'forward' if now > was else 'back'} " if now != was else ""


def _board(event: BoardEffect, before: Position, after: Position) -> str:
    match event:
        case f.DoctorMoved(seat=seat, place=place, zone=zone):
            to = f"is now at {in_zone(after, place, zone)}" if place else "is back on the console"
            return f"{seat_doctor(before, seat)} {to}"
        case f.DalekPlaced(place=place, zone=zone):
            what = "Davros" if before.daleks == 5 else "a Dalek marker"  # the sixth is Davros
            return f"{what} is placed {_where(before, place, zone)}"
        case f.DalekRemoved(place=place, zone=zone):
            return f"a Dalek marker is removed {_where(before, place, zone)}"
        case _:
            assert_never(event)


def _where(position: Position, place: int, zone: int) -> str:
    """Return the place of a Dalek marker in words: a zone on Earth, else the Location."""
    return f"at {in_zone(position, place, zone) if place == 1 else place_name(position, place)}"


def _window(event: WindowEffect, before: Position) -> str:
    when = "before the roll" if event.name == "roll" else "before the Adventure is resolved"
    match event:
        case WindowOpened(seats=seats):
            return f"{joined([seat_name(before, seat) for seat in seats]) or 'no other player'} may play a card {when}"
        case WindowPassed(seat=seat):
            return f"{seat_name(before, seat)} is not asked again {when}"
        case WindowClosed():
            return f"no further card can be played {when}"
        case _:
            assert_never(event)
