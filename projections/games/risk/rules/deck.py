"""The one deck of Territory Cards: its discards become a new one when a card is needed and there is none."""

from projections.draft import Draft
from projections.games.risk.facts.effects import DeckRenewed
from projections.games.risk.state.position import World

__all__ = ["renew"]


def renew(draft: Draft[World]) -> None:
    """Shuffle the discards into a new deck where it is empty.

    Rules:
        RISK-DRW-05 and RISK-VAR-03, in every variant (A8).
    """
    discards = draft.now.discards
    if not draft.now.deck and discards:
        draft.add(DeckRenewed(count=len(discards)), "RISK-DRW-05")
        if draft.now.deck:
            draft.shuffle("territory", discards)
