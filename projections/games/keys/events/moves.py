"""The moves of players. Names of tiles, cards and places are described in `events`."""

from events.events import Move


class DrawCard(Move, frozen=True, tag="keys-draw-card"):
    """Take the top card of the draw pile."""


class SkipDraw(Move, frozen=True, tag="keys-skip-draw"):
    """Declare that no card was drawn."""


class PlayKey(Move, frozen=True, tag="keys-play-key"):
    """Play a Key of a colour: `open` or `close` a door of that colour."""

    colour: str
    tile: str
    action: str


class PlaySonic(Move, frozen=True, tag="keys-play-sonic"):
    """Play a Sonic Screwdriver: `open` or `close` any door, or `lift` a Time Barrier."""

    tile: str
    action: str


class PlayBarrier(Move, frozen=True, tag="keys-play-barrier"):
    """Play a Time Barrier on a tile."""

    tile: str


class PlayTunnel(Move, frozen=True, tag="keys-play-tunnel"):
    """Play a Time Tunnel between two diagonal neighbours, named in either order."""

    tile: str
    other: str


class PlayCookie(Move, frozen=True, tag="keys-play-cookie"):
    """Play a Jam Cookie on an open Dalek Door."""

    tile: str


class PlayPandorica(Move, frozen=True, tag="keys-play-pandorica"):
    """Lay a Pandorica under an opponent's pawn."""

    victim: str


class PlayCyberman(Move, frozen=True, tag="keys-play-cyberman"):
    """Play a Cyberman Assault: move an opponent's pawn one tile. `origin` is as in `MovePawn`."""

    victim: str
    to: str
    origin: str = ""


class Discard(Move, frozen=True, tag="keys-discard"):
    """Play a card to the discard pile without effect."""

    card: str


class MovePawn(Move, frozen=True, tag="keys-move-pawn"):
    """Move your own pawn one tile, or onto the grid. For a Teleport tile name that tile, not its target.

    `origin` is the tile (or `out`) that the pawn came from, if the log has the pawn elsewhere.
    """

    to: str
    origin: str = ""


class LeaveGrid(Move, frozen=True, tag="keys-leave-grid"):
    """Move your own pawn off the grid at its starting edge. `origin` is as in `MovePawn`."""

    origin: str = ""


class Stay(Move, frozen=True, tag="keys-stay"):
    """Do not move this turn."""


class UseKey(Move, frozen=True, tag="keys-use-key"):
    """Use the bonus of a TARDIS Key tile: `open` or `close` another door. The move `Passed` declines it."""

    tile: str
    action: str


PlayMove = (
    PlayKey | PlaySonic | PlayBarrier | PlayTunnel | PlayCookie | PlayPandorica | PlayCyberman | Discard
)  # fmt: skip
KeysMove = DrawCard | SkipDraw | PlayMove | MovePawn | LeaveGrid | Stay | UseKey
PLAYS = PlayMove.__args__
"""The moves of the second step of a turn: each plays a card."""
