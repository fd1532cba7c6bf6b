"""The board as a picture: a pure function from a position to SVG, with the position in words inside."""

from collections.abc import Iterator

from projections.drawing.board import board_document, ground
from projections.drawing.palette import SMALL
from projections.drawing.svg import el
from projections.games.daleks.board.consoles import consoles, consoles_height
from projections.games.daleks.board.inks import WIDTH
from projections.games.daleks.board.marks import Changes, changes
from projections.games.daleks.board.panel import STATUS, panel, panel_height, status
from projections.games.daleks.board.text import described
from projections.games.daleks.board.tiles import tiles, tiles_height
from projections.games.daleks.board.track import track, track_height
from projections.games.daleks.board.tray import tray, tray_height
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.state.position import Position
from projections.terms import Marks


def draw(position: Position, marks: Marks = Marks()) -> str:
    """The whole table as SVG, with what changed ringed.

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
    title = f"Doctor Who: Time of the Daleks. {number}: {due}"
    parts = (ground(WIDTH, high), *_layers(position, found, heights))
    return board_document("daleks", title, desc, (WIDTH, high), parts, data_letters=SMALL)


def _layers(position: Position, found: Changes, heights: tuple[float, ...]) -> Iterator[str]:
    """From above: whose turn it is, the track, the Adventure, Locations, consoles, what waits."""
    yield from status(position)
    parts = (track, tray, tiles, consoles, panel)
    top = float(STATUS)
    for part, high in zip(parts, heights, strict=True):
        yield el("g", *part(position, found, 0.0), transform=f"translate(0 {top:g})")
        top += high
