"""The board as a picture: a pure function from a position to SVG, with the position in words inside."""

from zlib import crc32

from projections.drawing.svg import document, el
from projections.games.keys.board.doors import doors, laid, tunnels
from projections.games.keys.board.hands import hands, heading, height, legend
from projections.games.keys.board.layout import DARK, FONT, GROUND, WIDTH
from projections.games.keys.board.marks import arrows, changes, rings
from projections.games.keys.board.pawns import edges, pawns
from projections.games.keys.board.stencils import stencils
from projections.games.keys.board.text import described, text
from projections.games.keys.state.names import turn_words
from projections.games.keys.state.position import Position
from projections.terms import Marks

__all__ = ["draw", "text"]


def draw(position: Position, marks: Marks = Marks()) -> str:
    """The whole table as SVG, with what changed ringed and arrowed.

    It brings its own light ground, so that it reads the same on a light page, on a dark one and as a file of its own.
    """
    high, found = height(position), changes(position, marks)
    number, due = turn_words(position)
    desc = described(position) + found.words(position)
    drawing = "".join((
        el("rect", width=WIDTH, height=high, rx=12, fill=GROUND, stroke=DARK, stroke_width=0),
        *heading(position),
        *edges(position),
        *doors(position),
        *tunnels(position, found.tunnels),
        *rings(found),
        *laid(position),
        *arrows(position, found),
        *pawns(position),
        *hands(position, dict(found.drawn)),
        legend(position),
    ))  # fmt: skip
    return document(
        WIDTH, high, f"Keys to the TARDIS. {number}: {due}", desc, (stencils(drawing), drawing),
        ident=f"keys-{crc32(desc.encode(errors='replace')):08x}", font_family=FONT,
    )  # fmt: skip
