"""Passing: in a window, as a helper whose pool is ready, or where a cost leaves nothing to choose."""

from collections.abc import Iterator

from events.events import Passed
from projections.draft import Draft
from projections.games.daleks.events.adventure_effects import HelpCalled
from projections.games.daleks.events.effects import CostMet
from projections.games.daleks.rules.cost_parts import goes_by_itself
from projections.games.daleks.rules.costs import resolve_costs
from projections.games.daleks.rules.limits import is_ready
from projections.games.daleks.rules.pool import go_on_to_roll, make_ready, ready_objections
from projections.games.daleks.rules.resolve import carry_out_result
from projections.games.daleks.rules.stages import POOLS, interruption_objections, stage_objections
from projections.games.daleks.rules.windows import let_pass
from projections.games.daleks.state.position import BEFORE_RESOLVING, Adventure, Position
from projections.games.daleks.state.tray import pool_of
from projections.objections import Objection, require_all
from projections.wording import titled


def passing_objections(position: Position, move: Passed) -> list[Objection]:
    """What speaks against passing: that nobody asked, or a pool that is too large."""
    return list(_passing_objections(position, move))


def _passing_objections(position: Position, move: Passed) -> Iterator[Objection]:
    window, seat = position.window, move.player
    if position.debt is not None and position.debt.seat == seat:
        if not goes_by_itself(position):
            yield Objection("TOD-FAIL-05", False, "first the cost is carried out")
        return
    if window is not None and seat in window.awaited:
        yield from interruption_objections(position, seat)
        return
    now = position.adventure
    if now is not None and _is_called(now, seat):
        yield Objection("TOD-HELP-04", False, f"whoever is called helps, from afar at least: {titled(seat)} was called")
        return
    helps = now is not None and seat == now.helper and now.stage in POOLS
    if now is None or not helps or is_ready(position, now, pool_of(now, seat)):
        yield Objection("TOD-CARD-05", False, f"{titled(seat)} passes only where something waits for it: nothing does")
        return
    yield from stage_objections(position, seat, *POOLS) or ready_objections(position, seat)


def _is_called(now: Adventure, seat: str) -> bool:
    """Whether a seat was called for help and is to say how."""
    return seat == now.helper and not now.manner and now.stage in POOLS


def decide_pass(draft: Draft[Position], move: Passed) -> None:
    """Pass in a window; a helper says so that the own pool is ready to be rolled.

    Rules:
        TOD-CARD-05 behind the last seat the window is over; TOD-FAIL-01 then an Adventure whose means run out is
        resolved; TOD-LIM-01, TOD-HELP-27 a helper's pool within its limit needs no cut. TOD-FAIL-05 whoever owes what
        leaves nothing to choose lets it be carried out. As it was recorded a cost was not paid (TOD-FAIL-05), or
        somebody who was called did not help (TOD-HELP-04).
    """
    found = passing_objections(draft.now, move)
    require_all(draft, *found)
    draft.add(move)
    now, debt = draft.now.adventure, draft.now.debt
    if goes_by_itself(draft.now):
        return
    if debt is not None and debt.seat == move.player:
        draft.add(CostMet(left=0), "TOD-FAIL-05")
        resolve_costs(draft)
        return
    if found and now is not None and _is_called(now, move.player):
        draft.add(HelpCalled(helper=""), "TOD-HELP-04")
        return
    if draft.now.window is not None:
        if let_pass(draft, move.player) == BEFORE_RESOLVING:
            carry_out_result(draft)
        return
    if not found:
        make_ready(draft, move.player)
        go_on_to_roll(draft)
