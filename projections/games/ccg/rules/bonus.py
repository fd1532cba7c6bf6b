"""The end of a turn: leaving combat, and phase 4 with its bonus card."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.ccg.components.cards import Card
from projections.games.ccg.events import effects as f, moves as m
from projections.games.ccg.rules import combat_end, creatures, episodes, preparation, turns
from projections.games.ccg.rules.exceptions import waived_rules
from projections.games.ccg.state import names, values
from projections.games.ccg.state.position import InPlay, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict


def draw_bonus_conflicts(position: Position, move: m.DrawBonus) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of drawing the bonus card.

    Rules:
        CCG-BON-01, CCG-TIM-02: only if the chosen zone was the bonus zone. CCG-BON-02: not after an extra card was
        played (A17).
        A16: not from an empty draw deck, without a penalty. CCG-GEN-01: not if a card bars drawing.
    """
    seat = move.player
    yield from end_turn_conflicts(position, move)
    if position.step == "over":
        return
    if not position.bonus:
        here = f"the {names.zone_name(position.zone)} is not the bonus zone"
        yield RuleConflict("CCG-BON-01", "the bonus card can be drawn only in the bonus zone", here)
    if position.plays > 1 + position.granted:
        name = names.seat_name(position, position.player)
        either = "a player can draw the bonus card only if that player has not played the extra card"
        played = f"{name} has already played {position.plays} cards, and the last is the extra card"
        yield RuleConflict("CCG-BON-02", either, played, have=position.plays, limit=1 + position.granted)
    if not position.decks.get(seat):
        yield RuleConflict("CCG-BON-01", "the bonus card must come from the draw deck", "that deck is empty")
    if (seat, position.zone, "draw") in position.bars:
        yield creatures.forbidden(position, seat, f"draw {names.in_zone(position.zone)}")


def draw_bonus(draft: Draft[Position], move: m.DrawBonus) -> None:
    """Draw one bonus card, if there is one (A16), and end the turn (CCG-BON-01, CCG-BON-03, CCG-GLO-16, CCG-EXR-02)."""
    if not creatures.is_own_turn(draft.now, move.player):
        return
    _leave_combat(draft)
    if draft.now.decks.get(move.player):
        draft.draw(move.player, preparation.draw_pile(move.player))
    turns.close_turn(draft)


def end_turn_conflicts(position: Position, move: m.EndTurn | m.DrawBonus) -> list[RuleConflict]:
    """Return the rule conflicts of ending the turn now.

    Rules:
        CCG-COM-05: the attacker need not attack. A18: the attacker need not make a Hit. CCG-COM-06, CCG-COM-20: combat
        that has begun must be fought.
    """
    return turns.step_conflicts(position, move.player, "attack", "hit", "bonus")


def end_turn(draft: Draft[Position], move: m.EndTurn) -> None:
    """End the turn without a bonus card, which is optional (CCG-BON-01, CCG-BON-03)."""
    if not creatures.is_own_turn(draft.now, move.player):
        return
    _leave_combat(draft)
    turns.close_turn(draft)


ENDING_MOVES: Final[MoveRules[Position]] = {
    m.DrawBonus: MoveRule(draw_bonus_conflicts, draw_bonus, turns.must_have_begun),
    m.EndTurn: MoveRule(end_turn_conflicts, end_turn, turns.must_have_begun),
}


def _leave_combat(draft: Draft[Position]) -> None:
    """Go on to phase 4, and end combat if it is still under way.

    Rules:
        CCG-COM-05: without an attack the chance is lost. CCG-COM-19, CCG-COM-37: phase 4 follows.
        CCG-EPI-18: Episodes act even if combat was not announced.
    """
    episodes.apply_unsolved(draft)
    turns.reach_step(draft, "attack")
    now = draft.now
    attacker = now.fight.attacker if now.fight else 0
    combat_end.close_fight(draft)
    if attacker or not now.attacked or now.options.attacker_sides_after_hit:  # else it may still Stand
        _side_idle(draft, attacker)
    turns.go_to_step(draft, "bonus")


def _side_idle(draft: Draft[Position], attacker: int) -> None:
    """Side cards except `attacker` that had to attack and could, in the chosen zone (CCG-GEN-01, Q-08)."""
    now = draft.now
    for card in now.lying(now.zone, now.player) if now.zone else ():
        if card.n != attacker and _idle(now, card, values.face_of(now, card)):
            draft.add(f.CardSided(card=card.n, by=card.side), "CCG-GEN-01")


def _idle(position: Position, card: InPlay, face: Card) -> bool:
    must = any(ability.what == "must-attack" for ability in values.abilities(position, card, "innate"))
    free = (card.side, card.zone, "attack") not in position.bars
    fresh = card.turn == position.turn and "CCG-COM-08" not in waived_rules(position, m.Attack(card.side, card.n))
    return must and free and not fresh and not card.sided and not card.locked and face.type == "creature"
