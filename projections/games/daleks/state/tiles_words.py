"""A Location in play as text: `location mars, zone sutekh open tile 3, zone ?, daleks 1`.

A zone gives its Dilemma: `?` if unknown, `none` for an empty slot, `open` if face up, and its tile number in the last
shuffle. Dalek markers are given by zone on Earth, as one number elsewhere.
"""

from collections.abc import Sequence
from typing import Final

from events.errors import RefusedError
from events.events import UNKNOWN
from projections.described import count_of
from projections.field import Row, parts_of
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.state.position import Place, Position, Slot
from projections.games.daleks.state.tiles import daleks_row

_DALEKS: Final = tuple("0123456")
"""The allowed numbers of Dalek markers in a zone (TOD-COMP-06)."""


def place_shown(position: Position, number: str) -> Row:
    """Return the text that describes a Location in play, as a row of parts; () if none has this number."""
    place = position.place(count_of(number))
    if place is None:
        return ()
    slots = tuple(_slot_written(slot) for slot in place.slots)
    return (f"location {place.location}", *slots, "daleks " + " ".join(map(str, place.daleks)))


def _slot_written(slot: Slot) -> str:
    return f"zone {slot.dilemma or 'none'}" + " open" * slot.open + (f" tile {slot.n}" if slot.n else "")


def lies_hidden(values: Row) -> bool:
    """Return whether the text of a Location has a face-down Dilemma."""
    written = (value.split() for value in values)
    return any(words[:1] == ["zone"] and words[1:2] != ["none"] and "open" not in words for words in written)


def place_read(position: Position, where: str, value: str) -> Row:
    """Return a text for a Location in normal form; () removes it. Raises RefusedError, which names the wrong part."""
    n, parts = count_of(where.partition(" ")[2]), parts_of(value)
    if not parts:
        if n == 1:
            raise RefusedError("place 1 is Earth, which is always in play")
        return ()
    for part in parts:
        _check(position, part)
    place = _read(position, n, parts)
    if place is None or (n == 1) != (place.location == EARTH):
        raise RefusedError(f"place {n}: say its Location first, as location mars; place 1 is Earth")
    zones = _zones(position, place.location)
    if len(place.slots) != zones or len(place.daleks) != (zones if n == 1 else 1):
        raise RefusedError(f"place {n}: {place.location} has {zones} zones; say each, and its Dalek markers")
    return place_shown(position.replace(places=(place,)), str(n))


def _zones(position: Position, location: str) -> int:
    if location in position.box.anomaly:
        return 0
    return len(position.box.earth.zones) if location == EARTH else 2


def _check(position: Position, written: str) -> None:
    """Raise `RefusedError` for a part that describes nothing of a Location in play."""
    word, _, rest = written.partition(" ")
    words = rest.split()
    places = (EARTH, UNKNOWN, *position.box.location, *position.box.anomaly)
    dilemmas = ("none", UNKNOWN, *position.box.dilemma)
    if not (
        (word == "location" and rest in places)
        or (word == "zone" and words and words[0] in dilemmas and _tail_is_known(words[1:]))
        or (word == "daleks" and words and all(one in _DALEKS for one in words))
    ):
        raise RefusedError(
            f'a Location in play cannot be "{written[:40]}": location <tile>, zone <Dilemma> open, zone ?, zone none, '
            "daleks <number>; several with commas; or none"
        )


def _tail_is_known(words: Sequence[str]) -> bool:
    """Return whether the words after a Dilemma are empty or only `open` and a tile number."""
    rest = words[1:] if words[:1] == ["open"] else words
    return not rest or (len(rest) == 2 and rest[0] == "tile" and rest[1].isdecimal() and len(rest[1]) < 4)


def _read(position: Position, number: int, values: Sequence[str]) -> Place | None:
    written = [value.partition(" ")[::2] for value in values]
    location = next((rest for word, rest in written if word == "location"), "")
    known = (EARTH, *position.box.location, *position.box.anomaly)
    if not location:
        return None
    slots = tuple(_slot(position, rest.split()) for word, rest in written if word == "zone")
    daleks = next((tuple(map(count_of, rest.split())) for word, rest in written if word == "daleks"), (0,))
    return Place(number, location if location in known else UNKNOWN, slots, daleks_row(daleks))


def _slot(position: Position, words: Sequence[str]) -> Slot:
    dilemma = "".join(words[:1])
    if dilemma == "none":
        return Slot()
    known = dilemma if dilemma in position.box.dilemma else UNKNOWN
    return Slot(known, open="open" in words, n=count_of(words[-1]) if "tile" in words else 0)


def place_put(position: Position, key: str, values: Row) -> Position:
    """Return the position with the Location of this number as described, or removed."""
    number = count_of(key)
    place = _read(position, number, values)
    if place is None and values:
        return position
    others = [other for other in position.places if other.n != number]
    lying = position.place(number)
    if place is not None and lying is not None:
        place = _as_it_lies(place, lying)
    if place is None:
        at = {seat: where for seat, where in position.at.items() if where[0] != number}
        return position.replace(places=tuple(others), at=at)
    places = sorted((*others, place), key=lambda one: one.n)  # numbers follow the order of coming into play
    return position.replace(places=tuple(places), entered=max(position.entered, number))


def _as_it_lies(place: Place, lying: Place) -> Place:
    """Return the described Location `place` with unknown face-down Dilemmas taken from the Location now in play."""
    slots = list(place.slots)
    for zone, (new, old) in enumerate(zip(place.slots, lying.slots, strict=False)):
        if new.dilemma == UNKNOWN and not new.open and old.dilemma and not old.open:
            slots[zone] = Slot(old.dilemma, n=new.n)
    return place.replace(slots=tuple(slots))
