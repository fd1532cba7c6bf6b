"""The board of Keys to the TARDIS as one viewer may know it."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from events.events import UNKNOWN
from projections.games.keys.options import Options
from projections.terms import Changeable
from projections.window import StackItem

CONTROL: Final = "d4"
OUT: Final = "out"
COLOURS: Final[Mapping[str, str]] = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
DOORS: Final = tuple(f"{column}{row}" for row in range(1, 8) for column in "abcdefg" if f"{column}{row}" != CONTROL)
"""The 48 coloured tiles in the order in which they are laid: a1 eastward, row by row."""
CARDS: Final[Mapping[str, int]] = {
    **{f"key-{colour}": 8 for colour in COLOURS.values()},
    "sonic": 13, "barrier": 9, "tunnel": 6, "cookie": 3, "pandorica": 3, "cyberman": 2,
}  # fmt: skip
"""How many of each card (KEY-CMP-01)."""
KINDS: Final[Mapping[str, int]] = {"open": 7, "dalek": 2, "key": 1, "extra": 1, "teleport": 1}
"""How many of each kind of door in each colour (KEY-CMP-02)."""
TILES: Final = tuple(
    f"{colour}-{kind}" for colour in COLOURS.values() for kind, count in KINDS.items() for _ in range(count)
)
EDGES: Final = ("N", "E", "S", "W")
"""Clockwise."""
OPPOSITE: Final[Mapping[str, str]] = {"N": "S", "S": "N", "E": "W", "W": "E"}


class Tile(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One door: colour, kind (`"?"` while nobody here has seen it), and what lies on it."""

    colour: str = UNKNOWN
    kind: str = UNKNOWN
    open: bool = False
    barrier: bool = False
    cookie: bool = False


class KeyBonus(StackItem, frozen=True, tag="key-bonus"):
    """The bonus of a TARDIS Key tile is on offer."""

    player: str
    tile: str


class ExtraTurn(StackItem, frozen=True, tag="extra-turn"):
    """A bonus turn is owed."""

    player: str


class Position(Changeable, frozen=True, omit_defaults=True):
    """The whole table. Mappings are by seat or by tile; nothing in here is ever changed in place.

    `held` counts the own turns that a pawn is still held by a Pandorica. `used` lists spent bonuses, `earned` spent
    Extra Turn tiles, each as (seat, tile). `step` is `set-up`, `draw`, `play`, `move`, `bonus` or `over`. `first` is
    the first player; `missed` lists compulsory steps passed over that can still be made good, as (seat, step).
    """

    seats: tuple[str, ...]
    options: Options
    edges: Mapping[str, str] = {}
    tiles: Mapping[str, Tile] = {}
    pawns: Mapping[str, str] = {}
    held: Mapping[str, int] = {}
    hands: Mapping[str, tuple[str, ...]] = {}
    draw: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    tunnels: tuple[tuple[str, str], ...] = ()
    used: tuple[tuple[str, str], ...] = ()
    earned: tuple[tuple[str, str], ...] = ()
    stack: tuple[KeyBonus | ExtraTurn, ...] = ()
    missed: tuple[tuple[str, str], ...] = ()
    first: str = ""
    player: str = ""
    turn: int = 0
    round: int = 0
    step: str = "set-up"
    winner: str = ""

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, and the table has not played on behind that."""
        return bool(self.winner) and self.step == "over"

    def pawn_on(self, tile: str) -> str | None:
        """The seat whose pawn stands on a tile, if any."""
        return next((seat for seat, place in self.pawns.items() if place == tile), None)


def colour_and_kind(item: str) -> tuple[str, str]:
    """What an item like `red-dalek` says of a tile."""
    colour, _, kind = item.partition("-")
    return (colour, kind) if kind else (UNKNOWN, UNKNOWN)


def grid_of(order: tuple[str, ...]) -> dict[str, Tile]:
    """The grid of closed doors, laid in this order, about the Control tile."""
    items = dict(zip(DOORS, order, strict=False))
    doors = {name: Tile(*colour_and_kind(items.get(name, UNKNOWN))) for name in DOORS}
    return {**doors, CONTROL: Tile("control", "control", open=True)}


def with_tile(position: Position, name: str, **changes: Any) -> Position:
    """The position with one tile changed; a tile that is not there stays away."""
    if name not in position.tiles:
        return position
    tile = msgspec.structs.replace(position.tiles[name], **changes)
    return position.replace(tiles={**position.tiles, name: tile})


def _beside(tile: str, steps: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    column, row = ord(tile[0]), int(tile[1])
    found = ((chr(column + east), row + north) for east, north in steps)
    return tuple(f"{letter}{number}" for letter, number in found if letter in "abcdefg" and 1 <= number <= 7)


def clockwise(position: Position) -> tuple[str, ...]:
    """The seats clockwise about the table, by the edges at which they sit."""
    return tuple(sorted(position.seats, key=lambda seat: EDGES.index(position.edges[seat])))


def neighbours(tile: str, *, diagonal: bool = False) -> tuple[str, ...]:
    """The tiles orthogonally beside a tile, or those diagonally beside it."""
    return _beside(tile, ((1, 1), (1, -1), (-1, 1), (-1, -1)) if diagonal else ((0, 1), (1, 0), (0, -1), (-1, 0)))


def edge_tiles(edge: str) -> tuple[str, ...]:
    """The seven tiles of an edge, corners included (B07)."""
    if edge in "NS":
        return tuple(f"{column}{7 if edge == 'N' else 1}" for column in "abcdefg")
    return tuple(f"{'g' if edge == 'E' else 'a'}{row}" for row in range(1, 8))
