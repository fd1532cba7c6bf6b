"""Keys and Sonic Screwdrivers: opening and closing doors, lifting a Time Barrier."""

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.keys.events import BarrierLifted, DoorClosed, DoorOpened, PlayKey, PlaySonic
from projections.games.keys.rules.play import require_play, write_play
from projections.games.keys.state.position import COLOURS, CONTROL, Position
from projections.objections import Objection


def must_name_door(draft: Draft[Position], tile: str, action: str, *actions: str) -> None:
    """Refuse what names no tile of the grid, or nothing that is done to a door."""
    draft.must("KEY-CMP-02", tile in draft.now.tiles, f'there is no tile "{tile}"; tiles are a1 to g7')
    draft.must("KEY-CSO-01", action in actions, f'a door is not made to "{action}": {" or ".join(actions)}')


def door_objection(  # noqa: PLR0911  # one rule after the other
    position: Position, tile: str, action: str, rule: str, under_pawn: str
) -> Objection | None:
    """What speaks against turning a door, whatever turns it.

    Rules:
        KEY-CBA-04 not under a Time Barrier; KEY-CKE-03 and KEY-CSO-03 no closing under a character; KEY-CJC-02 no
        closing once a Jam Cookie lies there. Any of the 48 coloured tiles is a door, an open Dalek Door too (B11, B18);
        Control has none (B17). `rule` is the one under which the action itself stands.
    """
    door = position.tiles[tile]
    if tile == CONTROL:
        return Objection(rule, False, "choose a door: the TARDIS Control tile has none")
    if door.barrier:
        return Objection("KEY-CBA-04", False, f"turn no door under a Time Barrier: one lies on {tile}")
    if action == "open":
        return Objection(rule, False, f"open a closed door: {tile} is open") if door.open else None
    if not door.open:
        return Objection(rule, False, f"close an open door: {tile} is closed")
    if position.pawn_on(tile):
        return Objection(under_pawn, False, f"close no door with a pawn on it: one stands on {tile}")
    if door.cookie:
        return Objection("KEY-CJC-02", False, f"close no door with a Jam Cookie on it: one lies on {tile}")
    return None


def key_objection(position: Position, colour: str, tile: str, action: str) -> Objection | None:
    """What speaks against a Key: its colour first (KEY-CKE-01), not how far off the door is (KEY-CKE-02)."""
    door = position.tiles[tile]
    if door.colour not in (colour, UNKNOWN):
        return Objection(
            "KEY-CKE-01", False, f"turn a door of the colour of the Key, {colour}: {tile} is {door.colour}"
        )
    if found := door_objection(position, tile, action, "KEY-CKE-01", "KEY-CKE-03"):
        return found
    return (
        Objection("KEY-CKE-01", None, f"turn a door of the colour of the Key, {colour}; that of {tile} is not known")
        if door.colour == UNKNOWN
        else None
    )


def sonic_objection(position: Position, tile: str, action: str) -> Objection | None:
    """What speaks against a Sonic Screwdriver on a door of any colour (KEY-CSO-01)."""
    if action != "lift":
        return door_objection(position, tile, action, "KEY-CSO-01", "KEY-CSO-03")
    return (
        None
        if position.tiles[tile].barrier
        else Objection("KEY-CSO-01", False, f"lift a Time Barrier where one lies: there is none on {tile}")
    )


def turn_door(draft: Draft[Position], tile: str, action: str, rule: str) -> None:
    """Open a door, so that all see its kind (B32), or close it."""
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
    draft.must("KEY-CMP-01", move.colour in COLOURS.values(), f'there is no Key of the colour "{move.colour}"')
    card = f"key-{move.colour}"
    require_play(draft, move, card, key_objection(draft.now, move.colour, move.tile, move.action))
    write_play(draft, move, card)
    turn_door(draft, move.tile, move.action, "KEY-CKE-01")


def play_sonic(draft: Draft[Position], move: PlaySonic) -> None:
    """Open or close any door, or lift a Time Barrier.

    Rules:
        KEY-CSO-01 what it does; KEY-CSO-02 lifting is all it does then; KEY-CSO-03 not under a character; KEY-CSO-04
        to the discards, the Time Barrier too (B19); KEY-CBA-06 nothing else lifts one.
    """
    must_name_door(draft, move.tile, move.action, "open", "close", "lift")
    require_play(draft, move, "sonic", sonic_objection(draft.now, move.tile, move.action))
    write_play(draft, move, "sonic")
    if move.action != "lift":
        turn_door(draft, move.tile, move.action, "KEY-CSO-01")
    elif draft.now.tiles[move.tile].barrier:
        draft.add(BarrierLifted(tile=move.tile), "KEY-CBA-06")
