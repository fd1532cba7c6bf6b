"""A position as lines that describe it, for a session that begins from there."""

from collections.abc import Iterator

import msgspec

from projections.described import seats_turn, write_row
from projections.games.ccg.editor.fields import FLAGS, NUMBERS, OPEN, OWN, now, seen_of
from projections.games.ccg.state.position import Options, Position

__all__ = ["describe"]


def describe(position: Position) -> list[tuple[str, str]]:
    """Places and values, in the order in which they are set; options first. What the reader does not know is `?`."""
    return [
        *_options(position),
        *_turn(position),
        *_zones(position),
        *_rows(position),
        *_seats(position),
        *_begun(position),
    ]


def _options(position: Position) -> Iterator[tuple[str, str]]:
    """What the table agreed on."""
    for field in msgspec.structs.fields(Options):
        value = getattr(position.options, field.name)
        if value != field.default:
            yield field.name, str(value).lower() if isinstance(value, bool) else str(value)


def _turn(position: Position) -> Iterator[tuple[str, str]]:
    """Whose turn it is and what there is of it; what says nothing is left out."""
    yield "turn", seats_turn(position.player, position.turn, position.round)
    yield "step", position.step
    yield "first", position.first or "none"
    yield "zone", position.zone or "none"
    for flag in FLAGS:
        if now(position, flag):
            yield flag, "yes"
    for place in NUMBERS:
        if place != "cards so far" and (number := now(position, place)[0]) != "0":
            yield place, number
    for place in ("missed", "owed", "bars"):
        if said := now(position, place):
            yield place, ", ".join(said)


def _zones(position: Position) -> Iterator[tuple[str, str]]:
    """The cards in play, in the order in which they came, and how many ever did."""
    for card in position.play:
        yield f"card {card.n}", ", ".join(now(position, f"card {card.n}"))
    yield "cards so far", str(position.count)


def _rows(position: Position) -> Iterator[tuple[str, str]]:
    """The piles and hands; before the game begins all of them, so that their order is known."""
    for kind, rows in {**OWN, **OPEN}.items():
        for seat in position.seats:
            if seat in (known := getattr(position, rows)) or not position.turn:
                yield f"{kind} {seat}", write_row(known.get(seat, ()))
    for seat in position.seats:
        if (seen := seen_of(position, seat)) or not position.turn:
            yield f"seen {seat}", write_row(seen)


def _seats(position: Position) -> Iterator[tuple[str, str]]:
    """What else belongs to a seat."""
    for seat, stops in position.stops.items():
        yield f"stops {seat}", ", ".join(stops) or "none"
    for kind in ("shields", "latest"):
        for seat in position.seats:
            if said := now(position, f"{kind} {seat}"):
                yield f"{kind} {seat}", ", ".join(said)


def _begun(position: Position) -> Iterator[tuple[str, str]]:
    """What was begun and is not finished, and who is asked."""
    if said := now(position, "begun"):
        yield "begun", ", ".join(said)
