"""The picture of the board: a pure function from a position to SVG that includes a description in words."""

from collections.abc import Iterator

from projections.contracts import Marks
from projections.drawing.board import Panel
from projections.drawing.svg import el
from projections.games.risk.board import armies, panel, text
from projections.games.risk.board.hands import hands, height
from projections.games.risk.board.map import WIDTH, borders, coasts, outlines
from projections.games.risk.board.marks import Changes, arrows, changes, courses, rings, tardis
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.state.position import World


def draw(world: World, marks: Marks = Marks()) -> list[Panel]:
    """Return the board as one panel on its own light ground, with rings and arrows for changes."""
    high, found = height(world), changes(world, marks)
    number, due = turn_words(world)
    desc = text.described(world) + found.words()
    drawing = "".join(_layers(world, found))
    parts = (el("defs", outlines(), armies.textures(drawing)), drawing)
    return [Panel("board", f"Risk: The Dalek Invasion of Earth. {number}: {due}", desc, (WIDTH, high), parts)]


def _layers(world: World, found: Changes) -> Iterator[str]:
    yield coasts(world.options)
    yield from armies.lands(world)
    yield borders()
    yield from rings(found)
    yield from panel.continents(world)
    yield from panel.status(world, found)
    yield from panel.clara(world)
    yield from arrows(world, found)
    yield from tardis(world)
    yield from armies.badges(world, found.was, courses(world, found))
    yield from hands(world)
