"""Where a Doctor goes, as a line says it: Locations in play and their zones, new Locations, Dilemmas turned up."""

from collections.abc import Sequence
from typing import Any, Final

from events.facts import UNKNOWN
from projections.games.daleks.facts import moves as m
from projections.games.daleks.notation.references import (
    LOCATIONS,
    place_named,
    placed,
    stands_named,
    thing_named,
    zone_named,
    zone_words,
    zoned,
)
from projections.games.daleks.notation.vocabulary import Cursor, Said, plain
from projections.games.daleks.rules.decks import latest_location, zone_count
from projections.games.daleks.state.names import location_name, zone_face
from projections.games.daleks.state.position import Position
from projections.notation.cursor import QuestionError
from projections.notation.slot import Slot
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

# Zones


def _zone(number: Any) -> Slot[Position]:
    """A zone of the Location of which the number is given."""
    return Slot(
        what="a zone", read=lambda said: zone_named(said.cursor, said.position, number(said)), kind="place",
        code=lambda zone, said: zoned(said.position, number(said), zone),
    )  # fmt: skip


STAYED: Final = _zone(lambda said: said.position.at.get(said.seat, (0, 0))[0])
"""A zone of the Location where the Doctor is."""
ENTERED: Final = _zone(lambda said: latest_location(said.position))
"""A zone of the Location that was just put in play."""


def _zones_in_play(position: Position) -> Vocabulary:
    """The zones whose names are those of no other, and of no Location."""
    names: dict[str, list[str]] = {}
    for place in position.places:
        for zone in range(zone_count(position, place.n)):
            if (face := zone_face(position, place.n, zone)) is not None:
                for name in {plain(face.name), plain(face.name).removeprefix("the ")}:
                    names.setdefault(name, []).append(f"{place.n} {zone}")
    locations = {plain(location.name) for location in position.box.location.values()}
    return {name: found[0] for name, found in names.items() if len(found) == 1 and name not in locations}


def stands_open_zone(cursor: Cursor, position: Position) -> bool:
    """Whether the name of a zone stands here that no other zone in play bears."""
    at = cursor.at
    found = cursor.title(_zones_in_play(position)) is not None
    cursor.at = at
    return found


def _spot(said: Said) -> tuple[int, int]:
    """`"Earth" "Past"`: a Location in play and its zone; a zone whose name no other in play bears says both."""
    cursor, position = said.cursor, said.position
    zone = cursor.title(_zones_in_play(position))
    if zone is not None:
        where, _, at = zone.partition(" ")
        return int(where), int(cursor.title(zone_words(position, int(where))) or at)
    number = place_named(cursor, position)
    return number, zone_named(cursor, position, number)


def _spot_code(spot: tuple[int, int], said: Said) -> str:
    number, zone = spot
    where = placed(said.position, number)
    return where if zone_count(said.position, number) == 1 else f"{where} {zoned(said.position, number, zone)}"


def _whither(said: Said) -> m.TodMove | None:
    """Where the Doctor goes, with no word before it."""
    cursor, position = said.cursor, said.position
    open_zone = stands_open_zone(cursor, position)
    if position.step == "enter" and open_zone:
        return m.EnterZone(said.seat, zone_named(cursor, position, latest_location(position)))
    if open_zone or stands_named(cursor, position, *LOCATIONS):
        return m.Travel(said.seat, *_spot(said))
    return None


def _places(said: Said) -> Vocabulary:
    position = said.position
    return {plain(location_name(position, place.location)): placed(position, place.n) for place in position.places}


SPOT: Final = Slot[Position](what="a Location in play", read=_spot, code=_spot_code, kind="place")
WHITHER: Final = Slot[Position](what="a Location in play", read=_whither, words=_places, kind="place", reach=1)


# New Locations and Dilemmas


def read_new(said: Said) -> Sequence[Said]:
    """`new "Trenzalore" (drop "Karn")`: draw two and keep this one; the one that the TARDIS has decided on.

    What was drawn already is only kept; behind `die decides` it says what the die has turned up.

    Raises:
        SlipError: a Location is missing, or the other one was not drawn.
    """
    cursor, position = said.cursor, said.position
    cursor.at += 1
    cursor.skip("location")
    at, found = cursor.at, position.found
    location = thing_named(cursor, position, "a Location is expected", "location", held=found)
    called = " ".join(word.text for word in cursor.words[at : cursor.at])
    last = said.earlier[-1] if said.earlier else None
    if last is not None and isinstance(last.move, m.RollTardis | m.UseAbility) and not last.seen.items:
        choose = last.position.box.setting.choose_faces
        if isinstance(last.move, m.UseAbility) or (last.seen.faces and last.seen.faces[0][0] > choose):
            last.sees(Seen(items=(location,)))
            last.values["called"] = called
            return ()
    moves = []
    if cursor.skip("drop", "drops", "not", "over", "discard", "discards"):
        dropped = thing_named(cursor, position, "the other Location is expected", "location", held=found)
        if not found and position.step != "over":
            searched = said.beside(m.Explore(said.seat))
            searched.sees(Seen(items=(location, dropped)))
            moves.append(searched)
            said.position = searched.led or position
        elif dropped not in found:
            cursor.at -= 1
            raise cursor.slip("this Location was not drawn", {name: name for name in found if name != location})
    said.move = m.KeepLocation(said.seat, location)
    said.values["called"] = called
    return (*moves, said)


def read_flip(said: Said) -> Sequence[Said]:
    """`flip "Sutekh"`: the Dilemma of the zone, which is that by whose name a new Location was called.

    Raises:
        SlipError: no Dilemma stands here, or nothing before it.
        QuestionError: the zone is open.
    """
    cursor, position, start = said.cursor, said.position, said.cursor.at
    cursor.at += 1
    message = "a Dilemma is expected"
    dilemma = UNKNOWN if cursor.skip("?") else thing_named(cursor, position, message, "dilemma")
    if position.step != "enter":
        if not said.earlier:
            cursor.at = start
            raise cursor.slip("where the Doctor goes is expected before that", {})
        said.earlier[-1].sees(Seen(items=(dilemma,)))
        return ()
    number = latest_location(position)
    words, called = zone_words(position, number), _called(said)
    zone = words.get(called) or words.get(called.removeprefix("the "))
    if zone is None:
        begun = cursor.stretch(start)[0]
        choices = [
            f"{cursor.line[:begun]}enter {zoned(position, number, one)} {cursor.line[begun:]}"
            for one in range(zone_count(position, number))
        ]
        raise QuestionError("which zone does the Doctor go to?", choices)
    said.move = m.EnterZone(said.seat, int(zone))
    said.sees(Seen(items=(dilemma,)))
    return (said,)


def _called(said: Said) -> str:
    """The name by which a line has called a new Location, "" where it has not."""
    return next((str(one.values["called"]) for one in reversed(said.earlier) if "called" in one.values), "")
