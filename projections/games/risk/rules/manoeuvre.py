"""The fifth step of a turn: one manoeuvre between own connected territories."""

from typing import Final

from projections.draft import Draft
from projections.games.risk.components.world_map import neighbours, path_between
from projections.games.risk.events.battle_effects import DaleksMoved
from projections.games.risk.events.effects import StepReached
from projections.games.risk.events.moves import HoldPosition, Manoeuvre
from projections.games.risk.rules.tardis import cease_fire_objection
from projections.games.risk.rules.turns import enter_step, must_be_territories, ordered_objections, step_objections
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import World
from projections.objections import Objection, require_all
from projections.wording import joined


def route(world: World, seat: str, source: str, target: str, *, past_tardis: bool) -> tuple[str, ...]:
    """A way through own territories; `past_tardis` leaves out the one where the TARDIS stands, but for the ends."""
    own = {name for name, land in world.lands.items() if land.army == seat}
    if past_tardis:
        own -= {world.tardis} - {source, target}
    return path_between(source, target, frozenset(own), world.options)


_PASSING: Final = "A6 (option tardis_blocks_path)"
"""The book forbids to manoeuvre from or to the territory of the TARDIS; that none passes through is read into it."""


def _way(world: World, seat: str, source: str, target: str) -> Objection | None:
    """What speaks against the way (RISK-MAN-03; A35, option `manoeuvre_reach`; RISK-TAR-06; A6)."""
    if world.options.manoeuvre_reach == "adjacent":
        near = target in neighbours(source, world.options)
        return None if near else Objection("RISK-MAN-03", False, f"{place(target)} does not adjoin {place(source)}")
    if not route(world, seat, source, target, past_tardis=False):
        return Objection(
            "RISK-MAN-03", False, f"there is no way from {place(source)} to {place(target)} through own territories"
        )
    blocked = world.options.tardis_blocks_path and not route(world, seat, source, target, past_tardis=True)
    return (
        Objection(
            "RISK-TAR-06",
            False,
            f"every way from {place(source)} to {place(target)} leads through the cease-fire",
            _PASSING,
        )
        if blocked
        else None
    )


def _not_own(world: World, seat: str, source: str, target: str) -> str:
    """Which of the two is no own territory; or that they are one."""
    foreign = [end for end in dict.fromkeys((source, target)) if world.lands[end].army != seat]
    held = [f"{place(end)} is held by {army_name(world.lands[end].army)}" for end in foreign]
    return joined(held) or f"{place(source)} is both"


def manoeuvre_objections(world: World, seat: str, source: str, target: str, daleks: int) -> list[Objection]:
    """What speaks against a manoeuvre.

    Rules:
        RISK-MAN-01 once, after all attacks; RISK-MAN-02 from an own territory to another; RISK-MAN-03 joined through
        own ones; RISK-MAN-04 one stays; RISK-MAN-05 one origin and one destination; RISK-MAN-06 whatever was fought;
        RISK-TAR-05 not from or to the cease-fire, RISK-TAR-06 nor through it.
    """
    home, there = world.lands[source], world.lands[target]
    where: list[Objection | None] = []
    if source == target or not home.army == seat == there.army:
        where.append(
            Objection(
                "RISK-MAN-02",
                False,
                f"manoeuvre from one own territory to another: {_not_own(world, seat, source, target)}",
            )
        )
    else:
        ends = [
            cease_fire_objection(world, end, "RISK-TAR-05", "no manoeuvre begins or ends in the cease-fire")
            for end in (source, target)
        ]
        where += [next((end for end in ends if end), None) or _way(world, seat, source, target)]
        if daleks >= home.daleks:
            where.append(
                Objection("RISK-MAN-04", False, f"leave at least one Dalek behind: {place(source)} has {home.daleks}")
            )
    return ordered_objections(step_objections(world, seat, "manoeuvre"), *where)


def manoeuvre(draft: Draft[World], move: Manoeuvre) -> None:
    """Move Daleks between own territories; then the draw is left (RISK-MAN-07)."""
    must_be_territories(draft, move.source, move.target)
    draft.must("RISK-MAN-04", move.daleks > 0, "move one Dalek at least")
    require_all(draft, *manoeuvre_objections(draft.now, move.player, move.source, move.target, move.daleks))
    own = enter_step(draft, move, "manoeuvre")
    draft.add(DaleksMoved(source=move.source, target=move.target, daleks=move.daleks), "RISK-MAN-02")
    if own:
        _go_on(draft)


def holding_objections(world: World, seat: str) -> list[Objection | None]:
    """What speaks against holding position: the manoeuvre is optional (RISK-MAN-01)."""
    return [step_objections(world, seat, "manoeuvre")]


def hold_position(draft: Draft[World], move: HoldPosition) -> None:
    """Make no manoeuvre."""
    require_all(draft, *holding_objections(draft.now, move.player))
    if enter_step(draft, move, "manoeuvre"):
        _go_on(draft)


def _go_on(draft: Draft[World]) -> None:
    if draft.now.step == "manoeuvre":
        draft.add(StepReached(step="draw"), "RISK-TRN-01")
