"""What a moderator can set right by hand.

| place | value | what follows |
| --- | --- | --- |
| a tile, `c2` | `open`, `closed` | the door shows that side; an open one shows everybody its kind |
| an open tile | `is open`, `is dalek`, `is key`, `is extra`, `is teleport` | its kind, which nobody wrote, is named |
| a tile | `barrier`, `cookie` | such a card is taken out of the discards and laid there |
| a tile | `no barrier` | the Time Barrier goes to the discards |
| `pawn <seat>` | a tile or `out` | the pawn stands there |
| `held <seat>` | `0`, `1`, `2` | own turns that a Pandorica still holds the pawn; discards give or take the card |
| `turn` | a seat, or `next` | the turn ends where it is, and that seat's begins; a turn left unplayed is `next` |

Cards are conserved: what is laid must lie in the discards.
"""

from collections.abc import Sequence

from events.errors import RefusedError
from events.facts import UNKNOWN, Effect
from projections.games.keys import events as e
from projections.games.keys.position import CONTROL, KINDS, OUT, KeyBonus, Position
from projections.games.keys.turns import next_seat, round_of

__all__ = ["mend"]


def mend(position: Position, place: str, value: str) -> Sequence[Effect]:
    """The effects that give a place a value; none where it has that value.

    Raises:
        RefusedError: no such place or value, or no such card in the discards; names what is allowed.
    """
    kind, _, seat = place.partition(" ")
    if place in position.tiles and place != CONTROL:
        return _door(position, place, value)
    if place == "turn":
        return _turn(position, value)
    if kind == "pawn" and seat:
        return _pawn(position, _seat(position, seat), value)
    if kind == "held" and seat:
        return _held(position, _seat(position, seat), value)
    raise RefusedError(f'"{place[:40]}" cannot be set; a door a1 to g7, pawn <seat>, held <seat> and turn can')


def _seat(position: Position, name: str) -> str:
    if name not in position.pawns:
        raise RefusedError(f'no seat "{name[:40]}"; seats are {", ".join(position.seats)}')
    return name


def _from_discards(position: Position, card: str, *laid: Effect) -> Sequence[Effect]:
    if card not in position.discards:
        raise RefusedError(f"no {card} lies in the discards, and cards come from nowhere else")
    return (e.DiscardTaken(card=card), *laid)


def _door(position: Position, tile: str, value: str) -> Sequence[Effect]:
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
        case _ if door.open and value.startswith("is ") and value[3:] in KINDS and door.kind in (UNKNOWN, value[3:]):
            return (e.KindShown(tile=tile, shows=value[3:]),)
    raise RefusedError(
        f'{tile} cannot be "{value[:40]}": open, closed, barrier, no barrier, cookie (on an open Dalek Door), '
        f"or, if it is open and its kind was never written, is {', is '.join(KINDS)}"
    )


def _pawn(position: Position, seat: str, to: str) -> Sequence[Effect]:
    if to != OUT and to not in position.tiles:
        raise RefusedError(f'a pawn cannot stand at "{to[:40]}": a1 to g7, or out')
    if to != OUT and position.pawn_on(to) not in (None, seat):
        raise RefusedError(f"the pawn of {position.pawn_on(to)} stands on {to}; one pawn a tile (KEY-MOV-05)")
    return () if position.pawns[seat] == to else (e.PawnMoved(player=seat, to=to),)


def _held(position: Position, seat: str, value: str) -> Sequence[Effect]:
    if value not in ("0", "1", "2"):
        raise RefusedError(f'a Pandorica cannot hold for "{value[:40]}": 0, 1 or 2 own turns')
    left, now = int(value), position.held.get(seat, 0)
    if left == now:
        return ()
    if not left:
        return (e.PawnReleased(player=seat),)
    if now:
        return (e.HoldCounted(player=seat, left=left),)
    return _from_discards(position, "pandorica", e.PawnHeld(player=seat, turns=left))


def _turn(position: Position, value: str) -> Sequence[Effect]:
    """Give a seat the turn; the turn that is left unplayed counts for a held pawn, which did not move in it."""
    if position.winner or not position.turn:
        raise RefusedError("no turn can be given: the game is over" if position.winner else "no turn can be given yet")
    player = position.player
    seat = next_seat(position, player) if value == "next" else _seat(position, value)
    if seat == player:
        return ()
    effects: list[Effect] = [
        e.BonusClosed(player=thing.player) for thing in position.stack if isinstance(thing, KeyBonus)
    ]
    left = position.held.get(player, 0)
    if left:
        effects.append(e.HoldCounted(player=player, left=left - 1) if left > 1 else e.PawnReleased(player=player))
    return (*effects, e.TurnBegan(player=seat, turn=position.turn + 1, round=round_of(position, seat)))
