"""Phase 3c and 3d: how combat ends."""

from typing import Final, Literal

from projections.draft import Draft
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.rules.targets import combatants
from projections.games.ccg.state.position import Fight, InPlay, Position
from projections.window import Window, WindowClosed

Verdict = Literal["attacker", "defender", "draw"]


def stronger(attacker: InPlay, defender: InPlay) -> Verdict:
    """Return who wins a fight by the present values: `attacker`, `defender` or `draw`.

    Rules:
        CCG-COM-21, A01: the winner is greater in both Energy and Substance. Anything else is a draw, as in CCG-EXR-08.
        CCG-COM-22: values are strengths, and nothing is subtracted. CCG-COM-23: the printed table agrees. CCG-COM-26:
        present values count.
    """
    if attacker.energy > defender.energy and attacker.substance > defender.substance:
        return "attacker"
    if defender.energy > attacker.energy and defender.substance > attacker.substance:
        return "defender"
    return "draw"


def side_attacker(draft: Draft[Position], number: int, rule: str, reading: str = "") -> None:
    """Side the attacking Creature if it is in play and Standing.

    Rules:
        CCG-COM-34, A03, CCG-EXR-04: only the attacker's Creature, never the defender's. It gives no Special and no
        Support.
        CCG-EXR-05, A55: after a draw too.
    """
    card = draft.now.at(number)
    if card and not (card.sided or card.out or card.locked):
        draft.add(f.CardSided(card=number, by=card.side), rule, reading)


def end_if_combatant_left(draft: Draft[Position]) -> bool:
    """End combat if a main combatant is gone. Return whether combat ended or continues with a Hit.

    Call this function after everything that may remove or move a card. A pending Hit remains pending.

    Rules:
        A34: no outcome and no Hit; a remaining attacker is Sided. With the option `vanished_combatant` the attacker may
        make a Hit if the defender's Creature is gone.
        A53: without an attacker combat cannot go on.
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
        draft.add(c.CombatantNamed(card=0), "CCG-COM-15")
        _reach(draft, "hit", "CCG-COM-15")
    else:
        _end(draft, fight, "CCG-COM-21", "CCG-COM-34")
    return True


def close_fight(draft: Draft[Position]) -> None:
    """End combat after the last Hit or when it is abandoned, and go on to phase 4.

    Rules:
        CCG-COM-19: 3c and 3d are skipped. A04, option `attacker_sides_after_hit`: the attacker is still Sided, because
        it attacked (CCG-EXR-03).
    """
    fight = draft.now.fight
    if fight:
        _shut(draft)
        sides = draft.now.options.attacker_sides_after_hit or fight.state != "hit"
        _end(draft, fight, "CCG-COM-19", "CCG-EXR-03" if sides else "", _AFTER_HIT if fight.state == "hit" else "")


_AFTER_HIT: Final = "A04 (option attacker_sides_after_hit)"
"""Open rules question and its option: does the attacker Side although phase 3b skips 3d? An example implies it."""


def _end(draft: Draft[Position], fight: Fight, rule: str, siding: str, reading: str = "") -> None:
    """End combat without an outcome. Side the attacker if `siding` names a rule."""
    draft.add(c.CombatEnded(how="no-outcome"), rule)
    if siding:
        side_attacker(draft, fight.attacker, siding, reading)
    _reach(draft, "bonus", "CCG-COM-19")


def _there(position: Position, number: int) -> bool:
    card = position.at(number)
    return bool(card and not card.out and card.zone == position.zone)


def _reach(draft: Draft[Position], step: str, rule: str) -> None:
    if draft.now.step not in (step, "over"):
        draft.add(f.StepReached(step=step), rule)


def _shut(draft: Draft[Position]) -> None:
    if any(isinstance(thing, Window) and thing.name == "fight" for thing in draft.now.stack):
        draft.add(WindowClosed(name="fight"), "CCG-COM-33")
