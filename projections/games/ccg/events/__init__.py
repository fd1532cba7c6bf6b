"""The events of the Collectible Card Game. No rule is decided here.

`moves` holds what players say. `effects` and `combat_effects` hold what follows from the moves.

A face is a card's id in the card file (`yeti`). A card in a zone has a number, given in the order of entering.
"""

from events.events import Effect, Event
from projections.described import DESCRIBED
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.events.moves import MOVES
from projections.vocabulary import kinds_in
from projections.window import WINDOWS

__all__ = ["ALL_EFFECTS", "DESCRIBED", "MOVES", "VOCABULARY"]

ALL_EFFECTS: tuple[type[Effect], ...] = kinds_in(Effect, f, c)
"""Every effect of this game, except those that ask seats for an answer (windows)."""
VOCABULARY: tuple[type[Event], ...] = (*MOVES, *ALL_EFFECTS, *WINDOWS, *DESCRIBED)
"""All events of this game in addition to those that every game shares."""
