"""A board of Keys to the TARDIS on which every kind of line can be written, and ways to read one there."""

import pytest
from keys_board import board

from events.errors import NotationError
from projections.game import Ask, Written
from projections.games.keys import GAME
from projections.games.keys.position import Position

__all__ = ["NOTATION", "OUTSIDE", "TABLE", "ask", "read", "refused"]

NOTATION = GAME.notation
WHOLE = "key-red key-green key-blue key-yellow sonic barrier tunnel cookie pandorica cyberman"
TABLE = board(
    "play", seats="nine ten eleven twelve", open_doors="b5 c4 c5 e5", barriers="e4", pawns={"nine": "c4", "ten": "c5"},
    kinds={"f5": "dalek", "b6": "teleport", "c3": "key", "d3": "closed key", "c2": "closed ?", "a1": "closed ?"},
    hands={"nine": WHOLE},
)  # fmt: skip
OUTSIDE = TABLE.replace(pawns=dict.fromkeys(TABLE.seats, "out"))


def read(line: str, position: Position = TABLE, seat: str = "nine") -> Written:
    written = NOTATION.read(line, position, seat)
    assert isinstance(written, Written), written
    return written


def ask(line: str, position: Position = TABLE, seat: str = "nine") -> tuple[str, ...]:
    """The choices of the question that a line leads to; each of them reads."""
    asked = NOTATION.read(line, position, seat)
    assert isinstance(asked, Ask), asked
    assert 1 <= len(asked.choices) <= 5
    for choice in asked.choices:
        read(choice, position, seat)
    return asked.choices


def refused(line: str, position: Position = TABLE, seat: str = "nine") -> NotationError:
    with pytest.raises(NotationError) as caught:
        NOTATION.read(line, position, seat)
    return caught.value
