"""Results that a line declares by the name of the effect."""

from typing import Final

from projections.games.daleks.events import ALL_EFFECTS
from projections.games.daleks.notation.vocabulary import SPELLING
from projections.notation.stated import NamedResults
from projections.window import WINDOWS

RESULTS: Final = NamedResults("tod", (*ALL_EFFECTS, *WINDOWS), SPELLING, str, str)
"""The results that a line of this game may declare by the name of the effect."""
