"""Where a pawn may go: the step itself, and the tile it leads to."""

from typing import Final

from events.events import UNKNOWN
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import CONTROL, OPPOSITE, OUT, Position, Tile, edge_tiles, neighbours
from projections.objections import Objection

_BUSY: Final = "B16 (option teleport_busy)"
"""The book sends a pawn to Control, and does not say what holds while another stands there."""


def held_objection(position: Position, seat: str) -> Objection | None:
    """A pawn on a Pandorica does not move (KEY-CPA-02)."""
    if position.held.get(seat):
        return Objection(
            "KEY-CPA-02", False, f"leave a pawn on its Pandorica: that of {seat_name(position, seat)} is held"
        )
    return None


def place_objection(position: Position, seat: str, origin: str, rule: str = "KEY-MOV-01") -> Objection | None:
    """What speaks against the tile from which a pawn is said to go: it is the one on which it stands."""
    place = position.pawns[seat]
    if origin in ("", place):
        return None
    where, given = ("outside" if name == OUT else f"on {name}" for name in (place, origin))
    return Objection(
        rule, False, f"go from where the pawn stands: that of {seat_name(position, seat)} stands {where}, not {given}"
    )


def path_objection(position: Position, origin: str, to: str) -> Objection | None:
    """What speaks against a step from one tile to another, whatever lies there.

    Rules:
        KEY-MOV-01 one tile; KEY-MOV-02 forward, backward, left or right; KEY-MOV-03 diagonally only along a Time
        Tunnel, whose near end too must be open (KEY-CTU-03, B24; its far end is asked as any tile, KEY-CTU-06);
        KEY-MOV-06 no jumping over a pawn.
    """
    if to in neighbours(origin):
        return None
    if to in neighbours(origin, diagonal=True):
        if tuple(sorted((origin, to))) not in position.tunnels:
            return Objection(
                "KEY-MOV-03", False, f"go diagonally only along a Time Tunnel: none joins {origin} and {to}"
            )
        if not _is_open_end(position.tiles[origin]):
            return Objection("KEY-CTU-03", False, f"pass a Time Tunnel with both ends open: {origin} is not")
        return None
    between = set(neighbours(origin)) & set(neighbours(to))
    if len(between) == 1 and position.pawn_on(*between):
        return Objection("KEY-MOV-06", False, f"jump no pawn: wait until the one on {min(between)} moves")
    return Objection("KEY-MOV-01", False, f"go one tile: {to} is not beside {origin}")


def _is_open_end(tile: Tile) -> bool:
    return is_open_door(tile) and not tile.barrier


def is_open_door(tile: Tile) -> bool:
    """Whether a tile counts as an open door; a Dalek Door does with its Jam Cookie (B09, B24)."""
    return tile.open and (tile.kind != "dalek" or tile.cookie)


def tile_objection(  # noqa: PLR0911  # one rule after the other
    position: Position, seat: str, to: str
) -> Objection | None:
    """What speaks against a tile that a seat's pawn is to enter.

    Rules:
        KEY-MOV-04 only an open tile: KEY-TCO-01 Control is reached by a Teleport alone, KEY-CBA-01 no Time Barrier,
        KEY-TCL-01 not closed, KEY-TDA-01 no Dalek Door without a Jam Cookie, KEY-TOP-01 else free; KEY-MOV-05 one pawn
        a tile, and so no Teleport to an occupied Control tile (B16).
    """
    tile = position.tiles[to]
    if to == CONTROL:
        return Objection("KEY-TCO-01", False, "reach the TARDIS Control tile by a Teleport tile alone")
    if tile.barrier:
        return Objection("KEY-CBA-01", False, f"enter no tile under a Time Barrier: one blocks {to}")
    if not tile.open:
        return Objection("KEY-TCL-01", False, f"enter no closed door: {to} is closed")
    if tile.kind == "dalek" and not tile.cookie:
        return Objection("KEY-TDA-01", False, f"enter no Dalek Door without a Jam Cookie: {to} is one")
    if position.pawn_on(to) not in (None, seat):
        return Objection("KEY-MOV-05", False, f"keep to one pawn a tile: one stands on {to}")
    if is_shut_teleport(position, seat, to):
        return Objection(
            "KEY-MOV-05", False, f"enter no Teleport tile while a pawn stands on Control: {to} is one", _BUSY
        )
    return (
        Objection("KEY-TDA-01", None, f"enter no Dalek Door without a Jam Cookie; what {to} shows is not known")
        if is_unknown(tile)
        else None
    )


def is_unknown(tile: Tile) -> bool:
    """Whether an open door is of a kind that nobody here knows; a Jam Cookie tells a Dalek Door."""
    return tile.open and tile.kind == UNKNOWN and not tile.cookie


def is_busy_control(position: Position, seat: str) -> bool:
    """Whether another pawn stands on the Control tile."""
    return position.pawn_on(CONTROL) not in (None, seat)


def is_shut_teleport(position: Position, seat: str, to: str) -> bool:
    """Whether a Teleport tile cannot be entered because Control is occupied (B16, option `teleport_busy`)."""
    shut = position.tiles[to].kind == "teleport" and position.options.teleport_busy == "shut"
    return shut and is_busy_control(position, seat)


def is_goal(position: Position, seat: str, tile: str) -> bool:
    """Whether a tile is an open door of the edge opposite the seat's own (KEY-OBJ-01, KEY-WIN-02: any of the seven)."""
    return tile in edge_tiles(OPPOSITE[position.edges[seat]]) and is_open_door(position.tiles[tile])


def reachable(position: Position, seat: str) -> tuple[str, ...]:
    """The tiles one step from a seat's pawn, Time Tunnels counted, whatever lies there."""
    place = position.pawns[seat]
    if place == OUT:
        return edge_tiles(position.edges[seat])
    ends = tuple(other if place == tile else tile for tile, other in position.tunnels if place in (tile, other))
    return (*neighbours(place), *ends)
