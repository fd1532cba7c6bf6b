"""Draw a card: as a tile with frame, small picture, name, values and effect, as a strip, or as a chip with its name.

The small picture of a Standing card is upright and that of a Sided one is turned. The frame has the words for zone,
kind and state. Text is shortened only if it does not fit in small letters or as a sign.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Any, Final

from events.events import tag_of
from projections.drawing.palette import ATTACK, BLACK, CHANGE, DARK, LIGHT, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.ccg.board import frames, layout
from projections.games.ccg.board.appearance import Shown, Tag, Value
from projections.games.ccg.board.glyphs import glyph
from projections.games.ccg.board.inks import ARTS, FRAMES, NEW, WHITE
from projections.games.ccg.events.moves import StandCards

PLAIN: Final = 0.93
"""Width of plain letters as a share of the bold ones that `wide` measures."""
LINE: Final = 17
SQUEEZE: Final = 1.32
"""Words up to this multiple of the available width are condensed to fit. Longer words are cut."""
PAD: Final = 8
"""Space between the frame or picture of a tile and its words."""
VALUES: Final = 230
"""Width of the values of a lone tile."""
CHIP: Final = 29
"""The x position of the name on a chip."""
BIG: Final = 23
"""Size of the digits of a value."""
CARDS: Final[Mapping[str, Any]] = {"font_size": SMALL, "fill": DARK}
"""Default SVG attributes of words on cards, set on the SVG groups that contain cards."""


@lru_cache(maxsize=4096)
def card_face(seen: Shown, spot: layout.Spot) -> str:
    """Return the SVG of a card in play at its place in its zone."""
    across, high = spot.across, spot.high
    if seen.key == "episode" and spot.row < 0:
        face = _strip(seen, across, high)
    else:
        face = _chip(seen, across, high) if high == layout.STRIP else _tile(seen, across, high)
    ring = {"width": across, "height": high, "rx": 7, "fill": "none"}
    parts = [el("title", plain(seen.words)), face]
    if seen.main:
        parts += [el("rect", **ring, stroke=WHITE, stroke_width=6), el("rect", **ring, stroke=ATTACK, stroke_width=3.6)]
    elif seen.aimed:
        parts.append(el("rect", **ring, stroke=WHITE, stroke_width=5))
        parts.append(el("rect", **ring, stroke=BLACK, stroke_width=2.6, stroke_dasharray="9 5"))
    return el(
        "g", *parts, transform=f"translate({spot.x:g} {spot.y:g})", data_card=seen.n, data_key=f"card-{seen.n}",
        data_place=f"card {seen.n}", data_arg=_arguments(seen), data_episode=seen.n if spot.row < 0 else None,
    )  # fmt: skip


def _arguments(seen: Shown) -> str:
    """Return the fields of moves that can name a card in play with its number, and the move that Stands it if Sided."""
    fields = ["card", "targets", "paid"]
    if seen.key == "episode":
        fields[0] = "episode"
    elif seen.values or not seen.key:
        fields += ["attacker", "defender", "target", "sided"]
    stands = [tag_of(StandCards)] if seen.sided else []
    return " ".join([*(f"{field}={seen.n}" for field in fields), *stands])


def _ring(seen: Shown, across: float, high: float) -> str:
    ring = {"x": -4.5, "y": -4.5, "width": across + 9, "height": high + 9, "rx": 11, "fill": "none"}
    casing = el("rect", **ring, stroke=WHITE, stroke_width=5)
    return casing + el("rect", **ring, stroke=CHANGE, stroke_width=3, data_ring=seen.n)


def small(key: str, signs: Sequence[str], x: float, y: float, high: float, *, turned: bool = False) -> str:
    """Return the SVG of a small card in the colours of `key`, upright or turned, with level signs in its middle."""
    short = round(high * frames.SHORT)
    across, high = (high, short) if turned else (short, high)
    name = f"#ccg-small-{key or 'unknown'}-{across:g}-{high:g}"
    parts = [el("use", href=name, x=x, y=y)]
    longer = max(across, high) - 12
    size = round(min(min(across, high) - 14, (longer - 3 * (len(signs) - 1)) / len(signs)), 1)
    step = size + 3
    left, top = x + across / 2 - size / 2, y + high / 2 - size / 2
    for at, sign in enumerate(signs):
        off = step * (at - (len(signs) - 1) / 2)
        parts.append(glyph(sign, left + off * turned, top + off * (not turned), size, ARTS[key].ink))
    return "".join(parts)


def _tile(seen: Shown, across: float, high: float) -> str:
    name = f"#ccg-frame-{seen.key or 'unknown'}-{across:g}-{high:g}{'-sided' * seen.sided}{'-out' * seen.out}"
    lone = high == layout.LONE
    picture = 40 if lone else 58
    short = round(picture * frames.SHORT)
    body = high - frames.BAND - frames.RIM
    x = PAD + (picture if seen.sided else short) + PAD
    y = frames.BAND + (body - (short if seen.sided else picture)) / 2
    return "".join((
        *([_ring(seen, across, high)] if seen.changed else []),
        el("use", href=name),
        *_band(seen, across, lone=lone),
        small(seen.key, seen.emblems, PAD, round(y, 1), picture, turned=seen.sided),
        *(_lone_words(seen, x, across) if lone else _words(seen, x, across)),
    ))  # fmt: skip


def _band(seen: Shown, across: float, *, lone: bool) -> Iterator[str]:
    """Yield the SVG of the words on a tile's frame: zone and kind, and the state in words or as signs."""
    ink, room = FRAMES[seen.key].ink, across - 2 * PAD
    said = " · ".join(tag.words for tag in seen.tags)
    taken = wide(said, SMALL) + LINE if said else 0
    signs = said != "" and PLAIN * wide(seen.kinds[-1], SMALL) > room - taken
    taken = LINE * len(seen.tags) + 4 if signs else taken
    fitting = [words for words in seen.kinds if PLAIN * wide(words, SMALL) <= room - taken]
    kind = fitting[0] if fitting else cut(seen.kinds[-1], SMALL, room - taken)
    middle = min(across / 2, across - PAD - taken - PLAIN * wide(kind, SMALL) / 2)
    place = {"x": round(middle, 1), "text_anchor": "middle"} if lone else {"x": PAD}
    yield text(kind, y=16, fill=ink, **place)
    if signs:
        yield from _signs(seen.tags, across - PAD, 3, ink)
    elif said:
        yield text(said, x=across - PAD, y=16, text_anchor="end", font_weight="bold", fill=ink)


def _signs(tags: Sequence[Tag], right: float, top: float, ink: str) -> Iterator[str]:
    left = right - LINE * len(tags)
    return (glyph(tag.sign, left + LINE * at + 2, top, 15, ink) for at, tag in enumerate(tags))


def _name(seen: Shown, room: float, largest: int, most: int) -> tuple[tuple[str, ...], int]:
    """Return the lines of a card's name, and the largest size of letters that fits the name in one line."""
    name = f"{seen.name} {seen.number}".strip()
    for size in range(largest, SMALL - 1, -1):
        if wide(name, size) <= room:
            return (name,), size
    lines = wrapped(name, SMALL, room, 9)
    if len(lines) <= most:
        return lines, SMALL
    lines = wrapped(name, SMALL, room * SQUEEZE, 9)
    if len(lines) <= most:
        return lines, SMALL
    room *= SQUEEZE if most == 1 else 1
    *kept, last = wrapped(seen.name, SMALL, room, most)
    return (*kept, f"{cut(last, SMALL, room - wide(f' {seen.number}', SMALL))} {seen.number}".strip()), SMALL


def _condensed(words: str, size: float, room: float) -> dict[str, Any]:
    """Return the SVG attributes that condense words to fit the room."""
    return {} if wide(words, size) <= room else {"textLength": round(room - 3, 1), "lengthAdjust": "spacingAndGlyphs"}


def _named(lines: Sequence[str], size: int, room: float, **place: Any) -> Iterator[str]:
    style = {"font_weight": "bold"} | ({"font_size": size} if size != SMALL else {})
    for at, line in enumerate(lines):
        yield text(line, **{**place, "y": place["y"] + LINE * at}, **style, **_condensed(line, size, room))


def _words(seen: Shown, x: float, across: float) -> Iterator[str]:
    """Yield the SVG of name, values and effect of a tile of half the width."""
    room = across - frames.RIM - 4 - x
    name, size = _name(seen, room, 19, 2)
    tall = LINE * (len(name) - 1)
    left = 3 - len(name) - bool(seen.values)
    does = wrapped(seen.does, SMALL, room / PLAIN, left) if left > 0 else ()
    y = 40 if tall or does else 46
    yield from _named(name, size, room, x=x, y=y - 2 * bool(tall))
    if seen.values:
        y += tall + (23 if tall or does else 29)
        yield from _values(seen, x, y, room)
    else:
        y += tall
    for at, line in enumerate(does):
        yield text(line, x=x, y=y + 20 + 18 * at, fill=SOFT)


def _lone_words(seen: Shown, x: float, across: float) -> Iterator[str]:
    """Yield the SVG of name, effect and values of a tile of the whole width."""
    right = across - frames.RIM - PAD - (VALUES if seen.values else 0)
    room = right - x
    name, size = _name(seen, room, 20, 1)
    does = wrapped(seen.does, SMALL, room / PLAIN, 1)
    yield from _named(name, size, room, x=x, y=39 if does else 49)
    if seen.values:
        yield from _values(seen, right + PAD, 51, VALUES)
    yield from (text(line, x=x, y=57, fill=SOFT) for line in does)


def _values(seen: Shown, x: float, y: float, room: float) -> Iterator[str]:
    step = int(room / 3)
    yield el("use", href=f"#ccg-values-{step}", x=x, y=y - frames.SIGN)
    style = {"font_size": BIG, "font_weight": "bold"}
    parts = []
    for at, one in enumerate(seen.values):
        left = x + step * at + frames.SIGN + 2
        if one.now == one.printed:
            parts.append(_number(one, left, y, step - frames.SIGN - 4))
        else:
            parts.append(_changed(seen.n, one, left, y, step - frames.SIGN - 4))
    yield el("g", *parts, **style, data_values=seen.n or None)


def _number(one: Value, x: float, y: float, room: float, **style: Any) -> str:
    words = str(one.now)
    size = next((size for size in (BIG, 20, 18) if wide(words, size) <= room), SMALL)
    sized = {"font_size": size} if size != BIG else {}
    return text(words, x=x, y=y, **sized, **style, **_condensed(words, size, room))


def _changed(number: int, one: Value, x: float, y: float, room: float) -> str:
    """Return the SVG of a changed value: the number, the printed number, and an arrow up or down."""
    printed = str(one.printed)
    tail = wide(printed, SMALL) + 12
    broad = min(wide(str(one.now), BIG), room - tail)
    return el(
        "g",
        el("title", one.words),
        _number(one, x, y, room - tail, fill=NEW),
        text(printed, x=round(x + broad + 2, 1), y=y, font_size=SMALL, font_weight="normal", fill=SOFT),
        glyph("up" if one.now > one.printed else "down", x + broad + 2 + wide(printed, SMALL), y - 11, 10, NEW),
        data_place=f"#{number} {one.name}",
    )  # fmt: skip


def _numbers(seen: Shown) -> str:
    return "/".join(str(one.now) for one in seen.values)


def chip_width(seen: Shown) -> float:
    """Return the least width of a card as a chip."""
    values = wide(_numbers(seen), SMALL) + PAD if seen.values else 0
    return min(layout.FULL, ceil(wide(f"{seen.name} {seen.number}".strip(), SMALL) + CHIP + PAD + values))


def chip(seen: Shown, across: float, high: float) -> str:
    """Return the SVG of a card of which only the name and the values are drawn."""
    edge, name, numbers = FRAMES[seen.key], f"{seen.name} {seen.number}".strip(), _numbers(seen)
    room = across - CHIP - PAD - (wide(numbers, SMALL) + PAD if numbers else 0)
    style = {"y": high / 2 + 5.5, "font_weight": "bold", "fill": edge.ink}
    return "".join((
        el("rect", width=across, height=high, rx=7, fill=edge.fill, stroke=BLACK, stroke_width=1.2),
        glyph(seen.emblems[0], 8, high / 2 - 8, 16, edge.ink),
        text(cut(name, SMALL, room), x=CHIP, **style),
        text(numbers, x=across - PAD, text_anchor="end", **style) if numbers else "",
    ))  # fmt: skip


def _chip(seen: Shown, across: float, high: float) -> str:
    return (_ring(seen, across, high) if seen.changed else "") + chip(seen, across, high)


def _strip(seen: Shown, across: float, high: float) -> str:
    """Return the SVG of an Episode on the Solver's side: its sign, name, tags and solve number."""
    edge, ink = FRAMES[seen.key], FRAMES[seen.key].ink
    y = high / 2 + 5.5
    parts = [_ring(seen, across, high)] if seen.changed else []
    box = {"width": across, "height": high, "rx": 6}
    parts.append(el("rect", **box, fill=edge.fill, stroke=BLACK, stroke_width=1.2))
    parts.append(glyph("episode", 8, high / 2 - 9, 18, ink))
    number = f"solve {seen.solve}"
    tail = wide(number, SMALL) + 18
    said = " · ".join(tag.words for tag in seen.tags)
    label = PLAIN * wide(said, SMALL) + 14 if said else 0
    room = across - 40 - tail
    if label and wide(f"{seen.name} {seen.number}".strip(), SMALL) > room - label:
        label = LINE * len(seen.tags) + 6
        parts += _signs(seen.tags, across - tail - 4, high / 2 - 8, ink)
    elif label:
        parts.append(text(said, x=round(across - tail - 8, 1), y=y, text_anchor="end", fill=ink))
    name, size = _name(seen, room - label, SMALL, 1)
    parts += _named(name, size, room - label, x=34, y=y, fill=ink)
    left = round(across - tail - 1, 1)
    parts.append(el("rect", x=left, y=4, width=round(tail - 3, 1), height=high - 8, rx=4, fill=LIGHT))
    parts.append(text(number, x=round(across - 12, 1), y=y, text_anchor="end", font_weight="bold"))
    return "".join(parts)
