"""Passing: in a window, as a helper whose pool is ready, or where a cost leaves nothing to choose."""

from collections.abc import Iterator

from events.facts import Passed
from projections.draft import Draft
from projections.games.daleks.rules.cost_parts import goes_by_itself
from projections.games.daleks.rules.limits import is_ready
from projections.games.daleks.rules.pool import go_on_to_roll, make_ready, ready_objections
from projections.games.daleks.rules.resolve import carry_out_result
from projections.games.daleks.rules.stages import POOLS, interruption_objections, stage_objections
from projections.games.daleks.rules.windows import let_pass
from projections.games.daleks.state.position import BEFORE_RESOLVING, Position
from projections.games.daleks.state.tray import pool_of
from projections.objections import Objection, require_all


def passing_objections(position: Position, move: Passed) -> list[Objection]:
    """What speaks against passing: that nobody asked, or a pool that is too large."""
    return list(_passing_objections(position, move))


def _passing_objections(position: Position, move: Passed) -> Iterator[Objection]:
    window, seat = position.window, move.player
    if position.debt is not None and position.debt.seat == seat and goes_by_itself(position):
        return
    if window is not None and seat in window.awaited:
        yield from interruption_objections(position, seat)
        return
    now = position.adventure
    helps = now is not None and seat == now.helper and now.stage in POOLS
    if now is None or not helps or is_ready(position, now, pool_of(now, seat)):
        yield Objection("TOD-CARD-05", False, f"nobody asked {seat}")
        return
    yield from stage_objections(position, seat, *POOLS) or ready_objections(position, seat)


def decide_pass(draft: Draft[Position], move: Passed) -> None:
    """Pass in a window; a helper says so that the own pool is ready to be rolled.

    Rules:
        TOD-CARD-05 behind the last seat the window is over; TOD-FAIL-01 then an Adventure whose means run out is
        resolved; TOD-LIM-01, TOD-HELP-27 a helper's pool within its limit needs no cut. TOD-FAIL-05 whoever owes what
        leaves nothing to choose lets it be carried out.
    """
    found = passing_objections(draft.now, move)
    require_all(draft, *found)
    draft.add(move)
    if goes_by_itself(draft.now):
        return
    if draft.now.window is not None:
        if let_pass(draft, move.player) == BEFORE_RESOLVING:
            carry_out_result(draft)
        return
    if not found:
        make_ready(draft, move.player)
        go_on_to_roll(draft)
