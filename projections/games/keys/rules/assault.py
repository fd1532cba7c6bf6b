"""The Cyberman Assault: move an opponent's pawn."""

from collections.abc import Mapping
from typing import Final

from projections.draft import Draft
from projections.games.keys.events import PlayCyberman
from projections.games.keys.rules.landing import land, refuse_unknown_tile, set_pawn
from projections.games.keys.rules.paths import held_objection, path_objection, place_objection, tile_objection
from projections.games.keys.rules.play import require_play, write_play
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import OUT, Position
from projections.objections import Objection

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
"""The card's own rule for each rule of moving that it repeats."""


def assault_objections(
    position: Position, seat: str, victim: str, to: str, origin: str = ""
) -> list[Objection | None]:  # fmt: skip
    """What speaks against moving a victim's pawn to a tile.

    Rules:
        KEY-CCY-01 an opponent's pawn (B30), one tile, from the grid and not off it (B28); KEY-CCY-02 diagonally only
        along a Time Tunnel; KEY-CCY-03 only where it could go by itself, a Teleport tile among them (B29); KEY-CCY-04
        one pawn a tile; KEY-CPA-02 not off a Pandorica (B28).
    """
    place = origin or position.pawns[victim]
    if victim == seat:
        return [Objection("KEY-CCY-01", False, "move the pawn of an opponent, not the own one")]
    if place == OUT:
        return [
            Objection(
                "KEY-CCY-01",
                False,
                f"move a pawn that is on the grid: that of {seat_name(position, victim)} is outside",
            )
        ]
    if to == OUT:
        return [Objection("KEY-CCY-03", False, "move the pawn to a tile, not off the grid")]
    found = [
        held_objection(position, victim),
        place_objection(position, victim, origin),
        path_objection(position, place, to),
        tile_objection(position, victim, to),
    ]
    return [thing and thing._replace(rule=_AS_ASSAULT.get(thing.rule, thing.rule)) for thing in found]


_CARRIED: Final = "B10 (option cyberman_goal)"
"""The book lets whoever moves a pawn to its goal win; that one wins that is carried there is read into it."""


def play_cyberman(draft: Draft[Position], move: PlayCyberman) -> None:
    """Move an opponent's pawn one tile; the card is discarded.

    Its landing earns no Key bonus and no Extra Turn, and spends neither (B14); whether it wins is an option (B10).

    Rules:
        KEY-CCY-01 to KEY-CCY-04; KEY-CCY-05 to the discards.
    """
    draft.must("KEY-CCY-01", move.victim in draft.now.seats, f'there is no seat "{move.victim}"')
    known = move.to == OUT or move.to in draft.now.tiles
    draft.must("KEY-CMP-02", known, f'there is no tile "{move.to}"; tiles are a1 to g7')
    draft.must("KEY-CMP-02", move.origin in ("", OUT, *draft.now.tiles), f'there is no tile "{move.origin}"')
    against = assault_objections(draft.now, move.player, move.victim, move.to, move.origin)
    require_play(draft, move, "cyberman", *against)
    write_play(draft, move, "cyberman")
    set_pawn(draft, move.victim, move.to, "KEY-CCY-01")
    if move.to != OUT:
        land(draft, move.victim, move.to, wins=draft.now.options.cyberman_goal == "win", reading=_CARRIED)
        refuse_unknown_tile(draft, move.to)
