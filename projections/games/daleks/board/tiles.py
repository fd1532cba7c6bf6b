"""Earth and the Locations in play: zones with symbols, rewards and Dilemmas, Doctors and Dalek markers."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from events.events import UNKNOWN
from projections.drawing.palette import BACK, LIGHT, LINE, SMALL, SOFT
from projections.drawing.svg import el, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.daleks.board import inks
from projections.games.daleks.board.glyphs import WHITE, at, disc, named, ring, sign, symbols as drawn_symbols
from projections.games.daleks.board.marks import Changes
from projections.games.daleks.board.phrases import (
    Lines,
    Phrase,
    Sign,
    drawn as drawn_phrases,
    in_lines,
    lines_high,
    options_phrases,
    part_phrase,
)
from projections.games.daleks.board.section import Section, drawn_once, stacked
from projections.games.daleks.board.text import zone_line
from projections.games.daleks.components.box import EARTH, Anomaly, ZoneFace
from projections.games.daleks.prose import card_text
from projections.games.daleks.rules.decks import latest_location
from projections.games.daleks.state import names
from projections.games.daleks.state.position import Place, Position, Slot, Task
from projections.wording import clean, counted, titled

HEAD: Final = 34
LINE_HIGH: Final = 40
"""The height of a Location that is folded to one line, and of each further line."""
SYMBOL: Final = 20
"""The distance between two symbols of a folded Location."""
SIDE: Final = 10
"""The space between the frame of a zone and its contents."""
STEP: Final = 29
"""The distance between two symbols."""
MOST_NAME: Final = 130
"""The width of a folded Location's name that is never cut."""
GAP: Final = 6
"""The space between two Locations."""
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
    arg: str = ""

    @property
    def high(self) -> float:
        """The height of the tile."""
        return HEAD + max(zone.high for zone in self.zones) + 8


def _widths(zones: int, slots: Sequence[Slot] = ()) -> tuple[float, ...]:
    """Return the widths of the zones of a Location. Those with an open Dilemma are wider."""
    shares = [3 if slot.open else 2 for slot in slots] or [1] * max(1, zones)
    return tuple((inks.ROOM - 8) * share / sum(shares) for share in shares)


def tile_of(position: Position, found: Changes, place: Place, lit: int = -1) -> Tile:
    """Lay out a Location in play; the zone `lit` is highlighted (-1: none)."""
    widths = _widths(len(place.slots), place.slots)
    zones = tuple(_zone(position, found, place, zone, width, lit=zone == lit) for zone, width in enumerate(widths))
    return Tile(
        names.place_name(position, place.n), zones, widths, _ground(position, place), f"place {place.n}",
        f"place-{place.n}", _daleks_of(position, place), 0 <= lit < len(zones), _title(position, place),
        f"place={place.n}",
    )  # fmt: skip


def _ground(position: Position, place: Place) -> str:
    anomaly = place.location in position.box.anomaly
    return inks.ON_EARTH if place.location == EARTH else inks.ANOMALY if anomaly else inks.AWAY


def _title(position: Position, place: Place) -> str:
    name, anomaly = names.place_name(position, place.n), position.box.anomaly.get(place.location)
    return f"{name}: {card_text.anomaly_words(anomaly)}" if anomaly else f"{name}, Location {place.n}"


def _daleks_of(position: Position, place: Place) -> Piece | None:
    """Return the Dalek markers of a whole Location; on Earth they are in its zones."""
    many = sum(place.daleks)
    if len(place.daleks) != 1 or not many:
        return None
    return _daleks(many, f"Dalek markers at {names.place_name(position, place.n)}: {many}", place.n, 0)


def drawn_tile(position: Position, location: str, number: int) -> Tile:
    """Lay out a Location that was drawn from the deck and that the player may choose."""
    printed, name = position.box.location.get(location), names.location_name(position, location)
    faces = printed.zones if printed else ()
    widths = _widths(len(faces))
    zones = tuple(
        Zone(_face(clean(face.name), face, widths[zone], ()), title=f"{clean(face.name)}: {card_text.zone_words(face)}",
             place="found", key=f"found-{number}-{zone}")
        for zone, face in enumerate(faces)
    ) or (Zone(Section(60, ()), title=name, place="found"),)  # fmt: skip
    return Tile(name, zones, widths, inks.AWAY, "found", f"found-{number}", title=f"{name}, drawn", arg=location)


def _task(position: Position, task: Task, number: int) -> Section:
    """Draw a Time Anomaly in force that is not a Location: a Task, or an Instant being carried out."""
    printed, name = position.box.anomaly.get(task.anomaly), names.anomaly_name(position, task.anomaly)
    prison = position.box.dice.get(printed.prison, 0) if printed and printed.prison else 0
    most = printed.tasks or prison if printed else 0
    done = f"{task.done} of {counted(most, 'task')} done" if most else f"{counted(task.done, 'task')} done"
    told = f": {card_text.anomaly_words(printed)}" if printed else ""
    room = inks.ROOM - 24.0
    lines = tuple(line for phrases in _task_phrases(printed) for line in in_lines(phrases, room))
    high = HEAD + lines_high(lines) + 4
    parts = [
        named(f"{name}{told}; {counted(task.done, 'task')} done"),
        el("rect", width=inks.ROOM, height=high, rx=12, fill=inks.ANOMALY, stroke=inks.RIM, stroke_width=1.4),
        text(cut(name, 19, room - wide(done, SMALL) - 8), x=12, y=24, font_size=19, font_weight="bold"),
        text(done, x=inks.ROOM - 12, y=23, text_anchor="end"),
        drawn_phrases(lines, 12, HEAD - 2),
    ]
    return Section(high, (at(inks.EDGE, 0, *parts, data_place="tasks", data_key=f"task-{number}"),))


def _task_phrases(printed: Anomaly | None) -> Iterator[tuple[Phrase, ...]]:
    if printed is None or printed.type != "task":
        head = Phrase((f"{titled(printed.type) if printed else 'Time'} anomaly:",))
        yield (head, *map(part_phrase, printed.effect if printed else ()))
        return
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
    title = _zone_title(position, place, zone)
    if anomaly:
        face = _anomaly(anomaly, room, pieces)
        return Zone(face, Section(0, ()), title, number, ringed, lit, f"place {place.n}")
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
                        data_key=f"doctor-{seat}", data_place=f"at {seat}", data_arg=seat)  # fmt: skip
            parts.append((30, marker))
    return tuple(parts)


def _daleks(count: int, words: str, number: int, zone: int) -> Piece:
    """Draw up to three Dalek markers, or for any other number one marker with the number, such as `4`."""
    shown = count if 0 < count < 4 else 1
    signs = [sign("dalek", 2 + 26 * one) for one in range(shown)]
    width = 28.0 * shown
    if shown != count:
        signs.append(text(f"×{count}", x=30, y=22, font_size=18, font_weight="bold"))
        width += 8 + wide(f"×{count}", 18)
    inner = (named(words), *signs)
    return width, el("g", *inner, data_daleks=count, data_key=f"daleks-{number}-{zone}", data_place=f"place {number}")


@lru_cache(maxsize=4096)
def _face(name: str, face: ZoneFace | None, width: float, pieces: tuple[Piece, ...]) -> Section:
    room = width - 2 * SIDE
    reward = marked(REWARD, options_phrases((face.reward,))) if face else ()
    return _rows(name, face.symbols if face else (), pieces, room, in_lines(reward, room))


def marked(sign: str, phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """Yield phrases with a sign before the first one."""
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
    parts.append(drawn_phrases(lines, SIDE, y + 3))
    return Section(y + 5 + lines_high(lines), tuple(parts))


def _bold(words: str, x: float, y: float) -> str:
    return text(words, x=x, y=y, font_size=17, font_weight="bold")


def condition(name: str) -> Piece:
    """Return the label of a condition of an Adventure, such as a Fixed Point, with its meaning as a tooltip."""
    words, told = names.CONDITIONS.get(name) or titled(name), _condition_words(name)
    width = wide(words, SMALL) + 16
    label = el("rect", width=round(width, 1), height=24, rx=12, fill=BACK)
    caption = text(words, x=8, y=17.5, font_weight="bold", fill=WHITE)
    return width, el("g", named(told), label, caption)


def _condition_words(name: str) -> str:
    words, means = names.CONDITIONS.get(name) or titled(name), card_text.CONDITION_MEANS.get(name)
    return f"{words}: {means}" if means else words


def _anomaly(anomaly: Anomaly, room: float, pieces: Sequence[Piece]) -> Section:
    label = [*marked(REWARD, options_phrases((anomaly.reward,))), *marked(FAIL, options_phrases(anomaly.fail))]
    lines = in_lines(label, room) + _in_force(anomaly, room)
    return _rows("Time Anomaly", anomaly.symbols, pieces, room, lines, anomaly.conditions)


def _in_force(anomaly: Anomaly, room: float) -> Lines:
    """Return what an anomaly in play changes for every Doctor, as lines of phrases."""
    lines: Lines = ()
    if anomaly.toll:
        lines += in_lines((Phrase(("moving", "elsewhere:")), *options_phrases(anomaly.toll)), room)
    if anomaly.rule:
        rule = card_text.RULES_IN_FORCE.get(anomaly.rule, anomaly.rule)
        lines += in_lines((Phrase(tuple(clean(rule).split()), loose=True),), room)
    return lines


def _dilemma(position: Position, slot: Slot, width: float, key: str) -> Section:
    if not slot.dilemma:
        return Section(30, (text(cut("no Dilemma", SMALL, width), x=SIDE - 4, y=20, fill=SOFT),))
    if slot.dilemma == UNKNOWN:
        box = el("rect", width=width, height=34, rx=7, fill=BACK, stroke=inks.RIM, stroke_width=1)
        words = text("Dilemma, face down", x=32, y=23, fill=WHITE)
        short = text("face down", x=32, y=23, fill=WHITE)
        label = words if wide("Dilemma, face down", SMALL) + 40 < width else short
        return Section(38, (el("g", named(_dilemma_title(position, slot)), box, sign("spiral"), label, data_key=key),))
    printed, name = position.box.dilemma.get(slot.dilemma), names.dilemma_name(position, slot.dilemma)
    room = width - 2 * SIDE + 8
    if printed is None:
        inner = _rows(name, (), (), room, ())
    else:
        lines = in_lines(marked(FAIL, options_phrases(printed.fail)), room)
        inner = _rows(name, printed.symbols, (), room, lines, printed.conditions)
    high = inner.high
    below: tuple[str, ...] = ()
    if not slot.open:
        below = (text("lies face down", x=SIDE, y=high + 14, fill=SOFT),)
        high += 22
    box = el("rect", width=width, height=high, rx=7, fill=inks.FRONT, stroke=inks.RIM, stroke_width=1,
             stroke_dasharray=None if slot.open else "6 4")  # fmt: skip
    title = named(_dilemma_title(position, slot))
    return Section(high + 4, (el("g", title, box, at(-4, 0, *inner.parts), *below, data_key=key),))


def drawn(tile: Tile) -> Section:
    """Draw a Location, a Task or a drawn Location."""
    frame = {"stroke": inks.LIT, "stroke_width": 3} if tile.lit else {"stroke": inks.RIM, "stroke_width": 1.4}
    parts = [named(tile.title), el("rect", width=inks.ROOM, height=tile.high, rx=12, fill=tile.ground, **frame)]
    room, right = inks.ROOM - 26.0, inks.ROOM - 8.0
    if tile.daleks:
        width, piece = tile.daleks
        parts.append(at(right - width, 3, piece))
        room -= width
    parts.append(text(cut(tile.name, 19, room), x=12, y=24, font_size=19, font_weight="bold"))
    left = 4.0
    for number, (zone, width) in enumerate(zip(tile.zones, tile.widths, strict=True)):
        parts.append(_zone_at(zone, left, width, tile.high - HEAD - 6, tile.arg, number))
        left += width
    return Section(tile.high, (at(inks.EDGE, 0, *parts, data_place=tile.place, data_key=tile.key,
                                  data_arg=tile.arg or None),))  # fmt: skip


def _zone_at(zone: Zone, x: float, width: float, high: float, arg: str, number: int) -> str:
    frame = {"stroke": inks.LIT, "stroke_width": 3} if zone.lit else {"stroke": LINE, "stroke_width": 1.2}
    parts = [
        named(zone.title),
        el("rect", x=2, width=round(width - 4, 1), height=round(high, 1), rx=9, fill=LIGHT, **frame),
        *zone.face.parts,
    ]
    if zone.dilemma.parts:
        parts.append(at(5, high - zone.dilemma.high - 2, *zone.dilemma.parts))
    if zone.ringed:
        parts.append(ring(5, 3, round(width - 10, 1), round(high - 6, 1), f"zone {zone.number}"))
    return at(
        x, HEAD, *parts, data_zone=zone.number or None, data_place=zone.place, data_key=zone.key or None,
        data_arg=f"{arg},zone={number}" if zone.number else None,
    )  # fmt: skip


def line_of(position: Position, found: Changes, place: Place) -> Section:
    """Draw a Location in one line: its name, its Dalek markers, and what each zone asks for.

    For an anomaly, what it changes for every Doctor is below.
    """
    zones = [_folded_zone(position, place, zone) for zone in range(max(1, len(place.slots)))]
    takes = sum(width + 4 for width, _ in zones)
    name, daleks = names.place_name(position, place.n), _daleks_of(position, place)
    room = inks.ROOM - 20 - (daleks[0] + 6 if daleks else 0)
    lines = 1 if min(wide(name, 17), MOST_NAME) + takes <= room else 2
    words = cut(name, 17, room - takes * (lines == 1))
    bottom, anomaly = LINE_HIGH * lines, position.box.anomaly.get(place.location)
    more = _in_force(anomaly, inks.ROOM - 24.0) if anomaly else ()
    high = bottom + lines_high(more) + 4 * bool(more)
    frame = {"stroke": inks.RIM, "stroke_width": 1.4}
    parts = [
        named(_title(position, place)),
        el("rect", width=inks.ROOM, height=high, rx=10, fill=_ground(position, place), **frame),
        text(words, x=12, y=26, font_size=17, font_weight="bold"),
    ]
    left = 18 + wide(words, 17)
    if daleks:
        parts.append(at(left, 5, daleks[1]))
        left += daleks[0] + 6
    x = 4.0 if lines == 2 else max(MOST_NAME + 16.0, left)
    spare = max(0.0, inks.ROOM - x - takes) / len(zones)
    x = inks.ROOM - takes - spare * len(zones)
    for zone, (width, inner) in enumerate(zones):
        frame = {"rx": 8, "fill": LIGHT, "stroke": LINE}
        box = el("rect", y=4, width=round(width + spare, 1), height=32, **frame)
        ring_ = [ring(2, 6, round(width + spare - 4, 1), 28, f"zone {place.n} {zone}")]
        title = _zone_title(position, place, zone) + (_meanings(anomaly.conditions) if anomaly else "")
        parts.append(
            at(x, bottom - LINE_HIGH, named(title), box, inner, *ring_ * ((place.n, zone) in found.zones),
               data_zone=f"{place.n} {zone}", data_place=f"place {place.n}", data_arg=f"place={place.n},zone={zone}")
        )  # fmt: skip
        x += width + spare + 4
    parts.append(drawn_phrases(more, 12, bottom))
    return Section(high, (at(inks.EDGE, 0, *parts, data_place=f"place {place.n}", data_key=f"place-{place.n}",
                             data_arg=f"place={place.n}"),))  # fmt: skip


def _zone_title(position: Position, place: Place, zone: int) -> str:
    title, anomaly = zone_line(position, place, zone), position.box.anomaly.get(place.location)
    name = names.place_name(position, place.n)
    return f"{name}: {title}; {card_text.anomaly_words(anomaly)}" if anomaly else title


def _meanings(conditions: Iterable[str]) -> str:
    """Return what the conditions of a challenge mean, if the challenge is folded and so has no labels for them."""
    return "".join(f". {_condition_words(name)}" for name in conditions)


def _folded_zone(position: Position, place: Place, zone: int) -> Piece:
    """Return what a zone asks for: its symbols, then its Dilemma: a back, or the symbols on its face."""
    anomaly, printed = position.box.anomaly.get(place.location), names.zone_face(position, place.n, zone)
    symbols = anomaly.symbols if anomaly else printed.symbols if printed else ()
    slot = place.slots[zone] if zone < len(place.slots) else Slot()
    dilemma = position.box.dilemma.get(slot.dilemma)
    known = dilemma.symbols if dilemma else ()
    x = 7.0 + SYMBOL * len(symbols)
    parts = [drawn_symbols(symbols, [(7.0 + SYMBOL * n, 11.0) for n in range(len(symbols))], 18, told=True)]
    if slot.dilemma:
        more = SYMBOL * max(1, len(known)) + 6
        fill = inks.FRONT if known else BACK
        dashes = None if slot.open or not known else "4 3"
        box = el("rect", x=x, y=7, width=more, height=26, rx=6, fill=fill, stroke=inks.RIM, stroke_dasharray=dashes)
        inner = drawn_symbols(known, [(x + 4 + SYMBOL * n, 11.0) for n in range(len(known))], 18, told=True)
        face = inner or sign("spiral", x - 4, 3)
        title = _dilemma_title(position, slot) + (_meanings(dilemma.conditions) if dilemma else "")
        parts.append(el("g", named(title), box, face, data_key=f"dilemma-{place.n}-{zone}"))
        x += more
    x += 6
    for takes, piece in _pieces(position, place, zone):
        parts.append(at(x, 5, piece))
        x += takes + 2
    return x, "".join(parts)


def _dilemma_title(position: Position, slot: Slot) -> str:
    if slot.dilemma == UNKNOWN:
        return "A Dilemma, face down"
    printed, name = position.box.dilemma.get(slot.dilemma), names.dilemma_name(position, slot.dilemma)
    return f"{'' if slot.open else 'Face down: '}{name}{f': {card_text.dilemma_words(printed)}' if printed else ''}"


def locations(position: Position, found: Changes, lit: tuple[int, int]) -> Section:
    """Draw the Locations in play: those with Doctors opened, first that of the zone `lit`, and the others folded."""
    opened = {lit[0], *(number for number, _ in position.at.values())}
    opened |= {latest_location(position)} if position.step == "enter" else set()
    cards = [place for place in position.places if place.n in opened]
    cards.sort(key=lambda place: place.n != lit[0])
    folded = [place for place in position.places if place.n not in opened]
    sections = [_location(position, found, place, lit[1] if place.n == lit[0] else -1, opened=True) for place in cards]
    return stacked([*sections, *(_location(position, found, place, -1, opened=False) for place in folded)], GAP)


def _location(position: Position, found: Changes, place: Place, lit: int, *, opened: bool) -> Section:
    here = tuple(
        (seat, names.seat_doctor(position, seat), at[1]) for seat, at in position.at.items() if at[0] == place.n
    )
    zones = frozenset(zone for zone in found.zones if zone[0] == place.n)
    shows = ("place", place, names.place_name(position, place.n), here, position.seats, zones, lit, opened)

    def draw() -> Section:
        return drawn(tile_of(position, found, place, lit)) if opened else line_of(position, found, place)

    return drawn_once(position.box, shows, draw)


def tasks(position: Position) -> Section:
    """Draw the Time Anomalies in force that are not Locations."""
    return stacked([_task(position, task, number) for number, task in enumerate(position.tasks, 1)], GAP)
