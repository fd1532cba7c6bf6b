"""The Web of Time track: the Dalek Ship, TARDISes, Time Anomaly markers, and the race in figures."""

from collections.abc import Iterator
from functools import lru_cache
from math import sin
from typing import Final, NamedTuple

from projections.drawing import palette, text_width
from projections.drawing.svg import el, text
from projections.games.daleks.board import inks
from projections.games.daleks.board.glyphs import HOURGLASS, SAUCER, WHITE, at, disc, named, ring, tardis
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.section import Section
from projections.games.daleks.state.names import roman, seat_name, space_name, whose
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.track import SKARO, earth_space, gallifrey

ROW: Final = 22
"""The most spaces in a row, if the whole track fits in one row."""
SHORTER: Final = 17
"""The most spaces in a row, if the track needs several rows; its space numbers are then wider."""
HEAD: Final = 32
BOX: Final = 43
"""The height of a line of TARDISes."""
STONE_HIGH: Final = 32
BELOW: Final = 36
"""The height of the line for the ship and markers, below the stones."""
PLANET: Final = 42
"""The radius of Skaro and Gallifrey."""
WAVE: Final = 7
LEFT, RIGHT = 62.0, inks.WIDTH - 62.0
STARS: Final = "M96 62h.01M322 70h.01M560 60h.01M742 66h.01M966 62h.01M860 58h.01M430 62h.01"
SPACES: Final = ("Skaro", "Earth", "Gallifrey")


class Spot(NamedTuple):
    """A space of the track, and the coordinates of its centre in the picture."""

    space: int
    x: float
    y: float


def _rows(position: Position) -> list[range]:
    """Return the spaces by row, about equally many in each."""
    total = gallifrey(position) + 1
    rows = 1 if total <= ROW else -(-total // SHORTER)
    per = -(-total // rows)
    return [range(start, min(total, start + per)) for start in range(0, total, per)]


def _there(position: Position, space: int) -> list[str]:
    return [seat for seat in position.seats if position.tardis.get(seat, 0) == space]


def _high(position: Position, row: range) -> float:
    """Return the height of a row of spaces, for the space with the most TARDISes, drawn two in a line."""
    most = max((len(_there(position, space)) for space in row), default=0)
    return BOX * max(1, -(-most // 2)) + STONE_HIGH + 2 * WAVE + BELOW


def _spots(position: Position) -> Iterator[tuple[Spot, float]]:
    """Yield each space with the height of its row. Every second row runs backward, so that the path is continuous."""
    y, last = float(HEAD), gallifrey(position)
    for number, row in enumerate(_rows(position)):
        high = _high(position, row)
        start = LEFT + (76 if row[0] == SKARO else 0)
        end = RIGHT - (76 if row[-1] == last else 0)
        inner = [space for space in row if space not in (SKARO, last)]
        step = (end - start) / max(1, len(inner) - 1)
        middle = y + high - BELOW - WAVE - STONE_HIGH / 2
        for space in row:
            x = LEFT if space == SKARO else RIGHT if space == last else start + step * (space - inner[0])
            if number % 2:
                x = inks.WIDTH - x
            wave = 0 if space in (SKARO, last) else WAVE * sin(space * 0.85)
            yield Spot(space, round(x, 1), round(middle + wave, 1)), high
        y += high


def track(position: Position, found: Changes) -> Section:
    """Draw the track, row by row, from Skaro to Gallifrey."""
    spots = {spot.space: spot for spot, _ in _spots(position)}
    high = HEAD + sum(_high(position, row) for row in _rows(position))
    one_row = len(_rows(position)) == 1
    middle = high - BELOW - WAVE - STONE_HIGH / 2 if one_row else HEAD + (high - HEAD) / 2
    parts = [
        _web(high, middle),
        *_standings(position),
        *_path(position, spots),
        *(_space(position, found, spot) for spot in spots.values()),
        *(_pieces(position, spot) for spot in spots.values()),
    ]
    for space, x, y in spots.values():
        if space in found.spaces:
            above = 20 + BOX * max(1, -(-len(_there(position, space)) // 2)) - 4
            box = (round(x - 30, 1), round(y - above, 1), 60, above + STONE_HIGH / 2 + BELOW)
            parts.append(ring(*box, f"space {space}"))
    return Section(high, tuple(parts))


@lru_cache(maxsize=64)
def _web(high: float, middle: float) -> str:
    parts = []
    for bow in (-58, -40, -20, 20, 40, 58):
        parts.append(f"M20 {middle:.0f}C300 {middle - 1.6 * bow:.0f} 430 {middle + 1.5 * bow:.0f} 600 {middle:.0f}")
        parts.append(f"S930 {middle + 1.6 * bow:.0f} 1180 {middle:.0f}")
    ground = el("rect", x=inks.EDGE, width=inks.WIDTH - 2 * inks.EDGE, height=high, rx=14, fill=inks.VORTEX)
    threads = el("path", d="".join(parts), fill="none", stroke=inks.THREAD, stroke_width=1.5)
    stars = {"stroke": WHITE, "stroke_width": 3, "stroke_linecap": "round", "stroke_opacity": 0.7}
    return ground + threads + el("path", d=STARS, **stars)


def _standings(position: Position) -> Iterator[str]:
    """Draw the title, and the distance of each piece to Gallifrey, nearest first."""
    yield text("The Web of Time", x=22, y=23, font_size=19, font_weight="bold", fill=WHITE)
    if not position.seats:
        return
    last = gallifrey(position)
    pieces = [(last - position.tardis.get(seat, 0), seat, seat_name(position, seat)) for seat in position.seats]
    pieces = sorted([*pieces, (last - position.ship, "", "Dalek Ship")], key=lambda piece: piece[0])
    leads = pieces[0][0] < pieces[1][0] and not position.is_over
    ends = [
        "on Gallifrey" if left <= 0 else f"{left}{', leads' if leads and not number else ''}"
        for number, (left, _, _) in enumerate(pieces)
    ]
    besides = sum(text_width.wide(f" {end}", palette.SMALL) + 50 for end in ends)
    free = inks.WIDTH - 206 - besides - sum(text_width.wide(name, palette.SMALL) for _, _, name in pieces)
    x, head = 190.0, "spaces to Gallifrey:"
    if free > text_width.wide(head, palette.SMALL) + 12:
        yield text(head, x=x, y=22, fill=WHITE)
        x += text_width.wide(head, palette.SMALL) + 12
    most = (inks.WIDTH - 206 - besides) / len(pieces) if free < 0 else inks.WIDTH
    for number, ((left, seat, name), end) in enumerate(zip(pieces, ends, strict=True)):
        label = f"{text_width.cut(name, palette.SMALL, most)} {end}"
        piece, top, scale = (disc(inks.paint(position, seat)), 5, ".86") if seat else (SAUCER, 8, ".5")
        sign = at(round(x, 1), top, el("g", piece, transform=f"scale({scale})"))
        x += 32
        lit = leads and not number
        words = text(label, x=round(x, 1), y=22, font_weight="bold" if lit else None, fill=inks.GOLD if lit else WHITE)
        told = f"{name}: {'on Gallifrey' if left <= 0 else f'{left} spaces to Gallifrey'}{', leads' if lit else ''}"
        yield el("g", named(told), sign, words, data_place=f"tardis {seat}" if seat else "ship")
        x += text_width.wide(label, palette.SMALL) + 18


def _path(position: Position, spots: dict[int, Spot]) -> Iterator[str]:
    points = [f"{x:g} {y:g}" for _, x, y in spots.values()]
    yield el("path", d="M" + "L".join(points), fill="none", stroke=inks.PATH, stroke_width=4, stroke_dasharray="2 7",
             stroke_linecap="round")  # fmt: skip
    if len(wake := points[: max(0, position.ship) + 1]) > 1:
        yield el("path", d="M" + "L".join(wake), fill="none", stroke=inks.GOLD, stroke_width=5, stroke_opacity=0.75)


def _space(position: Position, found: Changes, spot: Spot) -> str:
    """Draw one space of the track, with a dashed ring if the Dalek Ship has just left this space."""
    space, x, y = spot
    broad = 48 if gallifrey(position) < ROW else 62
    planets = {earth_space(position): "Earth", SKARO: "Skaro", gallifrey(position): "Gallifrey"}
    letters = roman(space)
    name = planets.get(space) or (letters if text_width.wide(letters, palette.SMALL) < broad - 2 else str(space))
    parts = [named(_about(position, space)), _stone(name, x, y, broad)]
    if found.before and found.before.ship == space != position.ship:
        dashes = {"fill": "none", "stroke": inks.GOLD, "stroke_width": 2, "stroke_dasharray": "4 4"}
        parts.append(el("ellipse", cx=x, cy=y + STONE_HIGH / 2 + 19, rx=26, ry=9, data_was="ship", **dashes))
    return el("g", *parts, data_space=space, data_place="markers" if space in position.markers else None)


@lru_cache(maxsize=512)
def _stone(name: str, x: float, y: float, broad: int) -> str:
    """Draw a space of the track: a stone with its number, or a planet with its name."""
    label = text(name, x=x, y=y + 6, text_anchor="middle", font_weight="bold", fill=WHITE)
    if name not in SPACES:
        box = {"x": x - broad / 2, "y": y - STONE_HIGH / 2, "width": broad, "height": STONE_HIGH, "rx": 16}
        return el("rect", **box, fill=inks.STONE, stroke=inks.PATH, stroke_width=1.5) + label
    skaro, earth, _ = SPACES
    if name == earth:
        land = "M-20-8q6-12 18-12q-2 8-8 8t-10 4zM2 20q0-10 10-12t8 4q-6 10-18 8z"
        planet = el("circle", cx=x, cy=y, r=26, fill=inks.EARTH_INK, stroke=WHITE, stroke_width=2)
        return planet + at(x, y, el("path", d=land, fill=inks.LAND)) + label
    ink = inks.SKARO_INK if name == skaro else inks.GALLIFREY_INK
    bands = "M-24-20q10 8 22 2M4 22q12-8 24 0" if name == skaro else "M-30 20q30 14 60 0M-24-22q24-12 48 0"
    pen = {"fill": "none", "stroke": inks.GOLD, "stroke_width": 2, "stroke_opacity": 0.6}
    planet = el("circle", cx=x, cy=y, r=PLANET, fill=ink, stroke=inks.GOLD, stroke_width=2)
    return planet + at(x, y, el("path", d=bands, **pen)) + label


def _about(position: Position, space: int) -> str:
    here = [f"{whose(position, seat)} TARDIS" for seat in _there(position, space)]
    here += ["the Dalek Ship"] * (space == position.ship) + ["a Time Anomaly marker"] * (space in position.markers)
    name = space_name(position, space)
    return f"{name[0].upper()}{name[1:]}{': ' if here else ''}{', '.join(here)}"


def _pieces(position: Position, spot: Spot) -> str:
    """Draw the ship or a marker below the stone, and TARDISes above it."""
    space, x, y = spot
    name, parts = space_name(position, space), []
    below = y + STONE_HIGH / 2 + 3
    if space in position.markers:
        words = f"Time Anomaly marker on {name}: the Dalek Ship sets it off as it comes here"
        parts.append(at(x - 11, below, named(words), HOURGLASS, data_marker=f"Time Anomaly marker on {name}",
                        data_key=f"marker-{space}", data_place="markers"))  # fmt: skip
    if space == position.ship:
        parts.append(at(x - 28, below, named(f"The Dalek Ship is on {name}"), SAUCER, data_ship="", data_key="ship",
                        data_place="ship"))  # fmt: skip
    here = _there(position, space)
    for number, seat in enumerate(here):
        line, column = divmod(number, 2)
        beside = min(2, len(here) - line * 2)
        words = f"{whose(position, seat)} TARDIS is on {name}"
        parts.append(
            at(x - beside * 14 + column * 28, y - STONE_HIGH / 2 - 38 - BOX * line, named(words),
               tardis(inks.paint(position, seat)), data_tardis=words, data_key=f"tardis-{seat}",
               data_place=f"tardis {seat}")
        )  # fmt: skip
    return "".join(parts)
