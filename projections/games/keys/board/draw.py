"""The board as SVG, with a description of the position in words inside it."""

from projections.contracts import Marks
from projections.drawing.board import Panel
from projections.games.keys.board.doors import doors, laid, tunnels
from projections.games.keys.board.hands import hands, heading, height, legend
from projections.games.keys.board.layout import WIDTH
from projections.games.keys.board.marks import arrows, changes, rings
from projections.games.keys.board.pawns import edges, pawns
from projections.games.keys.board.stencils import stencils
from projections.games.keys.board.text import described
from projections.games.keys.state.names import turn_words
from projections.games.keys.state.position import Position


def draw(position: Position, marks: Marks = Marks()) -> list[Panel]:
    """Return the whole board as one panel, with rings and arrows for changes."""
    high, found = height(position), changes(position, marks)
    number, due = turn_words(position)
    desc = described(position) + found.words(position)
    drawing = "".join((
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
    title = f"Keys to the TARDIS. {number}: {due}"
    return [Panel("board", title, desc, (WIDTH, high), (stencils(drawing), drawing))]
