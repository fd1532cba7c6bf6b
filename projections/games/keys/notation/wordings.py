"""What is known of prose about this game: the lexicon, and the names of cards, tiles, seats, doors and turns."""

from collections.abc import Iterator
from typing import Final

from projections.card_file import shipped_text
from projections.games.keys.notation.vocabulary import CARD_WORDS, KIND_WORDS, TILE_WORDS, card_code, seat_words
from projections.games.keys.state.position import Position
from projections.notation.prose.lexicon import Wordings
from projections.notation.vocabulary import Vocabulary, seat_code

_AHEAD: Final = 9
"""So many turns ahead are named."""
_CODES: Final[Vocabulary] = {word: card_code(card) for word, card in CARD_WORDS.items()}


def _names(now: Position, _seat: str) -> Iterator[tuple[str, Vocabulary]]:
    yield "card", _CODES
    yield "key", {word: code for word, code in _CODES.items() if code.startswith("K")}
    for card in ("sonic", "barrier", "tunnel", "cookie", "pandorica", "cyberman"):
        yield card, {word: card_code(card) for word, name in CARD_WORDS.items() if name == card}
    yield "tile", TILE_WORDS
    yield "door", {word: kind for word, kind in KIND_WORDS.items() if word not in TILE_WORDS}
    yield "seat", {word: seat_code(seat) for word, seat in seat_words(now.seats).items()}
    turns = [str(now.turn + ahead) for ahead in range(_AHEAD)]
    yield "turn", {word: f"T{turn}" for turn in turns for word in (f"t{turn}", f"turn {turn}", f"turns {turn}")}


WORDINGS: Final = Wordings(text=lambda: shipped_text("projections.games.keys", "data/lexicon.toml"), names=_names)
