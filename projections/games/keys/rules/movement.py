"""The third step of a turn: move the own pawn, or stay."""

from projections.draft import Draft
from projections.games.keys.events import LeaveGrid, MovePawn, Stay
from projections.games.keys.rules.landing import (
    grant_bonus,
    land,
    refuse_unknown_tile,
    set_pawn,
    stated_bonus_objections,
)
from projections.games.keys.rules.paths import held_objection, path_objection, place_objection, tile_objection
from projections.games.keys.rules.turns import bonus_of, end_turn, is_own_step, step_objections, write_move
from projections.games.keys.state.names import EDGE_NAMES, place_name, seat_name
from projections.games.keys.state.position import OUT, Position, edge_tiles, neighbours
from projections.objections import Objection, require_all


def moving_objections(position: Position, seat: str, to: str, origin: str = "") -> list[Objection | None]:
    """What speaks against the way of a seat's own pawn, and against the tile it leads to.

    Rules:
        KEY-MOV-07 in by a tile of the own edge (B07); KEY-MOV-09 by any of them, also after leaving.
    """
    place = origin or position.pawns[seat]
    if place != OUT:
        way = path_objection(position, place, to)
    elif to in edge_tiles(position.edges[seat]):
        way = None
    else:
        way = Objection(
            "KEY-MOV-07", False, f"come in at the own edge, {EDGE_NAMES[position.edges[seat]]}: {to} is not there"
        )
    where = place_objection(position, seat, origin)
    return [held_objection(position, seat), where, way, tile_objection(position, seat, to)]


def leaving_objections(position: Position, seat: str, origin: str = "") -> list[Objection | None]:
    """What speaks against leaving the grid: only from a tile of the own starting edge (KEY-MOV-08, B08, B34)."""
    own = (origin or position.pawns[seat]) in edge_tiles(position.edges[seat])
    edge, stands = EDGE_NAMES[position.edges[seat]], place_name(position, seat)
    told = f"leave from a tile of the own edge, {edge}: the pawn of {seat_name(position, seat)} stands {stands}"
    way = None if own else Objection("KEY-MOV-08", False, told)
    return [held_objection(position, seat), place_objection(position, seat, origin), way]


def move_pawn(draft: Draft[Position], move: MovePawn) -> None:
    """Move the own pawn one tile, or onto the grid.

    Rules:
        KEY-MOV-01 to KEY-MOV-07; KEY-TCO-02 off Control as off any tile, in a later turn.
    """
    seat, before = move.player, draft.now
    draft.must("KEY-CMP-02", move.to in before.tiles, f'there is no tile "{move.to}"; tiles are a1 to g7')
    draft.must("KEY-CMP-02", move.origin in ("", OUT, *before.tiles), f'there is no tile "{move.origin}"')
    require_all(draft, *step_objections(before, seat, "move"), *moving_objections(before, seat, move.to, move.origin))
    if is_own_step(before, seat, "move"):
        require_all(draft, *stated_bonus_objections(draft, seat, move.to))
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
    """Move the own pawn off the grid, which is the move of this turn (KEY-MOV-08)."""
    before = draft.now
    draft.must("KEY-CMP-02", move.origin in ("", OUT, *before.tiles), f'there is no tile "{move.origin}"')
    against = leaving_objections(before, move.player, move.origin)
    require_all(draft, *step_objections(before, move.player, "move"), *against)
    write_move(draft, move, "move")
    set_pawn(draft, move.player, OUT, "KEY-MOV-08")
    if is_own_step(before, move.player, "move"):
        _finish(draft, move.player)


def stay(draft: Draft[Position], move: Stay) -> None:
    """Do not move: moving is optional (KEY-TRN-05)."""
    before = draft.now
    require_all(draft, *step_objections(before, move.player, "move"))
    write_move(draft, move, "move")
    if is_own_step(before, move.player, "move"):
        _finish(draft, move.player)
