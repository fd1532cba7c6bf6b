"""The third step of a turn: move your own pawn, or stay."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.keys.events.moves import LeaveGrid, MovePawn, Stay
from projections.games.keys.rules import landing, paths, turns
from projections.games.keys.state.names import EDGE_NAMES, place_name, seat_name
from projections.games.keys.state.position import OUT, Position, edge_tiles, neighbours
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict


def moving_conflicts(position: Position, move: MovePawn) -> Iterator[RuleConflict]:
    """Yield the conflicts of a move: step, path and tile, or entering (KEY-MOV-07, B07, KEY-MOV-09)."""
    seat, to = move.player, move.to
    place, edge = move.origin or position.pawns[seat], position.edges[seat]
    yield from turns.step_conflicts(position, seat, "move")
    yield from paths.start_conflicts(position, seat, move.origin)
    if place != OUT:
        yield from paths.path_conflicts(position, place, to)
    elif to not in edge_tiles(edge):
        own_edge = f"a pawn must enter at its own edge, {EDGE_NAMES[edge]}"
        yield RuleConflict("KEY-MOV-07", own_edge, f"{to} is not on that edge")
    yield from paths.tile_conflicts(position, seat, to)


def _moving_must(draft: Draft[Position], move: MovePawn) -> None:
    paths.must_be_tiles(draft, move.to)
    paths.must_be_origin(draft, move.origin)


def move_pawn(draft: Draft[Position], move: MovePawn) -> None:
    """Move the player's pawn one tile, or onto the grid (KEY-MOV-01 to KEY-MOV-07), also off Control (KEY-TCO-02)."""
    seat, own = move.player, turns.is_own_step(draft.before, move.player, "move")
    if own:
        draft.require(*landing.stated_bonus_conflicts(draft, seat, move.to))
    turns.skip_steps(draft, seat, "move")
    landing.set_pawn(draft, seat, move.to, _rule_of_step(move.origin or draft.before.pawns[seat], move.to))
    landing.land(draft, seat, move.to)
    if own:
        landing.grant_bonus(draft, seat, move.to)
    _finish(draft, seat)
    landing.refuse_unknown_tile(draft, move.to)


def _rule_of_step(origin: str, to: str) -> str:
    if origin == OUT:
        return "KEY-MOV-07"
    return "KEY-CTU-01" if to in neighbours(origin, diagonal=True) else "KEY-MOV-02"


def _finish(draft: Draft[Position], seat: str) -> None:
    if turns.is_own_step(draft.before, seat, "move") and not draft.now.is_over and not turns.bonus_of(draft.now, seat):
        turns.end_turn(draft)


def leaving_conflicts(position: Position, move: LeaveGrid) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of leaving the grid, which needs a tile of the starting edge (B08, B34)."""
    seat, edge = move.player, position.edges[move.player]
    yield from turns.step_conflicts(position, seat, "move")
    yield from paths.start_conflicts(position, seat, move.origin)
    own = (move.origin or position.pawns[seat]) in edge_tiles(edge)
    if not own:
        own_edge = f"a pawn can only leave at its own edge, {EDGE_NAMES[edge]}"
        where = f"the pawn of {seat_name(position, seat)} is {place_name(position, seat)}"
        yield RuleConflict("KEY-MOV-08", own_edge, where)


def leave_grid(draft: Draft[Position], move: LeaveGrid) -> None:
    """Move the player's own pawn off the grid, which is the move of this turn."""
    turns.skip_steps(draft, move.player, "move")
    landing.set_pawn(draft, move.player, OUT, "KEY-MOV-08")
    _finish(draft, move.player)


def stay(draft: Draft[Position], move: Stay) -> None:
    """Do not move: moving is optional (KEY-TRN-05)."""
    turns.skip_steps(draft, move.player, "move")
    _finish(draft, move.player)


PAWN_MOVES: Final[MoveRules[Position]] = {
    MovePawn: MoveRule(moving_conflicts, move_pawn, _moving_must),
    LeaveGrid: MoveRule(leaving_conflicts, leave_grid, lambda draft, move: paths.must_be_origin(draft, move.origin)),
    Stay: MoveRule(lambda position, move: turns.step_conflicts(position, move.player, "move"), stay),
}
