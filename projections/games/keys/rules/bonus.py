"""The bonus of a TARDIS Key tile: open or close another door, or decline it."""

from collections.abc import Iterator
from typing import Final

from events.events import UNKNOWN, Passed
from projections.draft import Draft
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.rules.doors import door_conflict, must_name_door, turn_door
from projections.games.keys.rules.turns import bonus_of, end_turn, over_conflict
from projections.games.keys.state.position import Position
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import titled


def use_key_conflicts(position: Position, move: m.UseKey) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of opening or closing a door by the bonus of a TARDIS Key tile.

    The door must not be that TARDIS Key tile. Otherwise the rules are as for a Sonic Screwdriver (B13).
    """
    yield from _bonus_conflicts(position, move.player)
    if move.tile == _spent(position, move.player):
        itself = f"{move.tile} is the TARDIS Key tile itself"
        yield RuleConflict("KEY-TKE-02", "the bonus must open or close another door", itself)
    elif found := door_conflict(position, move.tile, move.action, "KEY-TKE-02", "KEY-CSO-03"):
        yield found


def _bonus_conflicts(position: Position, seat: str) -> Iterator[RuleConflict]:
    """Yield the rule conflict of using the bonus of a TARDIS Key tile now, which is right after landing (B12)."""
    place = position.pawns[seat]
    tile = position.tiles.get(place)
    if position.is_over:
        yield over_conflict(position)
    elif bonus_of(position, seat):
        return
    elif (seat, place) in position.used and tile and tile.kind in ("key", UNKNOWN):
        used = f"{titled(seat)} has already used the TARDIS Key on {place}"
        yield RuleConflict("KEY-TKE-04", "a seat can use the TARDIS Key of a tile only once in a game", used)
    else:
        wanted = "a TARDIS Key can only be used right after landing on its tile"
        verdict = None if tile is not None and tile.open and tile.kind == UNKNOWN else False
        yield RuleConflict("KEY-TKE-01", wanted, f"{titled(seat)} has not landed on one", verdict=verdict)


def _spent(position: Position, seat: str) -> str:
    offered = bonus_of(position, seat)
    return offered.tile if offered else position.pawns[seat]


def use_key(draft: Draft[Position], move: m.UseKey) -> None:
    """Open or close another door (KEY-TKE-02), which uses up the bonus (KEY-TKE-04, B12), and end it (KEY-TKE-06)."""
    seat, before = move.player, draft.before
    turn_door(draft, move.tile, move.action, "KEY-TKE-02")
    spent = _spent(before, seat)
    door = before.tiles.get(spent)
    if (seat, spent) not in before.used and door and door.open and door.kind in ("key", UNKNOWN):
        draft.add(f.KeyUsed(player=seat, tile=spent), "KEY-TKE-04")
    close_bonus(draft, move)


def declining_conflicts(position: Position, move: Passed) -> Iterator[RuleConflict]:
    """Yield the rule conflict of declining a bonus, which must be offered."""
    if position.is_over:
        yield over_conflict(position)
    elif not bonus_of(position, move.player):
        yield RuleConflict("KEY-TKE-01", "only an offered bonus can be passed", f"{titled(move.player)} has none")


def close_bonus(draft: Draft[Position], move: m.UseKey | Passed) -> None:
    """End an offered bonus. It is optional, and a declined bonus is not used up (B12)."""
    if bonus_of(draft.now, move.player):
        draft.add(f.BonusClosed(player=move.player), "KEY-TKE-01")
        if move.player == draft.now.player:
            end_turn(draft)


BONUS_MOVES: Final[MoveRules[Position]] = {
    m.UseKey: MoveRule(
        use_key_conflicts, use_key, lambda draft, move: must_name_door(draft, move.tile, move.action, "open", "close")
    ),
    Passed: MoveRule(declining_conflicts, close_bonus),
}
