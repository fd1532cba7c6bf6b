"""The rule of each move, and what every move has in common."""

from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.daleks.events import moves as m
from projections.games.daleks.rules import adventure, cost_parts, pool, prepare, resolve, roll, setup, travel
from projections.games.daleks.rules.companions import RECRUIT
from projections.games.daleks.rules.costs import COST_MOVES, resolve_costs
from projections.games.daleks.rules.finish import FINISH_MOVES
from projections.games.daleks.rules.help import HELP_MOVES
from projections.games.daleks.rules.passing import decide_pass, passing_conflicts
from projections.games.daleks.rules.timey_wimey import PLAY_TIMEY
from projections.games.daleks.state.position import Position
from projections.move_rule import MoveRule, MoveRules, decide_move

MOVE_RULES: Final[MoveRules[Position]] = {
    m.ChooseDoctor: setup.CHOOSE_DOCTOR,
    **prepare.PREPARE_MOVES,
    m.PlayTimey: PLAY_TIMEY,
    **travel.TRAVEL_MOVES,
    m.Recruit: RECRUIT,
    m.Gather: adventure.GATHER,
    **pool.POOL_MOVES,
    **HELP_MOVES,
    **roll.ROLL_MOVES,
    **resolve.RESOLVE_MOVES,
    **COST_MOVES,
    **FINISH_MOVES,
    Passed: MoveRule(passing_conflicts, decide_pass),
}


def decide(draft: Draft[Position], move: m.AnyMove) -> None:
    """Decide one move: check it against the rules and record it with its effects.

    Rules:
        TOD-ROUND-04: a turn has four steps. TOD-ADV-01: an Adventure has stages. TOD-SETUP-08: every player needs a
        Doctor first. TOD-FAIL-05: a cost without any choice left, after an accepted illegal move or a manual change, is
        carried out after the next move.
    """
    draft.must("TOD-ROUND-01", move.player in draft.now.seats, f'"{move.player[:40]}" is not a seat')
    if not isinstance(move, m.ChooseDoctor):
        begun = "every player must have a Doctor before the first turn"
        draft.must("TOD-SETUP-08", draft.now.turn > 0, begun)
    left = draft.now.stack if cost_parts.goes_by_itself(draft.now) else ()
    decide_move(draft, move)
    if left and draft.now.stack == left:
        resolve_costs(draft)
