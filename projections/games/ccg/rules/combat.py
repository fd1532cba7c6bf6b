"""Phase 3, Combat: the announcement, the main combatants, Hits; `combat_end` says how it ends."""

from events.errors import CannotTellError
from projections.draft import Draft
from projections.games.ccg.events.combat_effects import AttackBegun, CombatantNamed, CombatEnded
from projections.games.ccg.events.effects import StepReached
from projections.games.ccg.events.moves import AnnounceCombat, Attack, DeclineCombat, MakeHit, NameCombatant
from projections.games.ccg.rules import consequences, episodes, hits, turns, windows
from projections.games.ccg.rules.combat_end import end_if_combatant_left, side_attacker, stronger
from projections.games.ccg.rules.creatures import (
    creatures_of,
    is_creature,
    is_own_turn,
    locked_objection,
    side_objections,
    standing_creatures,
)
from projections.games.ccg.rules.exceptions import without_waived
from projections.games.ccg.state.names import card_name, in_zone, seat_name
from projections.games.ccg.state.position import STEPS, Fight, InPlay, Position
from projections.objections import Objection, allowed, require_all


def announce_objections(position: Position, move: AnnounceCombat) -> list[Objection]:
    """What speaks against announcing combat: it is due behind the Episodes, once a turn (CCG-COM-01)."""
    return turns.step_objections(position, move.player, "play")


def announce_combat(draft: Draft[Position], move: AnnounceCombat) -> None:
    """Announce combat; what was not solved acts now, then the defender prepares.

    Rules:
        CCG-COM-01 in every turn, also where no attack follows; CCG-EPI-11 without an Episode it follows on 2a;
        CCG-EPI-18 what was not solved in 2b acts first.
    """
    turns.must_have_begun(draft)
    require_all(draft, *announce_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player) or STEPS.index(draft.now.step) > STEPS.index("play"):
        return
    episodes.apply_unsolved(draft)
    if draft.now.step == "over":
        return
    turns.reach_step(draft, "combat")
    if not draft.now.stack:
        ask_defender(draft)


def ask_defender(draft: Draft[Position]) -> None:
    """Ask the defender to get ready; where nobody is asked, the attacker may attack.

    Where Episodes left something to be answered, that comes first: call this when it is done with.

    Rules:
        CCG-COM-02 the defender prepares in the chosen zone; CCG-COM-03 and says when ready; CCG-COM-04 then the
        attacker may attack.
    """
    rival = draft.now.rival(draft.now.player)
    if not windows.ask_seats(draft, "combat", (rival,), "combat", "CCG-COM-02"):
        draft.add(StepReached(step="attack"), "CCG-COM-04")


def _attacker_objections(position: Position, card: InPlay, seat: str) -> list[Objection]:
    """What speaks against a main combatant of the attacker (CCG-CRE-01, CCG-COM-07, CCG-COM-08, CCG-CRE-13)."""
    found = side_objections(position, card, position.zone, seat, "CCG-COM-07")
    name = card_name(position, card.n)
    if card.turn >= position.turn:
        found.append(
            Objection(
                "CCG-COM-08",
                False,
                f"a Creature may not attack in the turn it came into play: {name} came this turn",
            )
        )
    if (seat, card.zone, "attack") in position.bars:
        found.append(Objection("CCG-GEN-01", False, f"a card forbids to attack {in_zone(card.zone)} this turn"))
    return found + locked_objection(card)


def attack_objections(position: Position, move: Attack) -> list[Objection]:
    """What speaks against an attack.

    Rules:
        CCG-COM-04 when the defender is ready; CCG-COM-05, A56 one attack a turn; CCG-COM-07 with a Standing Creature in
        the chosen zone; CCG-COM-08, CCG-EXR-03 that entered in an earlier turn: A21 the Watchers of the set-up did,
        A22 one that moved here may; CCG-COM-09 against a Standing Creature of the defender, if one is named: A32 none
        that was Sided by anybody; CCG-EXR-11 a Watcher too.
    """
    seat = move.player
    found = turns.step_objections(position, seat, "attack")
    if position.attacked:
        found.append(Objection("CCG-COM-05", False, f"one attack a turn: {seat_name(position, seat)} has attacked"))
    attacker, defender = position.at(move.attacker), position.at(move.defender)
    if attacker:
        found += _attacker_objections(position, attacker, seat)
    if defender and (
        attacker is None or attacker.side == seat
    ):  # else they are the wrong way round: that is one mistake
        found += side_objections(position, defender, position.zone, position.rival(seat), "CCG-COM-09")
    return found


def attack(draft: Draft[Position], move: Attack) -> None:
    """Attack with a Creature, and name the defender's, or leave the choice to the defender.

    Rules:
        CCG-COM-06 the attack is made, and cannot be taken back; CCG-COM-10 with both named it comes to the fight;
        CCG-COM-11 else the defender chooses; CCG-COM-15 where the defender has nobody, there is a Hit to make.
        CCG-GLO-02: this is what attacking means, and CCG-GLO-03 whoever is attacked is the block.
    """
    turns.must_have_begun(draft)
    draft.must("CCG-COM-07", draft.now.at(move.attacker) is not None, f"no card in play has number {move.attacker}")
    there = not move.defender or draft.now.at(move.defender) is not None
    draft.must("CCG-COM-09", there, f"no card in play has number {move.defender}")
    require_all(draft, *attack_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    episodes.apply_unsolved(draft)
    turns.reach_step(draft, "attack")
    draft.add(AttackBegun(attacker=move.attacker, defender=move.defender), "CCG-COM-07")
    if move.defender:
        _fight(draft, "CCG-COM-10")
    elif standing_creatures(draft.now, draft.now.zone, draft.now.rival(move.player)):
        draft.add(StepReached(step="name"), "CCG-COM-11")
    else:
        _nobody(draft)


def _fight(draft: Draft[Position], rule: str) -> None:
    """Both main combatants are known: both players may act until neither does any more.

    Rules:
        CCG-COM-20 one must try to destroy, the other to repel; CCG-COM-33 both may go on until neither plays.
    """
    draft.add(StepReached(step="fight"), rule)
    seats = (draft.now.player, draft.now.rival(draft.now.player))
    if not windows.ask_seats(draft, "fight", seats, "attack", "CCG-COM-33"):
        compare(draft)


def _nobody(draft: Draft[Position]) -> None:
    draft.add(CombatantNamed(card=0), "CCG-COM-15")
    draft.add(StepReached(step="hit"), "CCG-COM-15")


def _answer_objections(position: Position, seat: str) -> list[Objection]:
    """What speaks against the defender's answer: an attack must have left the choice, and nothing else be begun."""
    fight = position.fight
    if position.step != "name" or not fight or fight.state != "name":
        return [Objection("CCG-COM-12", False, "the attacker has left no choice of a main combatant")]
    if seat == position.player:
        return [
            Objection(
                "CCG-COM-12",
                False,
                f"the defender names this main combatant: {seat_name(position, position.rival(position.player))}",
            )
        ]
    if position.stack[-1:] != (fight,):
        return [Objection("CCG-GEN-04", False, "what was begun last is answered first")]
    return []


def name_objections(position: Position, move: NameCombatant) -> list[Objection]:
    """What speaks against the defender's main combatant: it is one that Stands (CCG-COM-12, A20)."""
    found = _answer_objections(position, move.player)
    card = position.at(move.card)
    defender = position.rival(position.player)
    return found + (side_objections(position, card, position.zone, defender, "CCG-COM-12") if card else [])


def name_combatant(draft: Draft[Position], move: NameCombatant) -> None:
    """The defender names a main combatant, and it comes to the fight (CCG-COM-12, CCG-COM-14)."""
    turns.must_have_begun(draft)
    draft.must("CCG-COM-12", draft.now.at(move.card) is not None, f"no card in play has number {move.card}")
    require_all(draft, *name_objections(draft.now, move))
    draft.add(move)
    if draft.now.fight:
        draft.add(CombatantNamed(card=move.card), "CCG-COM-12")
        _fight(draft, "CCG-COM-14")


def decline_objections(position: Position, move: DeclineCombat) -> list[Objection]:
    """What speaks against naming nobody: only that the attacker has named one already (CCG-COM-12, A20)."""
    return _answer_objections(position, move.player)


def decline_combat(draft: Draft[Position], move: DeclineCombat) -> None:
    """The defender names nobody: the attacker may make a Hit (CCG-COM-12, CCG-COM-15)."""
    turns.must_have_begun(draft)
    require_all(draft, *decline_objections(draft.now, move))
    draft.add(move)
    if draft.now.fight:
        draft.add(CombatantNamed(card=0), "CCG-COM-12")
        draft.add(StepReached(step="hit"), "CCG-COM-15")


def _why_no_hit(position: Position, fight: Fight | None) -> str:
    if fight is None:
        return "no attack is under way"
    if fight.defender:
        return f"{card_name(position, fight.defender)} defends"
    return "that is still open"


def hit_objections(position: Position, move: MakeHit) -> list[Objection]:
    """What speaks against a Hit.

    Rules:
        CCG-COM-15 where the defender has no main combatant the attacker may, and A18 need not; CCG-COM-18 a further
        one where the new Time card shows the zone of the card just lost (A19), as often as that happens.
    """
    found = turns.step_objections(position, move.player, "hit")
    fight = position.fight
    if found:
        return found
    if not fight or fight.state != "hit":
        return [
            Objection(
                "CCG-COM-15",
                False,
                f"there is a Hit only where the defender has no main combatant: {_why_no_hit(position, fight)}",
            )
        ]
    if not fight.again:
        return [
            Objection(
                "CCG-COM-18",
                False,
                "another Hit follows only where the new Time card shows the zone of the one lost: it does not",
            )
        ]
    return []


def make_hit(draft: Draft[Position], move: MakeHit) -> None:
    """Make a Hit: the defender is to lose the top Time card.

    Rules:
        CCG-COM-16 at once; CCG-GLO-10, CCG-GLO-11 that is what a Hit inflicts.
    """
    turns.must_have_begun(draft)
    require_all(draft, *hit_objections(draft.now, move))
    draft.add(move)
    if is_own_turn(draft.now, move.player):
        hits.hit_seat(draft, draft.now.rival(move.player), "CCG-COM-16", attack=True)


def compare(draft: Draft[Position]) -> None:
    """Compare the main combatants: the loser is discarded, the attacker that is still there is Sided.

    A stated outcome goes on as it is stated. While this is told nobody can act (A43).

    Rules:
        CCG-COM-21, CCG-CRE-07 the outcome; CCG-COM-24 the loser discards the card, CCG-COM-35 to its owner's pile,
        CCG-COM-25 nobody at a draw; CCG-COM-34 the attacker's is Sided; CCG-COM-36 supporters are not touched;
        CCG-COM-37 then phase 4.

    Raises:
        CannotTellError: what a main combatant is, is not known.
    """
    fight = draft.now.fight
    if not fight or end_if_combatant_left(draft):
        return
    ours, theirs = draft.now.at(fight.attacker), draft.now.at(fight.defender)
    if not ours or not theirs:
        return
    if None in (is_creature(draft.now, ours), is_creature(draft.now, theirs)):
        raise CannotTellError("what the main combatants are is not known")
    verdict = stronger(ours, theirs)
    loser = {"attacker": fight.defender, "defender": fight.attacker}.get(verdict, 0)
    draft.add(CombatEnded(how=verdict, loser=loser), "CCG-COM-25" if verdict == "draw" else "CCG-COM-21")
    _discard_loser(draft)
    side_attacker(draft, fight.attacker, "CCG-COM-34")
    if draft.now.step not in ("bonus", "over"):
        draft.add(StepReached(step="bonus"), "CCG-COM-37")
    consequences.apply_consequences(draft)


def _discard_loser(draft: Draft[Position]) -> None:
    """The card that is lost, as the line of the outcome says, leaves play unless something keeps it (A54)."""
    ended = draft.entries[-1].event
    if isinstance(ended, CombatEnded) and ended.loser and draft.now.at(ended.loser):
        consequences.destroy(draft, (ended.loser,), "lost", "CCG-COM-24", asked=False)


def attack_choices(position: Position, seat: str) -> list[Attack]:
    """The attacks that a seat may make, those that leave the choice to the defender last of each attacker."""
    rivals = [card.n for card in standing_creatures(position, position.zone, position.rival(seat))]
    attacks = [
        Attack(player=seat, attacker=card.n, defender=number)
        for card in creatures_of(position, position.zone, seat)
        for number in (*rivals, 0)
    ]
    return [one for one in attacks if allowed(without_waived(position, one, attack_objections(position, one)))]


def name_choices(position: Position, seat: str) -> list[NameCombatant]:
    """The main combatants that a defender may name."""
    named = [NameCombatant(player=seat, card=card.n) for card in standing_creatures(position, position.zone, seat)]
    return [one for one in named if allowed(without_waived(position, one, name_objections(position, one)))]
