"""Letting a chance go by: at a stop, as a helper whose pool is ready, or where a cost leaves nothing to choose."""

from collections.abc import Iterator

from events.facts import Passed
from projections.draft import Draft
from projections.games.daleks.rules.dice import pool_of
from projections.games.daleks.rules.dues import goes_by_itself
from projections.games.daleks.rules.limits import is_ready
from projections.games.daleks.rules.pooling import go_on, make_ready, ready_objections
from projections.games.daleks.rules.resolving import carry_out
from projections.games.daleks.rules.stages import POOLS, interrupted, stage_objections
from projections.games.daleks.rules.stops import BEFORE_RESOLVING, let_pass
from projections.games.daleks.state.position import Position
from projections.objections import Objection, state

__all__ = ["pass_by", "passing_objections"]


def passing_objections(position: Position, move: Passed) -> list[Objection]:
    """What speaks against passing: that nobody asked, or a pool that is too large."""
    return list(_passing_objections(position, move))


def _passing_objections(position: Position, move: Passed) -> Iterator[Objection]:
    window, seat = position.window, move.player
    if position.debt is not None and position.debt.seat == seat and goes_by_itself(position):
        return
    if window is not None and seat in window.awaited:
        yield from interrupted(position, seat)
        return
    now = position.adventure
    helps = now is not None and seat == now.helper and now.stage in POOLS
    if now is None or not helps or is_ready(position, now, pool_of(now, seat)):
        yield Objection("TOD-CARD-05", False, f"nobody asked {seat}")
        return
    yield from stage_objections(position, seat, *POOLS) or ready_objections(position, seat)


def pass_by(draft: Draft[Position], move: Passed) -> None:
    """Let a stop pass; a helper says so that the own pool is ready to be rolled.

    Rules:
        TOD-CARD-05 behind the last seat the stop is over; TOD-FAIL-01 then an Adventure whose means run out is
        resolved; TOD-LIM-01, TOD-HELP-27 a helper's pool within its limit needs no cut. TOD-FAIL-05 whoever owes what
        leaves nothing to choose lets it be carried out.
    """
    found = passing_objections(draft.now, move)
    state(draft, *found)
    draft.add(move)
    if goes_by_itself(draft.now):
        return
    if draft.now.window is not None:
        if let_pass(draft, move.player) == BEFORE_RESOLVING:
            carry_out(draft)
        return
    if not found:
        make_ready(draft, move.player)
        go_on(draft)
