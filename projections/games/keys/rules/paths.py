"""The paths of pawns: the step itself, and the tile that it leads to."""

from collections.abc import Iterator
from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import CONTROL, OPPOSITE, OUT, Position, Tile, edge_tiles, neighbours
from projections.rule_conflicts import RuleConflict

_BUSY: Final = "B16 (option teleport_busy)"
"""The interpretation for a pawn sent to Control while another pawn is there; the rulebook does not cover this."""


def must_be_tiles(draft: Draft[Position], *tiles: str) -> None:
    """Refuse names of tiles that are not on the grid."""
    for tile in tiles:
        draft.must("KEY-CMP-02", tile in draft.now.tiles, f'"{tile}" is not a tile; tiles are a1 to g7')


def must_be_origin(draft: Draft[Position], origin: str) -> None:
    """Refuse an origin that is neither a tile nor outside the grid; an empty one is not given."""
    draft.must("KEY-CMP-02", origin in ("", OUT, *draft.now.tiles), f'"{origin}" is not a tile')


def start_conflicts(position: Position, seat: str, origin: str) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of moving a pawn at all, and of `origin`, the place that the move names."""
    if position.held.get(seat):
        wanted = "a pawn on a Pandorica cannot move"
        yield RuleConflict("KEY-CPA-02", wanted, f"the pawn of {seat_name(position, seat)} is on a Pandorica")
    place = position.pawns[seat]
    if origin not in ("", place):
        where, given = ("outside" if name == OUT else f"on {name}" for name in (place, origin))
        wanted = "a move must start where the pawn is"
        yield RuleConflict("KEY-MOV-01", wanted, f"the pawn of {seat_name(position, seat)} is {where}, not {given}")


def path_conflicts(position: Position, origin: str, to: str) -> Iterator[RuleConflict]:
    """Yield the rule conflict of a step from one tile to another, whatever is on the target.

    Rules:
        KEY-MOV-01 one tile; KEY-MOV-02 forward, backward, left or right; KEY-MOV-03 diagonally only along a Time
        Tunnel, whose near end must be open too (KEY-CTU-03, B24; its far end is checked like any tile, KEY-CTU-06);
        KEY-MOV-06 no jumping over a pawn.
    """
    if to in neighbours(origin):
        return
    if to in neighbours(origin, diagonal=True):
        end = position.tiles[origin]
        if tuple(sorted((origin, to))) not in position.tunnels:
            wanted = "a pawn can only move diagonally through a Time Tunnel"
            yield RuleConflict("KEY-MOV-03", wanted, f"{origin} and {to} are not joined by a Time Tunnel")
        elif end.barrier or not is_open_door(end):
            shut = "is a Dalek Door without a Jam Cookie" if end.open else "is closed"
            state = "has a Time Barrier" if end.barrier else shut
            yield RuleConflict("KEY-CTU-03", "both ends of a Time Tunnel must be open", f"{origin} {state}")
        return
    between = set(neighbours(origin)) & set(neighbours(to))
    if len(between) == 1 and position.pawn_on(*between):
        yield RuleConflict("KEY-MOV-06", "a pawn cannot jump over another", f"a pawn is on {min(between)}")
    else:
        yield RuleConflict("KEY-MOV-01", "a pawn can move one tile in a turn", f"{to} is not next to {origin}")


def is_open_door(tile: Tile) -> bool:
    """Return whether a tile counts as an open door. A Dalek Door counts only with a Jam Cookie on it (B09, B24)."""
    return tile.open and (tile.kind != "dalek" or tile.cookie)


def tile_conflicts(position: Position, seat: str, to: str) -> Iterator[RuleConflict]:
    """Yield the rule conflict of a seat's pawn entering a tile.

    Rules:
        KEY-MOV-04 only an open tile: KEY-TCO-01 Control only by a Teleport, KEY-CBA-01 no Time Barrier, KEY-TCL-01 not
        closed, KEY-TDA-01 no Dalek Door without a Jam Cookie, KEY-TOP-01 otherwise free; KEY-MOV-05 one pawn on a tile,
        so no Teleport to an occupied Control tile (B16).
    """
    tile = position.tiles[to]
    no_dalek = "a Dalek Door without a Jam Cookie cannot be entered"
    if to == CONTROL:
        yield RuleConflict("KEY-TCO-01", "the TARDIS Control tile can only be reached by a Teleport tile")
    elif tile.barrier:
        yield RuleConflict("KEY-CBA-01", "a tile under a Time Barrier cannot be entered", f"{to} has a Time Barrier")
    elif not tile.open:
        yield RuleConflict("KEY-TCL-01", "a closed door cannot be entered", f"{to} is closed")
    elif tile.kind == "dalek" and not tile.cookie:
        yield RuleConflict("KEY-TDA-01", no_dalek, f"{to} has no Jam Cookie")
    elif position.pawn_on(to) not in (None, seat):
        yield RuleConflict("KEY-MOV-05", "a tile can hold only one pawn", f"a pawn is already on {to}")
    elif is_shut_teleport(position, seat, to):
        wanted = "a Teleport tile cannot be entered while a pawn is on TARDIS Control"
        state = f"{to} is a Teleport tile, and a pawn is on TARDIS Control"
        yield RuleConflict("KEY-MOV-05", wanted, state, reading=_BUSY)
    elif is_unknown(tile):
        yield RuleConflict("KEY-TDA-01", no_dalek, f"this log does not show the kind of {to}", verdict=None)


def is_unknown(tile: Tile) -> bool:
    """Return whether an open door is of a kind that the viewer does not know. A Jam Cookie proves a Dalek Door."""
    return tile.open and tile.kind == UNKNOWN and not tile.cookie


def is_busy_control(position: Position, seat: str) -> bool:
    """Return whether another pawn is on the Control tile."""
    return position.pawn_on(CONTROL) not in (None, seat)


def is_shut_teleport(position: Position, seat: str, to: str) -> bool:
    """Return whether a Teleport tile cannot be entered because Control is occupied (B16, option `teleport_busy`)."""
    shut = position.tiles[to].kind == "teleport" and position.options.teleport_busy == "shut"
    return shut and is_busy_control(position, seat)


def is_goal(position: Position, seat: str, tile: str) -> bool:
    """Return whether a tile is an open door at the edge opposite the seat's own edge (KEY-OBJ-01, KEY-WIN-02)."""
    return tile in edge_tiles(OPPOSITE[position.edges[seat]]) and is_open_door(position.tiles[tile])


def reachable(position: Position, seat: str) -> tuple[str, ...]:
    """Return the names of the tiles one step from a seat's pawn, also through Time Tunnels, open or closed."""
    place = position.pawns[seat]
    if place == OUT:
        return edge_tiles(position.edges[seat])
    ends = tuple(other if place == tile else tile for tile, other in position.tunnels if place in (tile, other))
    return (*neighbours(place), *ends)
