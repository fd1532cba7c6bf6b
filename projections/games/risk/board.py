"""The board as a picture: a pure function from a world to SVG, with the position in words inside."""

from zlib import crc32

from projections.game import Marks
from projections.games.risk.board_armies import badges, lands, textures
from projections.games.risk.board_hands import hands, height
from projections.games.risk.board_map import FONT, GROUND, WIDTH, borders, coasts, outlines
from projections.games.risk.board_marks import arrows, changes, rings, tardis
from projections.games.risk.board_panel import clara, continents, status
from projections.games.risk.board_words import described, text
from projections.games.risk.due import turn_words
from projections.games.risk.position import World
from projections.svg import document, el

__all__ = ["draw", "text"]


def draw(world: World, marks: Marks = Marks()) -> str:
    """The whole table as SVG, with what changed ringed and arrowed.

    It brings its own light ground, so that it reads the same on a light page, on a dark one and as a file of its own.
    """
    high, found = height(world), changes(world, marks)
    number, due = turn_words(world)
    desc = described(world) + found.words()
    drawing = "".join((
        el("rect", width=WIDTH, height=high, rx=12, fill=GROUND),
        coasts(world.options),
        *lands(world),
        borders(),
        *rings(found),
        *continents(world),
        *status(world, found),
        *clara(world),
        *arrows(world, found),
        *tardis(world),
        *badges(world, found.was),
        *hands(world),
    ))  # fmt: skip
    defs = el("defs", outlines(), textures(drawing))
    return document(
        WIDTH, high, f"Risk: The Dalek Invasion of Earth. {number}: {due}", desc, (defs, drawing),
        ident=f"risk-{crc32(desc.encode(errors='replace')):08x}", font_family=FONT,
    )  # fmt: skip
