"""A position as lines that describe it, for a session that begins from there."""

from collections.abc import Iterator

import msgspec

from projections.described import seats_turn, write_row
from projections.games.daleks.editor.fields import NUMBERS, ROWS, SEATED, now, row_now
from projections.games.daleks.state.piles import PILES
from projections.games.daleks.state.position import Options, Position
from projections.games.daleks.state.seen_cards import seen_of

__all__ = ["describe"]

_ALWAYS = ("order", "markers", "tasks")
"""Rows that a deal fills, and that are told where they are empty too."""


def describe(position: Position) -> list[tuple[str, str]]:
    """Places and values, in the order in which they are set; options first. What the reader does not know is `?`.

    Who plays which Doctor is told of each seat, not as an option: nothing is dealt then.
    """
    return [
        *_options(position),
        ("turn", seats_turn(position.player, position.turn, position.round)),
        ("step", position.step),
        *_board(position),
        *_seats(position),
        *_rows(position),
        ("begun", _joined(position, "begun")),
    ]


def _joined(position: Position, place: str) -> str:
    return ", ".join(now(position, place)) or "none"


def _options(position: Position) -> Iterator[tuple[str, str]]:
    """What the table agreed on."""
    for field in msgspec.structs.fields(Options):
        value = getattr(position.options, field.name)
        if field.name != "doctors" and value != field.default:
            yield field.name, str(value).lower() if isinstance(value, bool) else str(value)


def _board(position: Position) -> Iterator[tuple[str, str]]:
    """The track, what is left of the turn, and the Locations in play."""
    for place in ROWS:
        if place in _ALWAYS or now(position, place):
            yield place, _joined(position, place)
    for tile in position.places:
        yield f"place {tile.n}", _joined(position, f"place {tile.n}")
    for place in NUMBERS:
        yield place, _joined(position, place)


def _seats(position: Position) -> Iterator[tuple[str, str]]:
    """Consoles, TARDISes, and where the Doctors are."""
    for kind in SEATED:
        for seat in position.seats:
            yield f"{kind} {seat}", _joined(position, f"{kind} {seat}")


def _rows(position: Position) -> Iterator[tuple[str, str]]:
    """Hands, what everybody has seen of them, and piles; before the game begins all of them are told."""
    for seat in position.seats:
        yield f"hand {seat}", write_row(row_now(position, f"hand {seat}") or ())
    for seat in position.seats:
        if (seen := seen_of(position, seat)) or not position.turn:
            yield f"seen {seat}", write_row(seen)
    for place in (
        *(f"deck {pile}" for pile in PILES),
        *(f"discards {pile}" for pile in PILES),
        "found",
    ):
        yield place, write_row(row_now(position, place) or ())
