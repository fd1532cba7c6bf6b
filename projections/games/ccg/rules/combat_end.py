"""Phase 3c and 3d: how combat ends."""

from typing import Final, Literal

from projections.draft import Draft
from projections.games.ccg.events.combat_effects import CombatantNamed, CombatEnded
from projections.games.ccg.events.effects import CardSided, StepReached
from projections.games.ccg.rules.targets import combatants
from projections.games.ccg.state.position import Fight, InPlay, Position
from projections.window import Window, WindowClosed

Verdict = Literal["attacker", "defender", "draw"]


def stronger(attacker: InPlay, defender: InPlay) -> Verdict:
    """Who wins, by the present values.

    Rules:
        CCG-COM-21 and A01: whoever is greater in Energy and in Substance, in both; anything else is a draw, as
        CCG-EXR-08 shows.
        CCG-COM-22 nothing is subtracted: values are strengths; CCG-COM-23 so goes the printed table; CCG-COM-26 the
        values of this moment count.
    """
    if attacker.energy > defender.energy and attacker.substance > defender.substance:
        return "attacker"
    if defender.energy > attacker.energy and defender.substance > attacker.substance:
        return "defender"
    return "draw"


def side_attacker(draft: Draft[Position], number: int, rule: str, reading: str = "") -> None:
    """Side the Creature that attacked, if it is there and Stands.

    Rules:
        CCG-COM-34 with A03 and CCG-EXR-04: the attacker's alone, never the defender's; CCG-EXR-05, A55 after a draw
        too. It gives neither a Special nor Support.
    """
    card = draft.now.at(number)
    if card and not (card.sided or card.out or card.locked):
        draft.add(CardSided(card=number, by=card.side), rule, reading)


def end_if_combatant_left(draft: Draft[Position]) -> bool:
    """End combat where a main combatant is there no more; call it after whatever may take a card away or move it.

    A Hit that is due stays so. Returns whether combat ended, or went over to a Hit.

    Rules:
        A34: no outcome and no Hit; the attacker that is still there is Sided. By the option `vanished_combatant` the
        attacker may make a Hit where the defender's is gone. A53: without an attacker there is nothing to go on with.
    """
    now = draft.now
    fight = now.fight
    if not fight:
        return False
    gone = [number for number in combatants(now) if not _there(now, number)]
    if not gone:
        return False
    _shut(draft)
    if now.options.vanished_combatant == "hit" and gone == [fight.defender]:
        draft.add(CombatantNamed(card=0), "CCG-COM-15")
        _reach(draft, "hit", "CCG-COM-15")
    else:
        _end(draft, fight, "CCG-COM-21", "CCG-COM-34")
    return True


def close_fight(draft: Draft[Position]) -> None:
    """End combat behind the last Hit, or where it is left: the attacker goes on to phase 4.

    Rules:
        CCG-COM-19: 3c and 3d are passed over. A04, option `attacker_sides_after_hit`: the attacker is Sided all the
        same, for it attacked (CCG-EXR-03).
    """
    fight = draft.now.fight
    if fight:
        _shut(draft)
        sides = draft.now.options.attacker_sides_after_hit or fight.state != "hit"
        _end(draft, fight, "CCG-COM-19", "CCG-EXR-03" if sides else "", _AFTER_HIT if fight.state == "hit" else "")


_AFTER_HIT: Final = "A04 (option attacker_sides_after_hit)"
"""Phase 3b goes on to phase 4, past the siding of 3d; that the attacker Sides all the same is read into an example."""


def _end(draft: Draft[Position], fight: Fight, rule: str, siding: str, reading: str = "") -> None:
    """Combat ends without an outcome; the attacker is Sided under a rule, if any."""
    draft.add(CombatEnded(how="no-outcome"), rule)
    if siding:
        side_attacker(draft, fight.attacker, siding, reading)
    _reach(draft, "bonus", "CCG-COM-19")


def _there(position: Position, number: int) -> bool:
    """Whether a main combatant lies in the chosen zone and is not out of play."""
    card = position.at(number)
    return bool(card and not card.out and card.zone == position.zone)


def _reach(draft: Draft[Position], step: str, rule: str) -> None:
    if draft.now.step not in (step, "over"):
        draft.add(StepReached(step=step), rule)


def _shut(draft: Draft[Position]) -> None:
    """Close the window of combat: nobody has anything to answer any more."""
    if any(isinstance(thing, Window) and thing.name == "fight" for thing in draft.now.stack):
        draft.add(WindowClosed(name="fight"), "CCG-COM-33")
