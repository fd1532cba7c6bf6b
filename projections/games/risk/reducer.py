"""Bookkeeping: what each fact does to the world. No rule is decided here."""

from collections.abc import Mapping

import msgspec

from events.facts import UNKNOWN, Drawn, Fact, Revealed, Rolled, Shuffled
from projections.games.risk import events as e
from projections.games.risk.position import Battle, Duty, Land, World
from projections.window import WindowClosed, WindowOpened, WindowPassed, with_window

__all__ = ["reducer"]

Rows = Mapping[str, tuple[str, ...]]


def reducer(world: World, fact: Fact) -> World:
    """The world after a fact; facts of other layers leave it as it is."""
    match fact:
        case Shuffled() | Drawn() | Revealed() | Rolled():
            return _chanced(world, fact)
        case WindowOpened() | WindowPassed() | WindowClosed():
            return world.replace(stack=with_window(world.stack, fact))
        case e.DaleksPlaced(territory=name, daleks=daleks):
            return _with(world, name, daleks).replace(pool=world.pool - daleks)
        case e.DaleksAdded(territory=name, daleks=daleks):
            left = max(0, world.neutral_pool - daleks)
            army = world.lands[name].army if world.step == "neutral" else world.neutral_army
            return _with(world, name, daleks).replace(neutral_pool=left, neutral_army=army)
        case e.DaleksLost() | e.BattleBegun() | e.DiceDue() | e.TerritoryTaken() | e.DaleksMoved() | e.BattleEnded():
            return _fought(world, fact)
        case e.TurnBegan() | e.StepReached() | e.TardisLanded() | e.ClaraAdvanced() | e.Reinforced() | e.IncomeCut():
            return _turned(world, fact)
        case _:
            return _dealt(world, fact)


def _with(world: World, name: str, change: int, army: str = "") -> World:
    land = world.lands[name]
    return world.replace(lands={**world.lands, name: Land(army or land.army, land.daleks + change)})


def _without(rows: Rows, seat: str, cards: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The rows without these cards of one seat: each the known one, else one that is not known."""
    left = list(rows.get(seat, ()))
    for card in cards:
        wanted = card if card in left else UNKNOWN
        if wanted in left:
            left.remove(wanted)
    return {**rows, seat: tuple(left)}


def _plus(rows: Rows, seat: str, cards: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {**rows, seat: (*rows.get(seat, ()), *cards)}


def _chanced(world: World, fact: Shuffled | Drawn | Revealed | Rolled) -> World:
    match fact:
        case Shuffled(pile="territory", order=order):
            return world.replace(deck=order)
        case Shuffled(pile="mission", order=order):
            return world.replace(mission_pile=order)
        case Shuffled(pile="power", order=order):
            return world.replace(power_pile=order)
        case Drawn(player=player, pile="territory", cards=cards):
            return world.replace(deck=world.deck[len(cards) :], hands=_plus(world.hands, player, cards))
        case Drawn(player=player, pile="mission", cards=cards):
            return world.replace(mission_pile=world.mission_pile[len(cards) :], missions=_plus(world.missions, player, cards))
        case Drawn(player=player, pile="power", cards=cards):
            return world.replace(power_pile=world.power_pile[len(cards) :], powers=_plus(world.powers, player, cards))
        case Revealed(item=item):
            return world.replace(deck=world.deck[1:], tardis_card=item)
        case _:
            return world


def _battle(world: World, **changes: object) -> World:
    stack = tuple(
        msgspec.structs.replace(thing, **changes) if isinstance(thing, Battle) else thing for thing in world.stack
    )
    return world.replace(stack=stack)


def _fought(world: World, fact: Fact) -> World:
    match fact:
        case e.DaleksLost(territory=name, daleks=daleks):
            return _lost(world, name, daleks)
        case e.BattleBegun(attacker, defender, source, target, daleks, group):
            battle = Battle(attacker, defender, source, target, daleks, group)
            moved = _with(world, source, -group) if group else world
            return moved.replace(stack=(*world.stack, battle))
        case e.DiceDue(side=side, plus=plus, reroll=reroll, fewer=fewer):
            battle = world.battle
            if battle is None:
                return world
            old = battle.attack if side == "attack" else battle.defence
            new = msgspec.structs.replace(old, plus=old.plus + plus, reroll=old.reroll or reroll, fewer=old.fewer + fewer)
            return _battle(world, **{side: new})
        case e.TerritoryTaken(territory=name, player=player, least=least):
            taken = world.replace(lands={**world.lands, name: Land(player, 0)}, conquered=True)
            return _battle(taken, taken=True, least=least)
        case e.DaleksMoved(source=source, target=target, daleks=daleks):
            return _with(_with(world, source, -daleks), target, daleks)
        case e.BattleEnded(bars=bars):
            return _ended(world, bars)
        case _:
            return world


def _lost(world: World, name: str, daleks: int) -> World:
    """Daleks of a committed group are lost from the group, all others from their territory; a duty is worked off."""
    battle, duty = world.battle, next((thing for thing in world.stack if isinstance(thing, Duty)), None)
    if battle is not None and battle.group and name == battle.source:
        return _battle(world, group=max(0, battle.group - daleks))
    if duty is not None and world.lands[name].army == duty.player:
        left = duty.daleks - daleks
        rest = (msgspec.structs.replace(duty, daleks=left),) if left > 0 else ()
        world = world.replace(stack=(*(thing for thing in world.stack if thing is not duty), *rest))
    return _with(world, name, -daleks)


def _ended(world: World, bars: str) -> World:
    battle = world.battle
    if battle is not None and battle.group and not battle.taken:
        world = _with(world, battle.source, battle.group)
    barred = (*world.barred, bars) if bars not in ("", "step") else world.barred
    stack = tuple(thing for thing in world.stack if not isinstance(thing, Battle))
    return world.replace(stack=stack, barred=barred, no_attack=world.no_attack or bars == "step")


def _turned(world: World, fact: Fact) -> World:
    match fact:
        case e.TurnBegan(player=player, turn=turn, round=number):
            return world.replace(
                player=player, turn=turn, round=number, tardis="", tardis_card="", pool=0, trades=0, barred=(),
                no_attack=False, conquered=False, drawn=False, stack=(), neutral_army="", neutral_pool=0,
            )  # fmt: skip
        case e.StepReached(step=step):
            return world.replace(step=step, neutral_pool=3 if step == "neutral" else 0)
        case e.TardisLanded(territory=name, card=card):
            return world.replace(tardis=name, tardis_card=card or world.tardis_card)
        case e.ClaraAdvanced(doctor=doctor):
            return world.replace(clara=doctor)
        case e.Reinforced(player=player):
            cuts = {seat: cut for seat, cut in world.cuts.items() if seat != player} if fact.base else world.cuts
            return world.replace(pool=world.pool + fact.total, cuts=cuts)
        case e.IncomeCut(rival=rival, daleks=daleks, continent=continent):
            fewer, no_lands = world.cuts.get(rival, (0, False))
            return world.replace(cuts={**world.cuts, rival: (fewer + daleks, no_lands or continent)})
        case _:
            return world


def _dealt(world: World, fact: Fact) -> World:
    match fact:
        case e.TerritoriesDealt(army=army, territories=names, daleks=daleks):
            return world.replace(lands={**world.lands, **{name: Land(army, daleks) for name in names}})
        case e.MissionPaid(player=player, card=card):
            return world.replace(missions=_without(world.missions, player, (card,)), spent=(*world.spent, card))
        case e.StarsTraded(player=player, cards=cards):
            hands = _without(world.hands, player, cards)
            return world.replace(hands=hands, discards=(*world.discards, *cards), trades=world.trades + 1)
        case e.CardPlayed(player=player, card=card):
            return _played(world, player, card)
        case e.ArmyDefeated(army=army):
            return world.replace(defeated=(*world.defeated, army))
        case e.CardsPassed(loser, taker, territories, missions, powers):
            return world.replace(
                hands=_passed(world.hands, loser, taker, territories),
                missions=_passed(world.missions, loser, taker, missions),
                powers=_passed(world.powers, loser, taker, powers),
            )
        case e.CardReturned(card=card):
            return world.replace(deck=(*world.deck, card), tardis_card="")
        case e.DeckRenewed():
            return world.replace(deck=(*world.deck, *world.discards), discards=())
        case e.GameEnded(winners=winners, how=how, decided=decided):
            return world.replace(winners=winners, how=how, decided=decided, step="over", stack=())
        case e.DrawTerritoryCard():
            return world.replace(drawn=True)
        case _:
            return world


def _passed(rows: Rows, loser: str, taker: str, cards: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return _plus({**rows, loser: ()}, taker, cards)


def _played(world: World, player: str, card: str) -> World:
    """A Power Card leaves a hand; in a battle it is its player's one card of that battle."""
    world = world.replace(powers=_without(world.powers, player, (card,)), spent=(*world.spent, card))
    battle = world.battle
    if battle is None or player not in (battle.attacker, battle.defender):
        return world
    side = "attack" if player == battle.attacker else "defence"
    return _battle(world, **{side: msgspec.structs.replace(getattr(battle, side), card=card)})
