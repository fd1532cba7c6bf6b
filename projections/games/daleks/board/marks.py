"""The changes since the previous position: spaces, zones, consoles and dice to ring, and the same in words."""

from collections.abc import Iterator
from typing import NamedTuple

from projections.contracts import Marks
from projections.drawing.board import position_before
from projections.games.daleks.state.names import in_zone, place_name, seat_name, space_name, whose
from projections.games.daleks.state.position import Place, Position
from projections.wording import joined


class Changes(NamedTuple):
    """The changes to mark: spaces of the track, zones as (Location, zone) numbers, consoles by seat, dice by name."""

    spaces: frozenset[int] = frozenset()
    zones: frozenset[tuple[int, int]] = frozenset()
    seats: frozenset[str] = frozenset()
    dice: frozenset[str] = frozenset()
    before: Position | None = None
    sentences: tuple[str, ...] = ()

    def words(self) -> str:
        """Return the changes as a sentence, or ""."""
        return f"Changed: {joined(self.sentences)}." if self.sentences else ""


def changes(position: Position, marks: Marks) -> Changes:
    """Return the differences from the previous position."""
    before = position_before(marks, Position)
    if before is None or before.seats != position.seats or not before.turn:
        return Changes()
    spaces, zones = frozenset(_spaces(position, before)), frozenset(_zones(position, before))
    seats = frozenset(seat for seat in position.seats if _held(position, seat) != _held(before, seat))
    dice = frozenset(_dice(position) ^ _dice(before)) if position.adventure else frozenset[tuple[object, ...]]()
    names = frozenset(str(name) for name, *_ in dice)
    sentences = (*_track(position, before), *_places(position, zones), *_seats(position, before, seats))
    sentences += (f"the {'die' if len(names) == 1 else 'dice'} {joined(sorted(names))}",) if names else ()
    return Changes(spaces, zones, seats, names, before, sentences)


def _spaces(position: Position, before: Position) -> Iterator[int]:
    """Yield the numbers of the spaces that a piece reached or that lost a marker."""
    if position.ship != before.ship:
        yield position.ship
    for seat, space in position.tardis.items():
        if before.tardis.get(seat) != space:
            yield space
    yield from set(before.markers) ^ set(position.markers)


def _zones(position: Position, before: Position) -> Iterator[tuple[int, int]]:
    """Yield (Location, zone), as numbers, if the zone's Dilemma, Doctors or Dalek markers changed."""
    old = {place.n: place for place in before.places}
    for place in position.places:
        was = old.get(place.n)
        for zone in range(max(1, len(place.slots), len(place.daleks))):
            here = {seat for seat, at in position.at.items() if at == (place.n, zone)}
            there = {seat for seat, at in before.at.items() if at == (place.n, zone)}
            if was is None or here != there or _look(place, zone) != _look(was, zone):
                yield (place.n, zone)


def _look(place: Place, zone: int) -> tuple[object, ...]:
    slot = place.slots[zone] if zone < len(place.slots) else None
    return (slot.dilemma if slot else "", slot.open if slot else False, place.daleks[zone : zone + 1])


def _held(position: Position, seat: str) -> tuple[object, ...]:
    """Return the visible contents of a seat's console and hand, to compare two positions."""
    return (position.console(seat), len(position.hands.get(seat, ())), position.hands.get(seat, ()))


def _dice(position: Position) -> set[tuple[object, ...]]:
    now = position.adventure
    return {(die.name, die.symbol, die.gone, die.story) for pool in now.pools for die in pool.dice} if now else set()


def _track(position: Position, before: Position) -> Iterator[str]:
    if position.ship != before.ship:
        yield f"the Dalek Ship from {space_name(position, before.ship)} to {space_name(position, position.ship)}"
    for seat, space in position.tardis.items():
        was = before.tardis.get(seat, 0)
        if was != space:
            yield f"{whose(position, seat)} TARDIS from {space_name(position, was)} to {space_name(position, space)}"
    for space in sorted(set(before.markers) - set(position.markers)):
        yield f"the Time Anomaly marker of {space_name(position, space)} is taken"


def _places(position: Position, zones: frozenset[tuple[int, int]]) -> Iterator[str]:
    for number, zone in sorted(zones):
        place = position.place(number)
        many = place is not None and len(place.slots) > 1
        yield in_zone(position, number, zone) if many else place_name(position, number)


def _seats(position: Position, before: Position, seats: frozenset[str]) -> Iterator[str]:
    """Yield in words each changed console with the earlier and present numbers of tokens and cards."""
    for seat in position.seats:
        if seat in seats:
            pairs = (
                ("tokens", before.console(seat).tokens, position.console(seat).tokens),
                ("hand", len(before.hands.get(seat, ())), len(position.hands.get(seat, ()))),
            )
            told = [f"{what} {was} to {now}" for what, was, now in pairs if was != now]
            yield f"{seat_name(position, seat)}'s console{f' ({joined(told)})' if told else ''}"
