"""A board of Keys to the TARDIS on which every kind of line can be written, and ways to read one there."""

from keys_board import board
from line_reader import LineReader

from projections.games.keys.game import GAME

NOTATION = GAME.notation
WHOLE = "key-red key-green key-blue key-yellow sonic barrier tunnel cookie pandorica cyberman"
TABLE = board(
    "play", seats="nine ten eleven twelve", open_doors="b5 c4 c5 e5", barriers="e4", pawns={"nine": "c4", "ten": "c5"},
    kinds={"f5": "dalek", "b6": "teleport", "c3": "key", "d3": "closed key", "c2": "closed ?", "a1": "closed ?"},
    hands={"nine": WHOLE},
)  # fmt: skip
OUTSIDE = TABLE.replace(pawns=dict.fromkeys(TABLE.seats, "out"))
LINES = LineReader(GAME, TABLE, "nine")
read, ask, refused = LINES.read, LINES.ask, LINES.refused
