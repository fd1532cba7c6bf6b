"""Results of Keys to the TARDIS by their names: what any line may state beyond its own words."""

from typing import Final

from projections.games.keys import facts as e
from projections.games.keys.notation.vocabulary import CARD_WORDS, KIND_WORDS, SPELLING, TILE_WORDS, card_code
from projections.games.keys.state.position import CARDS, OUT
from projections.notation.stated import NamedResults
from projections.notation.vocabulary import seat_code

_EDGES: Final = ("N", "E", "S", "W")
_OWN: Final = frozenset((*TILE_WORDS, *KIND_WORDS, *_EDGES, OUT, "draw", "play", "move"))
"""The values that are no cards and no seats."""


def _item(word: str) -> str:
    return word if word in _EDGES else CARD_WORDS.get(SPELLING.plain(word), word.casefold())


def _code(value: str) -> str:
    if value in CARDS:
        return card_code(value)
    return value if value in _OWN else seat_code(value)


RESULTS: Final = NamedResults(
    "keys", (kind for kind in (*e.BOARD, *e.COURSE) if kind is not e.TilesLaid), SPELLING, _item, _code
)
"""Results of Keys to the TARDIS by their names."""
