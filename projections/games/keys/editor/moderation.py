"""What follows when a moderator sets a value: doors and pawns move by effects of the game, a turn ends and begins."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.events import ALL, UNKNOWN, Effect
from projections.described import CardsSet, PlaceSet, read_turn
from projections.field import Follow, Row
from projections.games.keys import events as e
from projections.games.keys.rules.turns import next_seat, round_of
from projections.games.keys.state.fields import DOOR, FIELDS
from projections.games.keys.state.position import COLOURS, OUT, KeyBonus, Position, Tile
from projections.games.keys.state.reducer import reducer
from projections.wording import titled


def mend(position: Position, place: str, value: str) -> Sequence[Effect]:
    """The effects that give a place a value; none where it has that value.

    Raises:
        RefusedError: no such place or value, or no such card in the discards; names what is allowed.
    """
    return FIELDS.effects(position, place, value, _FOLLOWS)


def _from_discards(position: Position, card: str, *laid: Effect) -> Sequence[Effect]:
    """What is laid comes out of the discards, or out of the draw pile where nobody knows what lies there."""
    if card in position.discards:
        return (e.DiscardTaken(card=card), *laid)
    if UNKNOWN not in position.draw:
        raise RefusedError(f"no {card} lies in the discards, and cards come from nowhere else")
    at = position.draw.index(UNKNOWN)
    return (CardsSet("draw", ALL, (*position.draw[:at], *position.draw[at + 1 :])), *laid)


def _doors(position: Position, tile: str, values: Row) -> Sequence[Effect]:
    """The effects of several values for one door, one after the other."""
    effects: list[Effect] = []
    for value in values:
        for effect in _door(position, tile, value):
            effects.append(effect)
            position = reducer(position, effect)
    return effects


def _door(position: Position, tile: str, value: str) -> Sequence[Effect]:  # noqa: PLR0911  # one case a value
    door = position.tiles[tile]
    match value:
        case "open":
            return () if door.open else (e.DoorOpened(tile=tile), e.KindShown(tile=tile, shows=door.kind))
        case "closed":
            return (e.DoorClosed(tile=tile),) if door.open else ()
        case "barrier":
            return () if door.barrier else _from_discards(position, "barrier", e.BarrierLaid(tile=tile))
        case "no barrier":
            return (e.BarrierLifted(tile=tile),) if door.barrier else ()
        case "cookie" if door.open and door.kind in ("dalek", UNKNOWN):
            return () if door.cookie else _from_discards(position, "cookie", e.CookieLaid(tile=tile))
        case "no cookie":
            return (PlaceSet(tile, ("no cookie",)),) if door.cookie else ()
        case _ if value in COLOURS.values() and door.colour in (UNKNOWN, value):
            return (PlaceSet(tile, (value,)),) if door.colour == UNKNOWN else ()
        case _ if value.startswith("is ") and _may_be(door, value[3:]):
            return (e.KindShown(tile=tile, shows=value[3:]),)
    raise RefusedError(f'{tile} cannot be "{value[:40]}": {DOOR}')


def _may_be(door: Tile, kind: str) -> bool:
    """Whether a kind may be named: of an open door that shows it, or of one whose kind nobody at the table knows."""
    return door.kind == UNKNOWN or (door.open and door.kind == kind)


def _pawn(position: Position, seat: str, values: Row) -> Sequence[Effect]:
    (to,) = values
    if to != OUT and position.pawn_on(to) not in (None, seat):
        raise RefusedError(
            f"the pawn of {titled(position.pawn_on(to) or '')} stands on {to}; one pawn a tile (KEY-MOV-05)"
        )
    return () if position.pawns.get(seat) == to else (e.PawnMoved(player=seat, to=to),)


def _held(position: Position, seat: str, values: Row) -> Sequence[Effect]:
    left, now = int(values[0]), position.held.get(seat, 0)
    if left == now:
        return ()
    if not left:
        return (e.PawnReleased(player=seat),)
    if now:
        return (e.HoldCounted(player=seat, left=left),)
    return _from_discards(position, "pandorica", e.PawnHeld(player=seat, turns=left))


def _turn(position: Position, _key: str, values: Row) -> Sequence[Effect]:
    """Give a seat the turn; the turn that is left unplayed counts for a held pawn, which did not move in it."""
    if position.is_over or not position.turn:
        raise RefusedError("no turn can be given: the game is over" if position.is_over else "no turn can be given yet")
    player, said = position.player, read_turn(values[0], position.seats)
    seat = said.seat if said else next_seat(position, player)
    if said and (said.number or said.round):
        number, rounds = said.number or position.turn + 1, said.round or round_of(position, seat)
        same = (seat, number, rounds) == (player, position.turn, position.round)
        return () if same else (e.TurnBegan(player=seat, turn=number, round=rounds),)
    if seat == player:
        return ()
    effects: list[Effect] = [
        e.BonusClosed(player=thing.player) for thing in position.stack if isinstance(thing, KeyBonus)
    ]
    left = position.held.get(player, 0)
    if left:
        effects.append(e.HoldCounted(player=player, left=left - 1) if left > 1 else e.PawnReleased(player=player))
    return (*effects, e.TurnBegan(player=seat, turn=position.turn + 1, round=round_of(position, seat)))


_FOLLOWS: Final[Mapping[str, Follow[Position]]] = {
    "turn": _turn, "pawn <seat>": _pawn, "held <seat>": _held, "<a door a1 to g7>": _doors,
}  # fmt: skip
"""The places that the game's own effects set."""
