"""Sentences for effects of answers and combat."""

from typing import Final

from projections.games.ccg.events import combat_effects as c
from projections.games.ccg.prose.use_text import aimed, own, owns, used, values_words
from projections.games.ccg.state import names
from projections.games.ccg.state.position import Announcement, Position
from projections.sentence_table import Rows, Writers
from projections.wording import clean, counted

_ENDED: Final = {
    "resolved": "takes effect", "countered": "is countered and has no effect",
    "no-aim": "has no effect, because it has no target",
}  # fmt: skip
"""What became of an announcement, by `AnnouncementEnded.how`."""


def _announced(event: c.Announced, before: Position, _after: Position) -> str:
    what = used(before, event.player, event.face, event.card, event.ability)
    return f"Announced: {what}{aimed(before, event, event.player)}."


def _announcement(position: Position, place: int) -> str:
    waiting = (thing for thing in position.stack if isinstance(thing, Announcement) and thing.place == place)
    thing = next(waiting, None)
    return used(position, thing.player, thing.face, 0, 1) if thing else f"Announcement {place}"


def _ended(how: str) -> str:
    return _ENDED.get(how) or f"has no effect ({clean(how)})"


def _doomed(event: c.Doomed, before: Position, _after: Position) -> str:
    if not event.cards:
        return "No card is about to leave play any longer."
    return f"{owns(before, event.cards)} {'is' if len(event.cards) == 1 else 'are'} about to leave play."


def _attack_begun(event: c.AttackBegun, before: Position, _after: Position) -> str:
    name = own(before, event.attacker)
    if event.defender:
        return f"The main combatants are {name} and {own(before, event.defender)}."
    return f"The attacker's main combatant is {name}."


def _combatant_named(event: c.CombatantNamed, before: Position, _after: Position) -> str:
    if event.card:
        return f"The defender's main combatant is {own(before, event.card)}."
    return "No Creature defends, so a Hit may be made."


def _combat_ended(event: c.CombatEnded, before: Position, _after: Position) -> str:
    fight = before.fight
    if fight and not fight.defender and event.how == "no-outcome":
        return f"The attack is over, with {counted(fight.hits, 'Hit') if fight.hits else 'no Hit'}."
    if event.how == "no-outcome" or fight is None or not fight.defender:
        lost = f"; {own(before, event.loser)} is lost" if event.loser else ""
        how = "without an outcome" if event.how == "no-outcome" else f"({clean(event.how)})"
        return f"Combat ends {how}{lost}."
    sides = {"attacker": fight.attacker, "defender": fight.defender}
    winner = sides.get(event.how, fight.attacker)
    other = fight.attacker + fight.defender - winner
    one, two = (f"{own(before, number)} ({_strength(before, number)})" for number in (winner, other))
    return f"{one} beats {two}." if event.how in sides else f"{one} and {two} fight to a draw."


def _strength(before: Position, number: int) -> str:
    return values_words(before, number).rpartition("/")[0]


def _time_card_lost(event: c.TimeCardLost, before: Position, after: Position) -> str:
    left = counted(len(after.times.get(event.player, ())), "Time card")
    lost = names.face_name(before, event.card)
    what = "a Time card" if lost == "a card" else f"a {lost}"
    return f"{names.seat_name(before, event.player)} loses {what} and has {left} left."


WRITERS: Final[Writers] = {"announcement": _announcement, "ended": _ended}
ROWS: Final[Rows] = {
    c.Announced: _announced,
    c.AnnouncementEnded: "{place:announcement} {how:ended}.",
    c.Doomed: _doomed,
    c.AttackBegun: _attack_begun,
    c.CombatantNamed: _combatant_named,
    c.CombatEnded: _combat_ended,
    c.HitDue: "{player} is about to lose the top Time card.",
    c.HitShielded: "The next Hit on {player} this turn will be prevented.",
    c.HitPrevented: "The Hit on {player} is prevented.",
    c.TimeCardLost: _time_card_lost,
    c.HitsOver: lambda event, _before, _after: (
        "Another Hit may be made." if event.again else "No further Hit may be made."
    ),
}
