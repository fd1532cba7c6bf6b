"""The first two steps of a turn: draw a card, then play one from the hand."""

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.keys.events import CardPlayed, DrawCard, DrawPileRenewed, KeysMove, SkipDraw, StepMissed
from projections.games.keys.rules.turns import end_turn, is_own_step, step_conflicts, write_move
from projections.games.keys.state.names import card_name, seat_name
from projections.games.keys.state.position import Position
from projections.rule_conflicts import RuleConflict
from projections.wording import with_article


def can_draw(position: Position) -> bool:
    """Return whether there is a card to draw, in the pile or among the discards."""
    return bool(position.draw or position.discards)


def draw_card(draft: Draft[Position], move: DrawCard) -> None:
    """Take the top card of the draw pile. A seat that draws out of turn takes the turn.

    Rules:
        KEY-TRN-02 drawing; KEY-TRN-07 if the pile is empty for a draw, the discards become the new pile (B06).
    """
    now = draft.now
    left = can_draw(now)
    draft.require(*step_conflicts(now, move.player, "draw"))
    draft.require(
        RuleConflict(
            "KEY-TRN-07",
            "a card can only be drawn from a draw pile or discards with cards",
            "the draw pile and the discards are empty",
            verdict=left,
        )
    )
    write_move(draft, move, "draw")
    if move.player != now.player and (move.player, "draw") not in now.missed:
        end_turn(draft, follows=move.player)
    if left and not draft.now.draw:
        cards = draft.now.discards
        draft.add(DrawPileRenewed(count=len(cards)), "KEY-TRN-07")
        draft.shuffle("draw", cards)
    draft.draw(move.player, "draw")


def skip_draw(draft: Draft[Position], move: SkipDraw) -> None:
    """Declare that no card is drawn (KEY-TRN-02). The draw can be made up until the next seat acts."""
    now = draft.now
    found = step_conflicts(now, move.player, "draw")
    draft.require(*(found or [RuleConflict("KEY-TRN-02", "the turn must start with a draw")]))
    draft.add(move)
    if is_own_step(now, move.player, "draw") and now.step == "draw":
        draft.add(StepMissed(player=move.player, step="draw"), "KEY-TRN-02")


def hand_conflict(position: Position, seat: str, card: str) -> RuleConflict | None:
    """Return the conflict of playing a card that is not in the hand (KEY-TRN-03). An unknown card may be it."""
    held = holds(position.hands.get(seat, ()), card)
    if held:
        return None
    who, what = seat_name(position, seat), with_article(card_name(card))
    if held is None:
        return RuleConflict(
            "KEY-TRN-03",
            "a played card must be in the hand",
            f"this log does not show if {who} holds {what}",
            verdict=None,
        )
    return RuleConflict("KEY-TRN-03", "a played card must be in the hand", f"{what} is not in the hand of {who}")


def require_play(draft: Draft[Position], move: KeysMove, card: str, *conflicts: RuleConflict | None) -> None:
    """Require that this card may be played now, and then that it may be used as the move says."""
    now = draft.now
    draft.require(*step_conflicts(now, move.player, "play"), hand_conflict(now, move.player, card), *conflicts)


def write_play(draft: Draft[Position], move: KeysMove, card: str, *, laid: bool = False) -> None:
    """Record that a card is played: it goes to the discards or, with `laid`, onto the board (KEY-TRN-04)."""
    write_move(draft, move, "play")
    draft.add(CardPlayed(player=move.player, card=card, laid=laid), "KEY-TRN-04")
