"""The effects of a value set by the moderator: armies change, a battle is cancelled, a turn ends or begins."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.events import Effect
from projections.described import read_turn
from projections.field import Follow, Row
from projections.games.risk import events as e
from projections.games.risk.components.world_map import CODES
from projections.games.risk.rules import card_effects, ending, tardis, turns
from projections.games.risk.state.fields import FIELDS
from projections.games.risk.state.names import army_name
from projections.games.risk.state.position import ELEVENTH, NEUTRALS, Duty, Land, World


def mend(world: World, place: str, value: str) -> Sequence[Effect]:
    """Return the effects that set a field to a value; () if it has the value. Raises RefusedError if it cannot."""
    if world.is_over or not world.turn:
        raise RefusedError(
            "no field can be set after the end of the game" if world.is_over else "no field can be set yet"
        )
    return FIELDS.effects(world, place, value, _FOLLOWS)


def _land(world: World, where: str, values: Row) -> Sequence[Effect]:
    territory = CODES[where]
    land = world.lands.get(territory, Land())
    army, _, count = values[0].rpartition(" ")
    daleks = int(count)
    if army in world.defeated:
        raise RefusedError(f"{army_name(army)} is defeated and has lost its cards. Take back the move that defeated it")
    if (army, daleks) == (land.army, land.daleks):
        return ()
    if army != land.army and world.lands_of(land.army) == [territory]:
        raise RefusedError(f"{army_name(land.army)} would have no territory left. Only a conquest can defeat an army")
    if not land.army:  # a position is being described, and this territory is still missing
        return (e.TerritorySet(territory=territory, army=army, daleks=daleks),)
    battle = world.battle
    fought = battle is not None and army != land.army and territory in (battle.source, battle.target)
    found = e.TerritorySet(territory=territory, army=army, daleks=daleks)
    fewer = _less_to_remove(world, {**world.lands, territory: Land(army, daleks)})
    return (*(_dropped(world) if fought else ()), found, *fewer)


def _less_to_remove(world: World, lands: Mapping[str, Land]) -> Iterator[Effect]:
    """Yield the effects that limit each seat's duty to remove Daleks (RISK-POW-16) to the Daleks that it can remove.

    `lands` are the territories after a value was set by hand.
    """
    for duty in world.stack:
        if isinstance(duty, Duty):
            spare = card_effects.spare_daleks(lands, duty.player)
            if spare < duty.daleks:
                yield e.RemovalDue(player=duty.player, daleks=spare)


def _tardis(world: World, _key: str, values: Row) -> Sequence[Effect]:
    territory = "".join(values)
    return () if territory == world.tardis else (e.TardisLanded(territory=territory),)


def _clara(world: World, _key: str, values: Row) -> Sequence[Effect]:
    doctor = int(values[0])
    if doctor == world.clara:
        return ()
    if doctor < tardis.LAST_DOCTOR or world.options.end_mode == "domination":
        return (e.ClaraAdvanced(doctor=doctor),)
    winners, decided = ending.winners_by_count(world)
    return (e.ClaraAdvanced(doctor=doctor), e.GameEnded(winners=winners, how=ELEVENTH, decided=decided))


def _pool(world: World, _key: str, values: Row) -> Sequence[Effect]:
    daleks = int(values[0])
    return () if daleks == world.pool else (e.PoolSet(daleks=daleks),)


def _dropped(world: World) -> list[Effect]:
    return [effect for effect, _rule in turns.abandoning_effects(world)]


def _step(world: World, _key: str, values: Row) -> Sequence[Effect]:
    (step,) = values
    return () if step == world.step and not world.stack else (*_dropped(world), e.StepReached(step=step))


def _turn(world: World, _key: str, values: Row) -> Sequence[Effect]:
    """Return the effects that give a seat the turn, drop unfinished business and return the TARDIS card."""
    turn = read_turn(values[0], world.seats)
    seat = turn.seat if turn else turns.next_seat(world, world.player)
    if turn and (turn.number or turn.round):
        begun = e.TurnBegan(seat, turn.number or world.turn + 1, turn.round or turns.round_of(world, seat))
        same = (seat, begun.turn, begun.round) == (world.player, world.turn, world.round)
        return () if same else (*_dropped(world), begun)
    if seat == world.player:
        return ()
    effects = _dropped(world)
    if world.tardis_card:
        effects.append(e.CardReturned(card=world.tardis_card))
    effects.append(e.TurnBegan(player=seat, turn=world.turn + 1, round=turns.round_of(world, seat)))
    if any(land.army in NEUTRALS for land in world.lands.values()):
        effects.append(e.StepReached(step="neutral"))
    return effects


_FOLLOWS: Final[Mapping[str, Follow[World]]] = {
    "turn": _turn, "step": _step, "<a territory>": _land, "clara": _clara, "tardis": _tardis, "pool": _pool,
}  # fmt: skip
"""The fields that are set by effects of this game, each with the function that returns these effects."""
