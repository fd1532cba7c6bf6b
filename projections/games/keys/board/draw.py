"""The board as SVG, with a description of the position in words inside it."""

from projections.contracts import Marks
from projections.drawing.board import COLUMN, Panel
from projections.games.keys.board import layout, table
from projections.games.keys.board.doors import doors, laid, tunnels
from projections.games.keys.board.hands import hands
from projections.games.keys.board.legend import legend
from projections.games.keys.board.marks import Changes, arrows, changes, rings
from projections.games.keys.board.pawns import edges, pawns
from projections.games.keys.board.stencils import stencils
from projections.games.keys.board.text import described
from projections.games.keys.state.position import Position


def draw(position: Position, marks: Marks = Marks()) -> list[Panel]:
    """Return the panels of the board: the grid in one column, the cards in the other one."""
    found = changes(position, marks)
    panels = (
        table.status(position, described(position) + found.words(position)),
        _grid(position, found),
        hands(position, dict(found.drawn)),
        table.piles(position),
        table.laid(position),
        legend(),
    )
    return [panel for panel in panels if panel]


def _grid(position: Position, found: Changes) -> Panel:
    """Return the panel with the tiles and the pawns, and rings and arrows for changes."""
    parts = (
        *edges(position),
        *doors(position),
        *tunnels(position, found.tunnels),
        *rings(found),
        *laid(position),
        *arrows(position, found),
        *pawns(position),
    )
    return Panel("board", "Grid", "", (COLUMN, layout.HEIGHT), parts, defs=stencils("".join(parts)))
