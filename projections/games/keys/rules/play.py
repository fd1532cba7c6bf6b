"""The first two steps of a turn: draw a card, then play one from the hand."""

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.keys.events import CardPlayed, DrawCard, DrawPileRenewed, KeysMove, SkipDraw, StepMissed
from projections.games.keys.rules.turns import end_turn, is_own_step, step_objections, write_move
from projections.games.keys.state.names import card_name, seat_name
from projections.games.keys.state.position import Position
from projections.objections import Objection, require_all
from projections.wording import with_article


def can_draw(position: Position) -> bool:
    """Whether there is a card to draw, in the pile or among the discards."""
    return bool(position.draw or position.discards)


def draw_card(draft: Draft[Position], move: DrawCard) -> None:
    """Take the top card of the draw pile; a seat that draws out of turn has taken the turn.

    Rules:
        KEY-TRN-02 drawing; KEY-TRN-07 an empty pile is made anew of the discards when a draw is due (B06).
    """
    now = draft.now
    left = can_draw(now)
    require_all(draft, *step_objections(now, move.player, "draw"))
    draft.require("KEY-TRN-07", left, "there is no card left to draw")
    write_move(draft, move, "draw")
    if move.player != now.player and (move.player, "draw") not in now.missed:
        end_turn(draft, follows=move.player)
    if left and not draft.now.draw:
        cards = draft.now.discards
        draft.add(DrawPileRenewed(count=len(cards)), "KEY-TRN-07")
        draft.shuffle("draw", cards)
    draft.draw(move.player, "draw")


def skip_draw(draft: Draft[Position], move: SkipDraw) -> None:
    """Draw no card, and say so (KEY-TRN-02); it can be made good until the next seat acts."""
    now = draft.now
    found = step_objections(now, move.player, "draw")
    require_all(draft, *(found or [Objection("KEY-TRN-02", False, "draw a card first")]))
    draft.add(move)
    if is_own_step(now, move.player, "draw") and now.step == "draw":
        draft.add(StepMissed(player=move.player, step="draw"), "KEY-TRN-02")


def hand_objection(position: Position, seat: str, card: str) -> Objection | None:
    """A card is played from the hand (KEY-TRN-03); one of unknown cards may be the one."""
    held = holds(position.hands.get(seat, ()), card)
    if held:
        return None
    who, what = seat_name(position, seat), with_article(card_name(card))
    if held is None:
        return Objection("KEY-TRN-03", None, f"play a card from the hand; whether {who} holds {what} is not known")
    return Objection("KEY-TRN-03", False, f"play a card from the hand: {who} does not hold {what}")


def require_play(draft: Draft[Position], move: KeysMove, card: str, *objections: Objection | None) -> None:
    """State what speaks against playing this card now, then what speaks against its use."""
    now = draft.now
    require_all(draft, *step_objections(now, move.player, "play"), hand_objection(now, move.player, card), *objections)


def write_play(draft: Draft[Position], move: KeysMove, card: str, *, laid: bool = False) -> None:
    """Write the play: the card goes to the discard pile, or onto the board where it is `laid` (KEY-TRN-04)."""
    write_move(draft, move, "play")
    draft.add(CardPlayed(player=move.player, card=card, laid=laid), "KEY-TRN-04")
