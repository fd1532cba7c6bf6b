"""The Cyberman Assault: move an opponent's pawn."""

from collections.abc import Mapping
from typing import Final

import msgspec

from projections.draft import Draft
from projections.games.keys.events import PlayCyberman
from projections.games.keys.rules.landing import land, refuse_unknown_tile, set_pawn
from projections.games.keys.rules.paths import held_conflict, path_conflict, place_conflict, tile_conflict
from projections.games.keys.rules.play import require_play, write_play
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import OUT, Position
from projections.rule_conflicts import RuleConflict

_AS_ASSAULT: Final[Mapping[str, str]] = {
    "KEY-MOV-01": "KEY-CCY-01",
    "KEY-MOV-06": "KEY-CCY-01",
    "KEY-MOV-03": "KEY-CCY-02",
    "KEY-TCO-01": "KEY-CCY-03",
    "KEY-CBA-01": "KEY-CCY-03",
    "KEY-TCL-01": "KEY-CCY-03",
    "KEY-TDA-01": "KEY-CCY-03",
    "KEY-MOV-05": "KEY-CCY-04",
}
"""For each rule of movement, the rule of the Cyberman Assault that repeats it."""


def assault_conflicts(
    position: Position, seat: str, victim: str, to: str, origin: str = ""
) -> list[RuleConflict | None]:  # fmt: skip
    """Return the rule conflicts of moving a victim's pawn to a tile.

    Rules:
        KEY-CCY-01 an opponent's pawn (B30), one tile, from the grid and not off it (B28); KEY-CCY-02 diagonally only
        along a Time Tunnel; KEY-CCY-03 only to a tile that the pawn could enter itself, a Teleport tile included (B29);
        KEY-CCY-04 one pawn on a tile; KEY-CPA-02 not off a Pandorica (B28).
    """
    place = origin or position.pawns[victim]
    if victim == seat:
        return [RuleConflict("KEY-CCY-01", "a Cyberman Assault must move an opponent's pawn, not the player's own")]
    if place == OUT:
        return [
            RuleConflict(
                "KEY-CCY-01",
                "the moved pawn must be on the grid",
                f"the pawn of {seat_name(position, victim)} is outside",
            )
        ]
    if to == OUT:
        return [RuleConflict("KEY-CCY-03", "the pawn must move to a tile, not off the grid")]
    found = [
        held_conflict(position, victim),
        place_conflict(position, victim, origin),
        path_conflict(position, place, to),
        tile_conflict(position, victim, to),
    ]
    return [thing and msgspec.structs.replace(thing, rule=_AS_ASSAULT.get(thing.rule, thing.rule)) for thing in found]


_CARRIED: Final = "B10 (option cyberman_goal)"
"""The interpretation that a pawn carried to its goal wins. The rulebook names only a player who moves a pawn there."""


def play_cyberman(draft: Draft[Position], move: PlayCyberman) -> None:
    """Move an opponent's pawn one tile; the card is discarded.

    The landing earns neither a Key bonus nor an Extra Turn, and uses up neither (B14). Whether it wins is an option
    (B10).

    Rules:
        KEY-CCY-01 to KEY-CCY-04; KEY-CCY-05 to the discards.
    """
    draft.must("KEY-CCY-01", move.victim in draft.now.seats, f'"{move.victim}" is not a seat')
    known = move.to == OUT or move.to in draft.now.tiles
    draft.must("KEY-CMP-02", known, f'"{move.to}" is not a tile; tiles are a1 to g7')
    draft.must("KEY-CMP-02", move.origin in ("", OUT, *draft.now.tiles), f'"{move.origin}" is not a tile')
    against = assault_conflicts(draft.now, move.player, move.victim, move.to, move.origin)
    require_play(draft, move, "cyberman", *against)
    write_play(draft, move, "cyberman")
    set_pawn(draft, move.victim, move.to, "KEY-CCY-01")
    if move.to != OUT:
        land(draft, move.victim, move.to, wins=draft.now.options.cyberman_goal == "win", reading=_CARRIED)
        refuse_unknown_tile(draft, move.to)
