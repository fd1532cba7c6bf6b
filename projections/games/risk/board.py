"""The board as a picture: a pure function from a world to SVG, with the position in words inside."""

from collections.abc import Iterator
from zlib import crc32

from projections.game import Marks
from projections.games.risk.board_armies import badges, lands, textures
from projections.games.risk.board_hands import hands, height
from projections.games.risk.board_map import FONT, GROUND, WIDTH, borders, coasts, outlines
from projections.games.risk.board_marks import Changes, arrows, changes, courses, rings, tardis
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
    drawing = el("rect", width=WIDTH, height=high, rx=12, fill=GROUND) + "".join(_layers(world, found))
    return document(
        WIDTH, high, f"Risk: The Dalek Invasion of Earth. {number}: {due}", desc,
        (el("defs", outlines(), textures(drawing)), drawing),
        ident=f"risk-{crc32(desc.encode(errors='replace')):08x}", font_family=FONT,
    )  # fmt: skip


def _layers(world: World, found: Changes) -> Iterator[str]:
    """What lies on what, from the sea up."""
    yield coasts(world.options)
    yield from lands(world)
    yield borders()
    yield from rings(found)
    yield from continents(world)
    yield from status(world, found)
    yield from clara(world)
    yield from arrows(world, found)
    yield from tardis(world)
    yield from badges(world, found.was, courses(world, found))
    yield from hands(world)
