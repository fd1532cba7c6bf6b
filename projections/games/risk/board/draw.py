"""The picture of the board: a pure function from a position to panels that include a description in words."""

from collections.abc import Iterator

from projections.contracts import Marks
from projections.drawing.board import Panel
from projections.games.risk.board import armies, hands, panels, text
from projections.games.risk.board.continents import continents
from projections.games.risk.board.map import HEIGHT, LETTERS, WIDTH, borders, coasts, outlines
from projections.games.risk.board.marks import Changes, arrows, changes, courses, rings, tardis
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.state.position import World


def draw(world: World, marks: Marks = Marks()) -> list[Panel]:
    """Return the map with rings and arrows for changes, and the panels of the armies, cards, piles and dice."""
    found = changes(world, marks)
    number, due = turn_words(world)
    title, desc = f"Risk: The Dalek Invasion of Earth. {number}: {due}", text.described(world) + found.words()
    textures = armies.textures(world)
    whole = Panel(
        "map", title, desc, (WIDTH, HEIGHT), tuple(_map(world, found)), column=0, letters=LETTERS,
        defs=(*outlines(), *textures),
    )  # fmt: skip
    left = (panels.status(world), hands.armies(world)._replace(defs=textures))
    right = (panels.battle(world, found), hands.cards(world), panels.piles(world), panels.clara(world))
    beside = (panel if panel.column > 1 else panel._replace(column=2) for panel in right if panel)
    return [whole, *left, *sorted((*beside, panels.legend(world)), key=lambda panel: panel.column)]


def _map(world: World, found: Changes) -> Iterator[str]:
    yield coasts(world.options)
    yield from armies.lands(world)
    yield borders()
    yield from rings(found)
    yield from continents(world)
    yield from arrows(world, found)
    yield from tardis(world)
    yield from armies.badges(world, found.was, courses(world, found))
