"""The options of a session, apart from the rules: they are listed where no game is imported."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it begins. Empty values take the default of the number of seats, or chance.

    `edges` gives seats their starting edges; `first` is the first player; `layout` the colours of the grid, seven rows
    of `r g b y` from row 7 down to row 1 with `.` for Control, rows separated by `/`. `discard_unused`: when a card may
    go to the discards without effect (B05). `cyberman_goal`: whether a pawn wins that a Cyberman carries into its goal
    (B10). `teleport_busy`: with Control occupied a Teleport tile is `shut`, or a pawn may `stay` on it (B16).
    """

    edges: dict[str, str] = {}
    first: str = ""
    layout: str = ""
    discard_unused: Literal["no_target", "always"] = "no_target"
    cyberman_goal: Literal["win", "no_win"] = "win"
    teleport_busy: Literal["shut", "stay"] = "shut"
