"""Keys and Sonic Screwdrivers: open and close doors, lift a Time Barrier."""

from collections.abc import Iterator
from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.rules import paths, play
from projections.games.keys.state.position import COLOURS, CONTROL, Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict


def must_name_door(draft: Draft[Position], tile: str, action: str, *actions: str) -> None:
    """Refuse a tile that is not on the grid, or an unknown action."""
    paths.must_be_tiles(draft, tile)
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


def turn_door(draft: Draft[Position], tile: str, action: str, rule: str) -> None:
    """Open the door on a tile, which reveals its kind to all (B32), or close it."""
    if tile == CONTROL:
        return
    if action == "close":
        draft.add(f.DoorClosed(tile=tile), rule)
        return
    door = draft.now.tiles[tile]
    known = UNKNOWN not in (door.colour, door.kind)
    draft.turn_up("tiles", tile, f"{door.colour}-{door.kind}" if known else UNKNOWN)
    draft.add(f.DoorOpened(tile=tile), rule)


def _key_must(draft: Draft[Position], move: m.PlayKey) -> None:
    must_name_door(draft, move.tile, move.action, "open", "close")
    draft.must("KEY-CMP-01", move.colour in COLOURS.values(), f'"{move.colour}" is not a colour of a Key')


def key_conflicts(position: Position, move: m.PlayKey) -> Iterator[RuleConflict]:
    """Yield the rule conflict of using a Key on a door of its colour (KEY-CKE-01) at any distance (KEY-CKE-02)."""
    colour = position.tiles[move.tile].colour
    same_colour = f"a {move.colour} Key can only turn a {move.colour} door"
    if colour not in (move.colour, UNKNOWN):
        yield RuleConflict("KEY-CKE-01", same_colour, f"{move.tile} is {colour}")
    elif found := door_conflict(position, move.tile, move.action, "KEY-CKE-01", "KEY-CKE-03"):
        yield found
    elif colour == UNKNOWN:
        unseen = f"this log does not show the colour of {move.tile}"
        yield RuleConflict("KEY-CKE-01", same_colour, unseen, verdict=None)


def play_key(draft: Draft[Position], move: m.PlayKey) -> None:
    """Use a Key on its colour (KEY-CKE-01) anywhere (KEY-CKE-02), not under a pawn (KEY-CKE-03); KEY-CKE-04."""
    play.put_down(draft, move)
    turn_door(draft, move.tile, move.action, "KEY-CKE-01")


def _sonic_must(draft: Draft[Position], move: m.PlaySonic) -> None:
    must_name_door(draft, move.tile, move.action, "open", "close", "lift")


def sonic_conflicts(position: Position, move: m.PlaySonic) -> Iterator[RuleConflict]:
    """Yield the rule conflict of using a Sonic Screwdriver on a door of any colour."""
    if move.action != "lift":
        if found := door_conflict(position, move.tile, move.action, "KEY-CSO-01", "KEY-CSO-03"):
            yield found
    elif not position.tiles[move.tile].barrier:
        yield RuleConflict("KEY-CSO-01", "there must be a Time Barrier to lift", f"{move.tile} has no Time Barrier")


def play_sonic(draft: Draft[Position], move: m.PlaySonic) -> None:
    """Open or close any door, or lift a Time Barrier.

    Rules:
        KEY-CSO-01 effect; KEY-CSO-02 lifting is then the only effect; KEY-CSO-03 not under a character; KEY-CSO-04 to
        the discards, with the Time Barrier (B19); KEY-CBA-06 no other card lifts one.
    """
    play.put_down(draft, move)
    if move.action != "lift":
        turn_door(draft, move.tile, move.action, "KEY-CSO-01")
    elif draft.now.tiles[move.tile].barrier:
        draft.add(f.BarrierLifted(tile=move.tile), "KEY-CBA-06")


DOOR_USES: Final[MoveRules[Position]] = {
    m.PlayKey: MoveRule(key_conflicts, play_key, _key_must),
    m.PlaySonic: MoveRule(sonic_conflicts, play_sonic, _sonic_must),
}
