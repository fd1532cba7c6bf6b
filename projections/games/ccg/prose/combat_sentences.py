"""Sentences for effects of answers and combat."""

from typing import assert_never

from projections.games.ccg.events import combat_effects as c
from projections.games.ccg.prose.use_text import aimed, own, owns, used, values_words
from projections.games.ccg.state.names import face_name, seat_name
from projections.games.ccg.state.position import Announcement, Position
from projections.wording import capitalised, clean, counted

AnswerEffect = c.Announced | c.AnnouncementEnded | c.Doomed
FightEffect = c.AttackBegun | c.CombatantNamed | c.CombatEnded
HitEffect = c.HitDue | c.HitShielded | c.HitPrevented | c.TimeCardLost | c.HitsOver
CombatEffect = AnswerEffect | FightEffect | HitEffect


def combat_sentence(event: CombatEffect, before: Position, after: Position) -> str:
    """Return an effect of answers or combat as a sentence."""
    if isinstance(event, AnswerEffect):
        return f"{_answer(event, before)}."
    return f"{capitalised(_fight(event, before) if isinstance(event, FightEffect) else _hit(event, before, after))}."


def _answer(event: AnswerEffect, before: Position) -> str:
    match event:
        case c.Announced(player=player):
            what = used(before, player, event.face, event.card, event.ability)
            return f"Announced: {what}{aimed(before, event, player)}"
        case c.AnnouncementEnded(place=place, how=how):
            return _ended(before, place, how)
        case c.Doomed(cards=cards):
            verb = "is" if len(cards) == 1 else "are"
            return (
                f"{owns(before, cards)} {verb} about to leave play"
                if cards
                else "No card is about to leave play any longer"
            )
        case _:
            assert_never(event)


def _ended(before: Position, place: int, how: str) -> str:
    waiting = (thing for thing in before.stack if isinstance(thing, Announcement) and thing.place == place)
    thing = next(waiting, None)
    what = used(before, thing.player, thing.face, 0, 1) if thing else f"Announcement {place}"
    match how:
        case "resolved":
            return f"{what} takes effect"
        case "countered":
            return f"{what} is countered and has no effect"
        case "no-aim":
            return f"{what} has no effect, because it has no target"
    return f"{what} has no effect ({clean(how)})"


def _fight(event: FightEffect, before: Position) -> str:
    match event:
        case c.AttackBegun(attacker=attacker, defender=defender):
            name = own(before, attacker)
            other = own(before, defender)
            return (
                f"the main combatants are {name} and {other}"
                if defender
                else f"the attacker's main combatant is {name}"
            )
        case c.CombatantNamed(card=card):
            return (
                f"the defender's main combatant is {own(before, card)}"
                if card
                else "No Creature defends, so a Hit may be made"
            )
        case c.CombatEnded():
            return _outcome(event, before)
        case _:
            assert_never(event)


def _outcome(event: c.CombatEnded, before: Position) -> str:
    """Return how the fight ended, with the values that were compared."""
    fight = before.fight
    if fight and not fight.defender and event.how == "no-outcome":
        return f"The attack is over, with {counted(fight.hits, 'Hit') if fight.hits else 'no Hit'}"
    if event.how == "no-outcome" or fight is None or not fight.defender:
        lost = f"; {own(before, event.loser)} is lost" if event.loser else ""
        how = "without an outcome" if event.how == "no-outcome" else f"({clean(event.how)})"
        return f"Combat ends {how}{lost}"
    sides = {"attacker": fight.attacker, "defender": fight.defender}
    winner = sides.get(event.how, fight.attacker)
    other = fight.attacker + fight.defender - winner
    one, two = (f"{own(before, number)} ({_strength(before, number)})" for number in (winner, other))
    return f"{one} beats {two}" if event.how in sides else f"{one} and {two} fight to a draw"


def _strength(before: Position, number: int) -> str:
    return values_words(before, number).rpartition("/")[0]


def _hit(event: HitEffect, before: Position, after: Position) -> str:
    match event:
        case c.HitDue(player=player):
            return f"{seat_name(before, player)} is about to lose the top Time card"
        case c.HitShielded(player=player):
            return f"The next Hit on {seat_name(before, player)} this turn will be prevented"
        case c.HitPrevented(player=player):
            return f"The Hit on {seat_name(before, player)} is prevented"
        case c.TimeCardLost(player=player, card=card):
            left = counted(len(after.times.get(player, ())), "Time card")
            lost = face_name(before, card)
            what = "a Time card" if lost == "a card" else f"a {lost}"
            return f"{seat_name(before, player)} loses {what} and has {left} left"
        case c.HitsOver(again=again):
            return "Another Hit may be made" if again else "No further Hit may be made"
        case _:
            assert_never(event)
