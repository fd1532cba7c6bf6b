"""Results of a move that a line declares by name: any effect."""

from typing import Final

from projections.games.ccg.events import ALL_EFFECTS
from projections.games.ccg.notation.vocabulary import SPELLING
from projections.notation.stated import NamedResults
from projections.window import WINDOWS

RESULTS: Final = NamedResults("ccg", (*ALL_EFFECTS, *WINDOWS), SPELLING, str, str)
"""The effects of the card game that a line can state by name."""
