"""Claims in a line, as `docs/notation.md` shows them: what a post says the table shows after it.

A bare number, `= 4`, is of what the line is about: tokens behind `charge` or `install`, dice behind `drop`. What
stands there to be compared is in `state/fields.py`.
"""

import re
from typing import Final

from projections.games.daleks.notation.dice_words import read_counts
from projections.games.daleks.notation.vocabulary import SYMBOL_WORDS, Cursor, seat_words, space_words
from projections.games.daleks.state.names import CODES, codes_row, counts_words
from projections.games.daleks.state.position import Position
from projections.notation.cursor import SlipError
from projections.notation.vocabulary import Vocabulary
from projections.terms import Claim

_DIE: Final = re.compile(r"[bgur][0-9]{1,6}")
_ROWS: Final[Vocabulary] = {
    "tokens": "tokens", "charge": "tokens", "hand": "hand", "cards": "hand", "dice": "dice", "pool": "pool",
    "companions": "companions", "tardis": "tardis", "ship": "ship", "dalek ship": "ship", "daleks": "daleks",
    "dalek markers": "daleks", "need": "need", "challenge": "need",
}  # fmt: skip
_OF_ALL: Final = ("ship", "daleks", "need")
_MOST_SYMBOLS: Final = 40


def read_symbols(cursor: Cursor) -> list[str]:
    """The symbols that stand here, one by one or counted: `Cu 2 Ta`."""
    found: list[str] = []
    while True:
        at = cursor.at
        count = cursor.number()
        symbol = cursor.phrase(SYMBOL_WORDS)
        if symbol is None or (count or 0) > _MOST_SYMBOLS:
            cursor.at = at
            return found
        found += [symbol] * (1 if count is None else count)


def read_claim(cursor: Cursor, position: Position, seat: str, counts: str) -> Claim:
    """The claim behind a `=`; `counts` is what a bare number is of.

    Raises:
        SlipError: a place or value that cannot be claimed.
    """
    if counts and (number := cursor.number()) is not None:
        cursor.skip("dice", "die", "tokens", "token", "left")
        return Claim(counts, str(number))
    if not cursor.quoted and _DIE.fullmatch(cursor.now):
        place = f"die {cursor.now.upper()}"
        cursor.at += 1
        cursor.colon()
        return Claim(place, CODES[cursor.want("a symbol is claimed here", SYMBOL_WORDS)])
    row = cursor.want("a place is claimed here", _ROWS)
    if row not in _OF_ALL:
        row = f"{row} {cursor.phrase(seat_words(position.seats)) or seat}"
    cursor.colon()
    return Claim(row, _value(cursor, row.partition(" ")[0]))


def _value(cursor: Cursor, row: str) -> str:
    if row in ("ship", "tardis"):
        return str(cursor.want("a space of the track is expected, such as VI", space_words()))
    if row == "need":
        return codes_row(_some(cursor, read_symbols(cursor)))
    if row == "pool":
        counts = read_counts(cursor)
        if not counts and not cursor.skip("0", "none"):
            raise cursor.slip("how many dice of each colour is claimed here, such as 5B 2U", {})
        return counts_words(counts)
    return str(cursor.want_number("a number is claimed here"))


def _some(cursor: Cursor, symbols: list[str]) -> list[str]:
    if not symbols:
        raise _no_symbols(cursor)
    return symbols


def _no_symbols(cursor: Cursor) -> SlipError:
    return cursor.slip("symbols are claimed here", {code.lower(): code for code in CODES.values()})
