"""Territory Cards: renewing the deck from the discards, and the stars of a hand."""

from collections.abc import Sequence
from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.risk.events import DeckRenewed
from projections.games.risk.state.position import World

_MOST_ON_A_CARD: Final = 2


def renew_deck(draft: Draft[World]) -> None:
    """Shuffle the discards into a new deck if it is empty (RISK-DRW-05), in every variant (RISK-VAR-03, A8)."""
    discards = draft.now.discards
    if not draft.now.deck and discards:
        draft.add(DeckRenewed(count=len(discards)), "RISK-DRW-05")
        if draft.now.deck:
            draft.shuffle("territory", discards)


def stars_on(world: World, cards: Sequence[str]) -> int:
    """Return the number of stars on the known cards (RISK-TRD-01)."""
    return sum(world.cards.territory[card].stars for card in cards if card != UNKNOWN)


def owes_trade(world: World, seat: str) -> bool | None:
    """Return whether a seat must trade before it leaves step 3, None if that depends on unknown cards.

    A trade is never compulsory (RISK-TRD-11), unless an option sets a number of stars (A13, option
    `forced_trade_stars`).
    """
    limit, hand = world.options.forced_trade_stars, world.hands.get(seat, ())
    if not limit or (world.options.trades_per_turn == "one" and world.trades):
        return False
    known, unknown = stars_on(world, hand), hand.count(UNKNOWN)
    if known + unknown >= limit:
        return True
    return None if known + _MOST_ON_A_CARD * unknown >= limit else False
