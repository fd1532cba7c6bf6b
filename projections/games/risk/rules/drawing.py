"""The sixth step of a turn: draw a Territory Card for a conquest."""

from projections.draft import Draft
from projections.games.risk.facts.moves import DrawTerritoryCard
from projections.games.risk.rules.deck import renew
from projections.games.risk.rules.turns import take_step, with_order
from projections.games.risk.rules.unfinished import enter
from projections.games.risk.state.position import World
from projections.objections import Objection, state

__all__ = ["draw_territory_card", "drawing_objections"]


def drawing_objections(world: World, seat: str) -> list[Objection]:
    """What speaks against drawing.

    Rules:
        RISK-DRW-01 for a conquest of this turn, of a neutral territory too (RISK-TWO-20); RISK-DRW-02 one card.
    """
    earned = None
    if world.drawn and seat == world.player:
        earned = Objection("RISK-DRW-02", False, "one card in a turn, however many conquests")
    elif not world.conquered and seat == world.player:
        earned = Objection("RISK-DRW-01", False, "a card is drawn for a conquest of this turn")
    return with_order(take_step(world, seat, "draw"), earned)


def draw_territory_card(draft: Draft[World], move: DrawTerritoryCard) -> None:
    """Draw the top card of the deck into the hand, whatever was conquered (RISK-DRW-03).

    Rules:
        RISK-DRW-05 from the discards where the deck is empty, and not at all where there are none (A8).
    """
    now = draft.now
    draft.must("RISK-DRW-05", bool(now.deck or now.discards), "there is no card left to draw")
    state(draft, *drawing_objections(now, move.player))
    enter(draft, move, "draw")
    renew(draft)
    draft.draw(move.player, "territory")
