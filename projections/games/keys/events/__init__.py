"""The events of Keys to the TARDIS.

`moves` are the choices of players, `effects` their results. No rule is decided here.

Tiles are `a1` to `g7`: columns from the west, rows from the south, with the Control tile at `d4`. The hidden item of a
closed tile is `red-dalek` and the like; its colour is public and its kind hidden. Cards are `key-red`, `sonic`,
`barrier`, `tunnel`, `cookie`, `pandorica` and `cyberman`. A pawn off the grid is at `out`.
"""

from events.events import Event
from projections.described import DESCRIBED
from projections.games.keys.events import effects, moves
from projections.vocabulary import kinds_in

VOCABULARY: tuple[type[Event], ...] = (*kinds_in(Event, moves, effects), *DESCRIBED)
"""Every event of this game."""
