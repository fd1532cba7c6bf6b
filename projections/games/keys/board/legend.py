"""The legend: what the signs on tiles mean."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from projections.drawing.board import COLUMN, Panel
from projections.drawing.palette import DARK
from projections.drawing.svg import el, text
from projections.drawing.text_width import wrapped
from projections.games.keys.board import doors, pawns
from projections.games.keys.board.stencils import stencils, use
from projections.games.keys.state.position import COLOURS, Tile

ROW: Final = 70
ROOM: Final = COLUMN // 2 - 84
"""The width of the words of an entry."""


@cache
def legend() -> Panel:
    """Return the panel of the legend, which is the same for every position."""
    entries = list(_entries())
    parts = [
        el("g", el("g", sign, transform="translate(10 3)"), *_words(words),
           transform=f"translate({at % 2 * COLUMN // 2} {at // 2 * ROW})")
        for at, (sign, words) in enumerate(entries)
    ]  # fmt: skip
    high = -(-len(entries) // 2) * ROW
    return Panel("legend", "Legend", "", (COLUMN, high), parts, column=2, defs=stencils("".join(parts)), folded=True)


def _words(words: str) -> Iterator[str]:
    lines = wrapped(words, 16, ROOM, 3)
    for at, line in enumerate(lines):
        yield text(line, x=78, y=41 + 20 * (at - (len(lines) - 1) / 2), font_size=16, fill=DARK)


def _entries() -> Iterator[tuple[str, str]]:
    """Yield the sign and the words of each entry."""
    yield use("closed-red"), f"Closed door: {', '.join(f'{letter.upper()} {name}' for letter, name in COLOURS.items())}"
    yield use("known-green") + use("shows-key"), "Closed door that was seen: here a TARDIS Key"
    yield doors.side(Tile("blue", "open", open=True)), "Open Door"
    yield doors.side(Tile("yellow", "dalek", open=True)), "Dalek Door: no pawn can enter"
    yield doors.side(Tile("yellow", "dalek", open=True, cookie=True)) + doors.cookie(), "Jam Cookie: pawns can enter"
    yield doors.side(Tile("red", "key", open=True)), "TARDIS Key: open or close another door"
    yield doors.side(Tile("green", "extra", open=True)), "Extra Turn"
    yield doors.side(Tile("blue", "teleport", open=True)), "Teleport: to the Control tile d4"
    yield use("barred-red") + doors.barrier(), "Time Barrier: no pawn can enter"
    yield doors.side(Tile("green", open=True)), "Open, kind not known"
    yield doors.bridge("M8 12L48 52"), "Time Tunnel between two tiles"
    yield el("g", pawns.frame(2, 20, 23), transform="translate(24 32)"), "Held by a Pandorica, with the turns left"
