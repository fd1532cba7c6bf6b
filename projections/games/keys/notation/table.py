"""The pattern table of Keys to the TARDIS: its patterns and everything that its lines have in common."""

from typing import Final

from projections.games.keys.notation import claims, offers
from projections.games.keys.notation.argument_types import SLOTS
from projections.games.keys.notation.patterns import PATTERNS
from projections.games.keys.notation.results import NEXT, RELEASED, RESULTS, result_words
from projections.games.keys.notation.vocabulary import TILE_WORDS, Cursor
from projections.games.keys.state.fields import FIELDS
from projections.games.keys.state.position import Position
from projections.notation.line_pattern import PatternTable
from projections.notation.vocabulary import Vocabulary


def _alike(text: str, words: Vocabulary) -> float:
    """Return the least similarity (0 to 1) of a misspelling. Half of a card's code is enough, not half of a tile's."""
    return 0.5 if len(text) == 2 and not TILE_WORDS.keys() <= words.keys() else 0.6


TABLE: Final[PatternTable[Position]] = PatternTable(
    patterns=PATTERNS, slots=SLOTS, cursor=Cursor, stated=RESULTS, stated_words=result_words, claims=claims.read_claims,
    claimed=FIELDS.claim, longest=400, heard=(RELEASED, NEXT), poised=offers.poised, names=lambda _text: True,
    due=lambda now: [verb for verb, step in offers.STEPS.items() if step == now.step],
    listed_as={"a1 to g7": TILE_WORDS.keys()}, alike=_alike,
)  # fmt: skip
