"""Results that a line states by the name of the effect, with territories by code."""

from typing import Final

from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.notation.vocabulary import PLACES, SPELLING, place_code, plain
from projections.notation.stated import NamedResults
from projections.window import WINDOWS


def _item(word: str) -> str:
    return PLACES.get(plain(word), word) if word.isupper() or word.casefold() in TERRITORIES else word


RESULTS: Final = NamedResults("risk", (*e.ALL_EFFECTS, *WINDOWS), SPELLING, _item, place_code, "asia:7/europe:5")
