"""State changes of Locations in play: tiles, Dilemmas, Doctors, Dalek markers, Time Anomalies."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import fields

from events.events import UNKNOWN
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events import effects as f
from projections.games.daleks.state.piles import known, put_on_discards, with_card_taken
from projections.games.daleks.state.position import Place, Position, Slot, Task

_NO_DALEKS: Final[tuple[int, ...]] = next(field.default for field in fields(Place) if field.name == "daleks")
_ZONES: Final = 2
"""The zones of a Location other than Earth (TOD-COMP-03)."""


def with_place(position: Position, place: Place) -> Position:
    """Return the position with a changed Location in play."""
    return position.replace(places=tuple(place if other.n == place.n else other for other in position.places))


def daleks_row(row: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of Dalek markers by zone, as the shared default object if equal to the default.

    A state hash leaves out a default only if it is the same object.
    """
    return _NO_DALEKS if row == _NO_DALEKS else row


def with_locations_found(position: Position, event: f.LocationsSearched | f.LocationKept) -> Position:
    """Apply the drawing or keeping of Locations that are not yet in play."""
    wanted: Mapping[bool, tuple[str, ...]] = {
        True: event.locations if isinstance(event, f.LocationsSearched) else (),
        False: (event.location,) if isinstance(event, f.LocationKept) else (),
    }
    row = known(position, "location", (*wanted[True], *wanted[False]))
    left = [*position.found]
    for location in row:
        if location in left or UNKNOWN in left:
            left.remove(location if location in left else UNKNOWN)
        else:  # the log names it although it was not drawn
            position = with_card_taken(position, "location", location)
    return put_on_discards(position, "location", *left).replace(found=row)


def with_location(position: Position, event: f.LocationLaid | f.LocationGone) -> Position:
    """Apply a Location coming into play or leaving it."""
    if isinstance(event, f.LocationGone):
        return _gone(position, event.place)
    if position.place(event.place) is not None or event.location == EARTH:
        return position
    if event.location in position.box.anomaly:
        return _laid(_from_anomalies(position, event.location), Place(event.place, event.location))
    (location,) = known(position, "location", (event.location,))
    if location in position.found or UNKNOWN in position.found:
        left = list(position.found)
        left.remove(location if location in left else UNKNOWN)
        position = position.replace(found=tuple(left))
    else:
        position = with_card_taken(position, "location", location)
    return _laid(position, Place(event.place, location, (Slot(),) * _ZONES))


def _laid(position: Position, place: Place) -> Position:
    return position.replace(places=(*position.places, place), entered=max(position.entered, place.n))


def _gone(position: Position, number: int) -> Position:
    """Remove a Location: Dilemmas are discarded, Dalek markers go to the supply, Doctors to their consoles."""
    place = position.place(number)
    if place is None or place.location == EARTH:
        return position
    anomaly = place.location in position.box.anomaly
    position = put_on_discards(position, "anomaly" if anomaly else "location", place.location)
    position = put_on_discards(position, "dilemma", *(slot.dilemma for slot in place.slots if slot.dilemma))
    return position.replace(
        places=tuple(other for other in position.places if other.n != number),
        at={seat: where for seat, where in position.at.items() if where[0] != number},
    )


def with_dilemma(position: Position, event: f.DilemmaLaid | f.DilemmaGone) -> Position:
    """Apply a Dilemma laid face down from the top of the deck, or discarded."""
    place = position.place(event.place)
    if place is None or not 0 <= event.zone < len(place.slots):
        return position
    if isinstance(event, f.DilemmaLaid) and not position.dilemma_deck:
        return position
    if old := place.slots[event.zone].dilemma:
        position = put_on_discards(position, "dilemma", old)
    new = Slot()
    if isinstance(event, f.DilemmaLaid):
        new = Slot(position.dilemma_deck[0], n=position.dilemmas + 1)
        position = position.replace(dilemma_deck=position.dilemma_deck[1:], dilemmas=new.n)
    slots = tuple(new if zone == event.zone else slot for zone, slot in enumerate(place.slots))
    return with_place(position, place.replace(slots=slots))


def with_doctor_moved(position: Position, event: f.DoctorMoved) -> Position:
    """Apply a Doctor's move; a Doctor at no Location in play is on the console (TOD-COMP-10)."""
    if event.seat not in position.seats:
        return position
    at = {seat: where for seat, where in position.at.items() if seat != event.seat}
    if position.place(event.place) is not None:
        at[event.seat] = (event.place, event.zone)
    return position.replace(at=at)


def with_dalek_marker(position: Position, event: f.DalekPlaced | f.DalekRemoved) -> Position:
    """Apply a Dalek marker placed or removed; away from Earth all are in zone 0."""
    place = position.place(event.place)
    if place is None:
        return position
    zone = event.zone if 0 <= event.zone < len(place.daleks) else 0
    more = 1 if isinstance(event, f.DalekPlaced) else -1
    row = tuple(max(0, count + more) if at == zone else count for at, count in enumerate(place.daleks))
    return with_place(position, place.replace(daleks=daleks_row(row)))


def with_anomaly(position: Position, event: f.AnomalyTaken | f.TaskDone | f.AnomalyGone) -> Position:
    """Apply a Time Anomaly coming into force, advancing a task, or being discarded."""
    name = event.anomaly
    if name not in position.box.anomaly:
        return position
    match event:
        case f.AnomalyTaken():
            if any(task.anomaly == name for task in position.tasks):
                return position
            return with_card_taken(position, "anomaly", name).replace(tasks=(*position.tasks, Task(name)))
        case f.TaskDone():
            tasks = (Task(task.anomaly, task.done + 1) if task.anomaly == name else task for task in position.tasks)
            return position.replace(tasks=tuple(tasks))
        case f.AnomalyGone():
            place = next((place for place in position.places if place.location == name), None)
            if place is not None:
                return _gone(position, place.n)
            return put_on_discards(_from_anomalies(position, name), "anomaly", name)


def _from_anomalies(position: Position, name: str) -> Position:
    """Return the position with a Time Anomaly removed from the Tasks in force; if it is not there, from its deck."""
    if not any(task.anomaly == name for task in position.tasks):
        return with_card_taken(position, "anomaly", name)
    return position.replace(tasks=tuple(task for task in position.tasks if task.anomaly != name))
