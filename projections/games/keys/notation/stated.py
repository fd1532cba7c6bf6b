"""Results by name, which every line may declare in addition to its own words."""

from collections.abc import Mapping
from typing import Final

from projections.games.keys.events import effects as f
from projections.games.keys.notation.vocabulary import CARD_WORDS, KIND_WORDS, SPELLING, TILE_WORDS, seat_words
from projections.games.keys.state.names import card_code
from projections.games.keys.state.position import CARDS, KINDS, OUT, Position
from projections.notation.stated import NamedResults
from projections.notation.vocabulary import Vocabulary, seat_code

_EDGES: Final = ("N", "E", "S", "W")
_OWN: Final = frozenset((*TILE_WORDS, *KIND_WORDS, *_EDGES, OUT, "draw", "play", "move"))
"""The values in declared results that are neither cards nor seats."""
_PLACES: Final = {**TILE_WORDS, OUT: OUT}
_CHOICES: Final[Mapping[str, Vocabulary]] = {
    "card": CARD_WORDS, **dict.fromkeys(("tile", "other", "to"), _PLACES),
    "step": {step: step for step in ("draw", "play")}, "shows": {kind: kind for kind in KINDS},
    "edge": {edge.lower(): edge for edge in _EDGES},
}  # fmt: skip


def result_words(field: str, position: Position) -> Vocabulary:
    """Return the spellings of the values of a field, in a result that a line declares by the effect's name."""
    return seat_words(position.seats) if field == "player" else _CHOICES[field]


def _code(value: str) -> str:
    if value in CARDS:
        return card_code(value)
    return value if value in _OWN else seat_code(value)


RESULTS: Final = NamedResults(
    "keys", (kind for kind in (*f.BOARD, *f.COURSE) if kind is not f.TilesLaid), SPELLING, str, _code
)
"""The results that a line of Keys to the TARDIS may declare by the name of the effect."""
