"""Places in a line: Locations in play and their zones, new Locations, Dilemmas turned up."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from events.events import UNKNOWN
from projections.contracts import ObservedChance
from projections.games.daleks.components.box import ZoneFace
from projections.games.daleks.events import moves as m
from projections.games.daleks.notation.references import is_written, named, stands_named, thing_named
from projections.games.daleks.notation.vocabulary import Context, plain, titles
from projections.games.daleks.rules.decks import latest_location, zone_count
from projections.games.daleks.state.names import location_name, zone_face
from projections.games.daleks.state.position import Position
from projections.notation.argument_type import ArgumentType
from projections.notation.cursor import QuestionError
from projections.notation.vocabulary import Vocabulary

LOCATIONS = ("location", "anomaly")
"""The tables of Locations that can be in play."""
_NOWHERE = 0
"""The number of a Location that is not in play."""
_ELSEWHERE = 99
"""The number of a zone that belongs to another Location."""


def _placed(position: Position, number: int) -> str:
    """Return the text of a Location in play for a line: its name, and its number if the name is not unique."""
    place = position.place(number)
    if place is None or place.location == UNKNOWN:
        return f"#{number}"
    name = named(position, place.location, *LOCATIONS)
    twins = [other for other in position.places if other.location == place.location]
    return f"{name} #{number}" if len(twins) > 1 else name


def _place_words(context: Context) -> Vocabulary:
    """Return the spellings of the Locations in play, each with the text that a line writes."""
    now = context.position
    return {plain(location_name(now, place.location)): _placed(now, place.n) for place in now.places}


def _place_named(context: Context) -> int:
    """Parse a Location and return its number in play; `_NOWHERE` if it is not in play.

    Raises:
        SlipError: the line names no Location here.
        QuestionError: several Locations have the name.
    """
    cursor, position, at = context.cursor, context.position, context.cursor.at
    if cursor.skip("#"):
        return int(cursor.want_number("the number of a Location is expected"))
    found = cursor.title(titles(position, *LOCATIONS))
    there = [place.n for place in position.places if found and place.location in found.split()]
    if found and not there:  # a Location in play that is unknown here; otherwise it is not in play yet
        there = [place.n for place in position.places if place.location == UNKNOWN] or [_NOWHERE]
    if not there:
        cursor.at = at
        raise cursor.misnamed("a Location in play is expected", [*_place_words(context).items()])
    if cursor.skip("#"):
        number = int(cursor.want_number("the number of a Location is expected"))
        if number in there:
            return number
        cursor.at -= 1
        raise cursor.slip("this is the number of another Location", {str(one): str(one) for one in there})
    if len(there) > 1:
        raise cursor.doubt(at, [_placed(position, one) for one in there], "which of them is meant?")
    return there[0]


def _spellings(face: ZoneFace) -> set[str]:
    name = plain(face.name)
    return {name, name.removeprefix("the ")}


def _zone_words(position: Position, number: int) -> Vocabulary:
    """Return the spellings of a Location's zones with their numbers from 0; of all Locations if it is unknown."""
    names: dict[str, set[int]] = {}
    for zone, face in _faces(position, number):
        for spelling in _spellings(face):
            names.setdefault(spelling, set()).add(zone)
    counted = {f"{before}{zone + 1}": str(zone) for zone in range(3) for before in ("zone ", "")}
    return {**counted, **{spelling: str(min(found)) for spelling, found in names.items() if len(found) == 1}}


def _faces(position: Position, number: int) -> Iterator[tuple[int, ZoneFace]]:
    """Yield (number, printed face) for each zone of a Location in play; an unknown Location could have any zone."""
    place = position.place(number)
    if place is not None and place.location == UNKNOWN:
        for printed in position.box.location.values():
            yield from enumerate(printed.zones)
    for zone in range(zone_count(position, number)):
        if (face := zone_face(position, number, zone)) is not None:
            yield zone, face


def every_zone(position: Position) -> Vocabulary:
    """Return the spellings of the zones of every Location in the box, each with an empty text."""
    tiles = (position.box.earth, *position.box.location.values())
    return {name: "" for tile in tiles for zone in tile.zones for name in _spellings(zone)}


def _zones_in_play(position: Position) -> Vocabulary:
    """Return unique names of zones in play that no Location has, each with the Location's and the zone's number."""
    names: dict[str, list[str]] = {}
    for place in position.places:
        for zone in range(zone_count(position, place.n)):
            face = zone_face(position, place.n, zone)
            for name in _spellings(face) if face is not None else ():
                names.setdefault(name, []).append(f"{place.n} {zone}")
    locations = {plain(location.name) for location in position.box.location.values()}
    return {name: found[0] for name, found in names.items() if len(found) == 1 and name not in locations}


def _zoned(position: Position, number: int, zone: int) -> str:
    """Return the text of a zone for a line: a unique name, else its number counted from 1."""
    face = zone_face(position, number, zone)
    if face is not None and is_written(face.name) and _zone_words(position, number).get(plain(face.name)) == str(zone):
        return f'"{face.name}"'
    return f"zone {zone + 1}"


def _zone_named(context: Context, number: int) -> int:
    """Parse a zone of a Location and return its number from 0. The line may leave out a Location's only zone.

    Return `_ELSEWHERE` for a zone of another Location, because a line may be parsed before its position is known.

    Raises:
        SlipError: the next words name no zone.
    """
    cursor, position, at = context.cursor, context.position, context.cursor.at
    found = cursor.title(_zone_words(position, number))
    if found is not None:
        return int(found)
    if cursor.title(every_zone(position)) is not None:
        return _ELSEWHERE
    if (cursor.skip("zone") or not cursor.quoted) and (counted := cursor.number()) is not None and counted > 0:
        return int(counted) - 1
    cursor.at = at
    there = [_zoned(position, number, zone) for zone in range(zone_count(position, number))]
    if (len(there) == 1 and not cursor.quoted) or number == _NOWHERE:
        return 0
    raise cursor.misnamed("a zone is expected", [(plain(zone), zone) for zone in there])


def _zone(number: Any) -> ArgumentType[Position]:
    """Return a slot (value of a line) for a zone of the Location whose number the function `number` returns."""
    return ArgumentType(
        what="a zone", read=lambda context: _zone_named(context, number(context)), kind="place",
        code=lambda zone, context: _zoned(context.position, number(context), zone),
    )  # fmt: skip


STAYED: Final = _zone(lambda context: context.position.at.get(context.seat, (0, 0))[0])
"""The slot (value of a line) for a zone of the Location where the Doctor is."""
ENTERED: Final = _zone(lambda context: latest_location(context.position))
"""The slot (value of a line) for a zone of the Location that was just put in play."""


def _spot(context: Context) -> tuple[int, int]:
    """Parse a Location in play and its zone, `"Earth" "Past"`, or only a unique zone name. Return both numbers."""
    cursor, at = context.cursor, context.cursor.at
    found = cursor.title(_zones_in_play(context.position))
    if found is not None:
        where, _, zone = found.partition(" ")
        if cursor.title(_zone_words(context.position, int(where))) is None:
            return int(where), int(zone)
        cursor.at = at  # a second zone follows, so the first name was a Location
    number = _place_named(context)
    if found is not None and number == _NOWHERE:  # a zone in play does not abbreviate a Location that is not in play
        cursor.at = at
        raise cursor.misnamed("a Location in play is expected", [*_place_words(context).items()])
    return number, _zone_named(context, number)


def _spot_code(spot: tuple[int, int], context: Context) -> str:
    number, zone = spot
    where = _placed(context.position, number)
    return where if zone_count(context.position, number) == 1 else f"{where} {_zoned(context.position, number, zone)}"


def _whither(context: Context) -> m.TodMove | None:
    """Parse a Doctor's destination that has no verb before it. Return the move, or None if no destination is here."""
    open_zone = context.cursor.is_named(_zones_in_play(context.position))
    if context.position.step == "enter" and open_zone:
        return m.EnterZone(context.seat, _zone_named(context, latest_location(context.position)))
    return m.Travel(context.seat, *_spot(context)) if open_zone or stands_named(context, *LOCATIONS) else None


SPOT: Final = ArgumentType[Position](what="a Location in play", read=_spot, code=_spot_code, kind="place")
WHITHER: Final = ArgumentType[Position](
    what="a Location in play", read=_whither, words=_place_words, kind="place", reach=1
)  # fmt: skip


def read_new(context: Context) -> Sequence[Context]:
    """Parse a new Location and return its moves: `new "Trenzalore" (drop "Karn")` draws two and keeps Trenzalore.

    If the two were already drawn, the move only keeps one. After `die decides` the name is that of the turned-up
    Location.

    Raises:
        SlipError: a Location is missing, or the other one was not drawn.
    """
    cursor, position = context.cursor, context.position
    cursor.at += 1
    cursor.skip("location")
    at, found = cursor.at, position.found
    location = thing_named(context, "a Location is expected", "location", held=found)
    called = " ".join(word.text for word in cursor.words[at : cursor.at])
    last = context.earlier[-1] if context.earlier else None
    if last is not None and isinstance(last.move, m.RollTardis | m.UseAbility) and not last.seen.items:
        choose = last.position.box.setting.choose_faces
        if isinstance(last.move, m.UseAbility) or (last.seen.faces and last.seen.faces[0][0] > choose):
            last.sees(ObservedChance(items=(location,)))
            last.values["called"] = called
            return ()
    moves = []
    if cursor.skip("drop", "drops", "not", "over", "discard", "discards"):
        dropped = thing_named(context, "the other Location is expected", "location", held=found)
        if not found and position.step != "over":
            searched = context.beside(m.Explore(context.seat))
            searched.sees(ObservedChance(items=(location, dropped)))
            moves.append(searched)
            context.position = searched.led or position
        elif dropped not in found:
            cursor.at -= 1
            raise cursor.slip("this Location was not drawn", {name: name for name in found if name != location})
    context.move = m.KeepLocation(context.seat, location)
    context.values["called"] = called
    return (*moves, context)


def read_flip(context: Context) -> Sequence[Context]:
    """Parse a turned-up Dilemma, `flip "Sutekh"`. If the line named a new Location by a zone, return the move into it.

    Raises:
        SlipError: the Dilemma is missing, or the destination before it.
        QuestionError: it is unclear which zone is meant.
    """
    cursor, position, start = context.cursor, context.position, context.cursor.at
    cursor.at += 1
    dilemma = UNKNOWN if cursor.skip("?") else thing_named(context, "a Dilemma is expected", "dilemma")
    if position.step != "enter":
        if not context.earlier:
            cursor.at = start
            raise cursor.slip("write first which way the Doctor goes", {})
        context.earlier[-1].sees(ObservedChance(items=(dilemma,)))
        return ()
    number = latest_location(position)
    called = next((str(one.values["called"]) for one in reversed(context.earlier) if "called" in one.values), "")
    words = _zone_words(position, number)
    zone = words.get(called) or words.get(called.removeprefix("the "))
    if zone is None:
        begun, zones = cursor.stretch(start)[0], range(zone_count(position, number))
        lines = [f"{cursor.line[:begun]}enter {_zoned(position, number, one)} {cursor.line[begun:]}" for one in zones]
        raise QuestionError("which zone does the Doctor go to?", lines)
    context.move = m.EnterZone(context.seat, int(zone))
    context.sees(ObservedChance(items=(dilemma,)))
    return (context,)
