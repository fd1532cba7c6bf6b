"""Compulsory steps that a table left out, and said so."""

from collections.abc import Mapping
from typing import Final

from projections.draft import Draft
from projections.games.ccg.events.moves import SkipStep
from projections.games.ccg.rules.creatures import is_own_turn
from projections.games.ccg.rules.episodes import apply_unsolved
from projections.games.ccg.rules.turns import LEFT_OUT, must_have_begun, reach_step, step_objections
from projections.games.ccg.state.position import Position
from projections.objections import Objection, require_all

_BEHIND: Final[Mapping[str, str]] = {"stand": "zone", "draw": "play", "combat": "attack"}
"""The step behind each that people leave out and say so."""


def skip_step_objections(position: Position, move: SkipStep) -> list[Objection]:
    """What speaks against leaving a step out: it is compulsory (CCG-PREP-01, CCG-PREP-06, CCG-COM-01)."""
    found = step_objections(position, move.player, "play" if move.step == "combat" else move.step)
    return found or [LEFT_OUT[move.step]]


def skip_step(draft: Draft[Position], move: SkipStep) -> None:
    """Leave a compulsory step out, and say so (CCG-TRN-02); what can be made good later in the turn may be.

    Rules:
        CCG-EPI-18 Episodes that were not solved act also where combat is not announced.
    """
    must_have_begun(draft)
    draft.must("CCG-TRN-01", move.step in _BEHIND, f"a step that is left out is {', '.join(_BEHIND)}")
    require_all(draft, *skip_step_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    if move.step == "combat":
        apply_unsolved(draft)
    reach_step(draft, _BEHIND[move.step])
