"""Finish: Locations are cleared, Earth is refilled, a large hand is cut, the turn goes on to the next player."""

from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events.effects import LocationGone, TimeyDiscarded
from projections.games.daleks.events.moves import DiscardTimey, Finish
from projections.games.daleks.rules.decks import lay_dilemma
from projections.games.daleks.rules.prices import hand_objection
from projections.games.daleks.rules.turns import (
    end_turn,
    go_to_step,
    is_own_turn,
    must_have_begun,
    reach_step,
    step_objections,
)
from projections.games.daleks.state.position import Place, Position
from projections.objections import Objection, require_all
from projections.wording import titled

HAND: Final = 4
"""The cards of a hand at the end of one's own turn (TOD-FIN-05)."""


def too_many(position: Position, seat: str) -> int:
    """How many cards a hand has above the limit; installed Equipment does not count (TOD-FIN-05)."""
    return max(0, len(position.hands.get(seat, ())) - HAND)


def finish_objections(position: Position, move: Finish) -> list[Objection]:
    """What speaks against finishing the turn.

    Rules:
        TOD-ROUND-04 the Adventure comes before; TOD-FIN-05 once the Locations are cleared, a hand of four is due.
    """
    found = step_objections(position, move.player, "finish", "discard")
    if position.step == "discard" and (more := too_many(position, move.player)):
        found.append(
            Objection(
                "TOD-FIN-05", False, f"{HAND} Timey-Wimey cards are kept: {titled(move.player)} has {HAND + more}"
            )
        )
    return found


def finish(draft: Draft[Position], move: Finish) -> None:
    """Finish the turn; a hand that is too large is cut before it ends.

    Rules:
        TOD-FIN-01 and TOD-FIN-03 first and second; TOD-FIN-05 third, TOD-FIN-06 of this player alone; TOD-FIN-07
        fourth.
    """
    must_have_begun(draft)
    require_all(draft, *finish_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    if draft.now.step != "discard":
        reach_step(draft, "finish")
        _clear(draft)
        _refill_earth(draft)
        if too_many(draft.now, move.player):
            go_to_step(draft, "discard", "TOD-FIN-05")
            return
    end_turn(draft)


def _clear(draft: Draft[Position]) -> None:
    """Discard the Locations where nobody is.

    Rules:
        TOD-FIN-01 neither a Doctor nor a Dalek there, TOD-FIN-02 one of them is enough; Earth and Time Anomalies stay;
        their Dilemmas go with them (AMB-18).
    """
    for place in draft.now.places:
        if place.location != EARTH and place.location not in draft.now.box.anomaly and _is_empty(draft.now, place):
            draft.add(LocationGone(place=place.n), "TOD-FIN-01")


def _is_empty(position: Position, place: Place) -> bool:
    """Whether neither a Dalek marker nor a Doctor marker is at a Location (TOD-FIN-02)."""
    return not any(place.daleks) and all(number != place.n for number, _ in position.at.values())


def _refill_earth(draft: Draft[Position]) -> None:
    """Put a Dilemma into each empty slot of Earth, and of no other Location.

    Rules:
        TOD-FIN-03 each empty slot, face down (AMB-09); TOD-FIN-04 Earth alone.
    """
    for place in draft.now.places:
        if place.location == EARTH:
            for zone, slot in enumerate(place.slots):
                if not slot.dilemma:
                    lay_dilemma(draft, place.n, zone, "TOD-FIN-03")


def discard_timey_objections(position: Position, move: DiscardTimey) -> list[Objection]:
    """What speaks against discarding a card of the hand now.

    Rules:
        TOD-FIN-05 down to four and no further; TOD-FIN-06 in one's own Finish step.
    """
    found = step_objections(position, move.player, "finish", "discard")
    if not too_many(position, move.player):
        found.append(
            Objection("TOD-FIN-05", False, f"{HAND} Timey-Wimey cards are kept: {titled(move.player)} has no more")
        )
    return [*found, *hand_objection(position, move.player, move.card, "TOD-FIN-05")]


def discard_timey(draft: Draft[Position], move: DiscardTimey) -> None:
    """Discard a card of a hand that is too large; the turn ends when it is not any more.

    Rules:
        TOD-FIN-05 down to four; TOD-FIN-07 then the turn goes on, where the rest of the step is done.
    """
    must_have_begun(draft)
    draft.must("TOD-FIN-05", move.card in draft.now.box.timey, f'there is no card "{move.card[:40]}"')
    require_all(draft, *discard_timey_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "finish")
    draft.add(TimeyDiscarded(seat=move.player, card=move.card), "TOD-FIN-05")
    if draft.now.step == "discard" and not too_many(draft.now, move.player):
        end_turn(draft)
