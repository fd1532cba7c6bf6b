"""Cards that are laid on the board: Time Barrier, Time Tunnel, Jam Cookie, Pandorica."""

from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.keys.events import (
    BarrierLaid,
    CookieLaid,
    PawnHeld,
    PlayBarrier,
    PlayCookie,
    PlayPandorica,
    PlayTunnel,
    TunnelLaid,
)
from projections.games.keys.rules.play import require_play, write_play
from projections.games.keys.state.position import CONTROL, Position, neighbours
from projections.rule_conflicts import RuleConflict
from projections.wording import titled

HELD_TURNS: Final = 2
"""Number of turns of a pawn's player for which a Pandorica holds the pawn (KEY-CPA-02, B27)."""


def barrier_conflict(position: Position, tile: str) -> RuleConflict | None:
    """Return the conflict of a Time Barrier on Control (KEY-CBA-02) or on another Barrier (KEY-CBA-05; B20, B21)."""
    if tile == CONTROL:
        return RuleConflict("KEY-CBA-02", "a Time Barrier cannot be laid on the TARDIS Control tile")
    if position.tiles[tile].barrier:
        return RuleConflict("KEY-CBA-05", "a tile can hold only one Time Barrier", f"{tile} already has one")
    return None


def tunnel_conflict(position: Position, tile: str, other: str) -> RuleConflict | None:
    """Return the rule conflict of laying a Time Tunnel between two tiles, or None.

    Rules:
        KEY-CTU-01 diagonally adjacent; KEY-CTU-02 no second one in the same gap (B23); KEY-CTU-05 not at Control;
        KEY-CTU-07 in any state of the two tiles.
    """
    if CONTROL in (tile, other):
        return RuleConflict("KEY-CTU-05", "a Time Tunnel cannot lead to the TARDIS Control tile")
    if other not in neighbours(tile, diagonal=True):
        return RuleConflict(
            "KEY-CTU-01",
            "a Time Tunnel must join tiles that touch at a corner",
            f"{tile} is not at a corner of {other}",
        )
    if _pair(tile, other) in position.tunnels:
        return RuleConflict(
            "KEY-CTU-02",
            "two tiles can have only one Time Tunnel",
            f"{tile} and {other} are already joined by a Time Tunnel",
        )
    return None


def cookie_conflict(position: Position, tile: str) -> RuleConflict | None:
    """Return the rule conflict of laying a Jam Cookie on a tile, or None.

    The tile must be an open Dalek Door without a Jam Cookie (KEY-CJC-01, B25) and without a Time Barrier (B22).
    """
    door = position.tiles[tile]
    if not door.open:
        return RuleConflict("KEY-CJC-01", "a Jam Cookie can only be laid on an open Dalek Door", f"{tile} is closed")
    if door.kind not in ("dalek", UNKNOWN):
        return RuleConflict(
            "KEY-CJC-01", "a Jam Cookie can only be laid on an open Dalek Door", f"{tile} is not a Dalek Door"
        )
    if door.cookie:
        return RuleConflict("KEY-CJC-01", "a tile can hold only one Jam Cookie", f"{tile} already has one")
    if door.barrier:
        return RuleConflict("KEY-CBA-04", "a door under a Time Barrier cannot be opened", f"{tile} has a Time Barrier")
    return (
        RuleConflict(
            "KEY-CJC-01",
            "a Jam Cookie can only be laid on an open Dalek Door",
            f"this log does not show the kind of {tile}",
            verdict=None,
        )
        if door.kind == UNKNOWN
        else None
    )


def pandorica_conflict(position: Position, seat: str, victim: str) -> RuleConflict | None:
    """Return the conflict of a Pandorica under the player's own pawn or a pawn already held (KEY-CPA-01, B26)."""
    if victim == seat:
        return RuleConflict("KEY-CPA-01", "a Pandorica must go under an opponent's pawn, not under the player's own")
    if victim in position.held:
        return RuleConflict(
            "KEY-CPA-01", "a pawn can have only one Pandorica", f"the pawn of {titled(victim)} already has one"
        )
    return None


def _pair(tile: str, other: str) -> tuple[str, str]:
    return (tile, other) if tile < other else (other, tile)


def _must_name_tiles(draft: Draft[Position], *tiles: str) -> None:
    for tile in tiles:
        draft.must("KEY-CMP-02", tile in draft.now.tiles, f'"{tile}" is not a tile; tiles are a1 to g7')


def play_barrier(draft: Draft[Position], move: PlayBarrier) -> None:
    """Lay a Time Barrier; a second one on the same tile goes to the discards instead.

    Rules:
        KEY-CBA-01 it bars the way; KEY-CBA-02 any tile but Control; KEY-CBA-03 and KEY-CJC-03 also a Dalek Door with
        its Jam Cookie; KEY-CBA-05 no stacking.
    """
    _must_name_tiles(draft, move.tile)
    require_play(draft, move, "barrier", barrier_conflict(draft.now, move.tile))
    free = not draft.now.tiles[move.tile].barrier
    write_play(draft, move, "barrier", laid=free)
    if free:
        draft.add(BarrierLaid(tile=move.tile), "KEY-CBA-01")


def play_tunnel(draft: Draft[Position], move: PlayTunnel) -> None:
    """Lay a Time Tunnel for the rest of the game and for all players (KEY-CTU-01, KEY-CTU-02, KEY-CTU-04)."""
    _must_name_tiles(draft, move.tile, move.other)
    require_play(draft, move, "tunnel", tunnel_conflict(draft.now, move.tile, move.other))
    write_play(draft, move, "tunnel", laid=True)
    tile, other = _pair(move.tile, move.other)
    draft.add(TunnelLaid(tile=tile, other=other), "KEY-CTU-01")


def play_cookie(draft: Draft[Position], move: PlayCookie) -> None:
    """Open a Dalek Door permanently; the Jam Cookie remains on it (KEY-CJC-01)."""
    _must_name_tiles(draft, move.tile)
    require_play(draft, move, "cookie", cookie_conflict(draft.now, move.tile))
    free = not draft.now.tiles[move.tile].cookie
    write_play(draft, move, "cookie", laid=free)
    if free:
        draft.add(CookieLaid(tile=move.tile), "KEY-CJC-01")


def play_pandorica(draft: Draft[Position], move: PlayPandorica) -> None:
    """Lay a Pandorica under a pawn, even on Control or outside the grid (B26).

    Rules:
        KEY-CPA-01 an opponent's pawn; KEY-CPA-02 two of its turns without a move; KEY-CPA-03 drawing and playing
        continue.
    """
    draft.must("KEY-CPA-01", move.victim in draft.now.seats, f'"{move.victim}" is not a seat')
    require_play(draft, move, "pandorica", pandorica_conflict(draft.now, move.player, move.victim))
    write_play(draft, move, "pandorica", laid=move.victim not in draft.now.held)
    draft.add(PawnHeld(player=move.victim, turns=HELD_TURNS), "KEY-CPA-01")
