"""The third step of a turn, second part: placing new Daleks, and removing Daleks because of a rival's card."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.risk.events import DaleksAdded, DaleksLost, DaleksPlaced, Place, RemoveDalek, StepReached
from projections.games.risk.rules import reinforcements, turns
from projections.games.risk.state.names import army_name, place as territory_words
from projections.games.risk.state.position import Duty, World
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted


def _place_must(draft: Draft[World], move: Place) -> None:
    turns.must_be_territories(draft, move.territory)
    draft.must("RISK-PLC-06", move.daleks > 0, "at least one Dalek must be placed")


def placing_conflicts(world: World, move: Place) -> Iterator[RuleConflict]:
    """Yield the conflicts of placing in own territories (RISK-PLC-06, RISK-TAR-08), any number (RISK-CMP-04)."""
    order = turns.step_conflict(world, move.player, "place")
    if order:
        yield order
    if (army := world.lands[move.territory].army) != move.player:
        held = f"{territory_words(move.territory)} is held by {army_name(army)}"
        yield RuleConflict("RISK-PLC-06", "new Daleks can only be placed in the player's own territories", held)
    if not order and move.daleks > world.pool:
        left = f"{counted(world.pool, 'new Dalek is', 'new Daleks are')} left"
        only = "only the new Daleks of the turn can be placed"
        yield RuleConflict("RISK-PLC-02", only, left, have=move.daleks, limit=world.pool)


def place(draft: Draft[World], move: Place) -> None:
    """Place new Daleks; the last of them ends the step.

    Rules:
        RISK-PLC-07: all are placed (N2). RISK-PLC-08: claims, trades and cards are possible in between, in any order.
        If it is unknown whether a trade is compulsory (RISK-TRD-11), the post states whether the step is over.
    """
    if not reinforcements.enter_placing(draft, move.player):
        draft.add(DaleksAdded(territory=move.territory, daleks=move.daleks), "RISK-PLC-06")
        return
    draft.add(DaleksPlaced(territory=move.territory, daleks=move.daleks), "RISK-PLC-06")
    left = turns.unplaced_conflict(draft.now, move.player)
    if draft.now.step == "place" and (not left or (left.verdict is None and draft.states(StepReached))):
        draft.add(StepReached(step="attack"), "RISK-TRN-01")


def removing_conflicts(world: World, move: RemoveDalek) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of removing one of the seat's Daleks, which only a card requires (RISK-POW-16)."""
    land, name = world.lands[move.territory], territory_words(move.territory)
    if not any(isinstance(thing, Duty) and thing.player == move.player for thing in world.stack):
        state = f"no card is making {army_name(move.player)} remove any"
        none = RuleConflict("RISK-POW-16", "Daleks can only be removed because of a Power Card", state)
        yield turns.over_conflict(world) or none
    if land.army != move.player:
        held = f"{name} is held by {army_name(land.army)}"
        yield RuleConflict("RISK-POW-16", "a player can only remove Daleks of their own army", held)
    elif land.daleks < 2:
        last = f"{name} has {land.daleks}"
        yield RuleConflict("RISK-POW-16", "at least one Dalek must stay in the territory", last, have=1, limit=0)


def remove_dalek(draft: Draft[World], move: RemoveDalek) -> None:
    """Remove one own Dalek from the board (RISK-POW-16)."""
    draft.add(DaleksLost(territory=move.territory, daleks=1), "RISK-POW-16")


PLACEMENT_MOVES: Final[MoveRules[World]] = {
    Place: MoveRule(placing_conflicts, place, _place_must),
    RemoveDalek: MoveRule(
        removing_conflicts, remove_dalek, lambda draft, move: turns.must_be_territories(draft, move.territory)
    ),
}
