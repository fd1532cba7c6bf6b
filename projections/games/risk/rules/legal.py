"""The legal moves of a seat, and the move that silence means."""

from collections.abc import Iterator
from itertools import chain, combinations, islice

from events.events import UNKNOWN, Passed
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.events import moves as m
from projections.games.risk.rules.attack import fighting_conflicts, stopping_conflicts
from projections.games.risk.rules.battle import (
    defence_conflicts,
    dice_on_offer,
    leaving_conflicts,
    most_defence,
    re_roll_conflicts,
    rolling_conflicts,
)
from projections.games.risk.rules.conquest import moving_in_range
from projections.games.risk.rules.decide import AnyMove
from projections.games.risk.rules.ending import drawing_conflicts, ending_conflicts
from projections.games.risk.rules.manoeuvre import holding_conflicts, manoeuvre_conflicts
from projections.games.risk.rules.neutral_armies import neutral_conflicts
from projections.games.risk.rules.placement import placing_conflicts, removing_conflicts
from projections.games.risk.rules.power_cards import (
    AT_RIVALS,
    declaring_conflicts,
    moving_tardis_conflicts,
    passing_conflicts,
    playing_conflicts,
)
from projections.games.risk.rules.reinforcements import counting_conflicts, mission_conflicts, trade_conflicts
from projections.games.risk.rules.status import due
from projections.games.risk.rules.tardis import landing_conflicts
from projections.games.risk.state.position import NEUTRALS, Battle, World
from projections.rule_conflicts import allowed
from projections.window import Window

SUBSETS = 256
"""Maximum number of sets of cards to list for a trade; the whole hand is always included."""


def legal(world: World, seat: str) -> Iterator[AnyMove]:
    """Yield the legal moves of this seat now. For new Daleks only the numbers 1 and all are listed."""
    if not world.turn or world.is_over or seat not in world.seats:
        return iter(())
    _, awaited = due(world)
    if seat not in awaited:
        return iter(())
    top = world.stack[-1] if world.stack else None
    if isinstance(top, Window):
        return _answers(world, seat)
    if isinstance(top, Battle):
        return _battle(world, top, seat)
    if top is not None:
        return (m.RemoveDalek(seat, name) for name in world.lands if allowed(removing_conflicts(world, seat, name)))
    return chain(_first_steps(world, seat), _placing(world, seat), _last_steps(world, seat))


def _answers(world: World, seat: str) -> Iterator[AnyMove]:
    if allowed(passing_conflicts(world, seat)):
        yield Passed(seat)
    for card in dict.fromkeys(world.powers.get(seat, ())):
        if card != UNKNOWN and allowed(playing_conflicts(world, seat, card)):
            yield m.PlayPower(seat, card)


def _battle(world: World, battle: Battle, seat: str) -> Iterator[AnyMove]:
    if battle.taken:
        offer = moving_in_range(world, battle)
        yield from (m.MoveIn(seat, daleks) for daleks in offer if seat == battle.attacker)
        return
    if battle.waiting:
        for dice in range(3, -1, -1):
            if allowed(re_roll_conflicts(battle, seat, dice)):
                yield m.ReRoll(seat, dice)
        return
    if allowed(defence_conflicts(world, battle, seat)):
        yield from (m.Defend(seat, dice) for dice in range(1, most_defence(world, battle) + 1))
    for daleks in dice_on_offer(world, battle):
        if allowed(rolling_conflicts(world, battle, roll := m.RollDice(seat, daleks))):
            yield roll
    if allowed(leaving_conflicts(world, battle, seat)):
        yield m.LeaveBattle(seat)


def _some_or_all(most: int) -> tuple[int, ...]:
    return (1,) if most == 1 else (1, most)


def _first_steps(world: World, seat: str) -> Iterator[AnyMove]:
    if world.step == "neutral":
        for name, land in world.lands.items():
            if land.army in NEUTRALS:
                for daleks in range(1, world.neutral_pool + 1):
                    if allowed(neutral_conflicts(world, seat, name, daleks)):
                        yield m.PlaceNeutral(seat, name, daleks)
    if allowed(landing_conflicts(world, seat)):
        yield m.LandTardis(seat)
    if allowed(counting_conflicts(world, seat)):
        yield m.CountDaleks(seat)


def _placing(world: World, seat: str) -> Iterator[AnyMove]:
    if world.step != "place":
        return
    for card in world.missions.get(seat, ()):
        if card != UNKNOWN and allowed(mission_conflicts(world, seat, card)):
            yield m.ClaimMission(seat, card)
    yield from (m.TradeStars(seat, cards) for cards in _sets(world, seat))
    yield from _placement_cards(world, seat)
    if world.pool:
        for name in world.lands_of(seat):
            for daleks in _some_or_all(world.pool):
                if allowed(placing_conflicts(world, seat, name, daleks)):
                    yield m.Place(seat, name, daleks)


def _sets(world: World, seat: str) -> Iterator[tuple[str, ...]]:
    """Yield sets of cards that the seat can trade: first the whole hand, then from the smallest set on."""
    hand = tuple(card for card in world.hands.get(seat, ()) if card != UNKNOWN)
    if not allowed(trade_conflicts(world, seat, hand)):  # then no part of it can be traded
        return iter(())
    every = chain((hand,), *(combinations(hand, size) for size in range(1, len(hand))))
    return islice((cards for cards in every if allowed(trade_conflicts(world, seat, cards))), SUBSETS)


def _placement_cards(world: World, seat: str) -> Iterator[AnyMove]:
    for card in world.powers.get(seat, ()):
        if card == UNKNOWN:
            continue
        power = world.cards.power[card]
        if power.effect == "move-tardis":
            for name in TERRITORIES:
                if allowed(moving_tardis_conflicts(world, seat, card, name)):
                    yield m.MoveTardis(seat, card, name)
        elif power.timing == "place":
            for rival in world.seats if power.effect in AT_RIVALS else ("",):
                if allowed(playing_conflicts(world, seat, card, rival)):
                    yield m.PlayPower(seat, card, rival=rival)


def _last_steps(world: World, seat: str) -> Iterator[AnyMove]:
    if allowed(stopping_conflicts(world, seat)):
        yield from _attacks(world, seat)
        yield m.StopAttacking(seat)
    if allowed(holding_conflicts(world, seat)):
        yield from _manoeuvres(world, seat)
        yield m.HoldPosition(seat)
    if allowed(drawing_conflicts(world, seat)):
        yield m.DrawTerritoryCard(seat)
    if allowed(ending_conflicts(world, seat)):
        yield m.EndTurn(seat)


def _attacks(world: World, seat: str) -> Iterator[AnyMove]:
    cards = [card for card in world.powers.get(seat, ()) if card != UNKNOWN]
    for source in world.lands_of(seat):
        if world.lands[source].daleks < 2:
            continue
        for target in neighbours(source, world.options):
            if not allowed(fighting_conflicts(world, seat, source, target)):
                continue
            usable = ["", *(card for card in cards if allowed(declaring_conflicts(world, seat, target, card)))]
            for daleks in range(1, min(3, world.lands[source].daleks - 1) + 1):
                yield from (m.Attack(seat, source, target, daleks, card) for card in usable)


def _manoeuvres(world: World, seat: str) -> Iterator[AnyMove]:
    own = world.lands_of(seat)
    for source in own:
        spare = world.lands[source].daleks - 1
        for target in own if spare > 0 else ():
            if allowed(manoeuvre_conflicts(world, seat, source, target, 1)):
                yield from (m.Manoeuvre(seat, source, target, daleks) for daleks in _some_or_all(spare))


def unsaid(world: World, seat: str) -> AnyMove | None:
    """Return the compulsory move (landing or count) that is implied if no post contains it, or None."""
    if world.is_over or seat != world.player or world.stack:
        return None
    if world.step == "tardis":
        return m.LandTardis(seat)
    return m.CountDaleks(seat) if world.step == "count" else None


def silence(world: World, seat: str) -> AnyMove | None:  # noqa: PLR0911  # one return per step
    """Return the move of a seat that says nothing: no card, maximum defence, no attack, no manoeuvre, no draw.

    Return None for landing, counting and placing, which are compulsory, and for the attacker's choice in a battle.
    """
    step, awaited = due(world)
    if seat not in awaited:
        return None
    match step:
        case "defence":
            return Passed(seat)
        case "defend":
            battle = world.battle
            return m.Defend(seat, most_defence(world, battle)) if battle and seat == battle.defender else None
        case "attack" | "place" if allowed(stopping_conflicts(world, seat)):
            return m.StopAttacking(seat)
        case "manoeuvre":
            return m.HoldPosition(seat)
        case "draw":
            return m.EndTurn(seat)
        case _:
            return None
