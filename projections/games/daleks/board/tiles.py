"""Earth and the Locations in play: zones with their symbols and Dilemmas, Doctors and Dalek markers."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from events.facts import UNKNOWN
from projections.drawing.palette import BACK, DARK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wrapped
from projections.games.daleks.board.glyphs import CHIP, chip, dalek, disc, ring
from projections.games.daleks.board.inks import WIDTH, paint
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.text import zone_line
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.prose.card_text import RULES_IN_FORCE, conditions_row, options_short
from projections.games.daleks.state.names import dilemma_name, in_zone, place_name, seat_doctor, zone_face, zone_name
from projections.games.daleks.state.position import Place, Position, Slot

_COUNTED: Final = re.compile(r" (?=[+-]\d)|(?<=\d) (?=\w)")
ACROSS: Final = 6
"""Zones in a row at most."""
WIDEST: Final = 396.0
HEAD: Final = 30
LINE_HIGH: Final = 19
FRONT: Final = "#f6e3da"
"""A Dilemma from the front."""
LINES: Final = 4
"""Lines of small words below symbols, at most."""


class Cell(NamedTuple):
    """What a zone shows: symbols and words of the tile, then of its Dilemma; and how many symbols stand in a line."""

    name: str
    abreast: int
    symbols: tuple[str, ...]
    words: tuple[str, ...]
    dilemma: tuple[str, ...] = ()
    dilemma_symbols: tuple[str, ...] = ()
    dilemma_words: tuple[str, ...] = ()
    back: bool = False

    @property
    def high(self) -> float:
        """How much room it takes."""
        return 30 + self.chips_high(self.symbols) + LINE_HIGH * len(self.words) + self.dilemma_high + 14

    @property
    def dilemma_high(self) -> float:
        """How much room its Dilemma takes."""
        if not self.dilemma:
            return 0
        return 10 + 21 * len(self.dilemma) + self.chips_high(self.dilemma_symbols) + LINE_HIGH * len(self.dilemma_words)

    def chips_high(self, symbols: tuple[str, ...]) -> float:
        """How much room symbols take."""
        return 31 * -(-len(symbols) // self.abreast)


def _zones(place: Place) -> int:
    """How many zones are drawn; an anomaly has one, of double width."""
    return max(1, len(place.slots))


def _share(place: Place) -> int:
    return max(2, len(place.slots))


def _rows(position: Position) -> list[list[Place]]:
    """The Locations row by row, in the order in which they came."""
    rows: list[list[Place]] = [[]]
    for place in position.places:
        if rows[-1] and sum(map(_share, rows[-1])) + _share(place) > ACROSS:
            rows.append([])
        rows[-1].append(place)
    return [row for row in rows if row]


def _unit(row: list[Place]) -> float:
    """How wide a zone of a row is."""
    return min(WIDEST, (WIDTH - 12) / sum(map(_share, row)))


def _width(row: list[Place], place: Place) -> float:
    return _unit(row) * _share(place) / _zones(place)


def _abreast(width: float) -> int:
    """How many symbols stand side by side in a zone of such a width."""
    return max(1, int(round(width - 17, 1) // CHIP))


def _cell(position: Position, place: Place, zone: int, width: float) -> Cell:
    room = width - 24
    anomaly = position.box.anomaly.get(place.location)
    if anomaly:
        told = [
            ("", conditions_row(anomaly.conditions)), ("reward: ", options_short((anomaly.reward,))),
            ("fail: ", options_short(anomaly.fail)), ("to move elsewhere: ", options_short(anomaly.toll)),
            ("", RULES_IN_FORCE.get(anomaly.rule, anomaly.rule)),
        ]  # fmt: skip
        words = tuple(
            line for head, said in told if said for line in _broken(f"{head}{said}", room, 2)
        )  # fmt: skip
        return Cell("Time Anomaly", _abreast(width), anomaly.symbols, words)
    face = zone_face(position, place.n, zone)
    reward = options_short((face.reward,)) if face else ""
    slot = place.slots[zone] if zone < len(place.slots) else Slot()
    cell = Cell(
        zone_name(position, place.n, zone), _abreast(width), face.symbols if face else (),
        _broken(f"reward: {reward}", room, 2) if reward else (),
    )  # fmt: skip
    return _with_dilemma(position, slot, cell, room)


def _broken(words: str, room: float, lines: int) -> tuple[str, ...]:
    """Small words in lines; a number stays with what it counts."""
    return wrapped(_COUNTED.sub("\u00a0", words), SMALL, room, lines)


def _with_dilemma(position: Position, slot: Slot, cell: Cell, room: float) -> Cell:
    if not slot.dilemma:
        return cell._replace(dilemma=("no Dilemma",))
    if slot.dilemma == UNKNOWN:
        return cell._replace(dilemma=("Dilemma, face down",), back=True)
    printed = position.box.dilemma.get(slot.dilemma)
    name = wrapped(dilemma_name(position, slot.dilemma), 17, room, 2)
    if printed is None:
        return cell._replace(dilemma=name)
    under = ", ".join(
        ("face down",) * (not slot.open) + ((said,) if (said := conditions_row(printed.conditions)) else ())
    )
    fail = f"fail: {options_short(printed.fail)}"
    lines = (*wrapped(under, SMALL, room, 2), *_broken(fail, room, LINES))
    return cell._replace(dilemma=name, dilemma_symbols=printed.symbols, dilemma_words=lines)


def _high(position: Position, row: list[Place]) -> float:
    cells = [
        _cell(position, place, zone, _width(row, place)) for place in row for zone in range(_zones(place))
    ]  # fmt: skip
    return HEAD + max(cell.high for cell in cells)


def tiles_height(position: Position) -> float:
    """How high all Locations are."""
    return sum(_high(position, row) + 8 for row in _rows(position))


def tiles(position: Position, found: Changes, top: float) -> Iterator[str]:
    """Every Location in play."""
    y = top
    for row in _rows(position):
        x, high = 6.0, _high(position, row)
        for place in row:
            yield _tile(position, found, place, (x, y, _width(row, place), high))
            x += _unit(row) * _share(place)
        y += high + 8


def _tile(position: Position, found: Changes, place: Place, box: tuple[float, float, float, float]) -> str:
    """A Location: its name, the Dalek markers of the whole Location, its zones."""
    x, y, width, high = box
    wholly = width * _zones(place) - 6
    earth, name = place.location == EARTH, place_name(position, place.n)
    ground = "#dcebdf" if earth else "#eadff0" if place.location in position.box.anomaly else "#dfe6f1"
    parts = [el("rect", x=x, y=y, width=wholly, height=high, rx=9, fill=ground, stroke=DARK, stroke_width=1.6)]
    label = f"{place.n} {name}"
    room = wholly - (80 if len(place.daleks) == 1 and any(place.daleks) else 16)
    parts.append(text(cut(label, 19, room), x=x + 9, y=y + 21, font_size=19, font_weight="bold", fill=DARK))
    if len(place.daleks) == 1 and (many := sum(place.daleks)):
        parts.append(dalek(x + wholly - 62, y + 1, many, f"Dalek markers at {name}: {many}"))
    inner = (wholly - 4) / _zones(place)
    for zone in range(_zones(place)):
        parts += _zone(position, found, place, zone, (x + 2 + zone * inner, y + HEAD, inner, high - HEAD))
    return el("g", *parts, data_place=place.n)


def _zone(
    position: Position, found: Changes, place: Place, zone: int, box: tuple[float, float, float, float]
) -> list[str]:
    """A zone: name, Doctors, symbols, reward, and its Dilemma."""
    x, y, width, high = box
    cell = _cell(position, place, zone, width + 10 / _zones(place))
    parts = [el("title", plain(zone_line(position, place, zone)))]
    parts.append(
        el("rect", x=x + 2, y=y, width=width - 4, height=high - 6, rx=7, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    )
    present, right = _present(position, place, zone, (x + width - 4, y))
    parts += present
    name = {"x": x + 9, "y": y + 21, "font_size": 17, "font_weight": "bold", "fill": DARK}
    parts.append(text(cut(cell.name, 17, right - x - 14), **name))
    parts += _chips(cell.symbols, x + 8, y + 29, cell.abreast, LIGHT)
    line = y + 30 + cell.chips_high(cell.symbols)
    parts += _lines(cell.words, x + 9, line)
    line += LINE_HIGH * len(cell.words) + 4
    if cell.dilemma:
        parts += _dilemma(cell, x, line, width)
    if (place.n, zone) in found.zones:
        parts.append(ring(x + 4, y + 2, width - 8, high - 10, f"zone {place.n} {zone}"))
    return [el("g", *parts, data_zone=f"{place.n} {zone}")]


def _present(position: Position, place: Place, zone: int, at: tuple[float, float]) -> tuple[list[str], float]:
    """Daleks and Doctors of a zone, leftwards from the corner `at`, and how far the room beside them reaches."""
    (right, y), parts = at, list[str]()
    daleks = place.daleks[zone] if len(place.daleks) > 1 and zone < len(place.daleks) else 0
    if daleks:
        right -= 58
        parts.append(dalek(right, y + 2, daleks, f"Dalek markers in {in_zone(position, place.n, zone)}: {daleks}"))
    for seat in position.seats:
        if position.at.get(seat) == (place.n, zone):
            right -= 28
            parts.append(disc(paint(position, seat), right, y + 3, f"{seat_doctor(position, seat)} is here"))
    return parts, right


def _dilemma(cell: Cell, x: float, y: float, width: float) -> Iterator[str]:
    """The Dilemma of a zone, from the front or from behind."""
    none = cell.dilemma == ("no Dilemma",)
    ink = "#ffffff" if cell.back else SOFT if none else DARK
    if not none:
        box = {"x": x + 5, "y": y, "width": width - 10, "height": cell.dilemma_high, "rx": 6}
        yield el("rect", **box, fill=BACK if cell.back else FRONT, stroke=DARK, stroke_width=1)
    words: dict[str, Any] = {"x": x + 10, "font_size": 17, "fill": ink, "font_weight": None if none else "bold"}
    for at, line in enumerate(cell.dilemma):
        yield text(line, y=y + 19 + 21 * at, **words)
    y += 6 + 21 * len(cell.dilemma)
    yield from _chips(cell.dilemma_symbols, x + 8, y, cell.abreast, "#ffffff")
    yield from _lines(cell.dilemma_words, x + 9, y + cell.chips_high(cell.dilemma_symbols))


def _chips(symbols: tuple[str, ...], x: float, y: float, abreast: int, ground: str) -> Iterator[str]:
    """Symbols in lines of so many."""
    for at, name in enumerate(symbols):
        line, beside = divmod(at, abreast)
        yield chip(name, round(x + beside * CHIP, 1), round(y + 31 * line, 1), ground)


def _lines(words: tuple[str, ...], x: float, y: float) -> Iterator[str]:
    for at, line in enumerate(words):
        yield text(line, x=x, y=y + 15 + LINE_HIGH * at, font_size=SMALL, fill=DARK)
