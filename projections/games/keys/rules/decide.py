"""The rule of each move, and what every move has in common."""

from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.keys.events.moves import KeysMove
from projections.games.keys.rules import bonus, card_uses, play
from projections.games.keys.rules.movement import PAWN_MOVES
from projections.games.keys.state.position import Position
from projections.move_rule import MoveRules, decide_move

AnyMove = KeysMove | Passed
MOVE_RULES: Final[MoveRules[Position]] = {**play.DRAW_MOVES, **card_uses.PLAY_MOVES, **PAWN_MOVES, **bonus.BONUS_MOVES}


def decide(draft: Draft[Position], move: AnyMove) -> None:
    """Decide one move: check it against the rules and record it with its effects."""
    draft.must("KEY-SET-04", move.player in draft.now.pawns, f'there is no pawn of "{move.player}"')
    draft.must("KEY-SET-08", draft.now.turn > 0, "the game has not begun")
    decide_move(draft, move)
