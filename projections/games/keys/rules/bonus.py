"""The bonus of a TARDIS Key tile: open or close another door, or decline it."""

from events.events import UNKNOWN, Passed
from projections.draft import Draft
from projections.games.keys.events import BonusClosed, KeyUsed, UseKey
from projections.games.keys.rules.doors import door_objection, must_name_door, turn_door
from projections.games.keys.rules.turns import bonus_of, end_turn, over_objection
from projections.games.keys.state.position import Position
from projections.objections import Objection, require_all
from projections.wording import titled


def bonus_objection(position: Position, seat: str) -> Objection | None:
    """What speaks against a bonus now.

    Rules:
        KEY-TKE-01 right after landing (B12); KEY-TKE-04 once a player and tile.
    """
    if position.is_over or bonus_of(position, seat):
        return over_objection(position)
    place = position.pawns[seat]
    tile = position.tiles.get(place)
    if (seat, place) in position.used and tile and tile.kind in ("key", UNKNOWN):
        return Objection(
            "KEY-TKE-04",
            False,
            f"use the TARDIS Key of a tile once: {titled(seat)} has used that of {place}",
        )
    unknown = tile is not None and tile.open and tile.kind == UNKNOWN
    return Objection(
        "KEY-TKE-01",
        None if unknown else False,
        f"use a TARDIS Key right after landing on its tile: {titled(seat)} has not",
    )


def key_use_objection(position: Position, seat: str, tile: str, action: str) -> Objection | None:
    """What speaks against the door: another one (KEY-TKE-02), within the limits of a Sonic Screwdriver (B13)."""
    offered = bonus_of(position, seat)
    if tile == (offered.tile if offered else position.pawns[seat]):
        return Objection("KEY-TKE-02", False, f"choose another door: {tile} is the TARDIS Key tile itself")
    return door_objection(position, tile, action, "KEY-TKE-02", "KEY-CSO-03")


def use_key(draft: Draft[Position], move: UseKey) -> None:
    """Open or close another door of any colour; only use spends the bonus (B12).

    Rules:
        KEY-TKE-02 another door; KEY-TKE-04 spent; KEY-TKE-06 no move comes with it.
    """
    seat, now = move.player, draft.now
    must_name_door(draft, move.tile, move.action, "open", "close")
    require_all(draft, bonus_objection(now, seat), key_use_objection(now, seat, move.tile, move.action))
    offered = bonus_of(now, seat)
    spent = offered.tile if offered else now.pawns[seat]
    draft.add(move)
    turn_door(draft, move.tile, move.action, "KEY-TKE-02")
    door = now.tiles.get(spent)
    if (seat, spent) not in now.used and door and door.open and door.kind in ("key", UNKNOWN):
        draft.add(KeyUsed(player=seat, tile=spent), "KEY-TKE-04")
    _close(draft, seat)


def decline_bonus(draft: Draft[Position], move: Passed) -> None:
    """Decline the bonus: it is optional, and not spent then (KEY-TKE-01, B12)."""
    offered = bonus_of(draft.now, move.player)
    missing = (
        None
        if offered
        else Objection("KEY-TKE-01", False, f"pass a bonus that is on offer: {titled(move.player)} has none")
    )
    require_all(draft, over_objection(draft.now) or missing)
    draft.add(move)
    _close(draft, move.player)


def _close(draft: Draft[Position], seat: str) -> None:
    if bonus_of(draft.now, seat):
        draft.add(BonusClosed(player=seat), "KEY-TKE-01")
        if seat == draft.now.player:
            end_turn(draft)
