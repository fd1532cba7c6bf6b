"""A table as lines that describe it, for a session that begins from there."""

from collections.abc import Iterator

import msgspec

from events.facts import UNKNOWN
from projections.described import seats_turn, write_row
from projections.games.keys.editor.fields import now
from projections.games.keys.notation.vocabulary import CARD_CODES
from projections.games.keys.state.position import COLOURS, CONTROL, DOORS, Options, Position, Tile

__all__ = ["describe"]


def describe(position: Position) -> list[tuple[str, str]]:
    """Places and values, in the order in which they are set; options first. What the reader does not know is `?`."""
    return [*_options(position), *_course(position), *_tiles(position), *_cards(position)]


def _options(position: Position) -> Iterator[tuple[str, str]]:
    """What the table agreed on, and what chance dealt in the open."""
    if position.first:
        yield "first", position.first
    if position.edges:
        yield "edges", ", ".join(f"{seat}={edge}" for seat, edge in position.edges.items())
    letters = {colour: letter for letter, colour in COLOURS.items()}
    signs = {name: letters.get(position.tiles.get(name, Tile()).colour, "") for name in DOORS} | {CONTROL: "."}
    if all(signs.values()):
        rows = ("".join(signs[f"{column}{row}"] for column in "abcdefg") for row in range(7, 0, -1))
        yield "layout", "/".join(rows)
    for field in msgspec.structs.fields(Options):
        value = getattr(position.options, field.name)
        if isinstance(value, str) and field.name not in ("first", "layout") and value != field.default:
            yield field.name, value


def _course(position: Position) -> Iterator[tuple[str, str]]:
    yield "turn", seats_turn(position.player, position.turn, position.round)
    yield "step", position.step
    for seat in position.seats:
        yield f"pawn {seat}", position.pawns.get(seat, "out")
    for seat, left in position.held.items():
        yield f"held {seat}", str(left)
    for place in ("bonus", "extra turn", "missed", "used", "earned"):
        if listed := now(position, place):
            yield place, ", ".join(listed)
    for tile, other in position.tunnels:
        yield f"tunnel {tile}/{other}", "yes"


def _tiles(position: Position) -> Iterator[tuple[str, str]]:
    """Doors that are not closed and bare, and the colours that no layout tells."""
    partly = any(tile.colour == UNKNOWN for tile in position.tiles.values())
    for name in DOORS:
        tile = position.tiles.get(name, Tile())
        parts = ["open"] * tile.open + [f"is {tile.kind}"] * (tile.kind != UNKNOWN)
        parts += ["barrier"] * tile.barrier + ["cookie"] * tile.cookie
        parts += [tile.colour] * (partly and tile.colour != UNKNOWN)
        if parts:
            yield name, ", ".join(parts if tile.open else ["closed", *parts])


def _cards(position: Position) -> Iterator[tuple[str, str]]:
    def code(card: str) -> str:
        return CARD_CODES.get(card, card)

    for seat in position.seats:
        yield f"hand {seat}", write_row(position.hands.get(seat, ()), code)
    yield "discards", write_row(position.discards, code)
    yield "draw", write_row(position.draw, code)
