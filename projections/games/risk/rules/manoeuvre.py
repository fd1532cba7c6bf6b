"""The fifth step of a turn: one manoeuvre between own connected territories."""

from collections.abc import Iterable
from typing import Final

from projections.draft import Draft
from projections.games.risk.components.world_map import neighbours, path_between
from projections.games.risk.events import DaleksMoved, HoldPosition, Manoeuvre, StepReached
from projections.games.risk.rules import turns
from projections.games.risk.rules.tardis import cease_fire_conflict
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import World
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, joined


def route(world: World, seat: str, source: str, target: str, *, past_tardis: bool) -> tuple[str, ...]:
    """Return a path through the seat's own territories, both ends included; () if there is no path.

    With `past_tardis`, the path goes around the TARDIS: it is in no territory between the ends.
    """
    own = {name for name, land in world.lands.items() if land.army == seat}
    if past_tardis:
        own -= {world.tardis} - {source, target}
    return path_between(source, target, frozenset(own), world.options)


_PASSING: Final = "A6 (option tardis_blocks_path)"
"""Open rules question and its option: may a path pass the TARDIS? The rulebook only forbids to start or end there."""


def _way(world: World, seat: str, source: str, target: str) -> RuleConflict | None:
    """Return the rule conflict if no path is allowed (RISK-MAN-03; A35, option `manoeuvre_reach`; RISK-TAR-06; A6)."""
    if world.options.manoeuvre_reach == "adjacent":
        if target in neighbours(source, world.options):
            return None
        state = f"{place(target)} is not connected to {place(source)}"
        return RuleConflict("RISK-MAN-03", "a manoeuvre can only go one step", state)
    if not route(world, seat, source, target, past_tardis=False):
        missing = f"{place(source)} and {place(target)} are not connected by own territories"
        return RuleConflict("RISK-MAN-03", "a manoeuvre must follow a path of the player's own territories", missing)
    if not world.options.tardis_blocks_path or route(world, seat, source, target, past_tardis=True):
        return None
    state = f"the TARDIS is on every path from {place(source)} to {place(target)}"
    return RuleConflict("RISK-TAR-06", "a manoeuvre cannot pass the TARDIS", state, reading=_PASSING)


def _not_own(world: World, seat: str, source: str, target: str) -> str:
    """Return words for who holds the territories that are not the seat's, or that source and target are the same."""
    foreign = [end for end in dict.fromkeys((source, target)) if world.lands[end].army != seat]
    held = [f"{place(end)} is held by {army_name(world.lands[end].army)}" for end in foreign]
    return joined(held) or f"both are {place(source)}"


def _manoeuvre_must(draft: Draft[World], move: Manoeuvre) -> None:
    turns.must_be_territories(draft, move.source, move.target)
    draft.must("RISK-MAN-04", move.daleks > 0, "at least one Dalek must move")


def manoeuvre_conflicts(world: World, move: Manoeuvre) -> Iterable[RuleConflict]:
    """Return the rule conflicts of a manoeuvre.

    Rules:
        RISK-MAN-01: once, after all attacks. RISK-MAN-03: connected through its territories. RISK-MAN-05: one origin
        and one destination. RISK-MAN-06: earlier battles do not matter. RISK-TAR-06: not through the
        cease-fire.
    """
    seat, source, target = move.player, move.source, move.target
    home, there = world.lands[source], world.lands[target]
    where: list[RuleConflict | None] = []
    if source == target or not home.army == seat == there.army:
        wanted = "a manoeuvre must join two of the player's own territories"
        where.append(RuleConflict("RISK-MAN-02", wanted, _not_own(world, seat, source, target)))
    else:
        wanted = "no manoeuvre can begin or end in the cease-fire territory"
        ends = [cease_fire_conflict(world, end, "RISK-TAR-05", wanted) for end in (source, target)]
        where += [next((end for end in ends if end), None) or _way(world, seat, source, target)]
        if move.daleks >= home.daleks:
            wanted = "at least one Dalek must stay in the territory"
            state, limit = f"{place(source)} has only {counted(home.daleks, 'Dalek')}", home.daleks - 1
            where.append(RuleConflict("RISK-MAN-04", wanted, state, have=move.daleks, limit=limit))
    return turns.ordered_conflicts(turns.step_conflict(world, seat, "manoeuvre"), *where)


def manoeuvre(draft: Draft[World], move: Manoeuvre) -> None:
    """Move Daleks between own territories; then only the draw is left (RISK-MAN-07)."""
    own = turns.enter_step(draft, move.player, "manoeuvre")
    draft.add(DaleksMoved(source=move.source, target=move.target, daleks=move.daleks), "RISK-MAN-02")
    if own:
        _go_on(draft)


def hold_position(draft: Draft[World], move: HoldPosition) -> None:
    """Make no manoeuvre; it is optional (RISK-MAN-01)."""
    if turns.enter_step(draft, move.player, "manoeuvre"):
        _go_on(draft)


def _go_on(draft: Draft[World]) -> None:
    if draft.now.step == "manoeuvre":
        draft.add(StepReached(step="draw"), "RISK-TRN-01")


MANOEUVRE_MOVES: Final[MoveRules[World]] = {
    Manoeuvre: MoveRule(manoeuvre_conflicts, manoeuvre, _manoeuvre_must),
    HoldPosition: MoveRule(turns.needs_step("manoeuvre"), hold_position),
}
