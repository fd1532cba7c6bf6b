"""The third step of a turn, second part: placing new Daleks, and removing Daleks because of a rival's card."""

from projections.draft import Draft
from projections.games.risk.events.battle_effects import DaleksLost
from projections.games.risk.events.effects import DaleksAdded, DaleksPlaced, StepReached
from projections.games.risk.events.moves import Place, RemoveDalek
from projections.games.risk.rules.reinforcements import enter_placing
from projections.games.risk.rules.turns import (
    must_be_territories,
    over_conflict,
    step_conflicts,
    unplaced_conflict,
)
from projections.games.risk.state.names import army_name, place as territory_words
from projections.games.risk.state.position import Duty, World
from projections.rule_conflicts import RuleConflict
from projections.wording import counted


def placing_conflicts(world: World, seat: str, territory: str, daleks: int) -> list[RuleConflict | None]:
    """Return the rule conflicts of placing Daleks in a territory.

    Rules:
        RISK-PLC-06: in own territories, in any split, also at the TARDIS (RISK-TAR-08). RISK-PLC-02: at most the new
        Daleks. RISK-CMP-04: the number of pieces is not a limit.
    """
    order = step_conflicts(world, seat, "place")
    where = None
    if (army := world.lands[territory].army) != seat:
        held = f"{territory_words(territory)} is held by {army_name(army)}"
        where = RuleConflict("RISK-PLC-06", "new Daleks can only be placed in the player's own territories", held)
    much = None
    if not order and daleks > world.pool:
        left = f"{counted(world.pool, 'new Dalek is', 'new Daleks are')} left"
        only = "only the new Daleks of the turn can be placed"
        much = RuleConflict("RISK-PLC-02", only, left, have=daleks, limit=world.pool)
    return [order, where, much]


def place(draft: Draft[World], move: Place) -> None:
    """Place new Daleks; the last of them ends the step.

    Rules:
        RISK-PLC-07: all are placed (N2). RISK-PLC-08: claims, trades and cards are possible in between, in any order.
        If it is unknown whether a trade is compulsory (RISK-TRD-11), the post states whether the step is over.
    """
    must_be_territories(draft, move.territory)
    draft.must("RISK-PLC-06", move.daleks > 0, "at least one Dalek must be placed")
    draft.require(*placing_conflicts(draft.now, move.player, move.territory, move.daleks))
    if not enter_placing(draft, move):
        draft.add(DaleksAdded(territory=move.territory, daleks=move.daleks), "RISK-PLC-06")
        return
    draft.add(DaleksPlaced(territory=move.territory, daleks=move.daleks), "RISK-PLC-06")
    left = unplaced_conflict(draft.now, move.player)
    if draft.now.step == "place" and (not left or (left.verdict is None and draft.states(StepReached))):
        draft.add(StepReached(step="attack"), "RISK-TRN-01")


def removing_conflicts(world: World, seat: str, territory: str) -> list[RuleConflict | None]:
    """Return the rule conflicts of removing one of the seat's Daleks, which only a card requires (RISK-POW-16)."""
    due = any(isinstance(thing, Duty) and thing.player == seat for thing in world.stack)
    land = world.lands[territory]
    state = f"no card is making {army_name(seat)} remove any"
    none = RuleConflict("RISK-POW-16", "Daleks can only be removed because of a Power Card", state)
    found = [] if due else [over_conflict(world) or none]
    if land.army != seat:
        held = f"{territory_words(territory)} is held by {army_name(land.army)}"
        found.append(RuleConflict("RISK-POW-16", "a player can only remove Daleks of their own army", held))
    elif land.daleks < 2:
        last = f"{territory_words(territory)} has {land.daleks}"
        found.append(
            RuleConflict("RISK-POW-16", "at least one Dalek must stay in the territory", last, have=1, limit=0)
        )
    return list(found)


def remove_dalek(draft: Draft[World], move: RemoveDalek) -> None:
    """Remove one own Dalek from the board (RISK-POW-16)."""
    must_be_territories(draft, move.territory)
    draft.require(*removing_conflicts(draft.now, move.player, move.territory))
    draft.add(move)
    draft.add(DaleksLost(territory=move.territory, daleks=1), "RISK-POW-16")
