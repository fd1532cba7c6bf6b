"""Cards laid on the board: Time Barrier, Time Tunnel, Jam Cookie, Pandorica."""

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
from projections.objections import Objection
from projections.wording import titled

HELD_TURNS: Final = 2
"""How many own turns a pawn stays on a Pandorica (KEY-CPA-02, B27)."""


def barrier_objection(position: Position, tile: str) -> Objection | None:
    """What speaks against a Time Barrier: Control (KEY-CBA-02), another one (KEY-CBA-05), nothing else (B20, B21)."""
    if tile == CONTROL:
        return Objection("KEY-CBA-02", False, "lay no Time Barrier on the TARDIS Control tile")
    if position.tiles[tile].barrier:
        return Objection("KEY-CBA-05", False, f"stack no Time Barriers: one lies on {tile}")
    return None


def tunnel_objection(position: Position, tile: str, other: str) -> Objection | None:
    """What speaks against a Time Tunnel between two tiles.

    Rules:
        KEY-CTU-01 diagonally adjacent; KEY-CTU-02 the same gap across the same corners is taken for good (B23);
        KEY-CTU-05 not at Control; KEY-CTU-07 whatever state the two tiles are in.
    """
    if CONTROL in (tile, other):
        return Objection("KEY-CTU-05", False, "lay no Time Tunnel to the TARDIS Control tile")
    if other not in neighbours(tile, diagonal=True):
        return Objection("KEY-CTU-01", False, f"join tiles that touch at a corner: {tile} and {other} do not")
    if _pair(tile, other) in position.tunnels:
        return Objection("KEY-CTU-02", False, f"lay no second Time Tunnel between {tile} and {other}")
    return None


def cookie_objection(position: Position, tile: str) -> Objection | None:
    """What speaks against a Jam Cookie: it takes an open Dalek Door without one (KEY-CJC-01, B25), unbarred (B22)."""
    door = position.tiles[tile]
    if not door.open:
        return Objection("KEY-CJC-01", False, f"choose a Dalek Door that shows: {tile} is closed")
    if door.kind not in ("dalek", UNKNOWN):
        return Objection("KEY-CJC-01", False, f"choose a Dalek Door: {tile} is none")
    if door.cookie:
        return Objection("KEY-CJC-01", False, f"lay no second Jam Cookie on {tile}")
    if door.barrier:
        return Objection("KEY-CBA-04", False, f"open no door under a Time Barrier: one lies on {tile}")
    return (
        Objection("KEY-CJC-01", None, f"choose a Dalek Door; what {tile} shows is not known")
        if door.kind == UNKNOWN
        else None
    )


def pandorica_objection(position: Position, seat: str, victim: str) -> Objection | None:
    """What speaks against a Pandorica: one's own pawn, or one that lies on a Pandorica already (KEY-CPA-01, B26)."""
    if victim == seat:
        return Objection("KEY-CPA-01", False, "lay a Pandorica under the pawn of an opponent, not under the own one")
    if victim in position.held:
        return Objection("KEY-CPA-01", False, f"lay no second Pandorica under the pawn of {titled(victim)}")
    return None


def _pair(tile: str, other: str) -> tuple[str, str]:
    return (tile, other) if tile < other else (other, tile)


def _must_name_tiles(draft: Draft[Position], *tiles: str) -> None:
    for tile in tiles:
        draft.must("KEY-CMP-02", tile in draft.now.tiles, f'there is no tile "{tile}"; tiles are a1 to g7')


def play_barrier(draft: Draft[Position], move: PlayBarrier) -> None:
    """Lay a Time Barrier; a second one on the same tile finds no room and goes to the discards.

    Rules:
        KEY-CBA-01 it bars the way; KEY-CBA-02 any tile but Control; KEY-CBA-03 and KEY-CJC-03 also a Dalek Door with
        its Jam Cookie; KEY-CBA-05 no stacking.
    """
    _must_name_tiles(draft, move.tile)
    require_play(draft, move, "barrier", barrier_objection(draft.now, move.tile))
    free = not draft.now.tiles[move.tile].barrier
    write_play(draft, move, "barrier", laid=free)
    if free:
        draft.add(BarrierLaid(tile=move.tile), "KEY-CBA-01")


def play_tunnel(draft: Draft[Position], move: PlayTunnel) -> None:
    """Lay a Time Tunnel for the rest of the game and for everybody (KEY-CTU-01, KEY-CTU-02, KEY-CTU-04)."""
    _must_name_tiles(draft, move.tile, move.other)
    require_play(draft, move, "tunnel", tunnel_objection(draft.now, move.tile, move.other))
    write_play(draft, move, "tunnel", laid=True)
    tile, other = _pair(move.tile, move.other)
    draft.add(TunnelLaid(tile=tile, other=other), "KEY-CTU-01")


def play_cookie(draft: Draft[Position], move: PlayCookie) -> None:
    """Open a Dalek Door for good; the Jam Cookie stays on it (KEY-CJC-01)."""
    _must_name_tiles(draft, move.tile)
    require_play(draft, move, "cookie", cookie_objection(draft.now, move.tile))
    free = not draft.now.tiles[move.tile].cookie
    write_play(draft, move, "cookie", laid=free)
    if free:
        draft.add(CookieLaid(tile=move.tile), "KEY-CJC-01")


def play_pandorica(draft: Draft[Position], move: PlayPandorica) -> None:
    """Lay a Pandorica under a pawn, be it on Control or outside the grid (B26).

    Rules:
        KEY-CPA-01 an opponent's pawn; KEY-CPA-02 two of its turns without a move; KEY-CPA-03 drawing and playing go on.
    """
    draft.must("KEY-CPA-01", move.victim in draft.now.seats, f'there is no seat "{move.victim}"')
    require_play(draft, move, "pandorica", pandorica_objection(draft.now, move.player, move.victim))
    write_play(draft, move, "pandorica", laid=move.victim not in draft.now.held)
    draft.add(PawnHeld(player=move.victim, turns=HELD_TURNS), "KEY-CPA-01")
