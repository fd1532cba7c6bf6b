"""Board statements at the end of a line, as in `docs/reference/notation`: what a post says about the board after it.

A statement about a door is named after what it says: `=c2:open`, `=c2:dalek` (stored as `kind c2`), `=c2:TB` (stored as
`on c2`). `state/fields.py` gives the actual values for the comparison.
"""

from collections.abc import Mapping
from typing import Any, Final

from events.events import UNKNOWN
from projections.contracts import Claim
from projections.games.keys.notation.vocabulary import KIND_WORDS, TILE_WORDS, Cursor, seat_words
from projections.games.keys.state.position import OUT, Position
from projections.notation.sentence import Sentence
from projections.notation.vocabulary import Vocabulary

_SIDES: Final[Vocabulary] = {"open": "open", "closed": "closed", "close": "closed", "shut": "closed"}
_LYING: Final[Vocabulary] = {
    "tb": "TB", "barrier": "TB", "time barrier": "TB", "jc": "JC", "cookie": "JC", "jam cookie": "JC",
    "tb + jc": "TB+JC", "jc + tb": "TB+JC", "bare": "bare",
}  # fmt: skip
_KINDS: Final[Vocabulary] = {word: kind for word, kind in KIND_WORDS.items() if kind != UNKNOWN and word != "open"}
_COUNTED: Final = ("hand", "held")
_PILES: Final[Vocabulary] = {"draw": "draw", "draw pile": "draw", "discards": "discards", "discard pile": "discards"}
_YES: Final[Vocabulary] = {"yes": "yes", "no": "no"}


def read_claims(context: Sentence[Position]) -> tuple[Claim, ...]:
    """Parse the board statements, each after its `=`. Raises SlipError for a wrong place or value."""
    cursor: Any = context.cursor
    return tuple(cursor.claims(lambda: _claim(cursor, context.position)))


def _claim(cursor: Cursor, position: Position) -> Claim:
    if cursor.now in ("kind", "on"):
        return _door(cursor, cursor.want("what is claimed", {"kind": "kind", "on": "on"}))
    if cursor.now in TILE_WORDS:
        return _door(cursor, "")
    if cursor.skip("tunnel"):
        ends = sorted((_tile(cursor), _tile(cursor)))
        cursor.colon()
        return Claim(f"tunnel {ends[0]}/{ends[1]}", cursor.want("yes or no is claimed", _YES))
    pile = cursor.phrase(_PILES)
    if pile:
        return Claim(pile, cursor.claimed_number())
    counted = next((word for word in _COUNTED if cursor.skip(word)), "")
    seat = cursor.want("no such place can be claimed", seat_words(position.seats))
    if counted:
        return Claim(f"{counted} {seat}", cursor.claimed_number())
    cursor.colon()
    return Claim(seat, cursor.want("the place of a pawn is a tile or out", {**TILE_WORDS, OUT: OUT}))


def _door(cursor: Cursor, what: str) -> Claim:
    tile = _tile(cursor)
    cursor.colon()
    words: Mapping[str, Vocabulary] = {"": _SIDES, "kind": {**_KINDS, "open": "open"}, "on": _LYING}
    if what or cursor.now in _SIDES:
        return Claim(f"{what} {tile}".strip(), cursor.want("this cannot be claimed of a door", words[what]))
    kind = cursor.phrase(_KINDS)
    if kind:
        return Claim(f"kind {tile}", kind)
    return Claim(f"on {tile}", cursor.want("this cannot be claimed of a door", {**_LYING, **_KINDS, **_SIDES}))


def _tile(cursor: Cursor) -> str:
    cursor.skip("/", "-", ">", "+")
    return cursor.want("a tile is a1 to g7", TILE_WORDS)
