"""Effects of setting a value by hand: doors and pawns change through events of the game, turns end and begin."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.events import ALL, UNKNOWN, Effect
from projections.described import CardsSet, PlaceSet, read_turn
from projections.field import Follow, Row
from projections.games.keys.events import effects as f
from projections.games.keys.rules.turns import next_seat, round_of
from projections.games.keys.state.fields import DOOR, FIELDS
from projections.games.keys.state.position import COLOURS, OUT, KeyBonus, Position, Tile
from projections.games.keys.state.reducer import reducer
from projections.wording import titled


def mend(position: Position, place: str, value: str) -> Sequence[Effect]:
    """Return the effects that set a field to a value; () if it has the value. Raises RefusedError if it cannot."""
    return FIELDS.effects(position, place, value, _FOLLOWS)


def _from_discards(position: Position, card: str, *laid: Effect) -> Sequence[Effect]:
    """Return the effects `laid` after one that takes their card from the discards, or unknown from the draw pile."""
    if card in position.discards:
        return (f.DiscardTaken(card=card), *laid)
    if UNKNOWN not in position.draw:
        raise RefusedError(f"the discards have no {card}, and a card can only come from there")
    at = position.draw.index(UNKNOWN)
    return (CardsSet("draw", ALL, (*position.draw[:at], *position.draw[at + 1 :])), *laid)


def _doors(position: Position, tile: str, values: Row) -> Sequence[Effect]:
    effects: list[Effect] = []
    for value in values:
        for effect in _door(position, tile, value):
            effects.append(effect)
            position = reducer(position, effect)
    return effects


def _door(position: Position, tile: str, value: str) -> Sequence[Effect]:  # noqa: PLR0911  # one case for each value
    door = position.tiles[tile]
    match value:
        case "open":
            return () if door.open else (f.DoorOpened(tile=tile), f.KindShown(tile=tile, shows=door.kind))
        case "closed":
            return (f.DoorClosed(tile=tile),) if door.open else ()
        case "barrier":
            return () if door.barrier else _from_discards(position, "barrier", f.BarrierLaid(tile=tile))
        case "no barrier":
            return (f.BarrierLifted(tile=tile),) if door.barrier else ()
        case "cookie" if door.open and door.kind in ("dalek", UNKNOWN):
            return () if door.cookie else _from_discards(position, "cookie", f.CookieLaid(tile=tile))
        case "no cookie":
            return (PlaceSet(tile, ("no cookie",)),) if door.cookie else ()
        case _ if value in COLOURS.values() and door.colour in (UNKNOWN, value):
            return (PlaceSet(tile, (value,)),) if door.colour == UNKNOWN else ()
        case _ if value.startswith("is ") and _may_be(door, value[3:]):
            return (f.KindShown(tile=tile, shows=value[3:]),)
    raise RefusedError(f'{tile} cannot be "{value[:40]}": {DOOR}')


def _may_be(door: Tile, kind: str) -> bool:
    """Return whether a moderator may set the kind of a door: it is unknown, or the door is open and shows this kind."""
    return door.kind == UNKNOWN or (door.open and door.kind == kind)


def _pawn(position: Position, seat: str, values: Row) -> Sequence[Effect]:
    (to,) = values
    if to != OUT and position.pawn_on(to) not in (None, seat):
        message = f"the pawn of {titled(position.pawn_on(to) or '')} stands on {to}; one pawn a tile (KEY-MOV-05)"
        raise RefusedError(message)
    return () if position.pawns.get(seat) == to else (f.PawnMoved(player=seat, to=to),)


def _held(position: Position, seat: str, values: Row) -> Sequence[Effect]:
    left, now = int(values[0]), position.held.get(seat, 0)
    if left == now:
        return ()
    if not left:
        return (f.PawnReleased(player=seat),)
    if now:
        return (f.HoldCounted(player=seat, left=left),)
    return _from_discards(position, "pandorica", f.PawnHeld(player=seat, turns=left))


def _turn(position: Position, _key: str, values: Row) -> Sequence[Effect]:
    """Return the effects that give the turn to the seat in `values`.

    If a Pandorica holds the pawn of the player who loses the turn, the turn counts as one of the turns that it lasts.
    """
    if position.is_over or not position.turn:
        raise RefusedError("no turn can be given: the game is over" if position.is_over else "no turn can be given yet")
    player, turn = position.player, read_turn(values[0], position.seats)
    seat = turn.seat if turn else next_seat(position, player)
    if turn and (turn.number or turn.round):
        number, rounds = turn.number or position.turn + 1, turn.round or round_of(position, seat)
        same = (seat, number, rounds) == (player, position.turn, position.round)
        return () if same else (f.TurnBegan(player=seat, turn=number, round=rounds),)
    if seat == player:
        return ()
    offered = (thing for thing in position.stack if isinstance(thing, KeyBonus))
    effects: list[Effect] = [f.BonusClosed(player=thing.player) for thing in offered]
    left = position.held.get(player, 0)
    if left:
        effects.append(f.HoldCounted(player=player, left=left - 1) if left > 1 else f.PawnReleased(player=player))
    return (*effects, f.TurnBegan(player=seat, turn=position.turn + 1, round=round_of(position, seat)))


_FOLLOWS: Final[Mapping[str, Follow[Position]]] = {
    "turn": _turn, "pawn <seat>": _pawn, "held <seat>": _held, "<a door a1 to g7>": _doors,
}  # fmt: skip
"""The fields that are set by effects of the game, each with the function that returns the effects."""
