"""Earth and the Locations in play: zones with symbols, rewards and Dilemmas, Doctors and Dalek markers."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.palette import BACK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import wide, wrapped
from projections.games.daleks.board import inks
from projections.games.daleks.board.glyphs import DALEK_SIGN, WHITE, at, disc, named, ring, symbols as drawn_symbols
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.phrases import (
    Lines,
    Phrase,
    Sign,
    drawn,
    in_lines,
    lines_high,
    options_phrases,
    part_phrase,
)
from projections.games.daleks.board.section import Section
from projections.games.daleks.board.text import zone_line
from projections.games.daleks.components.box import EARTH, Anomaly, ZoneFace
from projections.games.daleks.prose import card_text
from projections.games.daleks.state import names
from projections.games.daleks.state.position import Place, Position, Slot, Task
from projections.wording import clean, counted, titled

ACROSS: Final = 6
"""The most zones of Locations side by side in a row of the board."""
WIDEST: Final = 250.0
HEAD: Final = 34
SIDE: Final = 10
"""The space between the frame of a zone and its contents."""
STEP: Final = 29
"""The distance between two symbols."""
REWARD: Final = "★"
FAIL: Final = "✗"
Piece = tuple[float, str]
"""A piece in a zone: its width and markup."""


class Zone(NamedTuple):
    """A zone ready to be drawn: its printed face and its Dilemma, each drawn from y = 0 downward."""

    face: Section
    dilemma: Section = Section(0, ())
    title: str = ""
    number: str = ""
    ringed: bool = False
    lit: bool = False
    place: str = ""
    key: str = ""

    @property
    def high(self) -> float:
        """The least height of the zone."""
        return self.face.high + self.dilemma.high + 8


class Tile(NamedTuple):
    """A Location ready to be drawn: its zones side by side, and their widths."""

    name: str
    zones: tuple[Zone, ...]
    widths: tuple[float, ...]
    ground: str
    place: str
    key: str
    daleks: Piece | None = None
    lit: bool = False
    title: str = ""

    @property
    def wide(self) -> float:
        """The width of the tile."""
        return sum(self.widths) + 8

    @property
    def high(self) -> float:
        """The least height of the tile."""
        return HEAD + max(zone.high for zone in self.zones) + 8


def shares(place: Place) -> int:
    """Return a Location's width as a number of zones; an anomaly, with one zone of double width, counts as two."""
    return max(2, len(place.slots))


def tile_of(position: Position, found: Changes, place: Place, width: float, lit: int = -1) -> Tile:
    """Lay out a Location in play with zones of about this width; the highlighted zone `lit` (-1: none) is wider."""
    many = max(1, len(place.slots))
    whole = width * shares(place) - 14
    more = 30.0 if many > 1 and 0 <= lit < many else 0.0
    each = (whole - more) / many
    widths = tuple(each + more * (zone == lit) for zone in range(many))
    zones = tuple(_zone(position, found, place, zone, widths[zone], lit=zone == lit) for zone in range(many))
    anomaly = position.box.anomaly.get(place.location)
    ground = inks.ON_EARTH if place.location == EARTH else inks.ANOMALY if anomaly else inks.AWAY
    name, many_daleks = names.place_name(position, place.n), sum(place.daleks)
    one_row = len(place.daleks) == 1 and many_daleks
    daleks = _daleks(many_daleks, f"Dalek markers at {name}: {many_daleks}", place.n, 0) if one_row else None
    title = f"{name}: {card_text.anomaly_words(anomaly)}" if anomaly else f"{name}, Location {place.n}"
    return Tile(
        name, zones, widths, ground, f"place {place.n}", f"place-{place.n}", daleks, 0 <= lit < many, title
    )  # fmt: skip


def drawn_tile(position: Position, location: str, number: int, width: float) -> Tile:
    """Lay out a Location that was drawn from the deck and that the player may choose."""
    printed, name = position.box.location.get(location), names.location_name(position, location)
    faces = printed.zones if printed else ()
    zones = tuple(
        Zone(_face(clean(face.name), face, width - 7, ()), title=f"{clean(face.name)}: {card_text.zone_words(face)}",
             place="found", key=f"found-{number}-{zone}")
        for zone, face in enumerate(faces)
    ) or (Zone(Section(60, ()), title=name, place="found"),)  # fmt: skip
    widths = (width - 7,) * len(zones)
    return Tile(name, zones, widths, inks.AWAY, "found", f"found-{number}", title=f"{name}, drawn")


def task_tile(position: Position, task: Task, number: int, width: float) -> Tile:
    """Lay out a Time Anomaly in force that is not a Location: a Task, or an Instant being carried out."""
    printed, name = position.box.anomaly.get(task.anomaly), names.anomaly_name(position, task.anomaly)
    lines = tuple(
        line for phrases in _task(position, task, printed) for line in in_lines(phrases, width - 8 - 2 * SIDE)
    )
    words = f": {card_text.anomaly_words(printed)}" if printed else ""
    title = f"{name}{words}; {counted(task.done, 'task')} done"
    zone = Zone(Section(6.0 + lines_high(lines), (drawn(lines, SIDE, 4),)), title=title, place="tasks")
    return Tile(name, (zone,), (width - 8,), inks.ANOMALY, "tasks", f"task-{number}", title=title)


def _task(position: Position, task: Task, printed: Anomaly | None) -> Iterator[tuple[Phrase, ...]]:
    if printed is None or printed.type != "task":
        head = Phrase((f"{titled(printed.type) if printed else 'Time'} anomaly:",))
        yield (head, *map(part_phrase, printed.effect if printed else ()))
        return
    tasks = printed.tasks or (position.box.dice.get(printed.prison, 0) if printed.prison else 0)
    done = f"{task.done} of {counted(tasks, 'task')} done" if tasks else f"{counted(task.done, 'task')} done"
    yield (Phrase(("Task", "anomaly:", *done.split()), loose=True),)
    if printed.prison:
        words = ("dice", "lie", "here", "and", "come", "back", "one", "by", "one")
        yield (Phrase(("the", Sign("die", printed.prison), *words), loose=True),)
    if printed.rule:
        yield (Phrase(tuple(card_text.RULES_IN_FORCE.get(printed.rule, printed.rule).split()), loose=True),)
    signs: list[str | Sign] = []
    for one in printed.wanted:
        signs += [*["or"] * bool(signs), Sign("symbol", one)]
    if signs:
        yield (Phrase(("each", "success", "against", *signs, "does", "one"), loose=True),)


def _zone(position: Position, found: Changes, place: Place, zone: int, width: float, *, lit: bool) -> Zone:
    anomaly = position.box.anomaly.get(place.location)
    pieces = _pieces(position, place, zone)
    room = width - 2 * SIDE
    number, ringed = f"{place.n} {zone}", (place.n, zone) in found.zones
    title = zone_line(position, place, zone)
    if anomaly:
        face = _anomaly(anomaly, room, pieces)
        words = f"{title}; {card_text.anomaly_words(anomaly)}"
        return Zone(face, Section(0, ()), words, number, ringed, lit, f"place {place.n}")
    printed = names.zone_face(position, place.n, zone)
    slot = place.slots[zone] if zone < len(place.slots) else Slot()
    return Zone(
        _face(names.zone_name(position, place.n, zone), printed, width, pieces),
        _dilemma(position, slot, width - 10, f"dilemma-{place.n}-{zone}") if place.slots else Section(0, ()),
        title, number, ringed, lit, f"place {place.n}",
    )  # fmt: skip


def _pieces(position: Position, place: Place, zone: int) -> tuple[Piece, ...]:
    """Return the drawn Dalek markers (on Earth) and Doctors of a zone."""
    parts: list[Piece] = []
    daleks = place.daleks[zone] if len(place.daleks) > 1 and zone < len(place.daleks) else 0
    if daleks:
        words = f"Dalek markers in {names.in_zone(position, place.n, zone)}: {daleks}"
        parts.append(_daleks(daleks, words, place.n, zone))
    for seat in position.seats:
        if position.at.get(seat) == (place.n, zone):
            words = f"{names.seat_doctor(position, seat)} is here"
            marker = el("g", named(words), disc(inks.paint(position, seat)), data_doctor=words,
                        data_key=f"doctor-{seat}", data_place=f"at {seat}")  # fmt: skip
            parts.append((30, marker))
    return tuple(parts)


def _daleks(count: int, words: str, number: int, zone: int) -> Piece:
    """Draw up to three Dalek markers, or for any other number one marker with the number, such as `4`."""
    shown = count if 0 < count < 4 else 1
    signs = [at(2 + 26 * one, 0, DALEK_SIGN) for one in range(shown)]
    width = 28.0 * shown
    if shown != count:
        signs.append(text(f"×{count}", x=30, y=22, font_size=18, font_weight="bold"))
        width += 8 + wide(f"×{count}", 18)
    inner = (named(words), *signs)
    return width, el("g", *inner, data_daleks=count, data_key=f"daleks-{number}-{zone}", data_place=f"place {number}")


@lru_cache(maxsize=4096)
def _face(name: str, face: ZoneFace | None, width: float, pieces: tuple[Piece, ...]) -> Section:
    room = width - 2 * SIDE
    reward = _marked(REWARD, options_phrases((face.reward,))) if face else ()
    return _rows(name, face.symbols if face else (), pieces, room, in_lines(reward, room))


def _marked(sign: str, phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    first, *rest = [*phrases, Phrase(())]
    yield first._replace(bits=(sign, *first.bits))
    yield from rest[:-1]


def _rows(
    name: str, symbols: Sequence[str], pieces: Sequence[Piece], room: float, lines: Lines, under: Sequence[str] = ()
) -> Section:
    """Lay out a name, symbols (beside it if they fit, else below it), pieces, conditions (`under`) and lines."""
    caption = wrapped(name, 17, room, 3)
    parts = [_bold(line, SIDE, 23 + 20 * number) for number, line in enumerate(caption)]
    y = 12.0 + 20 * len(caption)
    abreast = max(1, int(room // STEP))
    takes = sum(width for width, _ in pieces)
    last = 0.0
    if not pieces and len(caption) < 2 and wide(name, 17) + 8 + STEP * len(symbols) <= room:
        start = SIDE + room - STEP * len(symbols)
        places = [(round(start + STEP * n, 1), 3.0) for n in range(len(symbols))]
        y += 2
    else:
        places = [(SIDE + n % abreast * STEP, y + 1 + STEP * (n // abreast)) for n in range(len(symbols))]
        full = -(-len(symbols) // abreast)
        last = (len(symbols) - (full - 1) * abreast) * STEP if symbols else 0.0
        full += bool(pieces and last + takes + 4 > room)
        y += STEP * max(full, bool(pieces))
    parts.append(drawn_symbols(symbols, places, 26, told=True))
    right = SIDE + room
    for width, piece in pieces:
        right -= width
        parts.append(at(round(right, 1), y - 28, piece))
    left = SIDE + last + 4 if last and len(symbols) <= abreast and not pieces else float(SIDE)
    for name_ in under:
        width, label = condition(name_)
        beside = left > SIDE and left + width <= room + SIDE
        left = left if beside else SIDE
        parts.append(at(round(left, 1), round(y - STEP + 2 if beside else y + 2, 1), label))
        left, y = (left + width + 4, y) if beside else (float(SIDE), y + 28)
    parts.append(drawn(lines, SIDE, y + 3))
    return Section(y + 5 + lines_high(lines), tuple(parts))


def _bold(words: str, x: float, y: float) -> str:
    return text(words, x=x, y=y, font_size=17, font_weight="bold")


def condition(name: str) -> Piece:
    """Return the label of a condition of an Adventure, such as a Fixed Point, with its meaning as a tooltip."""
    words = names.CONDITIONS.get(name) or titled(name)
    means = card_text.CONDITION_MEANS.get(name)
    width = wide(words, SMALL) + 16
    label = el("rect", width=round(width, 1), height=24, rx=12, fill=BACK)
    caption = text(words, x=8, y=17.5, font_weight="bold", fill=WHITE)
    return width, el("g", named(f"{words}: {means}" if means else words), label, caption)


def _anomaly(anomaly: Anomaly, room: float, pieces: Sequence[Piece]) -> Section:
    label = [*_marked(REWARD, options_phrases((anomaly.reward,))), *_marked(FAIL, options_phrases(anomaly.fail))]
    lines = in_lines(label, room)
    if anomaly.toll:
        toll = (Phrase(("moving", "elsewhere:")), *options_phrases(anomaly.toll))
        lines += in_lines(toll, room)
    if anomaly.rule:
        rule = card_text.RULES_IN_FORCE.get(anomaly.rule, anomaly.rule)
        lines += in_lines((Phrase(tuple(clean(rule).split()), loose=True),), room)
    return _rows("Time Anomaly", anomaly.symbols, pieces, room, lines, anomaly.conditions)


def _dilemma(position: Position, slot: Slot, width: float, key: str) -> Section:
    if not slot.dilemma:
        return Section(30, (text("no Dilemma", x=SIDE - 4, y=20, fill=SOFT),))
    if slot.dilemma == UNKNOWN:
        box = el("rect", width=width, height=34, rx=7, fill=BACK, stroke=inks.RIM, stroke_width=1)
        spiral = el("path", d="M8 17a9 9 0 0 1 18 0a6 6 0 0 1-12 0a3 3 0 0 1 6 0", fill="none", stroke=inks.GOLD,
                    stroke_width=1.6)  # fmt: skip
        words = text("Dilemma, face down", x=32, y=23, fill=WHITE)
        short = text("face down", x=32, y=23, fill=WHITE)
        label = words if wide("Dilemma, face down", SMALL) + 40 < width else short
        return Section(38, (el("g", named("A Dilemma, face down"), box, spiral, label, data_key=key),))
    printed, name = position.box.dilemma.get(slot.dilemma), names.dilemma_name(position, slot.dilemma)
    room = width - 2 * SIDE + 8
    if printed is None:
        inner = _rows(name, (), (), room, ())
        words = name
    else:
        lines = in_lines(_marked(FAIL, options_phrases(printed.fail)), room)
        inner = _rows(name, printed.symbols, (), room, lines, printed.conditions)
        words = f"{name}: {card_text.dilemma_words(printed)}"
    high = inner.high
    below: tuple[str, ...] = ()
    if not slot.open:
        below = (text("lies face down", x=SIDE, y=high + 14, fill=SOFT),)
        high += 22
    box = el("rect", width=width, height=high, rx=7, fill=inks.FRONT, stroke=inks.RIM, stroke_width=1,
             stroke_dasharray=None if slot.open else "6 4")  # fmt: skip
    closed = "" if slot.open else "Face down: "
    return Section(high + 4, (el("g", named(f"{closed}{words}"), box, at(-4, 0, *inner.parts), *below, data_key=key),))


def drawn_at(tile: Tile, x: float, y: float, high: float) -> str:
    """Draw a tile at (x, y) with the height of its row."""
    wide_ = tile.wide
    frame = {"stroke": inks.LIT, "stroke_width": 3} if tile.lit else {"stroke": inks.RIM, "stroke_width": 1.4}
    parts = [named(tile.title), el("rect", width=round(wide_, 1), height=high, rx=12, fill=tile.ground, **frame)]
    room, right = wide_ - 26, wide_ - 8
    if tile.daleks:
        width, piece = tile.daleks
        parts.append(at(round(right - width, 1), 3, piece))
        room -= width
    size = 19 if wide(tile.name, 19) <= room else 16
    name = wrapped(tile.name, size, room, 2)
    for number, line in enumerate(name):
        y_line = 23 + 17 * number - 6 * (len(name) > 1)
        parts.append(text(line, x=12, y=y_line, font_size=size, font_weight="bold"))
    left = 4.0
    for zone, width in zip(tile.zones, tile.widths, strict=True):
        parts.append(_zone_at(zone, left, width, high - HEAD - 6))
        left += width
    return at(round(x, 1), round(y, 1), *parts, data_place=tile.place, data_key=tile.key)


def _zone_at(zone: Zone, x: float, width: float, high: float) -> str:
    frame = {"stroke": inks.LIT, "stroke_width": 3} if zone.lit else {"stroke": LINE, "stroke_width": 1.2}
    parts = [
        named(zone.title),
        el("rect", x=2, width=round(width - 4, 1), height=round(high, 1), rx=9, fill=LIGHT, **frame),
        *zone.face.parts,
    ]
    if zone.dilemma.parts:
        parts.append(at(5, round(high - zone.dilemma.high - 2, 1), *zone.dilemma.parts))
    if zone.ringed:
        parts.append(ring(5, 3, round(width - 10, 1), round(high - 6, 1), f"zone {zone.number}"))
    return at(
        round(x, 1), HEAD, *parts, data_zone=zone.number or None, data_place=zone.place, data_key=zone.key or None
    )


def in_order(position: Position, lit: tuple[int, int]) -> list[Place]:
    """Return the Locations in play without the Location of the zone `lit`: Earth first, the others by number."""
    return sorted((place for place in position.places if place.n != lit[0]), key=lambda place: place.location != EARTH)


def tile_rows(position: Position, found: Changes, places: Sequence[Place]) -> list[list[Tile]]:
    """Return the Locations laid out row by row, each as wide as there is room."""
    rows: list[list[Place]] = [[]]
    for place in places:
        taken = sum(map(shares, rows[-1]))
        if taken and taken + shares(place) > ACROSS:
            rows.append([])
        rows[-1].append(place)
    made = []
    for row in rows:
        width = min(WIDEST, (inks.WIDTH - 2 * inks.EDGE + 6) / max(1, sum(map(shares, row))))
        made.append([tile_of(position, found, place, width) for place in row])
    return [row for row in made if row]
