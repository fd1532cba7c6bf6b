"""Keys and Sonic Screwdrivers: open and close doors, lift a Time Barrier."""

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.keys.events import BarrierLifted, DoorClosed, DoorOpened, PlayKey, PlaySonic
from projections.games.keys.rules.play import require_play, write_play
from projections.games.keys.state.position import COLOURS, CONTROL, Position
from projections.rule_conflicts import RuleConflict


def must_name_door(draft: Draft[Position], tile: str, action: str, *actions: str) -> None:
    """Refuse a tile that is not on the grid, or an unknown action."""
    draft.must("KEY-CMP-02", tile in draft.now.tiles, f'"{tile}" is not a tile; tiles are a1 to g7')
    draft.must("KEY-CSO-01", action in actions, f'"{action}" cannot be done to a door: use {" or ".join(actions)}')


def door_conflict(  # noqa: PLR0911  # one rule after the other
    position: Position, tile: str, action: str, rule: str, under_pawn: str
) -> RuleConflict | None:
    """Return the rule conflict of opening or closing a door by any card or bonus that can do it, or None.

    Rules:
        KEY-CBA-04 not under a Time Barrier; KEY-CKE-03 and KEY-CSO-03 no closing under a character; KEY-CJC-02 no
        closing with a Jam Cookie on it. Each of the 48 coloured tiles is a door, even an open Dalek Door (B11, B18);
        Control has none (B17). `rule` is the rule of the action itself.
    """
    door = position.tiles[tile]
    if tile == CONTROL:
        return RuleConflict(rule, "the target must be a door", "the TARDIS Control tile has no door")
    if door.barrier:
        return RuleConflict("KEY-CBA-04", "a door under a Time Barrier cannot be turned", f"{tile} has a Time Barrier")
    if action == "open":
        return RuleConflict(rule, "only a closed door can be opened", f"{tile} is open") if door.open else None
    if not door.open:
        return RuleConflict(rule, "only an open door can be closed", f"{tile} is closed")
    if position.pawn_on(tile):
        return RuleConflict(under_pawn, "a door with a pawn on it cannot be closed", f"a pawn is on {tile}")
    if door.cookie:
        return RuleConflict("KEY-CJC-02", "a door with a Jam Cookie on it cannot be closed", f"{tile} has a Jam Cookie")
    return None


def key_conflict(position: Position, colour: str, tile: str, action: str) -> RuleConflict | None:
    """Return the rule conflict of using a Key on a door, or None.

    The colour must match (KEY-CKE-01); distance does not matter (KEY-CKE-02).
    """
    door = position.tiles[tile]
    if door.colour not in (colour, UNKNOWN):
        return RuleConflict("KEY-CKE-01", f"a {colour} Key can only turn a {colour} door", f"{tile} is {door.colour}")
    if found := door_conflict(position, tile, action, "KEY-CKE-01", "KEY-CKE-03"):
        return found
    return (
        RuleConflict(
            "KEY-CKE-01",
            f"a {colour} Key can only turn a {colour} door",
            f"this log does not show the colour of {tile}",
            verdict=None,
        )
        if door.colour == UNKNOWN
        else None
    )


def sonic_conflict(position: Position, tile: str, action: str) -> RuleConflict | None:
    """Return the rule conflict of using a Sonic Screwdriver on a door of any colour (KEY-CSO-01)."""
    if action != "lift":
        return door_conflict(position, tile, action, "KEY-CSO-01", "KEY-CSO-03")
    return (
        None
        if position.tiles[tile].barrier
        else RuleConflict("KEY-CSO-01", "there must be a Time Barrier to lift", f"{tile} has no Time Barrier")
    )


def turn_door(draft: Draft[Position], tile: str, action: str, rule: str) -> None:
    """Open the door on a tile, which reveals its kind to all (B32), or close it."""
    if tile == CONTROL:
        return
    if action == "close":
        draft.add(DoorClosed(tile=tile), rule)
        return
    door = draft.now.tiles[tile]
    known = UNKNOWN not in (door.colour, door.kind)
    draft.turn_up("tiles", tile, f"{door.colour}-{door.kind}" if known else UNKNOWN)
    draft.add(DoorOpened(tile=tile), rule)


def play_key(draft: Draft[Position], move: PlayKey) -> None:
    """Open or close a door of the Key's colour.

    Rules:
        KEY-CKE-01 colour; KEY-CKE-02 anywhere; KEY-CKE-03 not under a character; KEY-CKE-04 to the discards.
    """
    must_name_door(draft, move.tile, move.action, "open", "close")
    draft.must("KEY-CMP-01", move.colour in COLOURS.values(), f'"{move.colour}" is not a colour of a Key')
    card = f"key-{move.colour}"
    require_play(draft, move, card, key_conflict(draft.now, move.colour, move.tile, move.action))
    write_play(draft, move, card)
    turn_door(draft, move.tile, move.action, "KEY-CKE-01")


def play_sonic(draft: Draft[Position], move: PlaySonic) -> None:
    """Open or close any door, or lift a Time Barrier.

    Rules:
        KEY-CSO-01 effect; KEY-CSO-02 lifting is then the only effect; KEY-CSO-03 not under a character; KEY-CSO-04 to
        the discards, with the Time Barrier (B19); KEY-CBA-06 no other card lifts one.
    """
    must_name_door(draft, move.tile, move.action, "open", "close", "lift")
    require_play(draft, move, "sonic", sonic_conflict(draft.now, move.tile, move.action))
    write_play(draft, move, "sonic")
    if move.action != "lift":
        turn_door(draft, move.tile, move.action, "KEY-CSO-01")
    elif draft.now.tiles[move.tile].barrier:
        draft.add(BarrierLifted(tile=move.tile), "KEY-CBA-06")
