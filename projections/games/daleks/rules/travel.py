"""The Travel step: stay or move, with or without the TARDIS die, and turn up the Dilemma on arrival."""

from collections.abc import Iterator
from typing import Final

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.rules import adventure, anomalies, costs, decks, icons, turns
from projections.games.daleks.state.names import in_zone, location_name, place_name, whose
from projections.games.daleks.state.position import Place, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict


def is_unsolved(position: Position, place: Place) -> bool:
    """Return whether a Location has a Dilemma in any zone (AMB-04) or is an anomaly, whose challenge is unmet."""
    return place.location in position.box.anomaly or any(slot.dilemma for slot in place.slots)


def stay_conflicts(position: Position, move: m.Stay) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of staying.

    Rules:
        TOD-TRAV-01: in the Travel step. TOD-TRAV-02: only if a Dilemma or anomaly at the Location is unsolved. The zone
        may change, unless the option forbids it (AMB-04).
    """
    yield from turns.step_conflicts(position, move.player, "prepare", "travel")
    number, zone = position.at.get(move.player, (0, 0))
    place = position.place(number)
    if place is None:
        wanted = "a Doctor can stay only at a Location"
        yield RuleConflict("TOD-TRAV-02", wanted, f"{whose(position, move.player)} Doctor is on the console")
    elif not is_unsolved(position, place):
        wanted = "a Doctor can stay only at a Location with an unsolved Dilemma"
        yield RuleConflict("TOD-TRAV-02", wanted, f"{place_name(position, number)} has none")
    elif position.options.stay_zone == "same" and move.zone != zone:
        state = f"{whose(position, move.player)} Doctor is at {in_zone(position, number, zone)}"
        yield RuleConflict("TOD-TRAV-02", "a Doctor who stays must stay in the same zone", state)


def _stay_must(draft: Draft[Position], move: m.Stay) -> None:
    number = draft.now.at.get(move.player, (0, 0))[0]
    known = not number or 0 <= move.zone < decks.zone_count(draft.now, number)
    draft.must("TOD-TRAV-02", known, "this Location does not have that zone")


def stay(draft: Draft[Position], move: m.Stay) -> None:
    """Stay, in a zone of the Location (TOD-TRAV-02). Its Dilemma is turned up (TOD-TRAV-11, AMB-09)."""
    number = draft.now.at.get(move.player, (0, 0))[0]
    turns.take_turn(draft, move.player)
    if turns.reach_step(draft, move.player, "travel"):
        arrive(draft, move.player, number, move.zone, "TOD-TRAV-02")


def roll_tardis_conflicts(position: Position, move: m.RollTardis) -> list[RuleConflict]:
    """Return the rule conflicts of rolling the TARDIS die: once, in the Travel step (TOD-TRAV-06)."""
    return turns.step_conflicts(position, move.player, "prepare", "travel")


def roll_tardis(draft: Draft[Position], move: m.RollTardis) -> None:
    """Roll the TARDIS die.

    Rules:
        TOD-TRAV-06: required before any move except to Earth or an anomaly. TOD-TRAV-07 and TOD-TRAV-08: the player
        chooses. TOD-TRAV-09: the TARDIS decides. TOD-TRAV-13: the roll is binding (AMB-05).
    """
    turns.take_turn(draft, move.player)
    if turns.reach_step(draft, move.player, "travel"):
        face = draft.roll("TARDIS", purpose=f"TARDIS {move.player}")[0]
        choose = face <= draft.now.box.setting.choose_faces
        draft.add(f.TardisAnswered(choose=choose), "TOD-TRAV-07" if choose else "TOD-TRAV-09")
        if draft.now.answer == "decides":
            let_the_tardis_decide(draft, "TOD-TRAV-09")
        else:
            turns.go_to_step(draft, "choose", "TOD-TRAV-07")


def let_the_tardis_decide(draft: Draft[Position], rule: str) -> None:
    """Put a drawn Location in play (TOD-TRAV-09, TOD-TRAV-10). If none is left to draw, the player chooses."""
    location = decks.draw_open(draft, "location")
    if not location:
        turns.go_to_step(draft, "choose", "TOD-TRAV-07")
        return
    decks.lay_location(draft, location, rule)
    turns.go_to_step(draft, "enter", rule)


def travel_conflicts(position: Position, move: m.Travel) -> list[RuleConflict]:
    """Return the rule conflicts of travelling to a Location in play.

    Rules:
        TOD-TRAV-04, TOD-TRAV-05 and TOD-ALOC-03: Earth and Time Anomalies need no roll. TOD-TRAV-06: any other Location
        does. TOD-TRAV-07: anywhere in play if the die lets the player choose. TOD-TRAV-03: to another Location.
        TOD-TRAV-13: the roll is binding.
    """
    found = turns.step_conflicts(position, move.player, "prepare", "travel", "choose")
    return found or list(_not_there(position, move))


def _not_there(position: Position, move: m.Travel) -> Iterator[RuleConflict]:
    place = position.place(move.place)
    if place is None:
        return
    if position.step == "choose":
        if position.found:
            wanted = "one of the drawn Locations must be kept"
            yield RuleConflict("TOD-TRAV-08", wanted, "the Locations are drawn already")
        return
    if position.at.get(move.player, (0, 0))[0] == move.place:
        state = f"{whose(position, move.player)} Doctor is at {place_name(position, move.place)} already"
        yield RuleConflict("TOD-TRAV-03", "a Doctor can travel only to another Location", state)
    elif place.location != EARTH and place.location not in position.box.anomaly:
        wanted = "the TARDIS die must be rolled before a journey, except to Earth or a Time Anomaly"
        yield RuleConflict("TOD-TRAV-06", wanted, "the die is not rolled")


def _travel_must(draft: Draft[Position], move: m.Travel) -> None:
    zones = decks.zone_count(draft.now, move.place)
    in_play = f"no Location {move.place} is in play" if move.place else "this Location is not in play"
    draft.must("TOD-TRAV-07", zones > 0, in_play)
    draft.must("TOD-TRAV-07", 0 <= move.zone < zones, f"Location {move.place} does not have that zone")


def travel(draft: Draft[Position], move: m.Travel) -> None:
    """Go to another Location in play (TOD-TRAV-03), to any of its zones (TOD-TRAV-07, AMB-17)."""
    turns.take_turn(draft, move.player)
    if turns.reach_step(draft, move.player, "travel"):
        arrive(draft, move.player, move.place, move.zone, "TOD-TRAV-03")


def _explore_conflicts(position: Position, move: m.Explore) -> Iterator[RuleConflict]:
    yield from turns.step_conflicts(position, move.player, "choose")
    if position.found:
        wanted = "Locations can be drawn only once in a turn"
        yield RuleConflict("TOD-TRAV-08", wanted, "the Locations are drawn already")
    if not decks.can_draw(position, "location"):
        yield RuleConflict("TOD-TRAV-08", "there must be a Location to draw", "the Location deck is empty")


def explore(draft: Draft[Position], move: m.Explore) -> None:
    """Draw two Locations, of which one is kept (EX-03)."""
    if turns.reach_step(draft, move.player, "choose"):
        drawn = tuple(filter(None, (decks.draw_open(draft, "location"), decks.draw_open(draft, "location"))))
        if drawn:
            draft.add(f.LocationsSearched(locations=drawn), "TOD-TRAV-08")


def _keep_location_conflicts(position: Position, move: m.KeepLocation) -> Iterator[RuleConflict]:
    yield from turns.step_conflicts(position, move.player, "choose")
    drawn = holds(position.found, move.location)
    if drawn is not True:
        name = location_name(position, move.location)[:40]
        state = f"{name} is not drawn" if drawn is False else f"this log does not show if {name} is drawn"
        yield RuleConflict("TOD-TRAV-08", "only a drawn Location can be kept", state, verdict=drawn)


def _keep_location_must(draft: Draft[Position], move: m.KeepLocation) -> None:
    known = move.location in draft.now.box.location
    draft.must("TOD-TRAV-08", known, f'"{move.location[:40]}" is not a Location')
    taken = any(place.location == move.location for place in draft.now.places)
    draft.must("TOD-TRAV-08", not taken, f"{location_name(draft.now, move.location)[:40]} is in play already")


def keep_location(draft: Draft[Position], move: m.KeepLocation) -> None:
    """Put one of the two drawn Locations in play, with Dilemmas (TOD-TRAV-10), and discard the other (TOD-TRAV-08)."""
    if turns.reach_step(draft, move.player, "choose"):
        draft.add(f.LocationKept(location=move.location), "TOD-TRAV-08")
        decks.lay_location(draft, move.location, "TOD-TRAV-08")
        turns.go_to_step(draft, "enter", "TOD-TRAV-08")


def enter_zone_conflicts(position: Position, move: m.EnterZone) -> list[RuleConflict]:
    """Return the rule conflicts of entering a zone of the new Location (TOD-TRAV-08, TOD-TRAV-09)."""
    return turns.step_conflicts(position, move.player, "enter")


def _enter_zone_must(draft: Draft[Position], move: m.EnterZone) -> None:
    known = 0 <= move.zone < decks.zone_count(draft.now, decks.latest_location(draft.now))
    draft.must("TOD-TRAV-09", known, "the last Location does not have that zone")


def enter_zone(draft: Draft[Position], move: m.EnterZone) -> None:
    """Enter a zone of the Location that was just put in play; the player chooses the zone.

    Rules:
        TOD-TRAV-09: one of its zones. TOD-TRAV-12: the other Dilemma stays face down. TOD-TRAV-14: a First Doctor who
        came without a roll draws a card.
    """
    if turns.reach_step(draft, move.player, "enter"):
        _owe_for_the_way(draft, move.player)
        arrive(draft, move.player, decks.latest_location(draft.now), move.zone, "TOD-TRAV-09")
        costs.resolve_costs(draft)


def _owe_for_the_way(draft: Draft[Position], seat: str) -> None:
    """Put the gain of an ability that skipped the TARDIS roll on the stack, to be received (TOD-TRAV-14, CT-01).

    The gain goes below the toll for moving on the stack, so that the toll is paid first.
    """
    now = draft.now
    if now.step != "enter" or now.answer:
        return
    for who, card, icon in now.used:
        ability = icons.ability_of(now, card)
        if who == seat and not icon and ability is not None and ability.skip_roll:
            costs.owe(draft, seat, "ability", card, (ability.parts,))


def arrive(draft: Draft[Position], seat: str, number: int, zone: int, rule: str) -> None:
    """Put a Doctor into a zone, charge the toll for moving, and go on to the Adventure.

    Rules:
        TOD-TRAV-11: the zone's Dilemma is turned up. CT-05: a Time Anomaly may put a toll on moving but not on staying
        (AMB-25).
    """
    moved = draft.now.at.get(seat, (0, 0))[0] != number
    if draft.now.at.get(seat) != (number, zone):
        draft.add(f.DoctorMoved(seat=seat, place=number, zone=zone), rule)
    turn_up_dilemma(draft, number, zone)
    turns.go_to_step(draft, "adventure", "TOD-ROUND-04")
    if moved:
        owe_tolls(draft, seat, number)
    adventure.go_on_with_turn(draft)


def owe_tolls(draft: Draft[Position], seat: str, number: int) -> None:
    """Put the tolls of Time Anomalies for a move to an ordinary Location on the stack (TOD-ALOC-08, CT-05)."""
    place = draft.now.place(number)
    if place is None or place.location in draft.now.box.anomaly:
        return
    tolls = [(name, anomaly.toll) for name, anomaly in anomalies.anomalies_in_force(draft.now) if anomaly.toll]
    for name, toll in tolls:
        costs.owe(draft, seat, "toll", name, toll)
    if tolls:
        costs.resolve_costs(draft)


def turn_up_dilemma(draft: Draft[Position], number: int, zone: int) -> None:
    """Turn up the Dilemma of a zone if it is face down (TOD-TRAV-11, AMB-09)."""
    place = draft.now.place(number)
    slot = place.slots[zone] if place is not None and 0 <= zone < len(place.slots) else None
    if slot is None or not slot.dilemma or slot.open:
        return
    where = f"place {number} zone {zone}" + (f" tile {slot.n}" if slot.n else "")
    draft.turn_up("dilemma", where, slot.dilemma)


TRAVEL_MOVES: Final[MoveRules[Position]] = {
    m.Stay: MoveRule(stay_conflicts, stay, _stay_must),
    m.RollTardis: MoveRule(roll_tardis_conflicts, roll_tardis),
    m.Travel: MoveRule(travel_conflicts, travel, _travel_must),
    m.Explore: MoveRule(_explore_conflicts, explore),
    m.KeepLocation: MoveRule(_keep_location_conflicts, keep_location, _keep_location_must),
    m.EnterZone: MoveRule(enter_zone_conflicts, enter_zone, _enter_zone_must),
}
"""The moves of the Travel step (TOD-TRAV-01)."""
