"""What a line states of a move's results beyond its own words: any effect by its name."""

from typing import Final

from projections.games.daleks.events import ALL_EFFECTS
from projections.games.daleks.notation.vocabulary import SPELLING
from projections.notation.stated import NamedResults
from projections.window import WINDOWS

RESULTS: Final = NamedResults("tod", (*ALL_EFFECTS, *WINDOWS), SPELLING, str, str)
"""Results of this game by their names."""
