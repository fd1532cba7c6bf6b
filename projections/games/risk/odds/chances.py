"""The probabilities of an attack or battle in sentences, from what the viewer knows."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from projections.games.risk.odds.battle_odds import Dice, Roll, battle, fallen, roll
from projections.games.risk.rules.battle import attackers_left, dice_on_offer, most_defence
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import Battle, Side, World
from projections.window import Window
from projections.wording import counted, joined, percent

FAR: Final = 40_000
"""Attackers times defenders above which a whole battle is not computed, because it takes too long."""


class Fight(NamedTuple):
    """A battle to compute: Daleks and dice of each side, the next roll, and the words for that roll."""

    attackers: int
    defenders: int
    ours: Dice
    theirs: Dice
    next: Roll
    words: str


def odds(world: World) -> Sequence[str]:
    """Return sentences with the probabilities of the next roll and of the whole battle; none if no roll is expected.

    Both sides are assumed to roll as many dice as they may, and to re-roll 1s if a card allows it.
    """
    fight = world.battle
    field = _field(world, fight) if fight and not fight.taken else None
    if fight is None or field is None:
        return ()
    black, yellow = army_name(fight.attacker), army_name(fight.defender)
    found = [f"{field.words}: {_shares(field.next, black, yellow)}."]
    if field.attackers * field.defenders <= FAR:
        end = battle(field.attackers, field.defenders, field.ours, field.theirs, field.next)
        found += [
            f"{black} takes {place(fight.target)} in {percent(end.conquest)} of battles fought to the end.",
            f"On average that costs {black} {_mean(end.attackers)} and {yellow} {_mean(end.defenders)}.",
        ]
    return (*found, *_conditions(world, fight, field))


def _field(world: World, fight: Battle) -> Fight | None:
    if not {fight.source, fight.target} <= world.lands.keys():
        return None
    attackers, defenders = attackers_left(world, fight), world.lands[fight.target].daleks
    if attackers < 1 or defenders < 1 or _half_thrown(fight):
        return None
    ours, theirs = _dice(world, fight.attack), _dice(world, fight.defence)
    if fight.waiting and all(fight.faces):
        now = fallen(*fight.faces, ours if fight.waiting == "attack" else Dice(ours.plus), theirs)
        if now.pairs > min(attackers, defenders):
            return None
        return Fight(attackers, defenders, ours, theirs, now, "After the re-roll of the 1s")
    attack = max(1, *dice_on_offer(world, fight))
    defence = min(fight.dice or defenders, most_defence(world, fight))
    words = f"The next roll, {counted(attack, 'die', 'dice')} against {defence}"
    return Fight(attackers, defenders, ours, theirs, roll(attack, defence, ours, theirs), words)


def _half_thrown(fight: Battle) -> bool:
    """Return whether the attack has rolled and the defence has not. The outcome is not computed then."""
    return bool(fight.faces[0]) and not fight.faces[1]


def _dice(world: World, side: Side) -> Dice:
    return Dice(side.plus, world.options.reroll_ones if side.reroll else "never")


def _conditions(world: World, fight: Battle, field: Fight) -> list[str]:
    parts = [
        f"{army_name(army)}'s dice {what}"
        for army, dice in ((fight.attacker, field.ours), (fight.defender, field.theirs))
        for what in _special(dice)
    ]
    found = [f"Counted with {joined(parts)}."] if parts else []
    awaited = [seat for thing in world.stack if isinstance(thing, Window) for seat in thing.awaited]
    if awaited:
        found.append(f"A Power Card of {joined([army_name(seat) for seat in awaited])} may still change this.")
    return found


def _special(dice: Dice) -> list[str]:
    until = "whose 1s are re-rolled until none is left"
    again = {"never": [], "once": ["whose 1s are re-rolled once"], "until_not_one": [until]}
    return [f"at {dice.plus:+}"] * bool(dice.plus) + again[dice.again]


def _shares(now: Roll, attacker: str, defender: str) -> str:
    """Return the probability of each outcome of a roll as text. The defender's greatest loss comes first."""
    shares: list[str] = []
    for beaten in range(now.pairs, -1, -1):
        lost = now.pairs - beaten
        who = f"{defender} loses {beaten}" if not lost else f"{attacker} loses {lost}" if not beaten else "each loses 1"
        shares.append(f"{who} in {percent(now.chance(beaten))}")
    return joined(shares)


def _mean(number: Fraction) -> str:
    tenths = round(number * 10)
    return f"{tenths // 10}.{tenths % 10} Daleks"
