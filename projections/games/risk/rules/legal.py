"""The legal moves of a seat, and the move that silence means."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice

from events.events import UNKNOWN, Passed
from projections.games.risk import events as m
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.rules import attack, conquest, status
from projections.games.risk.rules.battle import dice_on_offer, most_defence
from projections.games.risk.rules.decide import MOVE_RULES, AnyMove
from projections.games.risk.rules.power_cards import AT_RIVALS, declaring_conflicts
from projections.games.risk.state.position import NEUTRALS, Battle, World
from projections.move_rule import is_allowed
from projections.rule_conflicts import allowed
from projections.window import Window

SUBSETS = 256
"""Maximum number of sets of cards to list for a trade; the whole hand is always included."""


def legal(world: World, seat: str) -> Iterator[AnyMove]:
    """Yield the legal moves of this seat now. For new Daleks only the numbers 1 and all are listed."""
    if not world.turn or world.is_over or seat not in world.seats:
        return iter(())
    _, awaited = status.due(world)
    if seat not in awaited:
        return iter(())
    top = world.stack[-1] if world.stack else None
    if isinstance(top, Window):
        cards = [card for card in dict.fromkeys(world.powers.get(seat, ())) if card != UNKNOWN]
        return _legal_of(world, (Passed(seat), *(m.PlayPower(seat, card) for card in cards)))
    if isinstance(top, Battle):
        return _battle(world, top, seat)
    if top is not None:
        return _legal_of(world, (m.RemoveDalek(seat, name) for name in world.lands))
    return chain(_first_steps(world, seat), _placing(world, seat), _last_steps(world, seat))


def _legal_of(world: World, moves: Iterable[AnyMove]) -> Iterator[AnyMove]:
    return (move for move in moves if is_allowed(MOVE_RULES, world, move))


def _battle(world: World, battle: Battle, seat: str) -> Iterator[AnyMove]:
    if battle.taken:
        offer = conquest.moving_in_range(world, battle)
        yield from (m.MoveIn(seat, daleks) for daleks in offer if seat == battle.attacker)
        return
    if battle.waiting:
        yield from _legal_of(world, (m.ReRoll(seat, dice) for dice in range(3, -1, -1)))
        return
    if is_allowed(MOVE_RULES, world, m.Defend(seat, 1)):
        yield from (m.Defend(seat, dice) for dice in range(1, most_defence(world, battle) + 1))
    yield from _legal_of(world, (m.RollDice(seat, daleks) for daleks in dice_on_offer(world, battle)))
    yield from _legal_of(world, (m.LeaveBattle(seat),))


def _some_or_all(most: int) -> tuple[int, ...]:
    return (1,) if most == 1 else (1, most)


def _first_steps(world: World, seat: str) -> Iterator[AnyMove]:
    if world.step == "neutral":
        targets = [name for name, land in world.lands.items() if land.army in NEUTRALS]
        numbers = range(1, world.neutral_pool + 1)
        yield from _legal_of(world, (m.PlaceNeutral(seat, name, daleks) for name in targets for daleks in numbers))
    yield from _legal_of(world, (m.LandTardis(seat), m.CountDaleks(seat)))


def _placing(world: World, seat: str) -> Iterator[AnyMove]:
    if world.step != "place":
        return
    missions = [card for card in world.missions.get(seat, ()) if card != UNKNOWN]
    yield from _legal_of(world, (m.ClaimMission(seat, card) for card in missions))
    yield from _trades(world, seat)
    yield from _legal_of(world, _placement_cards(world, seat))
    if world.pool:
        own, numbers = world.lands_of(seat), _some_or_all(world.pool)
        yield from _legal_of(world, (m.Place(seat, name, daleks) for name in own for daleks in numbers))


def _trades(world: World, seat: str) -> Iterator[AnyMove]:
    hand = tuple(card for card in world.hands.get(seat, ()) if card != UNKNOWN)
    whole = m.TradeStars(seat, hand)
    if not is_allowed(MOVE_RULES, world, whole):  # then no part of it can be traded
        return iter(())
    parts = chain.from_iterable(combinations(hand, size) for size in range(1, len(hand)))
    return islice(_legal_of(world, chain((whole,), (m.TradeStars(seat, cards) for cards in parts))), SUBSETS)


def _placement_cards(world: World, seat: str) -> Iterator[AnyMove]:
    for card in world.powers.get(seat, ()):
        if card == UNKNOWN:
            continue
        power = world.cards.power[card]
        if power.effect == "move-tardis":
            yield from (m.MoveTardis(seat, card, name) for name in TERRITORIES)
        elif power.timing == "place":
            rivals = world.seats if power.effect in AT_RIVALS else ("",)
            yield from (m.PlayPower(seat, card, rival=rival) for rival in rivals)


def _last_steps(world: World, seat: str) -> Iterator[AnyMove]:
    stop, hold = m.StopAttacking(seat), m.HoldPosition(seat)
    if is_allowed(MOVE_RULES, world, stop):
        yield from _attacks(world, seat)
        yield stop
    if is_allowed(MOVE_RULES, world, hold):
        yield from _manoeuvres(world, seat)
        yield hold
    yield from _legal_of(world, (m.DrawTerritoryCard(seat), m.EndTurn(seat)))


def _attacks(world: World, seat: str) -> Iterator[AnyMove]:
    cards = [card for card in world.powers.get(seat, ()) if card != UNKNOWN]
    for source in world.lands_of(seat):
        if world.lands[source].daleks < 2:
            continue
        for target in neighbours(source, world.options):
            if not allowed(attack.fighting_conflicts(world, seat, source, target)):
                continue
            usable = ["", *(card for card in cards if allowed(declaring_conflicts(world, seat, target, card)))]
            for daleks in range(1, min(3, world.lands[source].daleks - 1) + 1):
                yield from (m.Attack(seat, source, target, daleks, card) for card in usable)


def _manoeuvres(world: World, seat: str) -> Iterator[AnyMove]:
    own = world.lands_of(seat)
    for source in own:
        spare = world.lands[source].daleks - 1
        for target in own if spare > 0 else ():
            if is_allowed(MOVE_RULES, world, m.Manoeuvre(seat, source, target, 1)):
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
    step, awaited = status.due(world)
    if seat not in awaited:
        return None
    match step:
        case "defence":
            return Passed(seat)
        case "defend":
            battle = world.battle
            return m.Defend(seat, most_defence(world, battle)) if battle and seat == battle.defender else None
        case "attack" | "place" if is_allowed(MOVE_RULES, world, m.StopAttacking(seat)):
            return m.StopAttacking(seat)
        case "manoeuvre":
            return m.HoldPosition(seat)
        case "draw":
            return m.EndTurn(seat)
        case _:
            return None
