"""The events of Time of the Daleks.

`moves` are the choices of players. `effects` are their results, and `adventure_effects` the results in an Adventure. No
rule is decided here.

Cards, Companions and tiles are named by their ids in the box file. A Location in play is named by its number; Earth is
1.
"""

from events.events import Effect, Event
from projections.described import DESCRIBED
from projections.games.daleks.events import adventure_effects as a, effects as f, moves as m
from projections.vocabulary import kinds_in
from projections.window import WINDOWS

__all__ = ["ALL_EFFECTS", "DESCRIBED", "MOVES", "VOCABULARY"]

ALL_EFFECTS: tuple[type[Effect], ...] = kinds_in(Effect, f, a)
"""Every effect (result of a move) of this game, except the effects of windows (questions to seats)."""
VOCABULARY: tuple[type[Event], ...] = (*m.MOVES, *ALL_EFFECTS, *WINDOWS, *DESCRIBED)
"""All events that a log of this game can contain in addition to those of every game."""
