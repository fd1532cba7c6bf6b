"""Cards that are laid on the board: Time Barrier, Time Tunnel, Jam Cookie, Pandorica."""

from collections.abc import Iterator
from typing import Final

from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.rules import paths, play
from projections.games.keys.state.position import CONTROL, Position, neighbours
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import titled

HELD_TURNS: Final = 2
"""Number of turns of a pawn's player for which a Pandorica holds the pawn (KEY-CPA-02, B27)."""


def _pair(tile: str, other: str) -> tuple[str, str]:
    return (tile, other) if tile < other else (other, tile)


def _tile_must(draft: Draft[Position], move: m.PlayBarrier | m.PlayCookie) -> None:
    paths.must_be_tiles(draft, move.tile)


def barrier_conflicts(position: Position, move: m.PlayBarrier) -> Iterator[RuleConflict]:
    """Yield the conflict of a Time Barrier on Control or on another Barrier (B20, B21)."""
    if move.tile == CONTROL:
        yield RuleConflict("KEY-CBA-02", "a Time Barrier cannot be laid on the TARDIS Control tile")
    elif position.tiles[move.tile].barrier:
        yield RuleConflict("KEY-CBA-05", "a tile can hold only one Time Barrier", f"{move.tile} already has one")


def play_barrier(draft: Draft[Position], move: m.PlayBarrier) -> None:
    """Lay a Time Barrier; a second one on the same tile goes to the discards instead.

    Rules:
        KEY-CBA-01 it bars the way; KEY-CBA-02 any tile but Control; KEY-CBA-03 and KEY-CJC-03 also a Dalek Door with
        its Jam Cookie; KEY-CBA-05 no stacking.
    """
    free = not draft.now.tiles[move.tile].barrier
    play.put_down(draft, move, laid=free)
    if free:
        draft.add(f.BarrierLaid(tile=move.tile), "KEY-CBA-01")


def tunnel_conflicts(position: Position, move: m.PlayTunnel) -> Iterator[RuleConflict]:
    """Yield the rule conflict of laying a Time Tunnel between two tiles.

    Rules:
        KEY-CTU-01 diagonally adjacent; KEY-CTU-02 no second one in the same gap (B23); KEY-CTU-05 not at Control;
        KEY-CTU-07 in any state of the two tiles.
    """
    tile, other = move.tile, move.other
    if CONTROL in (tile, other):
        yield RuleConflict("KEY-CTU-05", "a Time Tunnel cannot lead to the TARDIS Control tile")
    elif other not in neighbours(tile, diagonal=True):
        at_corner = "a Time Tunnel must join tiles that touch at a corner"
        yield RuleConflict("KEY-CTU-01", at_corner, f"{tile} is not at a corner of {other}")
    elif _pair(tile, other) in position.tunnels:
        joined = f"{tile} and {other} are already joined by a Time Tunnel"
        yield RuleConflict("KEY-CTU-02", "two tiles can have only one Time Tunnel", joined)


def play_tunnel(draft: Draft[Position], move: m.PlayTunnel) -> None:
    """Lay a Time Tunnel for the rest of the game and for all players (KEY-CTU-01, KEY-CTU-02, KEY-CTU-04)."""
    play.put_down(draft, move, laid=True)
    tile, other = _pair(move.tile, move.other)
    draft.add(f.TunnelLaid(tile=tile, other=other), "KEY-CTU-01")


def cookie_conflicts(position: Position, move: m.PlayCookie) -> Iterator[RuleConflict]:
    """Yield the conflict of a Jam Cookie: an open Dalek Door without one (B25) and without a Time Barrier (B22)."""
    tile, door = move.tile, position.tiles[move.tile]
    on_dalek = "a Jam Cookie can only be laid on an open Dalek Door"
    if not door.open:
        yield RuleConflict("KEY-CJC-01", on_dalek, f"{tile} is closed")
    elif door.kind not in ("dalek", UNKNOWN):
        yield RuleConflict("KEY-CJC-01", on_dalek, f"{tile} is not a Dalek Door")
    elif door.cookie:
        yield RuleConflict("KEY-CJC-01", "a tile can hold only one Jam Cookie", f"{tile} already has one")
    elif door.barrier:
        yield RuleConflict("KEY-CBA-04", "a door under a Time Barrier cannot be opened", f"{tile} has a Time Barrier")
    elif door.kind == UNKNOWN:
        yield RuleConflict("KEY-CJC-01", on_dalek, f"this log does not show the kind of {tile}", verdict=None)


def play_cookie(draft: Draft[Position], move: m.PlayCookie) -> None:
    """Open a Dalek Door permanently; the Jam Cookie remains on it."""
    free = not draft.now.tiles[move.tile].cookie
    play.put_down(draft, move, laid=free)
    if free:
        draft.add(f.CookieLaid(tile=move.tile), "KEY-CJC-01")


def _pandorica_must(draft: Draft[Position], move: m.PlayPandorica) -> None:
    draft.must("KEY-CPA-01", move.victim in draft.now.seats, f'"{move.victim}" is not a seat')


def pandorica_conflicts(position: Position, move: m.PlayPandorica) -> Iterator[RuleConflict]:
    """Yield the conflict of a Pandorica under the player's own pawn or a pawn already held (B26)."""
    if move.victim == move.player:
        yield RuleConflict("KEY-CPA-01", "a Pandorica must go under an opponent's pawn, not under the player's own")
    elif move.victim in position.held:
        held = f"the pawn of {titled(move.victim)} already has one"
        yield RuleConflict("KEY-CPA-01", "a pawn can have only one Pandorica", held)


def play_pandorica(draft: Draft[Position], move: m.PlayPandorica) -> None:
    """Lay a Pandorica under a pawn, even on Control or outside the grid (B26).

    Rules:
        KEY-CPA-01 an opponent's pawn; KEY-CPA-02 two of its turns without a move; KEY-CPA-03 drawing and playing
        continue.
    """
    play.put_down(draft, move, laid=move.victim not in draft.now.held)
    draft.add(f.PawnHeld(player=move.victim, turns=HELD_TURNS), "KEY-CPA-01")


LAID_CARD_USES: Final[MoveRules[Position]] = {
    m.PlayBarrier: MoveRule(barrier_conflicts, play_barrier, _tile_must),
    m.PlayTunnel: MoveRule(
        tunnel_conflicts, play_tunnel, lambda draft, move: paths.must_be_tiles(draft, move.tile, move.other)
    ),
    m.PlayCookie: MoveRule(cookie_conflicts, play_cookie, _tile_must),
    m.PlayPandorica: MoveRule(pandorica_conflicts, play_pandorica, _pandorica_must),
}
