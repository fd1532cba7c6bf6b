"""What a line states of a move's results beyond its own words: any effect by its name."""

from typing import Final

from projections.games.ccg.events import ALL_EFFECTS
from projections.games.ccg.notation.vocabulary import SPELLING
from projections.notation.stated import NamedResults
from projections.window import WINDOWS

RESULTS: Final = NamedResults("ccg", (*ALL_EFFECTS, *WINDOWS), SPELLING, str, str)
"""Results of the card game by their names."""
