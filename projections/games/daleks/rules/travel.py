"""Travel: stay or move, by the TARDIS die or without it, and what is turned up where the Doctor goes."""

from collections.abc import Iterator

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events.effects import DoctorMoved, LocationKept, LocationsSearched, TardisAnswered
from projections.games.daleks.events.moves import EnterZone, Explore, KeepLocation, RollTardis, Stay, Travel
from projections.games.daleks.rules.adventure import go_on_with_turn
from projections.games.daleks.rules.anomalies import anomalies_in_force
from projections.games.daleks.rules.costs import owe, resolve_costs
from projections.games.daleks.rules.decks import can_draw, draw_open, latest_location, lay_location, zone_count
from projections.games.daleks.rules.icons import ability_of
from projections.games.daleks.rules.turns import (
    go_to_step,
    is_own_turn,
    must_have_begun,
    reach_step,
    step_objections,
    take_turn,
)
from projections.games.daleks.state.names import location_name, place_name
from projections.games.daleks.state.position import Place, Position
from projections.objections import Objection, require_all
from projections.wording import titled


def is_unsolved(position: Position, place: Place) -> bool:
    """Whether something is left to be met at a Location: a Dilemma in any zone (AMB-04), or an anomaly's challenge."""
    return place.location in position.box.anomaly or any(slot.dilemma for slot in place.slots)


def stay_objections(position: Position, move: Stay) -> list[Objection]:
    """What speaks against staying.

    Rules:
        TOD-TRAV-01 in the Travel step; TOD-TRAV-02 where a Dilemma, or an anomaly, is unsolved at the Location; the
        zone may change, where the table has it so (AMB-04).
    """
    found = step_objections(position, move.player, "prepare", "travel")
    number, zone = position.at.get(move.player, (0, 0))
    place = position.place(number)
    if place is None:
        found.append(
            Objection("TOD-TRAV-02", False, f"one stays at a Location: {titled(move.player)} is at none, and travels")
        )
    elif not is_unsolved(position, place):
        found.append(Objection("TOD-TRAV-02", False, "one stays where a Dilemma is unsolved: none is at this Location"))
    elif position.options.stay_zone == "same" and move.zone != zone:
        found.append(Objection("TOD-TRAV-02", False, f"whoever stays, stays in zone {zone}"))
    return found


def stay(draft: Draft[Position], move: Stay) -> None:
    """Stay at the Location, in a zone of it.

    Rules:
        TOD-TRAV-02 staying; TOD-TRAV-11 the Dilemma of the zone is turned up, if it was not (AMB-09).
    """
    must_have_begun(draft)
    number = draft.now.at.get(move.player, (0, 0))[0]
    known = not number or 0 <= move.zone < zone_count(draft.now, number)
    draft.must("TOD-TRAV-02", known, "there is no such zone at this Location")
    require_all(draft, *stay_objections(draft.now, move))
    draft.add(move)
    take_turn(draft, move.player)
    if is_own_turn(draft.now, move.player):
        reach_step(draft, "travel")
        arrive(draft, move.player, number, move.zone, "TOD-TRAV-02")


def roll_tardis_objections(position: Position, move: RollTardis) -> list[Objection]:
    """What speaks against rolling the TARDIS die: once, in the Travel step (TOD-TRAV-06)."""
    return step_objections(position, move.player, "prepare", "travel")


def roll_tardis(draft: Draft[Position], move: RollTardis) -> None:
    """Roll the TARDIS die.

    Rules:
        TOD-TRAV-06 before any move but to Earth or an anomaly; TOD-TRAV-07 and TOD-TRAV-08 the player chooses, or
        TOD-TRAV-09 the TARDIS decides; TOD-TRAV-13 the roll binds (AMB-05).
    """
    must_have_begun(draft)
    require_all(draft, *roll_tardis_objections(draft.now, move))
    draft.add(move)
    take_turn(draft, move.player)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "travel")
    face = draft.roll("TARDIS", purpose=f"TARDIS {move.player}")[0]
    choose = face <= draft.now.box.setting.choose_faces
    draft.add(TardisAnswered(choose=choose), "TOD-TRAV-07" if choose else "TOD-TRAV-09")
    if draft.now.answer == "decides":
        let_the_tardis_decide(draft, "TOD-TRAV-09")
    else:
        go_to_step(draft, "choose", "TOD-TRAV-07")


def let_the_tardis_decide(draft: Draft[Position], rule: str) -> None:
    """Draw one Location and put it in play; where none is left the player chooses among those in play.

    Rules:
        TOD-TRAV-09 one Location, in play; TOD-TRAV-10 its Dilemmas.
    """
    location = draw_open(draft, "location")
    if not location:
        go_to_step(draft, "choose", "TOD-TRAV-07")
        return
    lay_location(draft, location, rule)
    go_to_step(draft, "enter", rule)


def travel_objections(position: Position, move: Travel) -> list[Objection]:
    """What speaks against travelling to a Location in play.

    Rules:
        TOD-TRAV-04 to Earth, TOD-TRAV-05 and TOD-ALOC-03 to a Time Anomaly without a roll; TOD-TRAV-06 to any other
        with one; TOD-TRAV-07 anywhere in play where the die lets one choose; TOD-TRAV-03 whoever does not stay goes to
        another Location; TOD-TRAV-13 the roll binds.
    """
    found = step_objections(position, move.player, "prepare", "travel", "choose")
    return found or list(_not_there(position, move))


def _not_there(position: Position, move: Travel) -> Iterator[Objection]:
    place = position.place(move.place)
    if place is None:
        return
    if position.step == "choose":
        if position.found:
            yield Objection("TOD-TRAV-08", False, "two Locations were drawn: one of them is kept")
        return
    if position.at.get(move.player, (0, 0))[0] == move.place:
        yield Objection("TOD-TRAV-03", False, "one travels to another Location: the Doctor is at this one")
    elif place.location != EARTH and place.location not in position.box.anomaly:
        yield Objection(
            "TOD-TRAV-06",
            False,
            f"only Earth and Time Anomalies need no roll of the TARDIS die: {place_name(position, move.place)} does",
        )


def travel(draft: Draft[Position], move: Travel) -> None:
    """Go to a zone of a Location in play.

    Rules:
        TOD-TRAV-03 to another Location; TOD-TRAV-07 to any zone; a zone whose Dilemma is solved too (AMB-17).
    """
    must_have_begun(draft)
    in_play = f"no Location {move.place} is in play" if move.place else "this Location is not in play"
    draft.must("TOD-TRAV-07", zone_count(draft.now, move.place) > 0, in_play)
    known = 0 <= move.zone < zone_count(draft.now, move.place)
    draft.must("TOD-TRAV-07", known, f"there is no such zone at Location {move.place}")
    require_all(draft, *travel_objections(draft.now, move))
    draft.add(move)
    take_turn(draft, move.player)
    if is_own_turn(draft.now, move.player):
        reach_step(draft, "travel")
        arrive(draft, move.player, move.place, move.zone, "TOD-TRAV-03")


def explore_objections(position: Position, move: Explore) -> list[Objection]:
    """What speaks against drawing two Locations (TOD-TRAV-08)."""
    found = step_objections(position, move.player, "choose")
    if position.found:
        found.append(Objection("TOD-TRAV-08", False, "two Locations are drawn once: that has been"))
    if not can_draw(position, "location"):
        found.append(Objection("TOD-TRAV-08", False, "no Location is left to be drawn"))
    return found


def explore(draft: Draft[Position], move: Explore) -> None:
    """Draw two Locations, to keep one of them (TOD-TRAV-08, EX-03)."""
    must_have_begun(draft)
    require_all(draft, *explore_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    reach_step(draft, "choose")
    drawn = tuple(filter(None, (draw_open(draft, "location"), draw_open(draft, "location"))))
    if drawn:
        draft.add(LocationsSearched(locations=drawn), "TOD-TRAV-08")


def keep_location_objections(position: Position, move: KeepLocation) -> list[Objection]:
    """What speaks against keeping a Location: that it is none of the two (TOD-TRAV-08)."""
    found = step_objections(position, move.player, "choose")
    drawn = holds(position.found, move.location)
    if drawn is not True:
        found.append(
            Objection(
                "TOD-TRAV-08", drawn, f"{location_name(position, move.location)[:40]} is none of the drawn Locations"
            )
        )
    return found


def keep_location(draft: Draft[Position], move: KeepLocation) -> None:
    """Put one of the two drawn Locations in play, and discard the other.

    Rules:
        TOD-TRAV-08 one of two; TOD-TRAV-10 its Dilemmas.
    """
    must_have_begun(draft)
    known = move.location in draft.now.box.location
    draft.must("TOD-TRAV-08", known, f'there is no Location "{move.location[:40]}"')
    taken = any(place.location == move.location for place in draft.now.places)
    draft.must("TOD-TRAV-08", not taken, f"{location_name(draft.now, move.location)[:40]} is in play already")
    require_all(draft, *keep_location_objections(draft.now, move))
    draft.add(move)
    if is_own_turn(draft.now, move.player):
        reach_step(draft, "choose")
        draft.add(LocationKept(location=move.location), "TOD-TRAV-08")
        lay_location(draft, move.location, "TOD-TRAV-08")
        go_to_step(draft, "enter", "TOD-TRAV-08")


def enter_zone_objections(position: Position, move: EnterZone) -> list[Objection]:
    """What speaks against going to a zone of the new Location (TOD-TRAV-08, TOD-TRAV-09)."""
    return step_objections(position, move.player, "enter")


def enter_zone(draft: Draft[Position], move: EnterZone) -> None:
    """Go to a zone of the Location that was just put in play; the player picks it.

    Rules:
        TOD-TRAV-09 one of its zones; TOD-TRAV-12 the Dilemma of the other stays face down; TOD-TRAV-14 the First Doctor
        who came without a roll draws a card.
    """
    must_have_begun(draft)
    number = latest_location(draft.now)
    known = 0 <= move.zone < zone_count(draft.now, number)
    draft.must("TOD-TRAV-09", known, "there is no such zone at the Location that came last")
    require_all(draft, *enter_zone_objections(draft.now, move))
    draft.add(move)
    if is_own_turn(draft.now, move.player):
        reach_step(draft, "enter")
        _owe_for_the_way(draft, move.player)
        arrive(draft, move.player, number, move.zone, "TOD-TRAV-09")
        resolve_costs(draft)


def _owe_for_the_way(draft: Draft[Position], seat: str) -> None:
    """Owe what the ability that skipped the TARDIS roll brings, below what moving costs (TOD-TRAV-14, CT-01)."""
    now = draft.now
    if now.step != "enter" or now.answer:
        return
    for who, card, icon in now.used:
        ability = ability_of(now, card)
        if who == seat and not icon and ability is not None and ability.skip_roll:
            owe(draft, seat, "ability", card, (ability.parts,))


def arrive(draft: Draft[Position], seat: str, number: int, zone: int, rule: str) -> None:
    """Put a Doctor into a zone, pay what that costs, and go on to the Adventure.

    Rules:
        TOD-TRAV-11 the Dilemma of the zone is turned up; CT-05 a Time Anomaly may make moving dear, staying not
        (AMB-25).
    """
    moved = draft.now.at.get(seat, (0, 0))[0] != number
    if draft.now.at.get(seat) != (number, zone):
        draft.add(DoctorMoved(seat=seat, place=number, zone=zone), rule)
    turn_up_dilemma(draft, number, zone)
    go_to_step(draft, "adventure", "TOD-ROUND-04")
    if moved:
        owe_tolls(draft, seat, number)
    go_on_with_turn(draft)


def owe_tolls(draft: Draft[Position], seat: str, number: int) -> None:
    """Owe what Time Anomalies in force ask of whoever moves to a Location that is none (TOD-ALOC-08, CT-05)."""
    place = draft.now.place(number)
    if place is None or place.location in draft.now.box.anomaly:
        return
    tolls = [(name, anomaly.toll) for name, anomaly in anomalies_in_force(draft.now) if anomaly.toll]
    for name, toll in tolls:
        owe(draft, seat, "toll", name, toll)
    if tolls:
        resolve_costs(draft)


def turn_up_dilemma(draft: Draft[Position], number: int, zone: int) -> None:
    """Turn up the Dilemma of a zone where it lies face down (TOD-TRAV-11, AMB-09)."""
    place = draft.now.place(number)
    slot = place.slots[zone] if place is not None and 0 <= zone < len(place.slots) else None
    if slot is None or not slot.dilemma or slot.open:
        return
    where = f"place {number} zone {zone}" + (f" tile {slot.n}" if slot.n else "")
    draft.turn_up("dilemma", where, slot.dilemma)
