"""Phase 3, Combat: the announcement, main combatants and Hits; `combat_end` decides how combat ends."""

from collections.abc import Iterator
from typing import Final

from events.errors import CannotTellError
from projections.draft import Draft
from projections.games.ccg.events import combat_effects as c, effects as f, moves as m
from projections.games.ccg.rules import combat_end, consequences, creatures, episodes, hits, turns, windows
from projections.games.ccg.state.names import card_name, in_zone, seat_name
from projections.games.ccg.state.position import STEPS, Fight, InPlay, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict


def announce_conflicts(position: Position, move: m.AnnounceCombat) -> list[RuleConflict]:
    """Return the rule conflicts of announcing combat, which follows the Episodes once a turn (CCG-COM-01)."""
    return turns.step_conflicts(position, move.player, "play")


def announce_combat(draft: Draft[Position], move: m.AnnounceCombat) -> None:
    """Announce combat. Unsolved Episodes act, then the defender prepares.

    Rules:
        CCG-COM-01: every turn, even if no attack follows. CCG-EPI-11: without an Episode it follows 2a.
        CCG-EPI-18: Episodes not solved in 2b act first.
    """
    if not creatures.is_own_turn(draft.now, move.player) or STEPS.index(draft.now.step) > STEPS.index("play"):
        return
    episodes.apply_unsolved(draft)
    if draft.now.step == "over":
        return
    turns.reach_step(draft, "combat")
    if not draft.now.stack:
        ask_defender(draft)


def ask_defender(draft: Draft[Position]) -> None:
    """Ask the defender to prepare. If the defender cannot be asked, the attacker may attack.

    Call this function after all answers to the effects of Episodes.

    Rules:
        CCG-COM-02: the defender prepares in the chosen zone. CCG-COM-03: the defender says when ready.
        CCG-COM-04: then the attacker may attack.
    """
    rival = draft.now.rival(draft.now.player)
    if not windows.ask_seats(draft, "combat", (rival,), "combat", "CCG-COM-02"):
        draft.add(f.StepReached(step="attack"), "CCG-COM-04")


def _attacker_conflicts(position: Position, card: InPlay, seat: str) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of an attacker's main combatant (CCG-CRE-01, CCG-COM-07, CCG-COM-08, CCG-CRE-13)."""
    yield from creatures.side_conflicts(position, card, position.zone, seat, "CCG-COM-07")
    if card.turn >= position.turn:
        fresh = f"{card_name(position, card.n)} came into play this turn"
        yield RuleConflict("CCG-COM-08", "only a Creature from an earlier turn can attack", fresh)
    if (seat, card.zone, "attack") in position.bars:
        yield creatures.forbidden(position, seat, f"attack {in_zone(card.zone)}")
    yield from creatures.locked_conflict(card)


def attack_conflicts(position: Position, move: m.Attack) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of an attack.

    Rules:
        CCG-COM-04: when the defender is ready. CCG-COM-05, A56: one attack a turn.
        CCG-COM-07: with a Standing Creature in the chosen zone. CCG-COM-08, CCG-EXR-03: it entered in an earlier turn.
        A21: Watchers of the set-up did. A22: a Creature that moved here may attack.
        CCG-COM-09: against a Standing Creature of the defender, if one is named. A32: it must not be Sided, by either
        player. CCG-EXR-11: it may be a Watcher.
    """
    seat = move.player
    yield from turns.step_conflicts(position, seat, "attack")
    if position.attacked:
        yield turns.ATTACK_MADE
    attacker, defender = position.at(move.attacker), position.at(move.defender)
    if attacker:
        yield from _attacker_conflicts(position, attacker, seat)
    if defender and (
        attacker is None or attacker.side == seat
    ):  # otherwise attacker and defender are swapped, and that is one mistake
        yield from creatures.side_conflicts(position, defender, position.zone, position.rival(seat), "CCG-COM-09")


def _attack_must(draft: Draft[Position], move: m.Attack) -> None:
    turns.must_have_begun(draft, move)
    draft.must("CCG-COM-07", draft.now.at(move.attacker) is not None, f"no card in play has the number {move.attacker}")
    there = not move.defender or draft.now.at(move.defender) is not None
    draft.must("CCG-COM-09", there, f"no card in play has the number {move.defender}")


def attack(draft: Draft[Position], move: m.Attack) -> None:
    """Attack with a Creature, and name the defender's Creature or leave the choice to the defender.

    Rules:
        CCG-COM-06: the attack cannot be taken back. CCG-COM-10: if both are named, the fight follows.
        CCG-COM-11: otherwise the defender chooses. CCG-COM-15: if the defender has no Creature, the attacker may make a
        Hit.
        CCG-GLO-02: the meaning of attacking. CCG-GLO-03: the attacked Creature is the block.
    """
    if not creatures.is_own_turn(draft.now, move.player):
        return
    episodes.apply_unsolved(draft)
    turns.reach_step(draft, "attack")
    draft.add(c.AttackBegun(attacker=move.attacker, defender=move.defender), "CCG-COM-07")
    if move.defender:
        _fight(draft, "CCG-COM-10")
    elif creatures.standing_creatures(draft.now, draft.now.zone, draft.now.rival(move.player)):
        draft.add(f.StepReached(step="name"), "CCG-COM-11")
    else:
        draft.add(c.CombatantNamed(card=0), "CCG-COM-15")
        draft.add(f.StepReached(step="hit"), "CCG-COM-15")


def _fight(draft: Draft[Position], rule: str) -> None:
    """Begin the fight (CCG-COM-20): both players may act until both pass (CCG-COM-33)."""
    draft.add(f.StepReached(step="fight"), rule)
    seats = (draft.now.player, draft.now.rival(draft.now.player))
    if not windows.ask_seats(draft, "fight", seats, "attack", "CCG-COM-33"):
        compare(draft)


_NO_CHOICE: Final = "the defender can name a main combatant only if an attack leaves that choice to the defender"


def _answer_conflicts(position: Position, seat: str) -> list[RuleConflict]:
    """Return the rule conflicts of the defender naming a main combatant or declining to name one.

    The attacker must have left the choice of the Creature to the defender, and no later action may be pending.
    """
    fight = position.fight
    if position.step != "name" or not fight or fight.state != "name":
        return [RuleConflict("CCG-COM-12", _NO_CHOICE, "no attack is waiting for a main combatant")]
    if seat == position.player:
        rival = seat_name(position, position.rival(position.player))
        wanted = "only the defender can name this main combatant"
        return [RuleConflict("CCG-COM-12", wanted, f"the defender is {rival}")]
    if position.stack[-1:] != (fight,):
        return [RuleConflict("CCG-GEN-04", "the latest action must be answered first")]
    return []


def name_conflicts(position: Position, move: m.NameCombatant) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of naming the defender's main combatant, a Standing Creature (CCG-COM-12, A20)."""
    yield from _answer_conflicts(position, move.player)
    if card := position.at(move.card):
        defender = position.rival(position.player)
        yield from creatures.side_conflicts(position, card, position.zone, defender, "CCG-COM-12")


def _name_must(draft: Draft[Position], move: m.NameCombatant) -> None:
    turns.must_have_begun(draft, move)
    draft.must("CCG-COM-12", draft.now.at(move.card) is not None, f"no card in play has the number {move.card}")


def name_combatant(draft: Draft[Position], move: m.NameCombatant) -> None:
    """Name the defender's main combatant; the fight follows (CCG-COM-12, CCG-COM-14)."""
    if draft.now.fight:
        draft.add(c.CombatantNamed(card=move.card), "CCG-COM-12")
        _fight(draft, "CCG-COM-14")


def decline_conflicts(position: Position, move: m.DeclineCombat) -> list[RuleConflict]:
    """Return the rule conflicts of declining combat: the defender must have the choice (CCG-COM-12, A20)."""
    return _answer_conflicts(position, move.player)


def decline_combat(draft: Draft[Position], _move: m.DeclineCombat) -> None:
    """Name no main combatant; the attacker may make a Hit (CCG-COM-12, CCG-COM-15)."""
    if draft.now.fight:
        draft.add(c.CombatantNamed(card=0), "CCG-COM-12")
        draft.add(f.StepReached(step="hit"), "CCG-COM-15")


def _why_no_hit(position: Position, fight: Fight | None) -> str:
    if fight is None:
        return "no attack is under way"
    if fight.defender:
        return f"{card_name(position, fight.defender)} is the main combatant"
    return "the defender's choice is still open"


def hit_conflicts(position: Position, move: m.MakeHit) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of the attacker making a Hit.

    Rules:
        CCG-COM-15: if the defender has no main combatant, the attacker may make a Hit. A18: the attacker need not.
        CCG-COM-18: another Hit may follow as long as each new Time card shows the zone of the card just lost (A19).
    """
    found = turns.step_conflicts(position, move.player, "hit")
    fight = position.fight
    if found:
        yield from found
    elif not fight or fight.state != "hit":
        only = "a Hit can be made only if the defender has no main combatant"
        yield RuleConflict("CCG-COM-15", only, _why_no_hit(position, fight))
    elif not fight.again:
        yield RuleConflict("CCG-COM-18", turns.ANOTHER_HIT, "the zones are different")


def make_hit(draft: Draft[Position], move: m.MakeHit) -> None:
    """Make a Hit: the defender is to lose the top Time card at once (CCG-COM-16, CCG-GLO-10, CCG-GLO-11)."""
    if creatures.is_own_turn(draft.now, move.player):
        hits.hit_seat(draft, draft.now.rival(move.player), "CCG-COM-16", attack=True)


COMBAT_MOVES: Final[MoveRules[Position]] = {
    m.AnnounceCombat: MoveRule(announce_conflicts, announce_combat, turns.must_have_begun),
    m.Attack: MoveRule(attack_conflicts, attack, _attack_must),
    m.NameCombatant: MoveRule(name_conflicts, name_combatant, _name_must),
    m.DeclineCombat: MoveRule(decline_conflicts, decline_combat, turns.must_have_begun),
    m.MakeHit: MoveRule(hit_conflicts, make_hit, turns.must_have_begun),
}


def compare(draft: Draft[Position]) -> None:
    """Compare the main combatants, discard the loser and Side the attacker's Creature if it is still in play.

    If a recorded game states another outcome, play goes on from the stated one. Cards cannot be used meanwhile (A43).

    Rules:
        CCG-COM-21, CCG-CRE-07: the outcome. CCG-COM-24: the loser discards the card. CCG-COM-35: to its owner's pile.
        CCG-COM-25: no discard after a draw. CCG-COM-34: the attacker's Creature is Sided. CCG-COM-36: supporters are
        not destroyed.
        CCG-COM-37: phase 4 follows.

    Raises:
        CannotTellError: a main combatant is an unknown card.
    """
    fight = draft.now.fight
    if not fight or combat_end.end_if_combatant_left(draft):
        return
    ours, theirs = draft.now.at(fight.attacker), draft.now.at(fight.defender)
    if not ours or not theirs:
        return
    if None in (creatures.is_creature(draft.now, ours), creatures.is_creature(draft.now, theirs)):
        raise CannotTellError("a main combatant is a card that is not known")
    verdict = combat_end.stronger(ours, theirs)
    loser = {"attacker": fight.defender, "defender": fight.attacker}.get(verdict, 0)
    draft.add(c.CombatEnded(how=verdict, loser=loser), "CCG-COM-25" if verdict == "draw" else "CCG-COM-21")
    _discard_loser(draft)
    combat_end.side_attacker(draft, fight.attacker, "CCG-COM-34")
    if draft.now.step not in ("bonus", "over"):
        draft.add(f.StepReached(step="bonus"), "CCG-COM-37")
    consequences.apply_consequences(draft)


def _discard_loser(draft: Draft[Position]) -> None:
    """Discard the loser as recorded in the outcome, unless something keeps the card in play (A54)."""
    ended = draft.entries[-1].event
    if isinstance(ended, c.CombatEnded) and ended.loser and draft.now.at(ended.loser):
        consequences.destroy(draft, (ended.loser,), "lost", "CCG-COM-24", asked=False)


def attack_candidates(position: Position, seat: str) -> Iterator[m.Attack]:
    """Yield attacks that a seat may be able to make; for each attacker the one without a named defender comes last."""
    rivals = [card.n for card in creatures.standing_creatures(position, position.zone, position.rival(seat))]
    for card in creatures.creatures_of(position, position.zone, seat):
        yield from (m.Attack(seat, card.n, number) for number in (*rivals, 0))


def name_candidates(position: Position, seat: str) -> Iterator[m.NameCombatant]:
    """Yield the moves by which a seat, as defender, may be able to name its main combatant: one for each Creature."""
    return (m.NameCombatant(seat, card.n) for card in creatures.standing_creatures(position, position.zone, seat))
