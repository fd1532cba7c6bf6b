"""Updates of a position in a battle: its dice, and Daleks that arrive or leave."""

import re
from typing import Final

import msgspec

from events.events import Event, Rolled
from projections.games.risk import events as e
from projections.games.risk.state.position import Battle, Duty, Land, World
from projections.window import with_changed

_DIE: Final = re.compile(r"[AD][1-9]?")


def with_daleks(world: World, name: str, change: int) -> World:
    """Return the position with `change` Daleks added to a territory (removed if negative), if it exists."""
    land = world.lands.get(name)
    if land is None:
        return world
    return world.replace(lands={**world.lands, name: Land(land.army, max(0, land.daleks + change))})


def with_roll(world: World, rolled: Rolled) -> World:
    """Return the position with rolled dice stored.

    The dice are named `A1 A2` for the attack and `D1 D2` for the defence; a re-roll replaces some of them.
    """
    battle, names = world.battle, rolled.die.split()
    if battle is None or not names or not all(map(_DIE.fullmatch, names)):
        return world
    side = "AD".index(names[0][0])
    again = rolled.purpose.startswith("re-roll")
    dice = list(battle.faces[side]) if again else [0] * len(names)
    for name, face in zip(names, rolled.faces, strict=False):
        at = int(name[1:] or 1) - 1
        dice[at : at + 1] = [face]
    faces = (tuple(dice), battle.faces[1]) if side == 0 else (battle.faces[0], tuple(dice))
    fresh = side == 0 and not again
    return with_changed(world, Battle, faces=faces, rolls=battle.rolls + fresh, dice=battle.dice if side == 0 else 0)


def with_battle(world: World, event: Event) -> World:  # noqa: PLR0911  # one case per event
    """Return the position after an event of a battle. Other events do not change it."""
    match event:
        case e.DaleksLost(territory=name, daleks=daleks):
            return _lost(world, name, daleks)
        case e.DaleksMoved(source=source, target=target, daleks=daleks):
            return with_daleks(_left(world, source, daleks), target, daleks)
        case e.BattleBegun(attacker, defender, source, target, daleks, group) if {source, target} <= world.lands.keys():
            guard = min(1, max(0, world.lands[source].daleks - daleks))
            battle = Battle(attacker, defender, source, target, daleks, group, guard)
            return with_daleks(world, source, -group).replace(stack=(*world.stack, battle))
        case e.DiceDue():
            return _changed(world, event)
        case e.Defend(dice=dice):
            return with_changed(world, Battle, dice=max(0, dice))
        case e.ReRollOffered(side=side):
            return with_changed(world, Battle, waiting=side)
        case e.ReRoll():
            return with_changed(world, Battle, waiting="")
        case e.TerritoryTaken(territory=name, player=player, least=least) if name in world.lands:
            conquered = world.conquered or player == world.player
            taken = world.replace(lands={**world.lands, name: Land(player, 0)}, conquered=conquered)
            return with_changed(taken, Battle, taken=True, least=least)
        case e.BattleEnded(bars=bars):
            return _ended(world, bars)
        case _:
            return world


def _changed(world: World, event: e.DiceDue) -> World:
    battle = world.battle
    if battle is None or event.side not in ("attack", "defence"):
        return world
    old = battle.attack if event.side == "attack" else battle.defence
    plus, fewer = old.plus + event.plus, old.fewer + event.fewer
    new = msgspec.structs.replace(old, plus=plus, reroll=old.reroll or event.reroll, fewer=fewer)
    return with_changed(world, Battle, **{event.side: new})


def _lost(world: World, name: str, daleks: int) -> World:
    """Return the position with Daleks removed and counted towards the seat's duty to remove some."""
    duty = next((thing for thing in world.stack if isinstance(thing, Duty)), None)
    if duty is not None and name in world.lands_of(duty.player):
        left = msgspec.structs.replace(duty, daleks=duty.daleks - daleks)
        stack = tuple(left if thing is duty else thing for thing in world.stack if thing is not duty or left.daleks > 0)
        world = world.replace(stack=stack)
    return _left(world, name, daleks)


def _left(world: World, name: str, daleks: int) -> World:
    """Return the position with Daleks removed: from the committed group if it fights there, else from the territory."""
    battle = world.battle
    if battle is not None and battle.group and name == battle.source:
        return with_changed(world, Battle, group=max(0, battle.group - daleks))
    return with_daleks(world, name, -daleks)


def _ended(world: World, bars: str) -> World:
    """Return the position after the end of the battle.

    Survivors of a group return to their origin. `bars` stops attacks only in the attacker's own turn.
    """
    battle = world.battle
    stops = bars == "step" and battle is not None and battle.attacker == world.player
    if battle is not None and battle.group:
        world = with_daleks(world, battle.source, battle.group)
    barred = (*world.barred, bars) if bars not in ("", "step") else world.barred
    stack = tuple(thing for thing in world.stack if not isinstance(thing, Battle))
    return world.replace(stack=stack, barred=barred, no_attack=world.no_attack or stops)
