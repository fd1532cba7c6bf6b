"""The rule of each move, and what every move has in common."""

from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules import answers, bonus, card_use, combat, decks, episodes, left_out, preparation
from projections.games.ccg.rules.support import GIVE_SUPPORT
from projections.games.ccg.rules.windows import SET_STOPS
from projections.games.ccg.state.position import Position
from projections.move_rule import MoveRules, decide_move

MOVE_RULES: Final[MoveRules[Position]] = {
    m.SubmitDeck: decks.SUBMIT_DECK,
    m.SetStops: SET_STOPS,
    **preparation.PREPARATION_MOVES,
    **episodes.EPISODE_MOVES,
    **combat.COMBAT_MOVES,
    m.GiveSupport: GIVE_SUPPORT,
    **card_use.CARD_MOVES,
    **bonus.ENDING_MOVES,
    m.SkipStep: left_out.SKIP_STEP,
    Passed: answers.PASSED,
}

_BEFORE_DECKS: Final = (m.SubmitDeck, m.SetStops)


def decide(draft: Draft[Position], move: m.AnyMove) -> None:
    """Check a move of one of two players (CCG-OBJ-01), after both decks (CCG-STR-03), and write it with its effects."""
    draft.must("CCG-OBJ-01", move.player in draft.now.seats, f'no seat is called "{move.player[:40]}"')
    if not isinstance(move, _BEFORE_DECKS):
        draft.must("CCG-STR-03", draft.now.turn > 0, "both players must submit a deck first")
    decide_move(draft, move)
