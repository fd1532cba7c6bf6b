"""The board as an SVG picture with the position in words inside, a pure function of the position."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import Final

from projections.contracts import Marks
from projections.drawing import board, palette, svg
from projections.games.daleks.board import glyphs, panel, text
from projections.games.daleks.board.consoles import consoles
from projections.games.daleks.board.inks import CONSOLE, EDGE, WHOLE, WIDTH
from projections.games.daleks.board.marks import Changes, changes
from projections.games.daleks.board.section import Section
from projections.games.daleks.board.stage import lit_zone, stage
from projections.games.daleks.board.tiles import Tile, drawn_at, in_order, task_tile, tile_rows
from projections.games.daleks.board.track import track
from projections.games.daleks.prose.awaiting import turn_words
from projections.games.daleks.state.position import Position, Task

GAP: Final = 8
LEAST: Final = 980
"""The least height of the board, which fits a desktop window, so that its size seldom changes."""
MORE: Final = 100
"""A board higher than `LEAST` grows in steps of this height, so that few moves change its size."""
LEAST_TASK: Final = 320
"""The least width of a Task anomaly next to the Locations."""
SPARE: Final = 90
"""How far Task anomalies may extend below the Locations next to them."""
_KEY: Final = re.compile(r' data-key="([^"]*)"')


def draw(position: Position, marks: Marks = Marks()) -> list[board.Panel]:
    """Return the whole position as one panel, with rings around changes.

    Rules:
        TOD-COMP-01: the Location Earth, and the track. TOD-COMP-16: the contents of a console. TOD-CHAL-02: which die
        meets which symbol.
    """
    found = changes(position, marks)
    top, foot = panel.status(position), panel.footer(found)
    rows, tasks = _tiles(position, found)
    left, right = [track(position, found), stage(position, found), *rows], [consoles(position, found)]
    begin = top.high + GAP
    high = _whole(begin + max(_high(left), _high(right)) + foot.high)
    beside, below = _spare(position, tasks, high - begin - foot.high - _high(right))
    left, right = [*left, *below], [*right, *beside]
    high = max(high, _whole(begin + _high(left) + foot.high))
    parts = (
        *top.parts, glyphs.at(0, round(begin, 1), *_stacked(left)), glyphs.at(WIDTH, round(begin, 1), *_stacked(right)),
        glyphs.at(0, round(high - foot.high, 1), *foot.parts),
    )  # fmt: skip
    number, due = turn_words(position)
    desc = f"{text.described(position)} {found.words()}".strip()
    title = f"Doctor Who: Time of the Daleks. {number}: {due}"
    inner = svg.el("g", *parts, font_size=palette.SMALL, fill=palette.DARK, stroke_linejoin="round")
    drawn = (_keyed(inner),)
    return [board.Panel("board", title, desc, (WHOLE, high), drawn, {"data_letters": palette.SMALL})]


def _high(sections: Iterable[Section]) -> float:
    return sum(section.high + GAP * (section.high > 0) for section in sections)


def _whole(needed: float) -> int:
    """Return the height of the whole board, in steps, if its parts need at least the height `needed`."""
    return LEAST + max(0, ceil((needed - LEAST) / MORE)) * MORE


def _stacked(sections: Iterable[Section]) -> Iterator[str]:
    y = 0.0
    for section in sections:
        yield glyphs.at(0, round(y, 1), *section.parts)
        y += section.high + GAP * (section.high > 0)


Tasks = list[tuple[int, Task]]
"""Time Anomalies in force that are not Locations, each as (number, Task)."""


def _tiles(position: Position, found: Changes) -> tuple[list[Section], Tasks]:
    """Lay out the Locations in rows, then Task anomalies; also return the anomalies that did not fit."""
    rows = tile_rows(position, found, in_order(position, lit_zone(position)))
    tasks, sections = list(enumerate(position.tasks, 1)), list[Section]()
    for number, row in enumerate(rows, 1):
        high, x, parts = max(tile.high for tile in row), float(EDGE), list[str]()
        for tile in row:
            parts.append(drawn_at(tile, x, 0, high))
            x += tile.wide + 6
        left, y = WIDTH - EDGE - x, 0.0
        many = min(len(tasks), max(0, int(left // LEAST_TASK))) if number == len(rows) else 0
        width = (left - 6 * (many - 1)) / many if many else 0.0
        while many and tasks:
            tiles = [task_tile(position, task, at_, width) for at_, task in tasks[:many]]
            tall = max(tile.high for tile in tiles)
            if y + tall > high + SPARE:
                break
            parts += [drawn_at(tile, x + n * (width + 6), y, tall) for n, tile in enumerate(tiles)]
            y, tasks = y + tall + 6, tasks[many:]
        sections.append(Section(max(high, y - 6), tuple(parts)))
    return sections, tasks


def _spare(position: Position, tasks: Tasks, room: float) -> tuple[list[Section], list[Section]]:
    """Lay out piles and remaining Task anomalies: the sections below the consoles, and below the Locations."""
    beside, below, left = list[Section](), list[Section](), list[Tile]()
    for number, task in tasks:
        tile = task_tile(position, task, number, CONSOLE)
        if tile.high + GAP <= room:
            room -= tile.high + GAP
            beside.append(Section(tile.high, (drawn_at(tile, 0, 0, tile.high),)))
        else:
            left.append(task_tile(position, task, number, (WIDTH - 2 * EDGE - 12) / 3))
    for start in range(0, len(left), 3):
        tiles = left[start : start + 3]
        high = max(tile.high for tile in tiles)
        parts = (drawn_at(tile, EDGE + n * (tile.wide + 6), 0, high) for n, tile in enumerate(tiles))
        below.append(Section(high, tuple(parts)))
    piles = panel.supply(position, CONSOLE - 20)
    if piles.high + GAP <= room:
        return [*beside, Section(piles.high, (glyphs.at(12, 4, *piles.parts),))], below
    piles = panel.supply(position, WIDTH - 2 * EDGE - 12)
    return beside, [*below, Section(piles.high, (glyphs.at(EDGE + 10, 4, *piles.parts),))]


def _keyed(drawn: str) -> str:
    """Return markup with every `data-key` unique; repeated keys get a number at the end."""
    keys = _KEY.findall(drawn)
    if len(keys) == len(set(keys)):
        return drawn
    seen = Counter[str]()

    def numbered(found: re.Match[str]) -> str:
        seen[found[1]] += 1
        return found[0] if seen[found[1]] == 1 else f' data-key="{found[1]} {seen[found[1]]}"'

    return _KEY.sub(numbered, drawn)
