"""The board as a picture: a pure function from a position to SVG, with the position in words inside."""

from collections.abc import Iterator
from zlib import crc32

from projections.drawing.svg import document, el
from projections.games.daleks.board.consoles import consoles, consoles_height
from projections.games.daleks.board.inks import DARK, FONT, GROUND, SMALL, WIDTH
from projections.games.daleks.board.marks import Changes, changes
from projections.games.daleks.board.panel import STATUS, panel, panel_height, status
from projections.games.daleks.board.text import described, text
from projections.games.daleks.board.tiles import tiles, tiles_height
from projections.games.daleks.board.track import track, track_height
from projections.games.daleks.board.tray import tray, tray_height
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.state.position import Position
from projections.terms import Marks

__all__ = ["draw", "text"]


def draw(position: Position, marks: Marks = Marks()) -> str:
    """The whole table as SVG, with what changed ringed.

    It brings its own light ground, so that it reads the same on a light page, on a dark one and as a file of its own.

    Rules:
        TOD-COMP-01 the Location Earth, and the track beside it; TOD-COMP-16 what lies on a console; TOD-CHAL-02 which
        die meets which symbol.
    """
    found = changes(position, marks)
    heights = (
        track_height(position), tray_height(position), tiles_height(position), consoles_height(position),
        panel_height(position, found),
    )  # fmt: skip
    high = round(STATUS + sum(heights) + 8)
    number, due = turn_words(position)
    desc = f"{described(position)} {found.words()}".strip()
    ground = el("rect", width=WIDTH, height=high, rx=12, fill=GROUND, stroke=DARK, stroke_width=0)
    return document(
        WIDTH, high, f"Doctor Who: Time of the Daleks. {number}: {due}", desc,
        (ground, *_layers(position, found, heights)),
        ident=f"daleks-{crc32(desc.encode(errors='replace')):08x}", font_family=FONT, data_letters=SMALL,
    )  # fmt: skip


def _layers(position: Position, found: Changes, heights: tuple[float, ...]) -> Iterator[str]:
    """From above: whose turn it is, the track, the Adventure, Locations, consoles, what waits."""
    yield from status(position)
    parts = (track, tray, tiles, consoles, panel)
    top = float(STATUS)
    for part, high in zip(parts, heights, strict=True):
        yield from part(position, found, top)
        top += high
