"""Sentences for effects of turns, travel and the track. Consoles and Adventures have modules of their own."""

from typing import Final

from events.events import UNKNOWN
from projections.games.daleks.events import effects as f
from projections.games.daleks.state import names
from projections.games.daleks.state.position import TURN_CAP, Position
from projections.sentence_table import Rows, Writers
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import clean, counted, either, joined

_STEPS: Final = {
    "set-up": "choosing Doctors", "charge": "gaining tokens", "prepare": "Prepare", "travel": "Travel",
    "choose": "choosing a Location", "enter": "entering a zone", "adventure": "the Adventure", "finish": "Finish",
    "discard": "discarding down to four cards", "daleks": "the Daleks' turn", "over": "the end",
}  # fmt: skip
"""The names of the steps of a turn."""


def step_words(step: str) -> str:
    """Return the name of a step of a turn for a sentence."""
    return _STEPS.get(step, clean(step))


def before_what(window: str) -> str:
    """Return the words for the time at which a window asks for cards."""
    return "before the roll" if window == "roll" else "before the Adventure is resolved"


def _turn_began(event: f.TurnBegan, before: Position, _after: Position) -> str:
    doctor = before.console(event.seat).doctor
    played = f" as the {names.doctor_name(before, doctor)}" if doctor else ""
    whose_turn = "the Daleks' turn" if event.daleks else f"{names.whose(before, event.seat)} turn{played}"
    return f"Turn {event.turn}, round {event.round}: {whose_turn} begins."


def _tardis_answered(event: f.TardisAnswered, before: Position, _after: Position) -> str:
    seat = names.seat_name(before, before.player)
    return f"{seat} chooses where to go." if event.choose else "The TARDIS decides where to go."


def _game_ended(event: f.GameEnded, before: Position, _after: Position) -> str:
    winners = joined([names.seat_name(before, seat) for seat in event.winners])
    verb = "win" if len(event.winners) > 1 else "wins"
    won = f"{winners} {verb}" if winners else "no player wins" if event.how == TURN_CAP else "the Daleks win"
    return f"The game is over ({clean(event.how)}): {won}."


def _searched(event: f.LocationsSearched, before: Position, _after: Position) -> str:
    found = either([names.location_name(before, one) for one in event.locations])
    return f"{found or 'no Location'} can be kept."


def _kept(event: f.LocationKept, before: Position, _after: Position) -> str:
    left = [names.location_name(before, one) for one in before.found if one not in (event.location, UNKNOWN)]
    if not left:
        return f"{names.location_name(before, event.location)} is kept."
    return f"{joined(left)} {'go' if len(left) > 1 else 'goes'} to the discards."


def _dilemma_laid(event: f.DilemmaLaid, _before: Position, after: Position) -> str:
    return f"A Dilemma is placed face down at {names.in_zone(after, event.place, event.zone)}."


def _ship_moved(event: f.ShipMoved, before: Position, after: Position) -> str:
    return f"The Dalek Ship moves {_way(before.ship, after.ship)}to {names.space_name(before, event.space)}."


def _tardis_moved(event: f.TardisMoved, before: Position, after: Position) -> str:
    way = _way(before.tardis.get(event.seat, 0), after.tardis.get(event.seat, 0))
    return f"{names.whose(before, event.seat)} TARDIS moves {way}to {names.space_name(before, event.space)}."


def _way(was: int, now: int) -> str:
    """Return how far the Dalek Ship or a TARDIS moved, as words before the new space: `2 forward `; "" if not moved."""
    return f"{abs(now - was)} {'forward' if now > was else 'back'} " if now != was else ""


def _task_done(event: f.TaskDone, before: Position, after: Position) -> str:
    done = next((task.done for task in after.tasks if task.anomaly == event.anomaly), 0)
    count = f" ({counted(done, 'task')} so far)" if done else ""
    return f"A task of {names.anomaly_name(before, event.anomaly)} is done{count}."


def _doctor_moved(event: f.DoctorMoved, before: Position, after: Position) -> str:
    where = f"now at {names.in_zone(after, event.place, event.zone)}" if event.place else "back on the console"
    return f"{names.seat_doctor(before, event.seat)} is {where}."


def _dalek_placed(event: f.DalekPlaced, before: Position, _after: Position) -> str:
    what = "Davros" if before.daleks == 5 else "a Dalek marker"  # the sixth is Davros
    return f"{what} is placed at {_marker_place(before, event.place, event.zone)}."


def _marker_place(position: Position, place: int, zone: int) -> str:
    """Return the place of a Dalek marker in words: a zone on Earth, else the Location."""
    return names.in_zone(position, place, zone) if place == 1 else names.place_name(position, place)


def _asked(event: WindowOpened, before: Position, _after: Position) -> str:
    seats = joined([names.seat_name(before, seat) for seat in event.seats]) or "no other player"
    return f"{seats} may play a card {before_what(event.name)}."


WRITERS: Final[Writers] = {"before": before_what, "marker": _marker_place, "step": step_words}
ROWS: Final[Rows] = {
    f.TurnBegan: _turn_began,
    f.StepReached: "The next step is {step}.",
    f.StepMissed: "{step} is skipped, but the player can still take that step in this turn.",
    f.TardisAnswered: _tardis_answered,
    f.GameEnded: _game_ended,
    f.LocationsSearched: _searched,
    f.LocationKept: _kept,
    f.LocationLaid: "{location} comes into play as Location {place:written}.",
    f.LocationGone: "{place} leaves play with its Dilemmas.",
    f.DilemmaLaid: _dilemma_laid,
    f.DilemmaGone: "The Dilemma at {place zone} is discarded.",
    f.ShipMoved: _ship_moved,
    f.TardisMoved: _tardis_moved,
    f.MarkerTaken: "The Time Anomaly marker of {space} is removed.",
    f.AnomalyTaken: "The Time Anomaly {anomaly} is in force.",
    f.TaskDone: _task_done,
    f.AnomalyGone: "The Time Anomaly {anomaly} is discarded.",
    f.DoctorMoved: _doctor_moved,
    f.DalekPlaced: _dalek_placed,
    f.DalekRemoved: "A Dalek marker is removed at {place zone:marker}.",
    WindowOpened: _asked,
    WindowPassed: "{seat} is not asked again {name:before}.",
    WindowClosed: "No further card can be played {name:before}.",
}
