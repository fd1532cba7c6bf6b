"""The rule of each move, and what every move has in common."""

from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.risk.events import LandTardis, MoveIn, PlaceNeutral, RiskMove, SkipStep
from projections.games.risk.rules.attack import ATTACK_MOVES
from projections.games.risk.rules.battle import BATTLE_MOVES
from projections.games.risk.rules.conquest import MOVE_IN
from projections.games.risk.rules.ending import ENDING_MOVES
from projections.games.risk.rules.manoeuvre import MANOEUVRE_MOVES
from projections.games.risk.rules.neutral_armies import PLACE_NEUTRAL
from projections.games.risk.rules.placement import PLACEMENT_MOVES
from projections.games.risk.rules.power_cards import POWER_MOVES
from projections.games.risk.rules.reinforcements import REINFORCEMENT_MOVES
from projections.games.risk.rules.tardis import LAND_TARDIS
from projections.games.risk.rules.turns import SKIP_STEP
from projections.games.risk.state.position import World
from projections.move_rule import MoveRules, decide_move

AnyMove = RiskMove | Passed
"""Any move of a seat in this game."""
MOVE_RULES: Final[MoveRules[World]] = {
    PlaceNeutral: PLACE_NEUTRAL,
    LandTardis: LAND_TARDIS,
    SkipStep: SKIP_STEP,
    **REINFORCEMENT_MOVES,
    **POWER_MOVES,
    **PLACEMENT_MOVES,
    **ATTACK_MOVES,
    **BATTLE_MOVES,
    MoveIn: MOVE_IN,
    **MANOEUVRE_MOVES,
    **ENDING_MOVES,
}


def decide(draft: Draft[World], move: AnyMove) -> None:
    """Decide one move: check the rules, record it, and add its consequences."""
    draft.must("RISK-SET-01", move.player in draft.now.seats, f'"{move.player[:40]}" is not a seat of this game')
    draft.must("RISK-SET-02", draft.now.turn > 0, "the game has not begun")
    decide_move(draft, move)
