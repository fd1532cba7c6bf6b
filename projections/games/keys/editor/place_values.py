"""What a moderator can set right by hand.

| place | value | what follows |
| --- | --- | --- |
| a tile, `c2` | `open`, `closed` | the door shows that side; an open one shows everybody its kind |
| a tile | `is open`, `is dalek`, `is key`, `is extra`, `is teleport` | its kind, which nobody wrote, is named |
| a tile | `red`, `green`, `blue`, `yellow` | its colour, which nobody wrote, is named |
| a tile | `barrier`, `cookie` | such a card, out of the discards or unseen out of the draw pile, is laid there |
| a tile | `no barrier`, `no cookie` | that card goes to the discards |
| a tile | `open, is key, barrier` | several of these |
| `pawn <seat>` | a tile or `out` | the pawn stands there |
| `held <seat>` | `0`, `1`, `2` | own turns that a Pandorica still holds the pawn; discards give or take the card |
| `turn` | a seat, or `next` | the turn ends where it is, and that seat's begins; a turn left unplayed is `next` |
| `turn` | `tenth T9 round 5` | that turn begins, by its number and round |
| `step` | `draw`, `play`, `move`, `bonus` | the turn stands there |
| `hand <seat>`, `draw`, `discards` | `Kb SS 2?`, a number, `none` | these cards lie there, from the top of a pile |
| `tunnel e5/f4` | `yes`, `no` | a Time Tunnel joins the two tiles, or does not |
| `used`, `earned` | `tenth c2, twelfth d3`, `none` | these bonuses, or Extra Turns, of tiles are spent |
| `bonus` | `tenth c2`, `none` | the bonus of a TARDIS Key tile is on offer |
| `missed` | `tenth draw, tenth play`, `none` | compulsory steps passed over, which can be made good |
| `extra turn` | a seat, or `none` | an extra turn is owed |

What is laid comes out of the discards, or out of the draw pile where nobody knows what lies there. Where the tower
deals, no card is set by hand.
"""

from collections.abc import Sequence
from typing import Final

from events.errors import RefusedError
from events.facts import UNKNOWN, Effect
from projections.described import PlaceSet, read_turn
from projections.games.keys import facts as e
from projections.games.keys.editor.fields import cards_taken, set_by_hand
from projections.games.keys.rules.turns import next_seat, round_of
from projections.games.keys.state.position import COLOURS, CONTROL, KINDS, OUT, KeyBonus, Position, Tile
from projections.games.keys.state.reducer import reducer

__all__ = ["mend"]

_PLACES: Final = (
    "a door a1 to g7, pawn <seat>, held <seat>, hand <seat>, draw, discards, turn, step, tunnel e5/f4, used, earned, "
    "bonus, extra turn and missed"
)
_DOOR: Final = (
    "open, closed, barrier, no barrier, cookie (on an open Dalek Door), no cookie, or, if its kind was never written, "
    + ", ".join(f"is {kind}" for kind in KINDS)
)


def mend(position: Position, place: str, value: str) -> Sequence[Effect]:
    """The effects that give a place a value; none where it has that value.

    Raises:
        RefusedError: no such place or value, or no such card in the discards; names what is allowed.
    """
    kind, _, seat = place.partition(" ")
    if place in position.tiles and place != CONTROL:
        return _doors(position, place, value)
    if place == "turn":
        return _turn(position, value)
    if kind == "pawn" and seat:
        return _pawn(position, _seat(position, seat), value)
    if kind == "held" and seat:
        return _held(position, _seat(position, seat), value)
    found = set_by_hand(position, place, value)
    if found is None:
        raise RefusedError(f'"{place[:40]}" cannot be set; {_PLACES} can')
    return found


def _seat(position: Position, name: str) -> str:
    if name not in position.pawns:
        raise RefusedError(f'no seat "{name[:40]}"; seats are {", ".join(position.seats)}')
    return name


def _from_discards(position: Position, card: str, *laid: Effect) -> Sequence[Effect]:
    if card in position.discards:
        return (e.DiscardTaken(card=card), *laid)
    taken = cards_taken(position)
    if taken is None:
        raise RefusedError(f"no {card} lies in the discards, and cards come from nowhere else")
    return (*taken, *laid)


def _doors(position: Position, tile: str, value: str) -> Sequence[Effect]:
    """The effects of several values for one door, one after the other."""
    effects: list[Effect] = []
    for part in value.split(","):
        for effect in _door(position, tile, " ".join(part.split())):
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
        case _ if value.startswith("is ") and value[3:] in KINDS and _may_be(door, value[3:]):
            return (e.KindShown(tile=tile, shows=value[3:]),)
    raise RefusedError(f'{tile} cannot be "{value[:40]}": {_DOOR}')


def _may_be(door: Tile, kind: str) -> bool:
    """Whether a kind may be named: of an open door that shows it, or of one whose kind nobody at the table knows."""
    return door.kind == UNKNOWN or (door.open and door.kind == kind)


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
    said = read_turn(value, position.seats)
    seat = next_seat(position, player) if value == "next" else said.seat if said else _seat(position, value)
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
