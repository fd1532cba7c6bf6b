"""Stage C: calling another player for help."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.printed_costs import HELP, HELP_SHIP
from projections.games.daleks.events import adventure_effects as a, moves as m
from projections.games.daleks.events.effects import DoctorMoved
from projections.games.daleks.rules import anomalies, costs, markers, prices, stages, travel
from projections.games.daleks.state.names import anomaly_name
from projections.games.daleks.state.position import Adventure, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import titled

MANNERS = ("afar", "here")
"""The ways to help."""


def _call_help_conflicts(position: Position, move: m.CallHelp) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    if now is not None and not now.over and seat != now.seat:
        yield stages.callers_conflict(position, now, "TOD-HELP-01", "call for help")
        return
    yield from stages.stage_conflicts(position, seat, *stages.POOLS) or stages.building_conflicts(position, seat)
    if now is not None and now.helper:
        wanted = "an Adventure can have only one helper"
        yield RuleConflict("TOD-HELP-03", wanted, f"{titled(now.helper)} is the helper already")
    if move.helper == seat:
        yield RuleConflict("TOD-HELP-03", "the helper must be another player", f"it is {titled(seat)}'s own Adventure")
    if anomaly := anomalies.rule_in_force(position, "no-help"):
        yield RuleConflict("TOD-ALOC-08", f"help cannot be called while {anomaly_name(position, anomaly)} is in force")
    yield from prices.price_conflicts(position, seat, move.price, "TOD-HELP-02")


def _call_help_must(draft: Draft[Position], move: m.CallHelp) -> None:
    draft.must("TOD-HELP-03", move.helper in draft.now.seats, f"{move.helper[:40]!a} is not a seat")
    prices.must_know_price(draft, move.price, "TOD-HELP-02")


def call_help(draft: Draft[Position], move: m.CallHelp) -> None:
    """Call another player for help.

    Rules:
        TOD-HELP-01: optional, while the pool is built. TOD-HELP-02: for a token or a card. TOD-HELP-03: one other
        player, who then says how to help.
    """
    if draft.now.adventure is None:
        return
    prices.pay_price(draft, move.player, move.price, "TOD-HELP-02")
    draft.add(a.HelpCalled(helper=move.helper), "TOD-HELP-03")


def is_elsewhere(position: Position, adventure: Adventure, seat: str) -> bool:
    """Return whether a Doctor is at another Location than the Adventure; another zone does not count (AMB-24)."""
    return position.at.get(seat, (0, 0))[0] != adventure.place


def _owes_price(position: Position, adventure: Adventure, seat: str) -> bool:
    """Return whether a helper has to pay a price to help at the Location.

    Rules:
        TOD-HELP-05: a helper from another Location pays. TOD-HELP-06: a helper already there does not. With the option
        for a price, one who only changes the zone pays too (AMB-24).
    """
    if is_elsewhere(position, adventure, seat):
        return True
    moves = position.at.get(seat) != (adventure.place, adventure.zone)
    return moves and position.options.same_location_help == "price"


def _give_help_conflicts(position: Position, move: m.GiveHelp) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    if found := stages.stage_conflicts(position, seat, *stages.POOLS, called=True):
        yield from found
        return
    if now is None:
        return
    if seat != now.helper:
        yield RuleConflict("TOD-HELP-03", "only the player who is called can help", f"{titled(seat)} is not called")
    elif now.manner:
        wanted = "the helper can choose only once how to help"
        yield RuleConflict("TOD-HELP-04", wanted, f"{titled(seat)} has chosen already")
    if move.manner == "here" and _owes_price(position, now, seat):
        yield from prices.price_conflicts(position, seat, move.price, "TOD-HELP-05")
    elif move.price:
        rule = "TOD-HELP-09" if move.manner == "afar" else "TOD-HELP-06"
        how = "help from afar" if move.manner == "afar" else "help by a helper at the Location"
        offered = "a token" if move.price == "token" else "a card"
        yield RuleConflict(rule, f"{how} is free, so no token or card can be paid", f"{offered} is offered as payment")


def _give_help_must(draft: Draft[Position], move: m.GiveHelp) -> None:
    ways = f"{move.manner[:20]!a} is not a way to help; write {' or '.join(MANNERS)}"
    draft.must("TOD-HELP-04", move.manner in MANNERS, ways)
    prices.must_know_price(draft, move.price, "TOD-HELP-05")


def give_help(draft: Draft[Position], move: m.GiveHelp) -> None:
    """Help from afar, or move to the Location to help; then the ship moves too.

    Rules:
        TOD-HELP-04: the helper chooses how, and cannot refuse (AMB-10). TOD-HELP-05: a helper from elsewhere pays.
        TOD-HELP-06: a helper already there does not. TOD-HELP-07: the ship moves two spaces. TOD-HELP-08: but not at a
        Time Anomaly. TOD-HELP-09: and not for help from afar. TOD-ALOC-08: moving costs the toll of an anomaly in force
        (AMB-25).
    """
    now = draft.now.adventure
    if now is None:
        return
    draft.add(a.HelpGiven(helper=move.player, manner=move.manner), "TOD-HELP-04")
    if move.manner == "here":
        _come(draft, move, now)


def _come(draft: Draft[Position], move: m.GiveHelp, adventure: Adventure) -> None:
    """Move the helper to the caller's zone. The helper pays for that before the ship moves (AMB-25)."""
    position = draft.now
    came = is_elsewhere(position, adventure, move.player)
    prices.pay_price(draft, move.player, move.price, "TOD-HELP-05")
    if position.at.get(move.player) != (adventure.place, adventure.zone):
        moved = DoctorMoved(seat=move.player, place=adventure.place, zone=adventure.zone)
        draft.add(moved, "TOD-HELP-05")
    place = position.place(adventure.place)
    if place is None or place.location in position.box.anomaly:
        return
    if came and any(anomaly.toll for _, anomaly in anomalies.anomalies_in_force(position)):
        costs.owe(draft, move.player, "help", HELP)
        travel.owe_tolls(draft, move.player, adventure.place)
    else:
        markers.steer_ship(draft, HELP_SHIP, "TOD-HELP-07")
        costs.resolve_costs(draft)


HELP_MOVES: Final[MoveRules[Position]] = {
    m.CallHelp: MoveRule(_call_help_conflicts, call_help, _call_help_must),
    m.GiveHelp: MoveRule(_give_help_conflicts, give_help, _give_help_must),
}
"""The moves with which players call for help and give it (TOD-HELP-01, TOD-HELP-04)."""
