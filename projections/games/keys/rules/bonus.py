"""The bonus of a TARDIS Key tile: open or close another door, or decline it."""

from events.events import UNKNOWN, Passed
from projections.draft import Draft
from projections.games.keys.events import BonusClosed, KeyUsed, UseKey
from projections.games.keys.rules.doors import door_conflict, must_name_door, turn_door
from projections.games.keys.rules.turns import bonus_of, end_turn, over_conflict
from projections.games.keys.state.position import Position
from projections.rule_conflicts import RuleConflict
from projections.wording import titled


def bonus_conflict(position: Position, seat: str) -> RuleConflict | None:
    """Return the rule conflict of using the bonus of a TARDIS Key tile now, or None.

    Rules:
        KEY-TKE-01 right after landing (B12); KEY-TKE-04 once for each player and tile.
    """
    if position.is_over or bonus_of(position, seat):
        return over_conflict(position)
    place = position.pawns[seat]
    tile = position.tiles.get(place)
    if (seat, place) in position.used and tile and tile.kind in ("key", UNKNOWN):
        return RuleConflict(
            "KEY-TKE-04",
            "a seat can use the TARDIS Key of a tile only once in a game",
            f"{titled(seat)} has already used the TARDIS Key on {place}",
        )
    unknown = tile is not None and tile.open and tile.kind == UNKNOWN
    return RuleConflict(
        "KEY-TKE-01",
        "a TARDIS Key can only be used right after landing on its tile",
        f"{titled(seat)} has not landed on one",
        verdict=None if unknown else False,
    )


def key_use_conflict(position: Position, seat: str, tile: str, action: str) -> RuleConflict | None:
    """Return the rule conflict of opening or closing a door by the bonus of a TARDIS Key tile, or None.

    The door must not be that TARDIS Key tile (KEY-TKE-02). Otherwise the rules are as for a Sonic Screwdriver (B13).
    """
    offered = bonus_of(position, seat)
    if tile == (offered.tile if offered else position.pawns[seat]):
        return RuleConflict(
            "KEY-TKE-02", "the bonus must open or close another door", f"{tile} is the TARDIS Key tile itself"
        )
    return door_conflict(position, tile, action, "KEY-TKE-02", "KEY-CSO-03")


def use_key(draft: Draft[Position], move: UseKey) -> None:
    """Open or close another door of any colour. Only this uses up the bonus (B12).

    Rules:
        KEY-TKE-02 another door; KEY-TKE-04 used up; KEY-TKE-06 without a further move.
    """
    seat, now = move.player, draft.now
    must_name_door(draft, move.tile, move.action, "open", "close")
    draft.require(bonus_conflict(now, seat), key_use_conflict(now, seat, move.tile, move.action))
    offered = bonus_of(now, seat)
    spent = offered.tile if offered else now.pawns[seat]
    draft.add(move)
    turn_door(draft, move.tile, move.action, "KEY-TKE-02")
    door = now.tiles.get(spent)
    if (seat, spent) not in now.used and door and door.open and door.kind in ("key", UNKNOWN):
        draft.add(KeyUsed(player=seat, tile=spent), "KEY-TKE-04")
    _close(draft, seat)


def decline_bonus(draft: Draft[Position], move: Passed) -> None:
    """Decline the bonus: it is optional and then not used up (KEY-TKE-01, B12)."""
    offered = bonus_of(draft.now, move.player)
    missing = (
        None
        if offered
        else RuleConflict("KEY-TKE-01", "only an offered bonus can be passed", f"{titled(move.player)} has none")
    )
    draft.require(over_conflict(draft.now) or missing)
    draft.add(move)
    _close(draft, move.player)


def _close(draft: Draft[Position], seat: str) -> None:
    if bonus_of(draft.now, seat):
        draft.add(BonusClosed(player=seat), "KEY-TKE-01")
        if seat == draft.now.player:
            end_turn(draft)
