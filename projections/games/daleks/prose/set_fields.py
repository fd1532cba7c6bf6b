"""Sentences for fields that were set by hand or described."""

from functools import partial
from typing import Final

from projections.described import FieldSentences, SetField, count_of, yes_or_no_sentence
from projections.games.daleks.prose import places
from projections.games.daleks.prose.awaiting import pending
from projections.games.daleks.prose.effect_sentences import step_words
from projections.games.daleks.rules.icons import icon_name
from projections.games.daleks.state import names
from projections.games.daleks.state.position import Place, Position, Slot
from projections.wording import capitalised, clean, counted, joined

_flag: Final = partial(yes_or_no_sentence, seat_name=names.seat_name)


def _name(found: SetField) -> str:
    return names.seat_name(found.after, found.key)


def _seats(found: SetField) -> str:
    return joined([names.seat_name(found.after, seat) for seat in found.values])


def _arrived(found: SetField) -> str:
    verb = "has" if len(found.values) == 1 else "have"
    return f"{_seats(found)} {verb} reached Gallifrey." if found.values else "No TARDIS has reached Gallifrey."


def _missed(found: SetField) -> str:
    return f"Skipped in this turn: {joined([step_words(step) for step in found.values]) or 'no step'}."


def _markers(found: SetField) -> str:
    spaces = joined([names.space_name(found.after, count_of(space)) for space in found.values])
    return f"Time Anomaly markers are on {spaces}." if spaces else "No Time Anomaly marker is on the track."


def _tasks(found: SetField) -> str:
    tasks = [
        f"{names.anomaly_name(found.after, task.anomaly)} ({counted(task.done, 'task')} done)"
        for task in found.after.tasks
    ]
    return f"{joined(tasks) or 'No Task anomaly'} {'are' if len(tasks) > 1 else 'is'} in force."


def _used(found: SetField) -> str:
    icons = [
        f"{names.seat_name(found.after, seat)} has used {icon_name(found.after, card, icon)}"
        for seat, card, icon in found.after.used
    ]
    return f"{joined(icons)}." if icons else "No icon has been used in this turn."


def _answer(found: SetField) -> str:
    match found.values:
        case ("choose",):
            return f"{names.seat_name(found.after, found.after.player)} chooses where to go."
        case ("decides",):
            return "The TARDIS decides where to go."
    return "The TARDIS die has not been rolled in this turn."


def _place(found: SetField) -> str:
    number = count_of(found.key)
    place = found.after.place(number)
    if place is None:
        return f"{capitalised(names.place_name(found.before, number))} is not in play."
    zones = [_zone(found.after, place, zone, slot) for zone, slot in enumerate(place.slots)]
    return (
        f"{capitalised(names.place_name(found.after, number))} is in play with {joined([*zones, _markers_at(place)])}."
    )


def _zone(position: Position, place: Place, zone: int, slot: Slot) -> str:
    if not slot.dilemma:
        what = "no Dilemma"
    elif slot.open:
        what = names.dilemma_name(position, slot.dilemma)
    else:
        what = "a Dilemma face down"
    return f"{what} in {names.zone_name(position, place.n, zone)}"


def _markers_at(place: Place) -> str:
    markers = sum(place.daleks)
    return counted(markers, "Dalek marker") if markers else "no Dalek marker"


def _at(found: SetField) -> str:
    at = found.after.at.get(found.key)
    where = f"at {names.in_zone(found.after, *at)}" if at else "on the console"
    return f"{names.seat_doctor(found.after, found.key)} is {where}."


def _tardis(found: SetField) -> str:
    return f"{names.whose(found.after, found.key)} TARDIS is at {names.space_name(found.after, found.number)}."


def _companions(found: SetField) -> str:
    aboard = [
        f"{names.companion_name(found.after, one.companion)}{' (part-time)' if one.part_time else ''}"
        for one in found.after.console(found.key).companions
    ]
    return f"{_name(found)} has {joined(aboard) or 'no card'} as Companion{'s' * (len(aboard) > 1)}."


def _equipment(found: SetField) -> str:
    held = joined([names.card_name(found.after, card) for card in found.values])
    return f"{_name(found)} has {held or 'no card'} as Equipment."


def _doctor(found: SetField) -> str:
    doctor = found.after.console(found.key).doctor
    return f"{_name(found)} has {f'the {names.doctor_name(found.after, doctor)}' if doctor else 'no Doctor'}."


def _begun(found: SetField) -> str:
    return " ".join(pending(found.after)) or "Nothing is unfinished."


def _pool(found: SetField) -> str:
    whose = names.whose(found.after, found.key)
    said = ["gathered"] * ("gathered" in found.values) + ["cut to the limit"] * ("done" in found.values)
    if said:
        return f"{whose} dice are {joined(said)}."
    return f"{whose} dice are not gathered yet." if found.values else f"{_name(found)} takes no part in the Adventure."


def _die(found: SetField) -> str:
    pools = found.after.adventure.pools if found.after.adventure else ()
    for pool in pools:
        for die in pool.dice:
            if die.name == found.key:
                shows = f"shows {names.symbol_name(die.symbol)}" if die.symbol else "is not rolled yet"
                gone = " and is no longer in the pool" if die.gone else ""
                return f"{names.whose(found.after, pool.seat)} die {clean(die.name)} {shows}{gone}."
    return f"The die {clean(found.key)} is in no pool."


FIELDS: Final[FieldSentences] = {
    "order": lambda found: f"The order of turns: {_seats(found) or 'none'}.",
    "arrived": _arrived, "missed": _missed, "markers": _markers, "tasks": _tasks, "used": _used, "answer": _answer,
    "adventured": _flag("{player} has had the Adventure of this turn.", "{player} has had no Adventure in this turn."),
    "steered": _flag(
        "The Dalek Ship has moved in the Daleks' turn.", "The Dalek Ship has not moved in the Daleks' turn."
    ),
    "place <number>": _place,
    "ship": lambda found: f"The Dalek Ship is at {names.space_name(found.after, found.number)}.",
    "entered": lambda found: f"{counted(found.number, 'Location')} came into play so far.",
    "dilemmas": lambda found: f"{counted(found.number, 'Dilemma')} came into play since the last shuffle.",
    "at <seat>": _at,
    "tardis <seat>": _tardis,
    "doctor <seat>": _doctor, "companions <seat>": _companions, "equipment <seat>": _equipment,
    "tokens <seat>": lambda found: f"{_name(found)} has {counted(found.number, 'token')}.",
    "begun": _begun, "pool <seat>": _pool, "die <name>": _die,
}  # fmt: skip


def label(position: Position, place: str) -> str:
    """Return the name of a row of cards."""
    kind, _, seat = place.partition(" ")
    if kind == "seen":
        return f"{names.whose(position, seat)} hand, as all players know it,"
    return "the choice of Locations" if kind == "found" else places.place(position, place)
