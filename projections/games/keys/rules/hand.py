"""The second step of a turn: play a card from the hand."""

from events.facts import UNKNOWN
from projections.draft import Draft
from projections.games.keys.facts import CardPlayed, KeysMove
from projections.games.keys.rules.turns import make_move, step_objections
from projections.games.keys.state.position import Position
from projections.objections import Objection, state

__all__ = ["hand_objection", "may_play", "put_down"]


def hand_objection(position: Position, seat: str, card: str) -> Objection | None:
    """A card is played from the hand (KEY-TRN-03); one of unknown cards may be the one."""
    hand = position.hands.get(seat, ())
    if card in hand:
        return None
    if UNKNOWN in hand:
        return Objection("KEY-TRN-03", None, f"play a card from the hand; whether {seat} holds {card} is not known")
    return Objection("KEY-TRN-03", False, f"play a card from the hand: {seat} holds no {card}")


def may_play(draft: Draft[Position], move: KeysMove, card: str, *objections: Objection | None) -> None:
    """State what speaks against playing this card now, then what speaks against its use."""
    now = draft.now
    state(draft, *step_objections(now, move.player, "play"), hand_objection(now, move.player, card), *objections)


def put_down(draft: Draft[Position], move: KeysMove, card: str, *, laid: bool = False) -> None:
    """Write the play: the card goes to the discard pile, or onto the board where it is `laid` (KEY-TRN-04)."""
    make_move(draft, move, "play")
    draft.add(CardPlayed(player=move.player, card=card, laid=laid), "KEY-TRN-04")
