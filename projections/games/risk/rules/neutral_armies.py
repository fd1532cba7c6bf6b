"""The neutral armies of the two-player game: adding Daleks to one of them before the TARDIS lands."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.risk.events import DaleksAdded, PlaceNeutral, StepReached
from projections.games.risk.rules import ending, turns
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import NEUTRALS, World
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.wording import counted


def _place_neutral_must(draft: Draft[World], move: PlaceNeutral) -> None:
    draft.must("RISK-TWO-01", len(draft.now.seats) == 2, "only a game for two players has neutral armies")
    turns.must_be_territories(draft, move.territory)
    draft.must("RISK-TWO-12", move.daleks > 0, "at least one Dalek must be added")


def neutral_conflicts(world: World, move: PlaceNeutral) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of adding Daleks to a neutral army's territory.

    Rules:
        RISK-TWO-14: the opponent of the player who has the turn chooses, also the army (N11). RISK-TWO-15: a defeated
        army has no territory left.
    """
    order = turns.step_conflict(world, move.player, "neutral")
    if order:
        yield order
    army, left = world.lands[move.territory].army, world.neutral_pool
    if army not in NEUTRALS:
        held = f"{place(move.territory)} is held by {army_name(army)}"
        yield RuleConflict("RISK-TWO-13", "neutral Daleks can only be added to a neutral army", held)
    elif world.neutral_army not in ("", army):
        chosen = f"the army of this turn is {army_name(world.neutral_army)}"
        yield RuleConflict("RISK-TWO-13", "all neutral Daleks of a turn must go to one army", chosen)
    if not order and move.daleks > left:
        few = f"{counted(left, 'neutral Dalek is', 'neutral Daleks are')} left"
        only = "only 3 neutral Daleks can be added in a turn"
        yield RuleConflict("RISK-TWO-12", only, few, have=move.daleks, limit=left)


def place_neutral(draft: Draft[World], move: PlaceNeutral) -> None:
    """Add Daleks to a neutral army's territory.

    A seat that does so out of turn starts the other seat's turn. A seat that adds them in its own turn does not.

    Rules:
        RISK-TWO-12: before the TARDIS lands, so the third Dalek ends the step (N12).
    """
    seat = move.player
    for_itself = draft.before.step == "neutral" and seat == draft.before.player
    if not turns.enter_step(draft, seat, "neutral") and not for_itself:
        turns.abandon_unfinished(draft)
        ending.finish_turn(draft, follows=turns.opponent(draft.now, seat))
    if draft.now.is_over:
        return
    draft.add(DaleksAdded(territory=move.territory, daleks=move.daleks), "RISK-TWO-13")
    if draft.now.step == "neutral" and not draft.now.neutral_pool:
        draft.add(StepReached(step="tardis"), "RISK-TRN-01")


PLACE_NEUTRAL: Final[MoveRule[World]] = MoveRule(neutral_conflicts, place_neutral, _place_neutral_must)
