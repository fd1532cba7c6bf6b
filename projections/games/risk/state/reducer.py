"""Apply events to the position. `battle.py` handles battles and `hands.py` cards."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from events.events import Drawn, Event, Move, Passed, Revealed, Rolled, Shuffled
from projections.described import DESCRIBED
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.state import battle, fields, hands
from projections.games.risk.state.position import CAPPED, ELEVENTH, NEUTRALS, Battle, Duty, Land, World
from projections.window import WINDOWS, with_changed, with_window


def reducer(world: World, event: Event) -> World:
    """Return the position after an event. Events of other layers do not change it."""
    family = _FAMILIES.get(type(event))
    return family(world, event) if family else world


def _chanced(world: World, event: Shuffled | Drawn | Revealed) -> World:
    match event:
        case Shuffled(pile=pile, order=order):
            return hands.with_shuffle(world, pile, order)
        case Drawn(player=player, pile=pile, cards=cards):
            return hands.with_draw(world, player, pile, cards)
        case Revealed(item=item):
            return hands.with_card_shown(world, item)


def _stood(world: World, event: e.DaleksPlaced | e.DaleksAdded | e.TerritorySet | e.TerritoriesDealt) -> World:
    match event:
        case e.DaleksPlaced(territory=name, daleks=daleks):
            return battle.with_daleks(world, name, daleks).replace(pool=max(0, world.pool - daleks))
        case e.DaleksAdded(territory=name, daleks=daleks):
            return _added(battle.with_daleks(world, name, daleks), name, daleks)
        case e.TerritorySet(territory=name, army=army, daleks=daleks):
            return world.replace(lands={**world.lands, name: Land(army, daleks)}) if name in TERRITORIES else world
        case e.TerritoriesDealt(army=army, territories=names, daleks=daleks):
            known = [name for name in names if name in TERRITORIES]
            return world.replace(lands={**world.lands, **dict.fromkeys(known, Land(army, daleks))})


def _added(world: World, name: str, daleks: int) -> World:
    """Return the position with added Daleks taken from the neutral pool, in step `neutral` or by a neutral army."""
    land = world.lands.get(name)
    if land is None or (land.army not in NEUTRALS and world.step != "neutral"):
        return world
    return world.replace(neutral_pool=max(0, world.neutral_pool - daleks), neutral_army=land.army)


def _carded(
    world: World, event: e.MissionPaid | e.StarsTraded | e.CardPlayed | e.CardsPassed | e.CardReturned | e.DeckRenewed
) -> World:
    match event:
        case e.MissionPaid(player=player, card=card):
            return hands.with_card_spent(world, player, card, "missions")
        case e.CardPlayed(player=player, card=card):
            return hands.with_battle_card(hands.with_card_spent(world, player, card, "powers"), player, card)
        case e.StarsTraded(player=player, cards=cards):
            return hands.with_trade(world, player, cards)
        case e.CardsPassed():
            return hands.with_cards_passed(world, event)
        case e.CardReturned(card=card):
            return hands.with_card_returned(world, card)
        case e.DeckRenewed():
            return world.replace(deck=(*world.deck, *world.discards), discards=())


def _counted(world: World, event: e.Reinforced | e.IncomeCut | e.RemovalDue | e.PoolSet) -> World:
    match event:
        case e.Reinforced(player=player):
            cuts = {seat: cut for seat, cut in world.cuts.items() if seat != player or not event.base}
            if player != world.player:
                return world.replace(cuts=cuts)
            missed = tuple("counted" if step == "count" and event.base else step for step in world.missed)
            return world.replace(pool=world.pool + event.total, cuts=cuts, missed=missed)
        case e.IncomeCut(rival=rival, daleks=daleks, continent=continent):
            fewer, no_lands = world.cuts.get(rival, (0, False))
            return world.replace(cuts={**world.cuts, rival: (fewer + daleks, no_lands or continent)})
        case e.RemovalDue(player=player, daleks=daleks):
            others = tuple(thing for thing in world.stack if not isinstance(thing, Duty))
            return world.replace(stack=(*others, Duty(player, daleks)) if daleks else others)
        case e.PoolSet(daleks=daleks):
            return world.replace(pool=daleks)


def _turned(  # noqa: PLR0911  # one return per event
    world: World,
    event: e.TurnBegan | e.StepReached | e.StepMissed | e.TardisLanded | e.ClaraAdvanced | e.ArmyDefeated | e.GameEnded,
) -> World:
    match event:
        case e.TurnBegan(player=player, turn=turn, round=number):
            return world.replace(
                first=world.first or player, player=player, turn=turn, round=number, step="tardis", tardis="",
                pool=0, trades=0, barred=(), no_attack=False, conquered=False, drawn=False, stack=(), neutral_army="",
                neutral_pool=0, missed=(),
            )  # fmt: skip
        case e.StepReached(step=step):
            return world.replace(step=step, neutral_pool=3 if step == "neutral" else world.neutral_pool)
        case e.StepMissed(step=step):
            return world.replace(missed=(*world.missed, step))
        case e.TardisLanded(territory=name, card=card):
            return world.replace(tardis=name, tardis_card=card or world.tardis_card)
        case e.ClaraAdvanced(doctor=doctor):
            return world.replace(clara=doctor)
        case e.ArmyDefeated(army=army):
            return world.replace(defeated=(*world.defeated, army))
        case e.GameEnded(winners=winners, how=how, decided=decided):
            return world.replace(winners=winners, how=how, decided=decided, step="over", stack=())


_MADE_GOOD = {e.LandTardis: ("tardis",), e.CountDaleks: ("count", "counted"), e.PlaceNeutral: ("neutral",)}
_WENT_ON = {ELEVENTH: "count", CAPPED: "draw"}
"""By how the game ended: the step in which play continues if it goes on anyway. After a conquest it is `attack`."""


def _moved(world: World, move: Move) -> World:
    """Return the position after the direct effect of a move, such as play that goes on after the game's end."""
    if world.is_over and not isinstance(move, e.MoveIn):
        world = world.replace(step=_WENT_ON.get(world.how, "attack"))
    match move:
        case e.Defend() | e.ReRoll():
            return battle.with_battle(world, move)
        case e.RollDice(daleks=daleks):  # the faces are not known yet
            return with_changed(world, Battle, faces=((0,) * max(0, daleks), ()))
        case e.DrawTerritoryCard():
            return world.replace(drawn=world.drawn or move.player == world.player)
        case e.LandTardis() | e.CountDaleks() | e.PlaceNeutral():
            return _made_good(world, move)
        case _:
            return world


def _made_good(world: World, move: e.LandTardis | e.CountDaleks | e.PlaceNeutral) -> World:
    if isinstance(move, e.PlaceNeutral) and move.daleks < world.neutral_pool:
        return world
    if isinstance(move, e.CountDaleks) and move.player != world.player:
        return world
    return world.replace(missed=tuple(step for step in world.missed if step not in _MADE_GOOD[type(move)]))


_FAMILIES: Final[Mapping[type[Event], Callable[[World, Any], World]]] = {
    Rolled: battle.with_roll,
    **dict.fromkeys((Shuffled, Drawn, Revealed), _chanced),
    **dict.fromkeys(WINDOWS, with_window),
    **dict.fromkeys(DESCRIBED, fields.FIELDS.put),
    **dict.fromkeys((e.DaleksPlaced, e.DaleksAdded, e.TerritorySet, e.TerritoriesDealt), _stood),
    **dict.fromkeys(e.CARDED, _carded),
    **dict.fromkeys((e.Reinforced, e.IncomeCut, e.RemovalDue, e.PoolSet), _counted),
    **dict.fromkeys(e.TURNED, _turned),
    **dict.fromkeys(e.FOUGHT, battle.with_battle),
    **dict.fromkeys((*e.MOVES, Passed), _moved),
}
"""The function for each type of event; a lookup table is fast for long logs."""
