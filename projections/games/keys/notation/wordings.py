"""Names for prose about this game: the lexicon, and the words for cards, tiles, seats, doors and turns."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN, Move, tag_of
from projections.card_file import shipped_text
from projections.games.keys.events.moves import Discard, PlayKey
from projections.games.keys.notation.vocabulary import CARD_WORDS, KIND_WORDS, TILE_WORDS, seat_words
from projections.games.keys.state.names import card_code
from projections.games.keys.state.position import CONTROL, OUT, Position, Tile, neighbours
from projections.notation.prose.wordings import THERE, Wordings
from projections.notation.vocabulary import Vocabulary, seat_code

_WAYS: Final[Mapping[str, tuple[int, int]]] = {
    "north": (0, 1), "up": (0, 1), "northward": (0, 1), "northwards": (0, 1), "south": (0, -1), "down": (0, -1),
    "southward": (0, -1), "southwards": (0, -1), "west": (-1, 0), "left": (-1, 0), "westward": (-1, 0),
    "westwards": (-1, 0), "east": (1, 0), "right": (1, 0), "eastward": (1, 0), "eastwards": (1, 0),
}  # fmt: skip
_SAID: Final = ("{0}", "one {0}", "one step {0}", "one tile {0}", "to the {0}", "one to the {0}", "{0} one")
_BESIDE: Final = (
    "{0} of me", "my {0}", "to my {0}", "on my {0}", "{0} door", "door {0}",
    "{0} tile", "{0} of my pawn", "{0} of where i am", "immediately {0}", "directly {0}", "tile {0}", "next door {0}",
)  # fmt: skip
_OF: Final[Mapping[str, tuple[int, int]]] = {
    "north of": (0, 1), "above": (0, 1), "south of": (0, -1), "below": (0, -1), "beneath": (0, -1), "west of": (-1, 0),
    "left of": (-1, 0), "east of": (1, 0), "right of": (1, 0), "on top of": (0, 1), "right from": (1, 0),
    "left from": (-1, 0), "north from": (0, 1), "south from": (0, -1), "east from": (1, 0), "west from": (-1, 0),
    "up and left of": (-1, 1), "up and right of": (1, 1), "down and left of": (-1, -1), "down and right of": (1, -1),
    "northwest of": (-1, 1), "northeast of": (1, 1), "southwest of": (-1, -1), "southeast of": (1, -1), "over": (0, 1),
    "under": (0, -1), "underneath": (0, -1), "just above": (0, 1), "just below": (0, -1),
}  # fmt: skip
_CORNERS: Final = {
    f"{row} {column}": f"{letter}{number}"
    for row, number in (("top", 7), ("upper", 7), ("bottom", 1), ("lower", 1))
    for column, letter in (("left", "a"), ("right", "g"))
}  # fmt: skip
_NTH: Final = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_NUMBERS: Final = ("", "one", "two", "three", "four", "five", "six", "seven")
_SPELLED: Final = dict(zip("abcdefg", ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf"), strict=True))
_SIDES: Final = ("on the {0}", "to the {0}", "{0} side", "{0} hand side", "{0} edge")
_NEXT_TO_ME: Final = (
    "beside me",
    "next to me",
    "next door",
    "beside my pawn",
    "next to my pawn",
    "my neighbour",
    "by me",
)
_AHEAD: Final = 9  # number of turns, from the current one on, that prose can name
_CODES: Final[Vocabulary] = {word: card_code(card) for word, card in CARD_WORDS.items()}


@lru_cache(maxsize=8)
def _grid(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the places of a grid: the same object each time, so it can be a cache key."""
    return tiles


def _box_names(now: Position) -> Iterator[tuple[str, Vocabulary]]:
    yield "card", _CODES
    yield "key", {word: code for word, code in _CODES.items() if code.startswith("K")}
    for card in ("sonic", "barrier", "tunnel", "cookie", "pandorica", "cyberman"):
        yield card, {word: card_code(card) for word, name in CARD_WORDS.items() if name == card}
    yield "tile", TILE_WORDS
    yield "door", {word: kind for word, kind in KIND_WORDS.items() if word not in TILE_WORDS}
    for tile in now.tiles:
        names = (tile, "control") if tile == CONTROL else (tile,)
        yield "tile", _ways(now, tile, _OF, [f"{{0}} {name}" for name in names])
    yield "tile", {f"{of} {it}": f"{THERE}{of}" for of in _OF for it in ("it", "that", "that one", "there")}
    spelled = {name: f"{_SPELLED[name[0]]} {{}}" for name in now.tiles}
    yield "tile", {spelled[name].format(row): name for name in spelled for row in (name[1], _NUMBERS[int(name[1])])}
    yield "tile", dict.fromkeys(("control", "the console", "control room", "centre", "center"), CONTROL)
    ends = ("", " corner", " hand corner")
    yield "tile", {f"{corner}{end}": tile for corner, tile in _CORNERS.items() for end in ends}


def _names(now: Position, _seat: str) -> Iterator[tuple[str, Vocabulary]]:
    yield "seat", {word: seat_code(seat) for word, seat in seat_words(now.seats).items()}
    here = now.pawns.get(now.player, "")
    yield "way", _ways(now, here, _WAYS, _SAID)
    yield "tile", _ways(now, here, _WAYS, _BESIDE)
    yield "tile", _ways(now, here, _OF, ("{0} me", "{0} my pawn", "{0} where i am", "{0} my head"))
    turns = [str(now.turn + ahead) for ahead in range(_AHEAD)]
    yield "turn", {word: f"T{turn}" for turn in turns for word in (f"t{turn}", f"turn {turn}", f"turns {turn}")}


def _ways(now: Position, here: str, ways: Mapping[str, tuple[int, int]], phrases: Sequence[str]) -> Vocabulary:
    """Return the tiles next to the tile `here`, by phrases for their directions, such as `left of me`."""
    if here not in now.tiles:
        return {}
    column, row = here[0], here[1]
    ends = {way: f"{chr(ord(column) + east)}{int(row) + north}" for way, (east, north) in ways.items()}
    return {phrase.format(way): tile for way, tile in ends.items() if tile in now.tiles for phrase in phrases}


def _described(now: Position, seat: str) -> dict[str, set[str]]:
    """Return the tiles that phrases describe by their colour, their kind, or their place in the grid."""
    found: dict[str, set[str]] = {}
    here = now.pawns.get(seat, OUT)
    for name, tile in now.tiles.items():
        for phrase in (*_places(name), *_looks(tile), *(_NEXT_TO_ME if here in neighbours(name) else ())):
            found.setdefault(phrase, set()).add(name)
    return found


def _places(name: str) -> Iterator[str]:
    """Yield phrases for the place of a tile in the grid."""
    column, row = name[0], int(name[1])
    yield from (f"column {column}", f"{column} column", f"{column} file", f"file {column}")
    yield from (f"row {row}", f"{_NTH[row]} row", f"row {_NUMBERS[row]}")
    sides = (("right", column > CONTROL[0]), ("left", column < CONTROL[0]))
    yield from (phrase.format(side) for side, is_there in sides if is_there for phrase in _SIDES)
    yield from ("top row", "the top") if row == len(_NTH) - 1 else ()
    yield from ("bottom row", "the bottom") if row == 1 else ()
    yield from ("corner",) if name in _CORNERS.values() else ()


def _looks(tile: Tile) -> Iterator[str]:
    """Yield phrases for the colour and the kind of a tile, as far as they are visible."""
    kinds = ("door", "one", "tile", "closed door", "shut door") if not tile.open else ("door", "tile", "one")
    yield from (f"{tile.colour} {noun}" for noun in kinds)
    if tile.open and tile.kind == "dalek":
        yield from ("dalek", f"{tile.colour} dalek", f"{tile.colour} dalek door", f"the {tile.colour}")


def _toward(last: str, way: str) -> str:
    """Return the tile next to `last`, the tile named last, in a direction; "" if there is none."""
    east, north = _OF.get(way, (0, 0))
    end = f"{chr(ord(last[0]) + east)}{int(last[1]) + north}" if last else ""
    return end if end in TILE_WORDS else ""


def _at_hand(now: Position) -> Iterator[str]:
    if now.player in now.pawns:
        yield now.pawns[now.player]


def _owns(now: Position, move: Move) -> bool:
    """Return whether the card of a move can be in its player's hand."""
    card = tag_of(move).partition("keys-play-")[2]
    if isinstance(move, PlayKey | Discard):
        card = f"key-{move.colour}" if isinstance(move, PlayKey) else move.card
    held = now.hands.get(move.player, ())
    return card in ("", *held) or UNKNOWN in held


WORDINGS: Final = Wordings(
    text=lambda: shipped_text("projections.games.keys", "data/lexicon.toml"), names=_names, box_names=_box_names,
    box=lambda now: _grid(tuple(now.tiles)), at_hand=_at_hand, toward=_toward, owns=_owns,
    described=_described,
)  # fmt: skip
