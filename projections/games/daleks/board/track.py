"""The Web of Time track: the Dalek Ship, TARDISes, Time Anomaly markers, and the race in figures."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from projections.drawing import palette
from projections.drawing.svg import el, text
from projections.drawing.text_width import cut, wide
from projections.games.daleks.board import inks
from projections.games.daleks.board.glyphs import WHITE, at, disc, named, ring, sign, tardis
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.section import Section, drawn_once
from projections.games.daleks.state.names import roman, seat_name, space_name, whose
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.track import SKARO, earth_space, gallifrey

SLOTS: Final = 10
"""The most spaces in a row. Gallifrey is as wide as two."""
HEAD: Final = 36
LABEL: Final = 21
"""The height of the name of a space."""
LEAST: Final = 74
"""The least height of a space: its name, a line of pieces and the trace of the ship."""
BETWEEN: Final = 10
"""The space between two rows."""
LINE: Final = 30
"""The height of a line of the race in figures."""
BOX: Final = (24, 36)
"""The width and height of a TARDIS."""
SHIP: Final = 28
"""The height of the Dalek Ship, and of a marker."""


class Cell(NamedTuple):
    """A space of the track, with its upper left corner, width and height in the picture."""

    space: int
    x: float
    y: float
    wide: float
    high: float


def _rows(position: Position) -> list[range]:
    """Return the spaces by row, about equally many in each."""
    total = gallifrey(position) + 1
    rows = -(-(total + 1) // SLOTS)
    per = -(-(total + 1) // rows)
    return [range(start, min(total, start + per)) for start in range(0, total, per)]


def _there(position: Position, space: int) -> list[str]:
    return [seat for seat in position.seats if position.tardis.get(seat, 0) == space]


def _lines(position: Position, space: int) -> int:
    """Return how many lines the TARDISes and the marker of a space need, two in each."""
    return -(-(len(_there(position, space)) + (space in position.markers)) // 2)


def _needs(position: Position, space: int) -> int:
    """Return the height that a space needs for its name and its pieces."""
    return LABEL + BOX[1] * _lines(position, space) + SHIP * (space == position.ship) + 6


def _cells(position: Position) -> Iterator[Cell]:
    """Yield the spaces. Every second row runs backward, so that the path is continuous."""
    rows, y, last = _rows(position), float(HEAD), gallifrey(position)
    each = inks.ROOM / max(len(row) + (row[-1] == last) for row in rows)
    for number, row in enumerate(rows):
        high = max(LEAST, *(_needs(position, space) for space in row))
        x = float(inks.EDGE)
        for space in row:
            width = each * (1 + (space == last))
            left = inks.EDGE + inks.ROOM - x - width + inks.EDGE if number % 2 else x
            yield Cell(space, round(left + 1, 1), y, round(width - 2, 1), high)
            x += width
        y += high + BETWEEN


def track(position: Position, found: Changes) -> Section:
    """Draw the track, row by row, from Skaro to Gallifrey, and the race in figures below it."""
    was = found.before.ship if found.before else position.ship
    there = tuple(position.tardis.get(seat, 0) for seat in position.seats)
    shows = (
        "track", position.seats, gallifrey(position), earth_space(position), there, position.ship, was,
        position.markers, found.spaces, position.is_over,
    )  # fmt: skip
    return drawn_once(position.box, shows, lambda: _track(position, found))


def _track(position: Position, found: Changes) -> Section:
    cells = list(_cells(position))
    bottom = cells[-1].y + cells[-1].high + 5
    race = _race(position)
    parts = [
        text("The Web of Time", x=inks.EDGE + 4, y=23, font_size=19, font_weight="bold"),
        _web(bottom),
        *_bends(cells),
        *(_space(position, found, cell) for cell in cells),
        *(piece for cell in cells for piece in _pieces(position, cell)),
        *(ring(x - 1, y - 1, width + 2, high + 2, f"space {space}") for space, x, y, width, high in cells
          if space in found.spaces),
        at(0, bottom + 3, *race.parts),
    ]  # fmt: skip
    return Section(bottom + 3 + race.high, tuple(parts))


@lru_cache(maxsize=64)
def _web(bottom: float) -> str:
    """Draw the background of the track, with threads of the web."""
    middle = (HEAD + bottom) / 2
    threads = "".join(
        f"M6 {middle:.0f}C130 {middle - 2 * bow:.0f} 190 {middle + 2 * bow:.0f} 260 {middle:.0f}"
        f"S400 {middle + 2 * bow:.0f} 514 {middle:.0f}"
        for bow in (-58, -34, 34, 58)
    )
    ground = el("rect", x=4, y=HEAD - 5, width=inks.ROOM + 8, height=bottom - HEAD + 5, rx=12, fill=inks.VORTEX)
    return ground + el("path", d=threads, fill="none", stroke=inks.THREAD, stroke_width=1.5)


def _bends(cells: list[Cell]) -> Iterator[str]:
    """Draw an arrow from the end of each row to the next row."""
    for cell, after in pairwise(cells):
        if after.y != cell.y:
            x = after.x + after.wide / 2
            d = f"M{x - 7:g} {after.y - BETWEEN + 1:g}h14l-7 {BETWEEN - 2}z"
            yield el("path", d=d, fill=inks.PATH)


_PLANETS: Final = {"Skaro": inks.SKARO_INK, "Earth": inks.EARTH_INK, "Gallifrey": inks.GALLIFREY_INK}


def _space(position: Position, found: Changes, cell: Cell) -> str:
    """Draw one space of the track, with a dashed ring if the Dalek Ship has just left this space."""
    space = cell.space
    planets = {earth_space(position): "Earth", SKARO: "Skaro", gallifrey(position): "Gallifrey"}
    letters = roman(space)
    name = planets.get(space) or (letters if wide(letters, palette.SMALL) < cell.wide - 2 else str(space))
    left = bool(found.before and found.before.ship == space != position.ship)
    _, x, y, width, high = cell
    edge = {"stroke": inks.GOLD, "stroke_width": 2} if name in _PLANETS else {"stroke": inks.PATH, "stroke_width": 1.2}
    middle = round(x + width / 2, 1)
    parts = [
        named(_about(position, space)),
        el("rect", x=x, y=y, width=width, height=high, rx=9, fill=_PLANETS.get(name, inks.STONE), **edge),
        text(cut(name, palette.SMALL, width), x=middle, y=y + 17, text_anchor="middle", font_weight="bold", fill=WHITE),
    ]
    if space <= position.ship:
        parts.append(el("path", d=f"M{x + 8:g} {y + high - 3:g}h{width - 16:g}", stroke=inks.GOLD, stroke_width=3))
    if left:
        dashes = {"fill": "none", "stroke": inks.GOLD, "stroke_width": 2, "stroke_dasharray": "4 4"}
        parts.append(el("ellipse", cx=middle, cy=y + high - 17, rx=20, ry=8, data_was="ship", **dashes))
    return el("g", *parts, data_space=space, data_place="markers" if space in position.markers else None)


def _about(position: Position, space: int) -> str:
    here = [f"{whose(position, seat)} TARDIS" for seat in _there(position, space)]
    here += ["the Dalek Ship"] * (space == position.ship) + ["a Time Anomaly marker"] * (space in position.markers)
    name = space_name(position, space)
    return f"{name[0].upper()}{name[1:]}{': ' if here else ''}{', '.join(here)}"


def _pieces(position: Position, cell: Cell) -> Iterator[str]:
    """Draw the TARDISes and the marker of a space below its name, and the ship at its lower edge."""
    space, x, y, width, high = cell
    name, middle = space_name(position, space), x + width / 2
    if space == position.ship:
        yield at(middle - 23, y + high - SHIP - 3, named(f"The Dalek Ship is on {name}"), sign("saucer"), data_ship="",
                 data_key="ship", data_place="ship")  # fmt: skip
    pieces = [(_there(position, space))[n : n + 2] for n in range(0, 2 * _lines(position, space), 2)]
    for line, seats in enumerate(pieces):
        marked = line == len(pieces) - 1 and space in position.markers
        left, top = middle - (len(seats) + marked) * BOX[0] / 2, y + LABEL + BOX[1] * line
        for column, seat in enumerate(seats):
            words = f"{whose(position, seat)} TARDIS is on {name}"
            yield at(left + column * BOX[0], top, named(words), tardis(inks.paint(position, seat)),
                     data_tardis=words, data_key=f"tardis-{seat}", data_place=f"tardis {seat}",
                     data_arg=seat)  # fmt: skip
        if marked:
            words = f"Time Anomaly marker on {name}: the Dalek Ship sets it off as it comes here"
            yield at(left + len(seats) * BOX[0] + 1, top + 5, named(words), sign("anomaly"), data_key=f"marker-{space}",
                     data_marker=f"Time Anomaly marker on {name}", data_place="markers")  # fmt: skip


def _race(position: Position) -> Section:
    """Draw the distance of each piece to Gallifrey, nearest first, in as many lines as they need."""
    last = gallifrey(position)
    pieces = [(last - position.tardis.get(seat, 0), seat, seat_name(position, seat)) for seat in position.seats]
    pieces = sorted([*pieces, (last - position.ship, "", "Dalek Ship")], key=lambda piece: piece[0])
    leads = len(pieces) > 1 and pieces[0][0] < pieces[1][0] and not position.is_over
    head = "To Gallifrey:"
    parts = [text(head, x=inks.EDGE + 4, y=19.5, fill=palette.SOFT)]
    x, y = inks.EDGE + 4 + wide(head, palette.SMALL) + 8, 0
    for number, (left, seat, name) in enumerate(pieces):
        lit = leads and not number
        end = f"{'arrived' if left <= 0 else left}{', leads' if lit else ''}"
        label = f"{cut(name, palette.SMALL, inks.ROOM - 150)} {end}"
        marker = disc(inks.paint(position, seat)) if seat else sign("saucer", scale=0.56)
        takes = 34 + wide(label, palette.SMALL)
        if x + takes > inks.EDGE + inks.ROOM:
            x, y = float(inks.EDGE + 4), y + LINE
        told = f"{name}: {'on Gallifrey' if left <= 0 else f'{left} spaces to Gallifrey'}{', leads' if lit else ''}"
        piece = at(x, y if seat else y + 6, marker)
        words = text(label, x=round(x + 34, 1), y=y + 19.5, font_weight="bold" if lit else None)
        parts.append(el("g", named(told), piece, words, data_place=f"tardis {seat}" if seat else "ship",
                        data_arg=seat or None))  # fmt: skip
        x += takes + 10
    return Section(y + LINE + 4, tuple(parts))
