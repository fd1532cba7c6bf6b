"""The first two steps of a turn: land the TARDIS, check for regeneration."""

from typing import Final

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.risk.events import CardReturned, ClaraAdvanced, LandTardis, StepReached, TardisLanded
from projections.games.risk.rules import ending, territory_cards, turns
from projections.games.risk.state.names import place
from projections.games.risk.state.position import ELEVENTH, World
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict

LAST_DOCTOR: Final = 11
"""The last space of Clara's track, ten advances after the First Doctor (RISK-REG-03, A39)."""


def cease_fire_conflict(world: World, territory: str, rule: str, message: str) -> RuleConflict | None:
    """Return the conflict with `rule` if the TARDIS, with its cease-fire for this turn, is there (RISK-TAR-07)."""
    if world.tardis == UNKNOWN:
        state = f"this log does not show if the TARDIS is in {place(territory)}"
        return RuleConflict(rule, message, state, verdict=None)
    if world.tardis == territory:
        return RuleConflict(rule, message, f"the TARDIS is in {place(territory)}")
    return None


def land_tardis(draft: Draft[World], move: LandTardis) -> None:
    """Turn up the top card of the deck and land the TARDIS there. A seat that lands out of turn starts its turn.

    Rules:
        RISK-TAR-01: the top card, once at the start of a turn. RISK-TAR-02: its territory. RISK-TAR-11: without any
        cards the TARDIS does not land. RISK-REG-01: Clara. RISK-REG-04: one space, and never back.
    """
    seat = move.player
    if not turns.enter_step(draft, seat, "tardis"):
        turns.abandon_unfinished(draft)
        ending.finish_turn(draft, follows=seat)
        turns.reach_step(draft, "tardis")
    if draft.now.is_over:
        return
    if draft.now.tardis_card:
        draft.add(CardReturned(card=draft.now.tardis_card), "RISK-TAR-09")
    territory_cards.renew_deck(draft)
    item = _land(draft) if draft.now.deck else ""
    if draft.now.step == "tardis":
        draft.add(StepReached(step="count"), "RISK-TRN-01")
    if item == UNKNOWN:
        raise CannotTellError("the card under the TARDIS is not known")


def _land(draft: Draft[World]) -> str:
    item = draft.turn_up("territory", "tardis", draft.now.deck[0])
    draft.add(TardisLanded(territory=item, card=item), "RISK-TAR-02")
    card = draft.now.cards.territory.get(item)
    shows_clara = card.clara if card else draft.states(ClaraAdvanced)
    if shows_clara and draft.now.options.end_mode == "regeneration":
        _advance(draft)
    return item


def _advance(draft: Draft[World]) -> None:
    """Move Clara for the revealed card (RISK-REG-02, RISK-VAR-01); at the Eleventh the game ends (RISK-WIN-02)."""
    draft.add(ClaraAdvanced(doctor=min(LAST_DOCTOR, draft.now.clara + 1)), "RISK-REG-01")
    if draft.now.clara >= LAST_DOCTOR:
        ending.end_by_count(draft, ELEVENTH, "RISK-WIN-01")


LAND_TARDIS: Final[MoveRule[World]] = MoveRule(turns.needs_step("tardis"), land_tardis)
