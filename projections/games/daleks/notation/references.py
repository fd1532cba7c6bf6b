"""Which thing a name in a line means, and how a line names a thing so that it reads as just that one."""

from collections.abc import Iterable, Iterator, Sequence

from events.facts import UNKNOWN
from projections.games.daleks.components.box import EARTH, ZoneFace
from projections.games.daleks.notation.vocabulary import SPELLING, Cursor, plain, titles
from projections.games.daleks.rules.decks import zone_count
from projections.games.daleks.state.names import location_name, zone_face
from projections.games.daleks.state.position import Position
from projections.notation.cursor import QuestionError
from projections.notation.titles import is_quotable
from projections.notation.vocabulary import Vocabulary, split

ANY = ("doctor", "companion", "location", "dilemma", "timey", "anomaly")
"""The tables of a box whose rows have names."""
CHANCE = ("draws", "drew", "shows", "turns", "showing", "rolls", "rolled", "shuffled")
"""The words behind which a line tells what was seen of chance."""
_LONG_ENOUGH = 4
"""The letters of a word of a name that may stand for it."""
NOWHERE = 0
"""The number of a Location that is not in play."""
ELSEWHERE = 99
"""The number of a zone that is one of another Location."""
LOCATIONS = ("location", "anomaly")
"""The tables of what may lie in play."""
KINDS = ("doctor", "companion", "timey")
"""What may lie on a console."""


# Cards and tiles


def named(position: Position, ident: str, *kinds: str) -> str:
    """A thing as a line names it among things of these kinds; `?` where it is not known."""
    if ident == UNKNOWN:
        return UNKNOWN
    name = printed_name(position, ident, kinds)
    return f'"{name}"' if name and titles(position, *kinds).get(plain(name)) == ident else f'"{ident}"'


def printed_name(position: Position, ident: str, kinds: Iterable[str] = ANY) -> str:
    """The printed name of a thing, "" where it cannot stand between quotation marks."""
    box = position.box
    tables = ({EARTH: box.earth}, *(getattr(box, kind) for kind in kinds))
    thing = next((table[ident] for table in tables if ident in table), None)
    name = thing.name if thing is not None else ""
    words = split(SPELLING, name)
    return name if is_quotable(name) and words and not words[0].start else ""


def thing_named(cursor: Cursor, position: Position, message: str, *kinds: str, held: Iterable[str] = ()) -> str:
    """The thing of these kinds that stands here; of several with one name, the one that is `held`.

    Raises:
        SlipError: none does.
        QuestionError: the name is that of several, and none or more of them are held.
    """
    at, known = cursor.at, [ident for ident in dict.fromkeys(held) if ident != UNKNOWN]
    found = cursor.title(titles(position, *kinds))
    if found is None:
        near = known or [ident for kind in kinds for ident in getattr(position.box, kind)]
        raise cursor.misnamed(message, [*_parts_of_names(position, near, kinds), *_whole_names(position, near, kinds)])
    idents = found.split()
    idents = [ident for ident in idents if ident in known] or idents if len(idents) > 1 else idents
    if len(idents) == 1:
        return idents[0]
    start, end = cursor.stretch(at)
    line = cursor.line
    choices = [f"{line[:start]}{named(position, ident, *kinds)}{line[end:]}" for ident in idents]
    raise QuestionError(f"{line[start:end]}: which is meant?", choices)


def _whole_names(position: Position, near: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The spellings of things that may be meant, each with how a line would name it."""
    for one in near:
        yield plain(printed_name(position, one, kinds) or one), named(position, one, *kinds)


def _parts_of_names(position: Position, near: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The words of their names that are long enough to be meant by themselves."""
    for spelling, name in _whole_names(position, near, kinds):
        yield from ((word, name) for word in spelling.split() if len(word) >= _LONG_ENOUGH)


def stands_named(cursor: Cursor, position: Position, *kinds: str) -> bool:
    """Whether the name of a thing of these kinds stands here, which is no word that begins what was seen."""
    if cursor.is_at(*CHANCE):
        return False
    at = cursor.at
    found = cursor.title(titles(position, *kinds)) is not None
    cursor.at = at
    return found


# Locations in play


def placed(position: Position, number: int) -> str:
    """A Location in play as a line names it: by its name, with its number where that is not enough."""
    place = position.place(number)
    if place is None or place.location == UNKNOWN:
        return f"#{number}"
    name = named(position, place.location, *LOCATIONS)
    twins = [other for other in position.places if other.location == place.location]
    return f"{name} #{number}" if len(twins) > 1 else name


def place_named(cursor: Cursor, position: Position) -> int:
    """The number of the Location in play that stands here; `NOWHERE` for one that is not in play.

    Raises:
        SlipError: none does.
        QuestionError: the name is that of several.
    """
    if cursor.is_at("#"):
        return _numbered(cursor)
    at = cursor.at
    found = cursor.title(titles(position, *LOCATIONS))
    there = [place.n for place in position.places if found and place.location in found.split()]
    if found and not there:  # one that was laid, and nobody here knows which it is; else it is not in play yet
        there = [place.n for place in position.places if place.location == UNKNOWN] or [NOWHERE]
    if not there:
        cursor.at = at
        offers = [
            (plain(location_name(position, place.location)), placed(position, place.n)) for place in position.places
        ]
        raise cursor.misnamed("a Location in play is expected", offers)
    if cursor.is_at("#"):
        number = _numbered(cursor)
        if number in there:
            return number
        cursor.at -= 1
        raise cursor.slip("this is the number of another Location", {str(one): str(one) for one in there})
    if len(there) > 1:
        start, end = cursor.stretch(at)
        choices = [f"{cursor.line[:start]}{placed(position, one)}{cursor.line[end:]}" for one in there]
        raise QuestionError(f"{cursor.line[start:end]}: which of them is meant?", choices)
    return there[0]


def _numbered(cursor: Cursor) -> int:
    cursor.skip("#")
    return cursor.want_number("the number of a Location is expected")


# Zones


def zone_words(position: Position, number: int) -> Vocabulary:
    """The spellings of the zones of a Location in play, to their numbers from 0.

    Where it is not known which Location that is, each of the box may be meant.
    """
    names: dict[str, set[int]] = {}
    for zone, face in _faces(position, number):
        for spelling in {plain(face.name), plain(face.name).removeprefix("the ")}:
            names.setdefault(spelling, set()).add(zone)
    counted = {f"{before}{zone + 1}": str(zone) for zone in range(3) for before in ("zone ", "")}
    return {**counted, **{spelling: str(min(found)) for spelling, found in names.items() if len(found) == 1}}


def _faces(position: Position, number: int) -> Iterator[tuple[int, ZoneFace]]:
    """The printed zones of a Location in play, with their numbers."""
    place = position.place(number)
    if place is not None and place.location == UNKNOWN:
        for printed in position.box.location.values():
            yield from enumerate(printed.zones)
    for zone in range(zone_count(position, number)):
        if (face := zone_face(position, number, zone)) is not None:
            yield zone, face


def _every_zone(position: Position) -> Vocabulary:
    """The names of the zones of every tile of the box."""
    printed = (position.box.earth, *position.box.location.values())
    names = {plain(zone.name): "" for tile in printed for zone in tile.zones}
    return {**names, **{name.removeprefix("the "): "" for name in names}}


def stands_zone(cursor: Cursor, position: Position) -> bool:
    """Whether the name of any zone of the box stands here, of a Location in play or not."""
    at = cursor.at
    found = cursor.title(_every_zone(position)) is not None
    cursor.at = at
    return found


def zoned(position: Position, number: int, zone: int) -> str:
    """A zone as a line names it: by its name, where no other bears it, else by its number from 1."""
    face = zone_face(position, number, zone)
    words = split(SPELLING, face.name) if face is not None and is_quotable(face.name) else ()
    if face is not None and words and not words[0].start:
        known = zone_words(position, number).get(plain(face.name)) == str(zone)
        return f'"{face.name}"' if known else f"zone {zone + 1}"
    return f"zone {zone + 1}"


def zone_named(cursor: Cursor, position: Position, number: int) -> int:
    """The zone of a Location that stands here, counted from 0; a single one need not be said.

    One of another Location is `ELSEWHERE`: a line may be read before it is known where it is played.

    Raises:
        SlipError: something else stands here.
    """
    at = cursor.at
    found = cursor.title(zone_words(position, number))
    if found is not None:
        return int(found)
    if cursor.title(_every_zone(position)) is not None:
        return ELSEWHERE
    if (cursor.skip("zone") or not cursor.quoted) and (counted := cursor.number()) is not None and counted > 0:
        return counted - 1
    cursor.at = at
    there = range(zone_count(position, number))
    if (len(there) == 1 and not cursor.quoted) or number == NOWHERE:
        return 0
    offers = [(plain(zoned(position, number, zone)), zoned(position, number, zone)) for zone in there]
    raise cursor.misnamed("a zone is expected", offers)
