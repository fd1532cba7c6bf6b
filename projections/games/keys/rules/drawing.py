"""The first step of a turn: draw a card."""

from projections.draft import Draft
from projections.games.keys.facts import DrawCard, DrawPileRenewed
from projections.games.keys.rules.turns import end_turn, make_move, step_objections
from projections.games.keys.state.position import Position
from projections.objections import state

__all__ = ["can_draw", "draw_card"]


def can_draw(position: Position) -> bool:
    """Whether there is a card to draw, in the pile or among the discards."""
    return bool(position.draw or position.discards)


def draw_card(draft: Draft[Position], move: DrawCard) -> None:
    """Take the top card of the draw pile; a seat that draws out of turn has taken the turn.

    Rules:
        KEY-TRN-02 drawing; KEY-TRN-07 an empty pile is made anew of the discards when a draw is due (B06).
    """
    now = draft.now
    draft.must("KEY-TRN-07", can_draw(now), "there is no card left to draw")
    state(draft, *step_objections(now, move.player, "draw"))
    make_move(draft, move, "draw")
    if move.player != now.player and (move.player, "draw") not in now.missed and not now.winner:
        end_turn(draft, follows=move.player)
    if not draft.now.draw:
        cards = draft.now.discards
        draft.add(DrawPileRenewed(count=len(cards)), "KEY-TRN-07")
        draft.shuffle("draw", cards)
    draft.draw(move.player, "draw")
