"""The third step of a turn: move your own pawn, or stay."""

from projections.draft import Draft
from projections.games.keys.events import LeaveGrid, MovePawn, Stay
from projections.games.keys.rules.landing import (
    grant_bonus,
    land,
    refuse_unknown_tile,
    set_pawn,
    stated_bonus_conflicts,
)
from projections.games.keys.rules.paths import held_conflict, path_conflict, place_conflict, tile_conflict
from projections.games.keys.rules.turns import bonus_of, end_turn, is_own_step, step_conflicts, write_move
from projections.games.keys.state.names import EDGE_NAMES, place_name, seat_name
from projections.games.keys.state.position import OUT, Position, edge_tiles, neighbours
from projections.rule_conflicts import RuleConflict


def moving_conflicts(position: Position, seat: str, to: str, origin: str = "") -> list[RuleConflict | None]:
    """Return the rule conflicts of moving a seat's own pawn to a tile: of the path and of the tile.

    Rules:
        KEY-MOV-07 enter at a tile of the player's own edge (B07); KEY-MOV-09 at any of them, also after leaving.
    """
    place = origin or position.pawns[seat]
    if place != OUT:
        way = path_conflict(position, place, to)
    elif to in edge_tiles(position.edges[seat]):
        way = None
    else:
        way = RuleConflict(
            "KEY-MOV-07",
            f"a pawn must enter at its own edge, {EDGE_NAMES[position.edges[seat]]}",
            f"{to} is not on that edge",
        )
    where = place_conflict(position, seat, origin)
    return [held_conflict(position, seat), where, way, tile_conflict(position, seat, to)]


def leaving_conflicts(position: Position, seat: str, origin: str = "") -> list[RuleConflict | None]:
    """Return the rule conflicts of leaving the grid, which needs a tile of the starting edge (KEY-MOV-08, B08, B34)."""
    own = (origin or position.pawns[seat]) in edge_tiles(position.edges[seat])
    edge, stands = EDGE_NAMES[position.edges[seat]], place_name(position, seat)
    where = f"the pawn of {seat_name(position, seat)} is {stands}"
    way = None if own else RuleConflict("KEY-MOV-08", f"a pawn can only leave at its own edge, {edge}", where)
    return [held_conflict(position, seat), place_conflict(position, seat, origin), way]


def move_pawn(draft: Draft[Position], move: MovePawn) -> None:
    """Move the player's own pawn one tile, or onto the grid.

    Rules:
        KEY-MOV-01 to KEY-MOV-07; KEY-TCO-02 off Control as off any tile, in a later turn.
    """
    seat, before = move.player, draft.now
    draft.must("KEY-CMP-02", move.to in before.tiles, f'"{move.to}" is not a tile; tiles are a1 to g7')
    draft.must("KEY-CMP-02", move.origin in ("", OUT, *before.tiles), f'"{move.origin}" is not a tile')
    draft.require(*step_conflicts(before, seat, "move"), *moving_conflicts(before, seat, move.to, move.origin))
    if is_own_step(before, seat, "move"):
        draft.require(*stated_bonus_conflicts(draft, seat, move.to))
    write_move(draft, move, "move")
    set_pawn(draft, seat, move.to, _rule_of_step(move.origin or before.pawns[seat], move.to))
    land(draft, seat, move.to)
    if is_own_step(before, seat, "move"):
        grant_bonus(draft, seat, move.to)
        _finish(draft, seat)
    refuse_unknown_tile(draft, move.to)


def _rule_of_step(origin: str, to: str) -> str:
    if origin == OUT:
        return "KEY-MOV-07"
    return "KEY-CTU-01" if to in neighbours(origin, diagonal=True) else "KEY-MOV-02"


def _finish(draft: Draft[Position], seat: str) -> None:
    if not draft.now.is_over and not bonus_of(draft.now, seat):
        end_turn(draft)


def leave_grid(draft: Draft[Position], move: LeaveGrid) -> None:
    """Move the player's own pawn off the grid, which is the move of this turn (KEY-MOV-08)."""
    before = draft.now
    draft.must("KEY-CMP-02", move.origin in ("", OUT, *before.tiles), f'"{move.origin}" is not a tile')
    against = leaving_conflicts(before, move.player, move.origin)
    draft.require(*step_conflicts(before, move.player, "move"), *against)
    write_move(draft, move, "move")
    set_pawn(draft, move.player, OUT, "KEY-MOV-08")
    if is_own_step(before, move.player, "move"):
        _finish(draft, move.player)


def stay(draft: Draft[Position], move: Stay) -> None:
    """Do not move: moving is optional (KEY-TRN-05)."""
    before = draft.now
    draft.require(*step_conflicts(before, move.player, "move"))
    write_move(draft, move, "move")
    if is_own_step(before, move.player, "move"):
        _finish(draft, move.player)
