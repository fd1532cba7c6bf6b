"""Playing a card to the discard pile without effect."""

from projections.draft import Draft
from projections.games.keys.facts import Discard
from projections.games.keys.rules.hand import may_play, put_down
from projections.games.keys.rules.uses import has_use
from projections.games.keys.state.position import CARDS, Position
from projections.objections import Objection

__all__ = ["discard", "discard_objection"]


def discard_objection(position: Position, seat: str, card: str) -> Objection | None:
    """A card that can be used is not thrown away (KEY-TRN-04 as read in B05, option `discard_unused`)."""
    if position.options.discard_unused == "always":
        return None
    used = has_use(position, seat, card)
    if used is False:
        return None
    if used is None:
        return Objection("KEY-TRN-04", None, f"use a card that has a legal target; whether {card} has one is not known")
    return Objection("KEY-TRN-04", False, f"use a card that has a legal target: {card} has one")


def discard(draft: Draft[Position], move: Discard) -> None:
    """Play a card that has no legal target: it goes to the discard pile and does nothing (KEY-TRN-04, B05)."""
    draft.must("KEY-CMP-01", move.card in CARDS, f'there is no card "{move.card}"')
    may_play(draft, move, move.card, discard_objection(draft.now, move.player, move.card))
    put_down(draft, move, move.card)
