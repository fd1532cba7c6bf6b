"""The end of a turn: combat that is over, phase 4 with its bonus card, and what follows."""

from projections.draft import Draft
from projections.games.ccg.components.cards import Card
from projections.games.ccg.events.effects import CardSided
from projections.games.ccg.events.moves import Attack, DrawBonus, EndTurn
from projections.games.ccg.rules.combat_end import close_fight
from projections.games.ccg.rules.creatures import is_own_turn
from projections.games.ccg.rules.episodes import apply_unsolved
from projections.games.ccg.rules.exceptions import waived_rules
from projections.games.ccg.rules.preparation import draw_pile
from projections.games.ccg.rules.turns import close_turn, go_to_step, must_have_begun, reach_step, step_objections
from projections.games.ccg.state.names import in_zone, zone_name
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import abilities, face_of
from projections.objections import Objection, require_all
from projections.wording import counted


def draw_bonus_objections(position: Position, move: DrawBonus) -> list[Objection]:
    """What speaks against drawing the bonus card.

    Rules:
        CCG-BON-01 and CCG-TIM-02 where the chosen zone was the bonus zone; CCG-BON-02 not beside an extra card played
        (A17); A16 not from an empty draw deck, and that costs nothing; CCG-GEN-01 not where a card bars it.
    """
    seat, found = move.player, end_turn_objections(position, move)
    if position.step == "over":
        return found
    if not position.bonus:
        found.append(
            Objection(
                "CCG-BON-01",
                False,
                f"a bonus card is drawn only where the bonus zone was chosen: the {zone_name(position.zone)} is not it",
            )
        )
    if position.plays > 1 + position.granted:
        found.append(
            Objection(
                "CCG-BON-02",
                False,
                f"play an extra card or draw the bonus card, not both: {counted(position.plays, 'card')} were played",
            )
        )
    if not position.decks.get(seat):
        found.append(Objection("CCG-BON-01", False, "the draw deck is empty: there is no bonus card"))
    if (seat, position.zone, "draw") in position.bars:
        found.append(Objection("CCG-GEN-01", False, f"a card lets nobody draw {in_zone(position.zone)} this turn"))
    return found


def draw_bonus(draft: Draft[Position], move: DrawBonus) -> None:
    """Phase 4: draw the bonus card, and end the turn.

    Rules:
        CCG-BON-01 one card; CCG-BON-03 the turn ends; CCG-GLO-16 and CCG-EXR-02 the bonus; A16 no card, no Hit.
    """
    must_have_begun(draft)
    require_all(draft, *draw_bonus_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    _leave_combat(draft)
    if draft.now.decks.get(move.player):
        draft.draw(move.player, draw_pile(move.player))
    close_turn(draft)


def end_turn_objections(position: Position, move: EndTurn | DrawBonus) -> list[Objection]:
    """What speaks against ending the turn now.

    Rules:
        CCG-COM-05 the attacker need not attack, A18 nor make a Hit; CCG-COM-06 and CCG-COM-20 combat begun is fought.
    """
    return step_objections(position, move.player, "attack", "hit", "bonus")


def end_turn(draft: Draft[Position], move: EndTurn) -> None:
    """End the turn without a bonus card, for it may be left (CCG-BON-01, CCG-BON-03)."""
    must_have_begun(draft)
    require_all(draft, *end_turn_objections(draft.now, move))
    draft.add(move)
    if not is_own_turn(draft.now, move.player):
        return
    _leave_combat(draft)
    close_turn(draft)


def _leave_combat(draft: Draft[Position]) -> None:
    """Go on to phase 4, out of a combat that may still be under way, or without one.

    Rules:
        CCG-COM-05 no attack, no further chance; CCG-COM-19 and CCG-COM-37 to phase 4; CCG-EPI-18 Episodes act also
        where combat was not announced.
    """
    apply_unsolved(draft)
    reach_step(draft, "attack")
    now = draft.now
    attacker = now.fight.attacker if now.fight else 0
    close_fight(draft)
    if attacker or not now.attacked or now.options.attacker_sides_after_hit:  # else one that attacked may still Stand
        _side_idle(draft, attacker)
    go_to_step(draft, "bonus")


def _side_idle(draft: Draft[Position], attacker: int) -> None:
    """Side the cards that say they must attack, could have and did not; `attacker` did.

    Rules:
        CCG-GEN-01 the card is right; Q-08 only in the chosen zone, and one that may attack there at all.
    """
    now = draft.now
    for card in now.lying(now.zone, now.player) if now.zone else ():
        if card.n != attacker and _idle(now, card, face_of(now, card)):
            draft.add(CardSided(card=card.n, by=card.side), "CCG-GEN-01")


def _idle(position: Position, card: InPlay, face: Card) -> bool:
    """Whether a card had to attack and may do so: Standing, of an earlier turn, in a zone where attacks are free."""
    must = any(ability.what == "must-attack" for ability in abilities(position, card, "innate"))
    free = (card.side, card.zone, "attack") not in position.bars
    fresh = card.turn == position.turn and "CCG-COM-08" not in waived_rules(position, Attack(card.side, card.n))
    return must and free and not fresh and not card.sided and not card.locked and face.type == "creature"
