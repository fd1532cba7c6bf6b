"""Board statements in a line, as in `docs/reference/notation`: what the board shows after the move.

A bare number, `= 4`, depends on the move: tokens after `charge` or `install`, dice after `drop`. The compared values
are in `state/fields.py`.
"""

import re
from collections.abc import Sequence
from typing import Final

from projections.contracts import Claim
from projections.games.daleks.events import moves as m
from projections.games.daleks.notation.dice_words import read_counts
from projections.games.daleks.notation.vocabulary import SYMBOL_WORDS, Context, Cursor, seat_words, space_words
from projections.games.daleks.state.names import CODES, codes_row, counts_words
from projections.notation.vocabulary import Vocabulary

_DIE: Final = re.compile(r"[bgur][0-9]{1,6}")
_ROWS: Final[Vocabulary] = {
    "tokens": "tokens", "charge": "tokens", "hand": "hand", "cards": "hand", "dice": "dice", "pool": "pool",
    "companions": "companions", "tardis": "tardis", "ship": "ship", "dalek ship": "ship", "daleks": "daleks",
    "dalek markers": "daleks", "need": "need", "challenge": "need",
}  # fmt: skip
_OF_ALL: Final = ("ship", "daleks", "need")
_PAID: Final = (m.Charge, m.Install, m.PayTokens)
_POOLED: Final = (m.Gather, m.Focus, m.CutDie, m.Exterminate)
_MOST_SYMBOLS: Final = 40


def read_symbols(cursor: Cursor) -> list[str]:
    """Parse symbols one by one or counted: `Cu 2 Ta`."""
    found: list[str] = []
    while True:
        at = cursor.at
        count = cursor.number()
        symbol = cursor.phrase(SYMBOL_WORDS)
        if symbol is None or (count or 0) > _MOST_SYMBOLS:
            cursor.at = at
            return found
        found += [symbol] * (1 if count is None else count)


def read_claims(context: Context) -> Sequence[Claim]:
    """Parse the statements about the board after a move, each after its `=`. Raises SlipError if one is impossible."""
    found: list[Claim] = []
    while context.cursor.skip("="):
        found.append(_claim(context))
    return found


def _claim(context: Context) -> Claim:
    cursor = context.cursor
    counts = "tokens" if isinstance(context.move, _PAID) else "dice" if isinstance(context.move, _POOLED) else ""
    if counts and (number := cursor.number()) is not None:
        cursor.skip("dice", "die", "tokens", "token", "left")
        return Claim(f"{counts} {context.seat}", str(number))
    if not cursor.quoted and _DIE.fullmatch(cursor.now):
        place = f"die {cursor.now.upper()}"
        cursor.at += 1
        cursor.colon()
        return Claim(place, CODES[cursor.want("a symbol is claimed here", SYMBOL_WORDS)])
    row = cursor.want("a place is claimed here", _ROWS)
    place = row if row in _OF_ALL else f"{row} {cursor.phrase(seat_words(context.position.seats)) or context.seat}"
    cursor.colon()
    return Claim(place, _VALUES.get(row, _number)(cursor))


def _number(cursor: Cursor) -> str:
    return str(cursor.want_number("a number is claimed here"))


def _space(cursor: Cursor) -> str:
    return cursor.want("a space of the track is expected, such as VI", space_words())


def _symbols(cursor: Cursor) -> str:
    symbols = read_symbols(cursor)
    if not symbols:
        raise cursor.slip("symbols are claimed here", {code.lower(): code for code in CODES.values()})
    return codes_row(symbols)


def _counts(cursor: Cursor) -> str:
    counts = read_counts(cursor)
    if not counts and not cursor.skip("0", "none"):
        raise cursor.slip("how many dice of each colour is claimed here, such as 5B 2U", {})
    return counts_words(counts)


_VALUES: Final = {"ship": _space, "tardis": _space, "need": _symbols, "pool": _counts}
"""The parsers of values for these fields; other fields take a number."""
