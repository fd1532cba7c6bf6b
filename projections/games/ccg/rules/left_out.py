"""Compulsory steps that the players say they skipped."""

from collections.abc import Mapping
from typing import Final

from projections.draft import Draft
from projections.games.ccg.events.moves import SkipStep
from projections.games.ccg.rules import creatures, episodes, turns
from projections.games.ccg.state.position import Position
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict

_BEHIND: Final[Mapping[str, str]] = {"stand": "zone", "draw": "play", "combat": "attack"}
"""For each compulsory step that can be skipped, the step that follows."""


def skip_step_conflicts(position: Position, move: SkipStep) -> list[RuleConflict]:
    """Return the rule conflicts of skipping a step, which is compulsory (CCG-PREP-01, CCG-PREP-06, CCG-COM-01)."""
    found = turns.step_conflicts(position, move.player, "play" if move.step == "combat" else move.step)
    rule, verb = turns.COMPULSORY[move.step]
    return found or [RuleConflict(rule, f"a player must {verb} in every turn")]


def _skip_must(draft: Draft[Position], move: SkipStep) -> None:
    turns.must_have_begun(draft, move)
    draft.must("CCG-TRN-01", move.step in _BEHIND, f"only these steps can be skipped: {', '.join(_BEHIND)}")


def skip_step(draft: Draft[Position], move: SkipStep) -> None:
    """Skip a compulsory step as stated (CCG-TRN-02). Episodes act before skipped combat (CCG-EPI-18)."""
    if not creatures.is_own_turn(draft.now, move.player):
        return
    if move.step == "combat":
        episodes.apply_unsolved(draft)
    turns.reach_step(draft, _BEHIND[move.step])


SKIP_STEP: Final = MoveRule(skip_step_conflicts, skip_step, _skip_must)
