"""Stage E: resolve an Adventure, with its reward or its cost."""

from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import Part
from projections.games.daleks.components.printed_costs import HELP
from projections.games.daleks.events import effects as f, moves as m
from projections.games.daleks.events.adventure_effects import AdventureEnded
from projections.games.daleks.rules import anomalies, challenge, companions, decks, markers, rewards, stages, turns
from projections.games.daleks.rules.costs import owe, resolve_costs
from projections.games.daleks.state.names import zone_face
from projections.games.daleks.state.position import Adventure, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict


def resolve_conflicts(position: Position, move: m.Resolve) -> list[RuleConflict]:
    """Return the rule conflicts of resolving: dice not rolled yet, or not the caller's move."""
    found = stages.stage_conflicts(position, move.player, "reroll", "change", "resolve")
    now = position.adventure
    if now is not None and not found and move.player != now.seat:
        found.append(stages.callers_conflict(position, now, "TOD-ADV-01", "resolve it"))
    return found


def resolve(draft: Draft[Position], _move: m.Resolve) -> None:
    """Resolve the Adventure with the dice as they are. If a symbol is missing, ask the other players for cards first.

    Rules:
        TOD-ADV-01: stage E is the last. TOD-ROLL-03: success when every symbol is met. TOD-FAIL-01: failure if means
        run out or are not used.
    """
    now = draft.now.adventure
    if now is None or now.over or draft.now.debt is not None:
        return
    if not stages.ask_before_resolving(draft):
        carry_out_result(draft)


def skip_conflicts(position: Position, move: m.SkipAdventure) -> list[RuleConflict]:
    """Return the rule conflicts of leaving out an Adventure, which is compulsory (AMB-15)."""
    found = turns.step_conflicts(position, move.player, "adventure")
    return found or [RuleConflict("TOD-ADV-01", "the Adventure must be faced")]


def skip_adventure(draft: Draft[Position], move: m.SkipAdventure) -> None:
    """Leave the Adventure out, without reward or cost (TOD-ADV-01)."""
    turns.reach_step(draft, move.player, "finish")


def carry_out_result(draft: Draft[Position]) -> None:
    """Carry out the result of the dice: success or failure, then the costs that follow."""
    now = draft.now.adventure
    if now is None or now.over:
        return
    stages.go_to_stage(draft, "resolve", "TOD-ADV-01")
    told = draft.left(AdventureEnded)
    won = told[0].won if told and challenge.is_untold(now) else challenge.is_met(now)
    draft.add(AdventureEnded(won=won), "TOD-ROLL-03" if won else "TOD-FAIL-01")
    ended = draft.now.adventure or now
    if ended.won if ended.over else won:  # the declared result counts
        _succeed(draft, ended)
    else:
        _fail(draft, ended)
    resolve_costs(draft)


def _succeed(draft: Draft[Position], adventure: Adventure) -> None:
    """Carry out a success, in the printed order.

    Rules:
        TOD-SUCC-01: the Dilemma is discarded. TOD-SUCC-02: the reward. TOD-HELP-18: a helper at the Location gains it
        too. TOD-HELP-13: a helper from afar draws a card. TOD-SUCC-03: a Dalek marker is removed. TOD-HELP-19: one more
        with help at the Location. TOD-SUCC-05: recruits become full-time. TOD-ATASK-04 and TOD-ALOC-07: anomalies come
        last.
    """
    seat, number, zone = adventure.seat, adventure.place, adventure.zone
    place = draft.now.place(number)
    here = adventure.helper if adventure.manner == "here" else ""
    if place is not None and zone < len(place.slots) and place.slots[zone].dilemma:
        draft.add(f.DilemmaGone(place=number, zone=zone), "TOD-SUCC-01")
    parts = reward_of(draft.now, number, zone)
    rewards.carry_out_all(draft, seat, parts, "TOD-SUCC-02")
    if here:
        rewards.carry_out_all(draft, here, parts, "TOD-HELP-18")
    elif adventure.helper and adventure.manner:
        decks.draw_timey(draft, adventure.helper, 1)  # TOD-HELP-13
    markers.remove_daleks(draft, number, zone, 1, "TOD-SUCC-03")
    if here:
        markers.remove_daleks(draft, number, zone, 1, "TOD-HELP-19")
    if any(one.part_time for one in draft.now.console(seat).companions):
        draft.add(f.CompanionsKept(seat=seat), "TOD-SUCC-05")
    anomalies.do_tasks(draft, adventure.symbols)
    anomalies.leave_anomaly(draft, number)


def reward_of(position: Position, number: int, zone: int) -> tuple[Part, ...]:
    """Return the reward printed for a zone of a Location in play, or for an anomaly (TOD-SUCC-02)."""
    place = position.place(number)
    if place is None:
        return ()
    if anomaly := position.box.anomaly.get(place.location):
        return anomaly.reward
    face = zone_face(position, number, zone)
    return face.reward if face else ()


def _fail(draft: Draft[Position], adventure: Adventure) -> None:
    """Carry out a failure, in the printed order; the Dilemma stays face up (TOD-FAIL-08).

    Rules:
        TOD-FAIL-02: recruits are dismissed, so they cannot pay a cost (TOD-FAIL-09). TOD-FAIL-03: a Dalek marker.
        TOD-FAIL-04: on Earth in this zone. TOD-HELP-20: two with help at the Location. TOD-ALOC-05: none at a Time
        Anomaly. TOD-FAIL-10: a seventh ends the game before the cost. TOD-FAIL-05: the cost.
    """
    companions.dismiss_part_timers(draft, adventure.seat)
    place = draft.now.place(adventure.place)
    if place is None:
        return
    if place.location not in draft.now.box.anomaly:
        rules = ("TOD-FAIL-03", "TOD-HELP-20") if adventure.manner == "here" else ("TOD-FAIL-03",)
        for rule in rules:
            if not markers.place_dalek(draft, adventure.place, adventure.zone, rule):
                return
    _owe_costs(draft, adventure)


def _owe_costs(draft: Draft[Position], adventure: Adventure) -> None:
    """Put the fail cost on the stack for the caller, above that for the helper.

    Rules:
        TOD-FAIL-05: the Dilemma's cost. TOD-ALOC-06: or the anomaly's. TOD-HELP-21: also for a helper at the Location,
        including ship moves unless the option says once (AMB-08). TOD-HELP-14: a helper from afar discards a token or a
        card.
    """
    kind, source = _cost_at(draft.now, adventure)
    if adventure.manner == "here":
        spared = draft.now.options.helped_ship == "once"
        owe(draft, adventure.helper, "spared" if spared else kind, source)
    elif adventure.helper and adventure.manner:
        owe(draft, adventure.helper, "effect", HELP)
    owe(draft, adventure.seat, kind, source)


def _cost_at(position: Position, adventure: Adventure) -> tuple[str, str]:
    """Return the kind of an Adventure's fail cost, and the id of the Dilemma or anomaly on which it is printed."""
    place = position.place(adventure.place)
    if place is None:
        return "dilemma", ""
    if place.location in position.box.anomaly:
        return "anomaly", place.location
    slot = place.slots[adventure.zone].dilemma if adventure.zone < len(place.slots) else ""
    return "dilemma", slot


RESOLVE_MOVES: Final[MoveRules[Position]] = {
    m.Resolve: MoveRule(resolve_conflicts, resolve),
    m.SkipAdventure: MoveRule(skip_conflicts, skip_adventure),
}
"""The moves of stage E of an Adventure (TOD-ADV-01)."""
