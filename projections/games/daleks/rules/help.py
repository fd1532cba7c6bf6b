"""Stage C: calling another player for help."""

from collections.abc import Iterator

from projections.draft import Draft
from projections.games.daleks.components.printed_costs import HELP, HELP_SHIP
from projections.games.daleks.events.adventure_effects import HelpCalled, HelpGiven
from projections.games.daleks.events.effects import DoctorMoved
from projections.games.daleks.events.moves import CallHelp, GiveHelp
from projections.games.daleks.rules.anomalies import anomalies_in_force, rule_in_force
from projections.games.daleks.rules.costs import owe, resolve_costs
from projections.games.daleks.rules.prices import must_know_price, pay_price, price_objections
from projections.games.daleks.rules.stages import POOLS, building_objections, stage_objections
from projections.games.daleks.rules.travel import owe_tolls
from projections.games.daleks.rules.web_of_time import steer_ship
from projections.games.daleks.state.names import anomaly_name
from projections.games.daleks.state.position import Adventure, Position
from projections.objections import Objection, require_all
from projections.wording import titled

MANNERS = ("afar", "here")
"""How a helper may help."""


def call_help_objections(position: Position, move: CallHelp) -> list[Objection]:
    """What speaks against calling a player for help."""
    return list(_call_help_objections(position, move))


def _call_help_objections(position: Position, move: CallHelp) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if now is not None and not now.over and seat != now.seat:
        yield Objection("TOD-HELP-01", False, f"only {titled(now.seat)}, whose Adventure it is, calls for help")
        return
    yield from stage_objections(position, seat, *POOLS) or building_objections(position, seat)
    if now is not None and now.helper:
        yield Objection("TOD-HELP-03", False, f"one helper in an Adventure: {titled(now.helper)} was called already")
    if move.helper == seat:
        yield Objection("TOD-HELP-03", False, f"call another player: {titled(seat)} has the Adventure")
    if anomaly := rule_in_force(position, "no-help"):
        yield Objection(
            "TOD-ALOC-08", False, f"while {anomaly_name(position, anomaly)} is in force nobody is called for help"
        )
    yield from price_objections(position, seat, move.price, "TOD-HELP-02")


def call_help(draft: Draft[Position], move: CallHelp) -> None:
    """Call another player for help.

    Rules:
        TOD-HELP-01 while the pool is built, and only who wants to; TOD-HELP-02 for a token or a card; TOD-HELP-03 one
        other player, who says how to help next.
    """
    draft.must("TOD-HELP-03", move.helper in draft.now.seats, f"nobody here is called {move.helper[:40]!a}")
    must_know_price(draft, move.price, "TOD-HELP-02")
    require_all(draft, *call_help_objections(draft.now, move))
    draft.add(move)
    if draft.now.adventure is None:
        return
    pay_price(draft, move.player, move.price, "TOD-HELP-02")
    draft.add(HelpCalled(helper=move.helper), "TOD-HELP-03")


def is_elsewhere(position: Position, adventure: Adventure, seat: str) -> bool:
    """Whether a Doctor is not at the Location of the Adventure; another zone of it is there (AMB-24)."""
    return position.at.get(seat, (0, 0))[0] != adventure.place


def _owes_price(position: Position, adventure: Adventure, seat: str) -> bool:
    """Whether helping at the Location costs a helper something.

    Rules:
        TOD-HELP-05 for whoever comes from elsewhere; TOD-HELP-06 not for whoever is there, unless the table wants it so
        (AMB-24): then whoever changes the zone pays.
    """
    if is_elsewhere(position, adventure, seat):
        return True
    moves = position.at.get(seat) != (adventure.place, adventure.zone)
    return moves and position.options.same_location_help == "price"


def give_help_objections(position: Position, move: GiveHelp) -> list[Objection]:
    """What speaks against helping so."""
    return list(_give_help_objections(position, move))


def _give_help_objections(position: Position, move: GiveHelp) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *POOLS, called=True):
        yield from found
        return
    if now is None:
        return
    if seat != now.helper:
        yield Objection("TOD-HELP-03", False, f"{titled(seat)} was not called for help")
    elif now.manner:
        yield Objection("TOD-HELP-04", False, f"how to help is said once: {titled(seat)} has said it")
    if move.manner == "here" and _owes_price(position, now, seat):
        yield from price_objections(position, seat, move.price, "TOD-HELP-05")
    elif move.price:
        rule = "TOD-HELP-09" if move.manner == "afar" else "TOD-HELP-06"
        free = "help from afar is free" if move.manner == "afar" else f"{titled(seat)} is at the Location already"
        yield Objection(rule, False, f"{free}: nothing is to be paid")


def give_help(draft: Draft[Position], move: GiveHelp) -> None:
    """Help from afar, or at the Location: the helper moves there, and the ship moves on.

    Rules:
        TOD-HELP-04 the helper chooses the manner, and cannot refuse (AMB-10); TOD-HELP-05 whoever comes from elsewhere
        pays; TOD-HELP-06 whoever is there does not; TOD-HELP-07 the ship moves two spaces, TOD-HELP-08 not at a Time
        Anomaly, TOD-HELP-09 nor for help from afar; TOD-ALOC-08 moving costs what an anomaly in force asks (AMB-25).
    """
    draft.must("TOD-HELP-04", move.manner in MANNERS, f"{move.manner[:20]!a} is no manner: {' or '.join(MANNERS)}")
    must_know_price(draft, move.price, "TOD-HELP-05")
    require_all(draft, *give_help_objections(draft.now, move))
    draft.add(move)
    now = draft.now.adventure
    if now is None:
        return
    draft.add(HelpGiven(helper=move.player, manner=move.manner), "TOD-HELP-04")
    if move.manner == "here":
        _come(draft, move, now)


def _come(draft: Draft[Position], move: GiveHelp, adventure: Adventure) -> None:
    """The helper comes to the caller's zone, and pays what that costs before the ship moves (AMB-25)."""
    position = draft.now
    came = is_elsewhere(position, adventure, move.player)
    pay_price(draft, move.player, move.price, "TOD-HELP-05")
    if position.at.get(move.player) != (adventure.place, adventure.zone):
        moved = DoctorMoved(seat=move.player, place=adventure.place, zone=adventure.zone)
        draft.add(moved, "TOD-HELP-05")
    place = position.place(adventure.place)
    if place is None or place.location in position.box.anomaly:
        return
    if came and any(anomaly.toll for _, anomaly in anomalies_in_force(position)):
        owe(draft, move.player, "help", HELP)
        owe_tolls(draft, move.player, adventure.place)
    else:
        steer_ship(draft, HELP_SHIP, "TOD-HELP-07")
        resolve_costs(draft)
