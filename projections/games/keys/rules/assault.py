"""The Cyberman Assault: move an opponent's pawn."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

import msgspec

from projections.draft import Draft
from projections.games.keys.events.moves import PlayCyberman
from projections.games.keys.rules import landing, paths, play
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import OUT, Position
from projections.move_rule import MoveRule
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


def assault_conflicts(position: Position, move: PlayCyberman) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of moving a victim's pawn to a tile.

    Rules:
        KEY-CCY-01 an opponent's pawn (B30), one tile, from the grid and not off it (B28); KEY-CCY-02 diagonally only
        along a Time Tunnel; KEY-CCY-03 only to a tile that the pawn could enter itself, a Teleport tile included (B29);
        KEY-CCY-04 one pawn on a tile; KEY-CPA-02 not off a Pandorica (B28).
    """
    victim = move.victim
    place = move.origin or position.pawns[victim]
    if victim == move.player:
        yield RuleConflict("KEY-CCY-01", "a Cyberman Assault must move an opponent's pawn, not the player's own")
    elif place == OUT:
        outside = f"the pawn of {seat_name(position, victim)} is outside"
        yield RuleConflict("KEY-CCY-01", "the moved pawn must be on the grid", outside)
    elif move.to == OUT:
        yield RuleConflict("KEY-CCY-03", "the pawn must move to a tile, not off the grid")
    else:
        for found in chain(
            paths.start_conflicts(position, victim, move.origin),
            paths.path_conflicts(position, place, move.to),
            paths.tile_conflicts(position, victim, move.to),
        ):
            yield msgspec.structs.replace(found, rule=_AS_ASSAULT.get(found.rule, found.rule))


_CARRIED: Final = "B10 (option cyberman_goal)"
"""The interpretation that a pawn carried to its goal wins. The rulebook names only a player who moves a pawn there."""


def play_cyberman(draft: Draft[Position], move: PlayCyberman) -> None:
    """Move an opponent's pawn one tile; the card is discarded.

    The landing earns neither a Key bonus nor an Extra Turn, and uses up neither (B14). Whether it wins is an option
    (B10).

    Rules:
        KEY-CCY-01 to KEY-CCY-04; KEY-CCY-05 to the discards.
    """
    play.put_down(draft, move)
    landing.set_pawn(draft, move.victim, move.to, "KEY-CCY-01")
    if move.to != OUT:
        landing.land(draft, move.victim, move.to, wins=draft.now.options.cyberman_goal == "win", reading=_CARRIED)
        landing.refuse_unknown_tile(draft, move.to)


def _assault_must(draft: Draft[Position], move: PlayCyberman) -> None:
    draft.must("KEY-CCY-01", move.victim in draft.now.seats, f'"{move.victim}" is not a seat')
    if move.to != OUT:
        paths.must_be_tiles(draft, move.to)
    paths.must_be_origin(draft, move.origin)


ASSAULT: Final = MoveRule(assault_conflicts, play_cyberman, _assault_must)
