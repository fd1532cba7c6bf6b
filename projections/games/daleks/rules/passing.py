"""Passing: in a window, as a helper whose pool is ready, or if a cost leaves nothing to choose."""

from collections.abc import Iterator

from events.events import Passed
from projections.draft import Draft
from projections.games.daleks.events.adventure_effects import HelpCalled
from projections.games.daleks.events.effects import CostMet
from projections.games.daleks.rules import cost_parts, costs, pool, resolve, stages
from projections.games.daleks.state.position import BEFORE_RESOLVING, Adventure, Position
from projections.games.daleks.state.tray import pool_of
from projections.rule_conflicts import RuleConflict
from projections.wording import titled


def passing_conflicts(position: Position, move: Passed) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of passing: the seat is not asked, or its pool is too large."""
    window, seat = position.window, move.player
    if position.debt is not None and position.debt.seat == seat:
        if not cost_parts.goes_by_itself(position):
            yield RuleConflict("TOD-FAIL-05", "the cost must be carried out first")
        return
    if window is not None and seat in window.awaited:
        yield from stages.interruption_conflicts(position, seat)
        return
    now = position.adventure
    if now is not None and _is_called(now, seat):
        wanted = "a player who is called must help, at least from afar"
        yield RuleConflict("TOD-HELP-04", wanted, f"{titled(seat)} is called")
        return
    helps = now is not None and seat == now.helper and now.stage in stages.POOLS
    if now is None or not helps or pool.is_ready(position, now, pool_of(now, seat)):
        yield RuleConflict("TOD-CARD-05", "only a player who is asked can pass", f"{titled(seat)} is not asked")
        return
    yield from stages.stage_conflicts(position, seat, *stages.POOLS) or pool.ready_conflicts(position, seat)


def _is_called(now: Adventure, seat: str) -> bool:
    """Return whether a seat was called for help and has not chosen how to help."""
    return seat == now.helper and not now.manner and now.stage in stages.POOLS


def decide_pass(draft: Draft[Position], move: Passed) -> None:
    """Let a seat that is asked pass, or a helper declare the pool ready to be rolled.

    Rules:
        TOD-CARD-05: the window closes after the last seat. TOD-FAIL-01: an Adventure without further re-rolls and face
        changes is then resolved. TOD-LIM-01 and TOD-HELP-27: a helper's pool within its limit needs no cut.
        TOD-FAIL-05: a cost without a choice is carried out. An accepted illegal pass means that a cost was not paid
        (TOD-FAIL-05), or that the called player did not help (TOD-HELP-04).
    """
    now, debt = draft.now.adventure, draft.now.debt
    if cost_parts.goes_by_itself(draft.now):
        return
    if debt is not None and debt.seat == move.player:
        draft.add(CostMet(left=0), "TOD-FAIL-05")
        costs.resolve_costs(draft)
        return
    if draft.broken_rules and now is not None and _is_called(now, move.player):
        draft.add(HelpCalled(helper=""), "TOD-HELP-04")
        return
    if draft.now.window is not None:
        if stages.let_pass(draft, move.player) == BEFORE_RESOLVING:
            resolve.carry_out_result(draft)
        return
    if not draft.broken_rules:
        pool.make_ready(draft, move.player)
        pool.go_on_to_roll(draft)
