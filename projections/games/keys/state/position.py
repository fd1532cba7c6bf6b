"""The structs of the position of Keys to the TARDIS, as one viewer may know it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from events.events import UNKNOWN
from projections.contracts import Changeable
from projections.games.keys.options import Options
from projections.window import StackItem

CONTROL: Final = "d4"
OUT: Final = "out"
COLOURS: Final[Mapping[str, str]] = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
DOORS: Final = tuple(f"{column}{row}" for row in range(1, 8) for column in "abcdefg" if f"{column}{row}" != CONTROL)
"""The 48 coloured tiles in the order in which they are laid: from a1 eastward, row by row."""
CARDS: Final[Mapping[str, int]] = {
    **{f"key-{colour}": 8 for colour in COLOURS.values()},
    "sonic": 13, "barrier": 9, "tunnel": 6, "cookie": 3, "pandorica": 3, "cyberman": 2,
}  # fmt: skip
"""The number of copies of each card (KEY-CMP-01)."""
KINDS: Final[Mapping[str, int]] = {"open": 7, "dalek": 2, "key": 1, "extra": 1, "teleport": 1}
"""The number of doors of each kind in each colour (KEY-CMP-02)."""
TILES: Final = tuple(
    f"{colour}-{kind}" for colour in COLOURS.values() for kind, count in KINDS.items() for _ in range(count)
)
EDGES: Final = ("N", "E", "S", "W")
"""The edges of the grid in clockwise order."""
OPPOSITE: Final[Mapping[str, str]] = {"N": "S", "S": "N", "E": "W", "W": "E"}


class Tile(Changeable, frozen=True, omit_defaults=True, gc=False):
    """One door: its colour, its kind (`"?"` if the viewer does not know it), and the cards on it."""

    colour: str = UNKNOWN
    kind: str = UNKNOWN
    open: bool = False
    barrier: bool = False
    cookie: bool = False


class KeyBonus(StackItem, frozen=True, tag="key-bonus"):
    """An offered bonus of a TARDIS Key tile."""

    player: str
    tile: str


class ExtraTurn(StackItem, frozen=True, tag="extra-turn"):
    """A bonus turn that a seat has earned and not yet played."""

    player: str


class Position(Changeable, frozen=True, omit_defaults=True):
    """The whole position. Mappings are by seat or by tile, and are never changed in place.

    `held` maps a seat to the number of its turns for which a Pandorica still holds its pawn. `used` lists used bonuses
    and `earned` used Extra Turn tiles, each as (seat, tile). `step` is `set-up`, `draw`, `play`, `move`, `bonus`, `end`
    or `over`. `first` is the first player. `missed` lists skipped compulsory steps that can still be made up, as (seat,
    step).
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
        """Whether the game is won and play did not continue after that."""
        return bool(self.winner) and self.step == "over"

    def pawn_on(self, tile: str) -> str | None:
        """Return the seat whose pawn is on a tile, or None."""
        return next((seat for seat, place in self.pawns.items() if place == tile), None)


def colour_and_kind(item: str) -> tuple[str, str]:
    """Return the colour and the kind in the id of a door, such as `red-dalek`."""
    colour, _, kind = item.partition("-")
    return (colour, kind) if kind else (UNKNOWN, UNKNOWN)


def grid_of(order: tuple[str, ...]) -> dict[str, Tile]:
    """Return the grid by name of the place: closed doors in this order, and the Control tile in the middle."""
    items = dict(zip(DOORS, order, strict=False))
    doors = {name: Tile(*colour_and_kind(items.get(name, UNKNOWN))) for name in DOORS}
    return {**doors, CONTROL: Tile("control", "control", open=True)}


def with_tile(position: Position, name: str, **changes: Any) -> Position:
    """Return the position with fields of one tile changed; unchanged if the tile does not exist."""
    if name not in position.tiles:
        return position
    return position.replace(tiles={**position.tiles, name: position.tiles[name].replace(**changes)})


def _beside(tile: str, steps: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    column, row = ord(tile[0]), int(tile[1])
    found = ((chr(column + east), row + north) for east, north in steps)
    return tuple(f"{letter}{number}" for letter, number in found if letter in "abcdefg" and 1 <= number <= 7)


def clockwise(position: Position) -> tuple[str, ...]:
    """Return the seats in clockwise order of their edges."""
    return tuple(sorted(position.seats, key=lambda seat: EDGES.index(position.edges[seat])))


@lru_cache(maxsize=128)
def neighbours(tile: str, *, diagonal: bool = False) -> tuple[str, ...]:
    """Return the names of the tiles that share a side with a tile, or with `diagonal` only a corner."""
    return _beside(tile, ((1, 1), (1, -1), (-1, 1), (-1, -1)) if diagonal else ((0, 1), (1, 0), (0, -1), (-1, 0)))


def edge_tiles(edge: str) -> tuple[str, ...]:
    """Return the names of the seven tiles of an edge, corners included (B07)."""
    if edge in "NS":
        return tuple(f"{column}{7 if edge == 'N' else 1}" for column in "abcdefg")
    return tuple(f"{'g' if edge == 'E' else 'a'}{row}" for row in range(1, 8))
