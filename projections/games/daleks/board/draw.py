"""The board as a picture: a pure function from a position to SVG, with the position in words inside."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from projections.drawing.board import board_document, ground
from projections.drawing.palette import DARK, SMALL
from projections.drawing.svg import el
from projections.games.daleks.board.consoles import consoles
from projections.games.daleks.board.glyphs import at
from projections.games.daleks.board.inks import EDGE, WIDTH
from projections.games.daleks.board.marks import Changes, changes
from projections.games.daleks.board.panel import footer, status, supply
from projections.games.daleks.board.section import Section
from projections.games.daleks.board.stage import lit_zone, stage
from projections.games.daleks.board.text import described
from projections.games.daleks.board.tiles import drawn_at, in_order, task_tile, tile_rows
from projections.games.daleks.board.track import track
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.state.position import Position
from projections.terms import Marks

GAP: Final = 8
BESIDE: Final = 430
"""So much room beside the Locations takes the piles."""
LEAST_TASK: Final = 320
"""So much room takes a Task anomaly below the piles."""
SPARE: Final = 90
"""How far Task anomalies may reach below the Locations beside them."""
_KEY: Final = re.compile(r' data-key="([^"]*)"')


def draw(position: Position, marks: Marks = Marks()) -> str:
    """The whole table as SVG, with what changed ringed.

    Rules:
        TOD-COMP-01 the Location Earth, and the track beside it; TOD-COMP-16 what lies on a console; TOD-CHAL-02 which
        die meets which symbol.
    """
    found = changes(position, marks)
    y, parts = 0.0, list[str]()
    for section in _sections(position, found):
        parts.append(at(0, round(y, 1), *section.parts))
        y += section.high
    number, due = turn_words(position)
    desc = f"{described(position)} {found.words()}".strip()
    title = f"Doctor Who: Time of the Daleks. {number}: {due}"
    high = round(y)
    inner = el("g", *parts, font_size=SMALL, fill=DARK, stroke_linejoin="round")
    drawn = board_document("daleks", title, desc, (WIDTH, high), (ground(WIDTH, high), inner), data_letters=SMALL)
    return _keyed(drawn)


def _sections(position: Position, found: Changes) -> Iterator[Section]:
    """From above: whose turn it is, the track, the stage, Locations with the piles, consoles, the signs."""
    for section in (status(position), track(position, found), stage(position, found)):
        yield section._replace(high=section.high + GAP * (section.high > 0))
    yield from _tiles(position, found)
    yield consoles(position, found)
    yield footer(found)


def _tiles(position: Position, found: Changes) -> Iterator[Section]:
    """Locations in rows, then Task anomalies; the piles beside the last row that has room, or below."""
    rows = tile_rows(position, found, in_order(position, lit_zone(position)))
    tasks = list(enumerate(position.tasks, 1))
    piles: Section | None = None
    for number, row in enumerate(rows, 1):
        high, x, parts = max(tile.high for tile in row), float(EDGE), list[str]()
        for tile in row:
            parts.append(drawn_at(tile, x, 0, high))
            x += tile.wide + 6
        left = WIDTH - EDGE - x
        if number == len(rows) and left > BESIDE:
            piles = supply(position, min(left - 10, BESIDE))
            parts.append(at(round(x + 12, 1), 6, *piles.parts))
            many = max(1, int(left // LEAST_TASK))
            width, y = (left - 6 * (many - 1)) / many, 6 + piles.high
            while tasks:
                tiles = [task_tile(position, task, at_, width) for at_, task in tasks[:many]]
                tall = max(tile.high for tile in tiles)
                if y + tall > high + SPARE:
                    break
                parts += [drawn_at(tile, x + n * (width + 6), y, tall) for n, tile in enumerate(tiles)]
                y, tasks = y + tall + 6, tasks[many:]
            high = max(high, y - 6, 6 + piles.high)
        yield Section(high + GAP, tuple(parts))
    for start in range(0, len(tasks), 3):
        tiles = [
            task_tile(position, task, number, (WIDTH - 2 * EDGE - 12) / 3) for number, task in tasks[start : start + 3]
        ]
        high = max(tile.high for tile in tiles)
        parts = [drawn_at(tile, EDGE + n * (tile.wide + 6), 0, high) for n, tile in enumerate(tiles)]
        left = WIDTH - 2 * EDGE - len(tiles) * (tiles[0].wide + 6)
        if piles is None and left > BESIDE:
            piles = supply(position, left - 10)
            parts.append(at(round(WIDTH - EDGE - left + 10, 1), 6, *piles.parts))
            high = max(high, piles.high)
        yield Section(high + GAP, tuple(parts))
    if piles is None:
        below = supply(position, WIDTH - 2 * EDGE - 12)
        yield Section(below.high + GAP, (at(EDGE + 10, 4, *below.parts),))


def _keyed(drawn: str) -> str:
    """A drawing in which each key stands once: what comes again has its number behind it."""
    keys = _KEY.findall(drawn)
    if len(keys) == len(set(keys)):
        return drawn
    seen = Counter[str]()

    def numbered(found: re.Match[str]) -> str:
        seen[found[1]] += 1
        return found[0] if seen[found[1]] == 1 else f' data-key="{found[1]} {seen[found[1]]}"'

    return _KEY.sub(numbered, drawn)
