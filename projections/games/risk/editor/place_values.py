"""What a moderator can set right by hand.

| place | value | what follows |
| --- | --- | --- |
| a territory, `RUS` or `russia` | `black 4` | that army stands there with so many Daleks; a battle there is off |
| a territory | `4` | the army that stands there has so many Daleks |
| `tardis` | a territory, or `none` | the cease-fire is there, or nowhere; the card stays where it lies |
| `clara` | `1` to `11` | Clara stands on that Doctor; on the Eleventh the game ends by count |
| `pool` | `0` to `99` | so many new Daleks are still to be placed |
| `step` | `tardis`, `count`, `place`, `attack`, `manoeuvre` or `draw` | the turn stands there, what was begun is off |
| `turn` | a seat, or `next` | the turn ends where it is, and that seat's begins; a turn left unplayed is `next` |
| `turn` | `black T9 round 3` | that turn begins, by its number and round |
| `hand <army>`, `missions <seat>`, `powers <seat>` | cards, `?`, a number, `none` | these cards are held |
| `deck`, `discards`, `spent`, `mission pile`, `power pile` | as above | these cards lie there, from the top |
| `tardis card` | a territory, or `none` | that card lies under the TARDIS |
| `defeated`, `missed`, `barred` | several with commas, or `none` | armies; steps passed over; origins that are done |
| `no attack`, `conquered`, `drawn` | `yes`, `no` | so it is this turn |
| `trades`, `neutral pool`, `neutral army` | a number; an army | trades made; neutral Daleks to be placed, and where |
| `cut <seat>` | `3, no continents`, or `none` | what the next count is short of |
| `battle` | `attacker black, defender yellow, source RUS, target SCA, daleks 3` | a battle is under way |
| `duty <seat>`, `window defence` | a number; seats | Daleks to be removed; who may answer an attack |

Where the tower deals, no card is set by hand. A game that has ended stays as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.facts import Effect
from projections.described import read_turn
from projections.games.risk.components.world_map import territory_named
from projections.games.risk.editor.fields import set_by_hand
from projections.games.risk.facts.effects import (
    CardReturned,
    ClaraAdvanced,
    GameEnded,
    PoolSet,
    RemovalDue,
    StepReached,
    TardisLanded,
    TerritorySet,
    TurnBegan,
)
from projections.games.risk.rules.card_effects import spare_daleks
from projections.games.risk.rules.ending import ELEVENTH, count_up
from projections.games.risk.rules.tardis import LAST_DOCTOR
from projections.games.risk.rules.turns import STEPS, follower, round_of
from projections.games.risk.rules.unfinished import abandoned
from projections.games.risk.state.position import NEUTRALS, Duty, Land, World

__all__ = ["mend"]

_PLACES: Final = (
    "a territory, tardis, tardis card, clara, pool, step, turn, hand <army>, missions <seat>, powers <seat>, deck, "
    "discards, spent, mission pile, power pile, defeated, missed, barred, no attack, conquered, drawn, trades, "
    "neutral army, neutral pool, cut <seat>, battle, duty <seat> and window defence"
)
_MOST_POOL: Final = 99
_MOST_DALEKS: Final = 999


def mend(world: World, place: str, value: str) -> Sequence[Effect]:  # noqa: PLR0911  # one case a place
    """The effects that give a place a value; none where it has that value.

    Raises:
        RefusedError: no such place or value; names what is allowed.
    """
    if world.how or not world.turn:
        raise RefusedError("nothing can be set: the game is over" if world.how else "nothing can be set yet")
    if territory := territory_named(place):
        return _territory(world, territory, value)
    match place:
        case "tardis":
            return _tardis(world, value)
        case "clara":
            return _clara(world, value)
        case "pool":
            daleks = _number("pool", value, range(_MOST_POOL + 1))
            return () if daleks == world.pool else (PoolSet(daleks=daleks),)
        case "step":
            return _step(world, value)
        case "turn":
            return _turn(world, value)
        case _:
            found = set_by_hand(world, place, value)
            if found is None:
                raise RefusedError(f'"{place[:40]}" cannot be set; {_PLACES} can')
            return found


def _number(place: str, value: str, allowed: range) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 5 and int(value) in allowed):
        raise RefusedError(f'{place} cannot be "{value[:40]}": {allowed.start} to {allowed.stop - 1}')
    return int(value)


def _territory(world: World, territory: str, value: str) -> Sequence[Effect]:
    land = world.lands.get(territory, Land())
    army, _, count = value.rpartition(" ")
    army = army.strip() or land.army
    if army not in world.armies:
        raise RefusedError(f'no army "{army[:40]}"; armies are {", ".join(world.armies)}'[:300])
    if army in world.defeated:
        raise RefusedError(f"{army} is defeated, its cards are gone; take the move back that defeated it")
    least = 1 if land.army else 0  # a world being described may stand in the middle of a conquest
    daleks = _number(territory, count, range(least, _MOST_DALEKS + 1))
    if (army, daleks) == (land.army, land.daleks):
        return ()
    if army != land.army and world.lands_of(land.army) == [territory]:
        raise RefusedError(f"{land.army} would be left without a territory; only a conquest defeats an army")
    if not land.army:  # a world is being described, and this territory had not been yet
        return (TerritorySet(territory=territory, army=army, daleks=daleks),)
    battle = world.battle
    fought = battle is not None and army != land.army and territory in (battle.source, battle.target)
    found = TerritorySet(territory=territory, army=army, daleks=daleks)
    return (
        *(_dropped(world) if fought else ()),
        found,
        *_less_to_remove(world, {**world.lands, territory: Land(army, daleks)}),
    )


def _less_to_remove(world: World, lands: Mapping[str, Land]) -> Iterator[Effect]:
    """A card asks for no more Daleks than can go (RISK-POW-16); with what is set by hand that may be fewer."""
    for duty in world.stack:
        if isinstance(duty, Duty):
            spare = spare_daleks(lands, duty.player)
            if spare < duty.daleks:
                yield RemovalDue(player=duty.player, daleks=spare)


def _tardis(world: World, value: str) -> Sequence[Effect]:
    territory = "" if value == "none" else territory_named(value)
    if territory is None:
        raise RefusedError(f'the TARDIS cannot stand in "{value[:40]}": a territory, or none')
    return () if territory == world.tardis else (TardisLanded(territory=territory),)


def _clara(world: World, value: str) -> Sequence[Effect]:
    doctor = _number("clara", value, range(1, LAST_DOCTOR + 1))
    if doctor == world.clara:
        return ()
    if doctor < LAST_DOCTOR or world.options.end_mode == "domination":
        return (ClaraAdvanced(doctor=doctor),)
    winners, decided = count_up(world)
    return (ClaraAdvanced(doctor=doctor), GameEnded(winners=winners, how=ELEVENTH, decided=decided))


def _dropped(world: World) -> list[Effect]:
    return [effect for effect, _rule in abandoned(world)]


def _step(world: World, value: str) -> Sequence[Effect]:
    steps = STEPS if len(world.armies) > len(world.seats) else STEPS[1:]
    if value not in steps:
        raise RefusedError(f'step cannot be "{value[:40]}": {", ".join(steps)}')
    return () if value == world.step and not world.stack else (*_dropped(world), StepReached(step=value))


def _turn(world: World, value: str) -> Sequence[Effect]:
    """Give a seat the turn; what was begun is dropped, and the TARDIS card goes back."""
    said = read_turn(value, world.seats)
    seat = follower(world, world.player) if value == "next" else said.seat if said else value
    if seat not in world.seats or seat in world.defeated:
        standing = [name for name in world.seats if name not in world.defeated]
        raise RefusedError(f'no seat "{seat[:40]}" can have the turn; {", ".join(standing)} can')
    if said and (said.number or said.round):
        begun = TurnBegan(seat, said.number or world.turn + 1, said.round or round_of(world, seat))
        same = (seat, begun.turn, begun.round) == (world.player, world.turn, world.round)
        return () if same else (*_dropped(world), begun)
    if seat == world.player:
        return ()
    effects = _dropped(world)
    if world.tardis_card:
        effects.append(CardReturned(card=world.tardis_card))
    effects.append(TurnBegan(player=seat, turn=world.turn + 1, round=round_of(world, seat)))
    if any(land.army in NEUTRALS for land in world.lands.values()):
        effects.append(StepReached(step="neutral"))
    return effects
