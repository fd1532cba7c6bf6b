"""What is known of prose about this game: the lexicon, and the names of cards, tiles, seats, doors and turns."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.card_file import shipped_text
from projections.games.keys.notation.vocabulary import CARD_WORDS, KIND_WORDS, TILE_WORDS, seat_words
from projections.games.keys.state.names import card_code
from projections.games.keys.state.position import Position
from projections.notation.prose.lexicon import Wordings
from projections.notation.vocabulary import Vocabulary, seat_code

_WAYS: Final[Mapping[str, tuple[int, int]]] = {
    "north": (0, 1), "up": (0, 1), "northward": (0, 1), "northwards": (0, 1), "south": (0, -1), "down": (0, -1),
    "southward": (0, -1), "southwards": (0, -1), "west": (-1, 0), "left": (-1, 0), "westward": (-1, 0),
    "westwards": (-1, 0), "east": (1, 0), "right": (1, 0), "eastward": (1, 0), "eastwards": (1, 0),
}  # fmt: skip
_SAID: Final = ("{0}", "one {0}", "one step {0}", "one tile {0}", "to the {0}", "one to the {0}", "{0} one")
_AHEAD: Final = 9
"""So many turns ahead are named."""
_CODES: Final[Vocabulary] = {word: card_code(card) for word, card in CARD_WORDS.items()}


def _box_names(_now: Position) -> Iterator[tuple[str, Vocabulary]]:
    yield "card", _CODES
    yield "key", {word: code for word, code in _CODES.items() if code.startswith("K")}
    for card in ("sonic", "barrier", "tunnel", "cookie", "pandorica", "cyberman"):
        yield card, {word: card_code(card) for word, name in CARD_WORDS.items() if name == card}
    yield "tile", TILE_WORDS
    yield "door", {word: kind for word, kind in KIND_WORDS.items() if word not in TILE_WORDS}


def _names(now: Position, _seat: str) -> Iterator[tuple[str, Vocabulary]]:
    yield "seat", {word: seat_code(seat) for word, seat in seat_words(now.seats).items()}
    yield "way", _ways(now)
    turns = [str(now.turn + ahead) for ahead in range(_AHEAD)]
    yield "turn", {word: f"T{turn}" for turn in turns for word in (f"t{turn}", f"turn {turn}", f"turns {turn}")}


def _ways(now: Position) -> Vocabulary:
    """The tiles that lie about the pawn of whoever has the turn, by the ways there."""
    here = now.pawns.get(now.player, "")
    if here not in now.tiles:
        return {}
    column, row = here[0], here[1]
    ways = {way: f"{chr(ord(column) + east)}{int(row) + north}" for way, (east, north) in _WAYS.items()}
    return {said.format(way): tile for way, tile in ways.items() if tile in now.tiles for said in _SAID}


def _at_hand(now: Position) -> Iterator[str]:
    """Where the pawn stands of whoever has the turn."""
    if now.player in now.pawns:
        yield now.pawns[now.player]


WORDINGS: Final = Wordings(
    text=lambda: shipped_text("projections.games.keys", "data/lexicon.toml"), names=_names, box_names=_box_names,
    at_hand=_at_hand,
)  # fmt: skip
