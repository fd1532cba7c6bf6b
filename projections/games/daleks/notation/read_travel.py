"""Lines of where a Doctor goes: to stay, the TARDIS die, Locations in play and new ones, zones."""

from events.facts import UNKNOWN
from projections.games.daleks.facts import moves as m
from projections.games.daleks.notation.naming import (
    LOCATIONS,
    place_named,
    placed,
    stands_further,
    stands_named,
    thing_named,
    zone_named,
    zone_words,
    zoned,
)
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.vocabulary import Cursor, plain
from projections.games.daleks.rules.decks import latest_location, zone_count
from projections.games.daleks.state.names import location_name, zone_face
from projections.games.daleks.state.position import Position
from projections.notation.cursor import QuestionError
from projections.terms import Seen

__all__ = [
    "read_die", "read_enter", "read_flip", "read_go", "read_new", "read_search", "read_stay", "read_whither",
    "stands_open_zone",
]  # fmt: skip

_WAYS = ("stay", "die", "go", "search", "new", "enter", "flip", "use")
_FACES = 6
"""The faces of the TARDIS die."""


# Travel


def read_stay(cursor: Cursor, tale: Tale) -> None:
    """`stay "The Capitol"`, `stay zone 2`; where only one zone may be meant `stay` alone."""
    number = tale.now.at.get(tale.seat, (0, 0))[0]
    cursor.skip("here", "put")
    tale.say(m.Stay(tale.seat, zone_named(cursor, tale.now, number)))


def read_die(cursor: Cursor, tale: Tale) -> None:
    """`die choice`, `die decides`, `die 2`; `die` alone where it is still to be rolled."""
    rolled = tale.say(m.RollTardis(tale.seat))
    faces = tale.before.box.setting.choose_faces
    cursor.skip(":", ">")
    if faces > 0 and cursor.skip("choice", "choose", "chooses"):
        rolled.sees(Seen(faces=((1,),)))
    elif faces < _FACES and cursor.skip("decides", "decide"):
        rolled.sees(Seen(faces=((faces + 1,),)))
        cursor.skip(":", ">")
        if cursor.quoted or stands_named(cursor, tale.before, "location"):
            rolled.sees(Seen(items=(thing_named(cursor, tale.before, "a Location is expected", "location"),)))
    elif (face := cursor.number()) is not None:
        if not 1 <= face <= _FACES:
            cursor.at -= 1
            raise cursor.slip("the TARDIS die has faces 1 to 6", {str(n): str(n) for n in range(1, _FACES + 1)})
        rolled.sees(Seen(faces=((face,),)))
    else:
        cursor.skip("roll", "rolls")


def read_go(cursor: Cursor, tale: Tale) -> None:
    """`go "Earth" "Past"`; a zone whose name no other in play bears needs no Location."""
    cursor.skip("to")
    zone = cursor.title(_zones_in_play(tale.now))
    if zone is not None:
        where, _, at = zone.partition(" ")
        at = cursor.title(zone_words(tale.now, int(where))) or at
        tale.say(m.Travel(tale.seat, int(where), int(at)))
        return
    number = place_named(cursor, tale.now)
    tale.say(m.Travel(tale.seat, number, zone_named(cursor, tale.now, number)))


def read_whither(cursor: Cursor, tale: Tale) -> None:
    """`TRAVEL: "Earth" "Past"`: as `go`.

    Raises:
        SlipError: no place and no zone in play has this name.
    """
    if tale.now.step == "enter" and stands_open_zone(cursor, tale.now):
        read_enter(cursor, tale)
        return
    if not (stands_open_zone(cursor, tale.now) or stands_named(cursor, tale.now, *LOCATIONS)):
        there = {plain(location_name(tale.now, place.location)): placed(tale.now, place.n) for place in tale.now.places}
        raise cursor.word_slip("what is done is expected", {**{word: word for word in _WAYS}, **there})
    read_go(cursor, tale)


def stands_open_zone(cursor: Cursor, position: Position) -> bool:
    """Whether the name of a zone stands here that no other zone in play bears."""
    at = cursor.at
    found = cursor.title(_zones_in_play(position)) is not None
    cursor.at = at
    return found


def _zones_in_play(position: Position) -> dict[str, str]:
    """The zones whose names are those of no other, and of no Location."""
    names: dict[str, list[str]] = {}
    for place in position.places:
        for zone in range(zone_count(position, place.n)):
            if (face := zone_face(position, place.n, zone)) is not None:
                for name in {plain(face.name), plain(face.name).removeprefix("the ")}:
                    names.setdefault(name, []).append(f"{place.n} {zone}")
    locations = {plain(location.name) for location in position.box.location.values()}
    return {name: found[0] for name, found in names.items() if len(found) == 1 and name not in locations}


def read_search(cursor: Cursor, tale: Tale) -> None:
    """`search shows "Karn" "Telos"`, `search "Karn" "Telos"`: draw two Locations."""
    searched = tale.say(m.Explore(tale.seat))
    cursor.skip("two", "2", ":")
    cursor.skip("location", "locations", ":")
    found: list[str] = []
    while stands_further(cursor, tale.before, "location"):
        found.append(thing_named(cursor, tale.before, "a Location is expected", "location"))
    searched.sees(Seen(items=tuple(found)))


def read_new(cursor: Cursor, tale: Tale) -> None:
    """`new "Trenzalore" (drop "Karn")`: draw two and keep this one; the one that the TARDIS has decided on.

    What was drawn already is only kept; behind `die decides` it says what the die has turned up.
    """
    cursor.skip("location")
    at = cursor.at
    location = thing_named(cursor, tale.now, "a Location is expected", "location", held=tale.now.found)
    tale.zone = " ".join(word.text for word in cursor.words[at : cursor.at])
    last = tale.last
    if last is not None and isinstance(last.move, m.RollTardis | m.UseAbility) and not last.seen.items:
        choose = tale.before.box.setting.choose_faces
        if isinstance(last.move, m.UseAbility) or (last.seen.faces and last.seen.faces[0][0] > choose):
            tale.sees(Seen(items=(location,)))
            return
    dropped = ""
    if cursor.skip("drop", "drops", "not", "over", "discard", "discards"):
        dropped = thing_named(cursor, tale.now, "the other Location is expected", "location", held=tale.now.found)
    if dropped and not tale.now.found and tale.now.step != "over":
        tale.say(m.Explore(tale.seat)).sees(Seen(items=(location, dropped)))
    elif dropped and dropped not in tale.now.found:
        cursor.at -= 1
        names = {name: name for name in tale.now.found if name != location}
        raise cursor.slip("this Location was not drawn", names)
    tale.say(m.KeepLocation(tale.seat, location))


def read_flip(cursor: Cursor, tale: Tale) -> None:
    """`flip "Sutekh"`: the Dilemma of the zone, which is that by whose name a new Location was called."""
    at, last = cursor.at - 1, tale.last
    dilemma = UNKNOWN if cursor.skip("?") else thing_named(cursor, tale.now, "a Dilemma is expected", "dilemma")
    if tale.now.step != "enter":
        if last is None:
            cursor.at = at
            raise cursor.slip("where the Doctor goes is expected before that", {})
        last.sees(Seen(items=(dilemma,)))
        return
    number = latest_location(tale.now)
    words = zone_words(tale.now, number)
    zone = words.get(tale.zone) or words.get(tale.zone.removeprefix("the "))
    if zone is None:
        start = cursor.stretch(at)[0]
        choices = [
            f"{cursor.line[:start]}enter {zoned(tale.now, number, one)} {cursor.line[start:]}"
            for one in range(zone_count(tale.now, number))
        ]
        raise QuestionError("which zone does the Doctor go to?", choices)
    tale.say(m.EnterZone(tale.seat, int(zone))).sees(Seen(items=(dilemma,)))


def read_enter(cursor: Cursor, tale: Tale) -> None:
    """`enter "The Tomb"`, `enter zone 2`."""
    tale.say(m.EnterZone(tale.seat, zone_named(cursor, tale.now, latest_location(tale.now))))
