"""The options of a session, in a module of their own: they are also listed without importing a game."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a group agrees before the game begins. Empty values take the default for the number of seats, or chance.

    `edges` gives seats their starting edges. `first` is the first player. `layout` gives the colours of the grid: seven
    rows of `r g b y` from row 7 down to row 1, with `.` for Control and `/` between rows. `discard_unused` says when a
    card may go to the discards without effect (B05). `cyberman_goal` says whether a pawn wins if a Cyberman carries it
    into its goal (B10). `teleport_busy` applies to a Teleport tile while Control is occupied: it is `shut`, or a pawn
    may `stay` on it (B16).
    """

    edges: dict[str, str] = {}
    first: str = ""
    layout: str = ""
    discard_unused: Literal["no_target", "always"] = "no_target"
    cyberman_goal: Literal["win", "no_win"] = "win"
    teleport_busy: Literal["shut", "stay"] = "shut"
