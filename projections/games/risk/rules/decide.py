"""The rule of each move, and what every move has in common."""

from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.risk.events import LandTardis, MoveIn, PlaceNeutral, RiskMove, SkipStep
from projections.games.risk.rules import attack, battle, conquest, ending, manoeuvre, neutral_armies, placement, tardis
from projections.games.risk.rules.power_cards import POWER_MOVES
from projections.games.risk.rules.reinforcements import REINFORCEMENT_MOVES
from projections.games.risk.rules.turns import SKIP_STEP
from projections.games.risk.state.position import World
from projections.move_rule import MoveRules, decide_move

AnyMove = RiskMove | Passed
MOVE_RULES: Final[MoveRules[World]] = {
    PlaceNeutral: neutral_armies.PLACE_NEUTRAL,
    LandTardis: tardis.LAND_TARDIS,
    SkipStep: SKIP_STEP,
    **REINFORCEMENT_MOVES,
    **POWER_MOVES,
    **placement.PLACEMENT_MOVES,
    **attack.ATTACK_MOVES,
    **battle.BATTLE_MOVES,
    MoveIn: conquest.MOVE_IN,
    **manoeuvre.MANOEUVRE_MOVES,
    **ending.ENDING_MOVES,
}


def decide(draft: Draft[World], move: AnyMove) -> None:
    """Decide one move: check the rules, record it, and add its consequences."""
    draft.must("RISK-SET-01", move.player in draft.now.seats, f'"{move.player[:40]}" is not a seat of this game')
    draft.must("RISK-SET-02", draft.now.turn > 0, "the game has not begun")
    decide_move(draft, move)
