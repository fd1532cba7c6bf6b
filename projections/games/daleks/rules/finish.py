"""The Finish step (clear Locations, refill Earth, reduce a large hand, pass the turn on), and the Daleks' turn."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.rules import costs, decks, markers, prices, turns
from projections.games.daleks.state.names import whose
from projections.games.daleks.state.position import Place, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import titled

HAND: Final = 4
"""The hand limit at the end of one's own turn (TOD-FIN-05)."""


def too_many(position: Position, seat: str) -> int:
    """Return the number of a seat's cards above the hand limit; installed Equipment does not count (TOD-FIN-05)."""
    return max(0, len(position.hands.get(seat, ())) - HAND)


def finish_conflicts(position: Position, move: m.Finish) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of finishing the turn.

    Rules:
        TOD-ROUND-04: the Adventure comes first. TOD-FIN-05: after the clearing, at most four cards may remain in the
        hand.
    """
    yield from turns.step_conflicts(position, move.player, "finish", "discard")
    if position.step == "discard" and (more := too_many(position, move.player)):
        wanted = f"a player can keep at most {HAND} Timey-Wimey cards at the end of a turn"
        state = f"{titled(move.player)} has {HAND + more}"
        yield RuleConflict("TOD-FIN-05", wanted, state, have=HAND + more, limit=HAND)


def finish(draft: Draft[Position], move: m.Finish) -> None:
    """Finish the turn. If the hand is too large, the player must discard first.

    Rules:
        TOD-FIN-01: clear Locations. TOD-FIN-03: then refill Earth. TOD-FIN-05: then discard. TOD-FIN-06: this player
        only. TOD-FIN-07: then pass the TARDIS die on.
    """
    if not turns.reach_step(draft, move.player, "finish"):
        return
    if draft.now.step != "discard":
        _clear(draft)
        _refill_earth(draft)
        if too_many(draft.now, move.player):
            turns.go_to_step(draft, "discard", "TOD-FIN-05")
            return
    turns.end_turn(draft)


def _clear(draft: Draft[Position]) -> None:
    """Discard the empty Locations.

    Rules:
        TOD-FIN-01: a Location with neither a Doctor nor a Dalek. TOD-FIN-02: a Location with one of these stays. Earth
        and Time Anomalies stay. The Dilemmas go with their Location (AMB-18).
    """
    for place in draft.now.places:
        if place.location != EARTH and place.location not in draft.now.box.anomaly and _is_empty(draft.now, place):
            draft.add(f.LocationGone(place=place.n), "TOD-FIN-01")


def _is_empty(position: Position, place: Place) -> bool:
    return not any(place.daleks) and all(number != place.n for number, _ in position.at.values())


def _refill_earth(draft: Draft[Position]) -> None:
    """Put a Dilemma face down (TOD-FIN-03, AMB-09) into each empty slot of Earth only (TOD-FIN-04)."""
    for place in draft.now.places:
        if place.location == EARTH:
            for zone, slot in enumerate(place.slots):
                if not slot.dilemma:
                    decks.lay_dilemma(draft, place.n, zone, "TOD-FIN-03")


def discard_timey_conflicts(position: Position, move: m.DiscardTimey) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a discard: down to four (TOD-FIN-05), in one's own Finish step (TOD-FIN-06)."""
    yield from turns.step_conflicts(position, move.player, "finish", "discard")
    if not too_many(position, move.player):
        held = len(position.hands.get(move.player, ()))
        wanted = f"a player can discard only down to {HAND} Timey-Wimey cards"
        yield RuleConflict("TOD-FIN-05", wanted, f"{titled(move.player)} has {held}", have=held, need=HAND + 1)
    yield from prices.hand_conflict(position, move.player, move.card, "TOD-FIN-05")


def _discard_timey_must(draft: Draft[Position], move: m.DiscardTimey) -> None:
    draft.must("TOD-FIN-05", move.card in draft.now.box.timey, f'"{move.card[:40]}" is not a card')


def discard_timey(draft: Draft[Position], move: m.DiscardTimey) -> None:
    """Discard a card from a hand above the limit of four (TOD-FIN-05). At the limit the turn ends (TOD-FIN-07)."""
    if turns.reach_step(draft, move.player, "finish"):
        draft.add(f.TimeyDiscarded(seat=move.player, card=move.card), "TOD-FIN-05")
        if draft.now.step == "discard" and not too_many(draft.now, move.player):
            turns.end_turn(draft)


def daleks_move_conflicts(position: Position, move: m.DaleksMove) -> list[RuleConflict]:
    """Return the rule conflicts of the Daleks' turn, which follows the last player's (TOD-ROUND-02)."""
    if ended := turns.over_conflict(position):
        return [ended]
    if position.step != "daleks":
        wanted = "the Daleks' turn can begin only after the turn of the last player of the round"
        return [RuleConflict("TOD-DTRN-01", wanted, f"{whose(position, position.player)} turn is not finished")]
    if move.player != position.player:
        wanted = "only the last player of the round can play the Daleks' turn"
        return [RuleConflict("TOD-DTRN-01", wanted, f"{titled(position.player)} is the last player")]
    return turns.under_way_conflicts(position)


def daleks_move(draft: Draft[Position], _move: m.DaleksMove) -> None:
    """Take the Daleks' turn: move the ship, carry out its Time Anomalies, then check for victories.

    Rules:
        TOD-DTRN-01: after the last Doctor's turn. TOD-DTRN-02: the ship moves one space. TOD-DTRN-03: then victories
        are checked. TOD-DTRN-09: otherwise a new round begins.
    """
    now = draft.now
    if now.is_over or now.debt is not None:
        return
    if now.step != "daleks":  # the Daleks' turn was taken too early
        draft.add(f.TurnBegan(seat=now.player, turn=now.turn + 1, round=now.round, daleks=True), "TOD-ROUND-02")
    markers.steer_ship(draft, 1, "TOD-DTRN-02")
    costs.resolve_costs(draft)


FINISH_MOVES: Final[MoveRules[Position]] = {
    m.Finish: MoveRule(finish_conflicts, finish),
    m.DiscardTimey: MoveRule(discard_timey_conflicts, discard_timey, _discard_timey_must),
    m.DaleksMove: MoveRule(daleks_move_conflicts, daleks_move),
}
"""The moves at the end of a turn, and the Daleks' turn (TOD-FIN-01, TOD-DTRN-01)."""
