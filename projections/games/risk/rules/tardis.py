"""The first two steps of a turn: land the TARDIS, check for regeneration."""

from typing import Final

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.risk.events.effects import CardReturned, ClaraAdvanced, StepReached, TardisLanded
from projections.games.risk.events.moves import LandTardis
from projections.games.risk.rules.ending import end_by_count, finish_turn
from projections.games.risk.rules.territory_cards import renew_deck
from projections.games.risk.rules.turns import abandon_unfinished, enter_step, reach_step, step_objections
from projections.games.risk.state.names import place
from projections.games.risk.state.position import ELEVENTH, World
from projections.objections import Objection, require_all

LAST_DOCTOR: Final = 11
"""Ten advances lead from the First Doctor to the Eleventh (RISK-REG-03, A39)."""


def cease_fire_objection(world: World, territory: str, rule: str, message: str) -> Objection | None:
    """The objection of a territory where the TARDIS stands, for this turn alone (RISK-TAR-07)."""
    if world.tardis == UNKNOWN:
        return Objection(rule, None, f"{message}; where the TARDIS stands is not known")
    stands = f"{message}: the TARDIS stands in {place(territory)}"
    return Objection(rule, False, stands) if world.tardis == territory else None


def landing_objections(world: World, seat: str) -> list[Objection | None]:
    """What speaks against landing the TARDIS now: once, at the start of every own turn (RISK-TAR-01)."""
    return [step_objections(world, seat, "tardis")]


def land_tardis(draft: Draft[World], move: LandTardis) -> None:
    """Turn up the top card of the deck and land the TARDIS there; a seat that lands out of turn has taken the turn.

    Rules:
        RISK-TAR-01 the top card; RISK-TAR-02 where it lands; RISK-TAR-11 with no card anywhere there is no landing;
        RISK-REG-01 Clara; RISK-REG-04 one space and never back.
    """
    seat = move.player
    require_all(draft, *landing_objections(draft.now, seat))
    if not enter_step(draft, move, "tardis"):
        abandon_unfinished(draft)
        finish_turn(draft, follows=seat)
        reach_step(draft, "tardis")
    if draft.now.is_over:
        return
    if draft.now.tardis_card:
        draft.add(CardReturned(card=draft.now.tardis_card), "RISK-TAR-09")
    renew_deck(draft)
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
    """Clara goes on by one Doctor; with the Eleventh the game is over.

    Rules:
        RISK-REG-01 Clara on the card that was turned up; RISK-REG-02 on no other card; RISK-VAR-01 not in total
        domination; RISK-WIN-01 the end; RISK-WIN-02 before anybody places or attacks.
    """
    draft.add(ClaraAdvanced(doctor=min(LAST_DOCTOR, draft.now.clara + 1)), "RISK-REG-01")
    if draft.now.clara >= LAST_DOCTOR:
        end_by_count(draft, ELEVENTH, "RISK-WIN-01")
