"""Draw a card: frame with zone and kind, name, picture, values and state.

A Standing card is upright and a Sided one is turned, but its words are always level. Words and picture grow with the
card. Text is shortened only if it does not fit in small letters or as a sign.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from projections.drawing.palette import ATTACK, BLACK, CHANGE, DARK, LIGHT, SMALL, SOFT
from projections.drawing.svg import el, plain, text
from projections.drawing.text_width import cut, wide, wrapped
from projections.games.ccg.board import appearance, frames, layout
from projections.games.ccg.board.glyphs import glyph
from projections.games.ccg.board.inks import ARTS, FRAMES, NEW, SUPPORT, VALUE_INKS, WHITE

PLAIN: Final = 0.93
"""Width of plain letters as a share of the bold ones that `wide` measures."""
LINE: Final = 17
ART: Final = 22
"""Minimum height of a picture."""
CLEAR: Final = 3
"""Space in pixels that a condensed word leaves before the frame."""
SQUEEZE: Final = 1.32
"""Words up to this multiple of the available width are condensed to fit. Longer words are broken into lines."""
CARDS: Final[Mapping[str, Any]] = {"font_size": SMALL, "text_anchor": "middle", "fill": DARK}
"""Default SVG attributes of words on cards, set on the SVG groups that contain cards."""


def card_face(spot: layout.Spot, seen: appearance.Shown) -> str:
    """Return the SVG of a card in play at its place on the board."""
    return _placed(seen, *spot.box, strip=spot.episode)


@lru_cache(maxsize=4096)
def _placed(seen: appearance.Shown, x: float, y: float, across: float, high: float, *, strip: bool) -> str:
    return el(
        "g", _strip(seen, across, high) if strip else _face(seen, across, high),
        transform=f"translate({round(x, 1):g} {round(y, 1):g})", data_card=seen.n, data_key=f"card-{seen.n}",
        data_place=f"card {seen.n}", data_episode=seen.n if strip else None,
    )  # fmt: skip


def _face(seen: appearance.Shown, across: float, high: float) -> str:
    box = {"width": across, "height": high, "rx": 7}
    parts = [el("title", plain(seen.words)), *([_ring(seen, across, high)] if seen.changed else [])]
    parts.append(frame_and_words(seen, across, high))
    if seen.main:
        parts.append(el("rect", **box, fill="none", stroke=WHITE, stroke_width=6))
        parts.append(el("rect", **box, fill="none", stroke=ATTACK, stroke_width=3.6))
    elif seen.aimed:
        parts.append(el("rect", **box, fill="none", stroke=WHITE, stroke_width=5))
        parts.append(el("rect", **box, fill="none", stroke=BLACK, stroke_width=2.6, stroke_dasharray="9 5"))
    return "".join(parts)


def _ring(seen: appearance.Shown, across: float, high: float) -> str:
    ring = {"x": -4.5, "y": -4.5, "width": across + 9, "height": high + 9, "rx": 11, "fill": "none"}
    casing = el("rect", **ring, stroke=WHITE, stroke_width=5)
    return casing + el("rect", **ring, stroke=CHANGE, stroke_width=3, data_ring=seen.n)


def frame_and_words(seen: appearance.Shown, across: float, high: float) -> str:
    """Return the SVG of a card's frame and of everything inside the frame."""
    band = frames.band_high(across, high)
    left, top, right, floor = frames.inner(across, high, sided=seen.sided)
    body = _Body(seen, right - left, floor - top, max(across, high))
    name = f"#ccg-frame-{seen.key or 'unknown'}-{across:g}-{high:g}{'-sided' * seen.sided}{'-out' * seen.out}"
    band_words = _band(seen, across, high, band, signs=body.on_band)
    return "".join((el("use", href=name), band_words, *body.drawn(left, top)))


def _band(seen: appearance.Shown, across: float, high: float, band: float, *, signs: bool) -> str:
    """Return the SVG of the words on the frame, at the top of a Standing card or the right of a Sided one.

    If the face has no room for the signs of the card's state, the signs replace the longer words on the frame.
    """
    room = (high if seen.sided else across) - 6
    size = SMALL + (2 if room > 120 else 0)
    taken = (LINE * len(seen.tags) + 4) if signs else 0
    fitting = [words for words in seen.kinds if PLAIN * wide(words, size) <= room - taken]
    words = fitting[0] if fitting else cut(seen.kinds[-1], size, room - taken)
    style: dict[str, Any] = {"fill": FRAMES[seen.key].ink} | ({"font_size": size} if size != SMALL else {})
    turn = f"translate({across - band:g} 0)rotate(90)translate(0 {-band:g})" if seen.sided else None
    found = []
    if not signs:
        found.append(text(words, x=room / 2 + 3, y=band - 5, **style))
    else:
        found.append(text(words, x=5, y=band - 5, text_anchor="start", **style))
        found += [
            glyph(tag.sign, room + 3 - LINE * (len(seen.tags) - at), 2.5, 14, FRAMES[seen.key].ink)
            for at, tag in enumerate(seen.tags)
        ]
    return el("g", *found, transform=turn) if turn else "".join(found)


def _whole(name: str, lines: tuple[str, ...]) -> bool:
    """Return whether no word of a name had to be hyphenated to break the name into these lines."""
    return "".join(lines).replace(" ", "") == name.replace(" ", "")


def _within(words: str, size: float, room: float) -> dict[str, Any]:
    """Return the SVG attributes that condense words to fit the room."""
    if wide(words, size) <= room:
        return {}
    return {"textLength": round(room - CLEAR, 1), "lengthAdjust": "spacingAndGlyphs"}


class _Body:
    """The contents of a card's frame: layout and drawing."""

    def __init__(self, seen: appearance.Shown, across: float, high: float, size: float) -> None:
        self.seen, self.across, self.high = seen, across, high
        large, middle = size >= frames.LARGE, size >= frames.MIDDLE
        self.number = 26 if large else 23 if middle else 20
        self.name, self.named = self._name(19 if large else 17 if middle else SMALL)
        self.foot = self._foot()
        room = self.high - 4 - (len(self.name) * (self.named + 1) + 2) - self.foot
        self.tags, self.signs, self.on_band = self._tags(room)
        self.free = room - (LINE * len(self.tags)) - (LINE if self.signs else 0)

    def _name(self, largest: int) -> tuple[tuple[str, ...], int]:
        """Return the lines of the name and the largest size of letters that breaks no word."""
        name, room = f"{self.seen.name} {self.seen.number}".strip(), self.across
        for size in range(largest, SMALL, -1):
            lines = wrapped(name, size, room, 9)
            if len(lines) <= 2 and _whole(name, lines):
                return lines, size
        most = max(1, int((self.high - 2 - self._foot()) // LINE))
        ways = [lines for share in (1, SQUEEZE) if len(lines := wrapped(name, SMALL, room * share, 99)) <= most]
        if ways:
            return next((lines for lines in ways if _whole(name, lines)), ways[0]), SMALL
        number = self.seen.number
        *kept, last = wrapped(self.seen.name, SMALL, room, most)
        return (*kept, f"{cut(last, SMALL, room - wide(f' {number}', SMALL))} {number}".strip()), SMALL

    def _foot(self) -> float:
        if self.seen.values:
            return self.number + 2 + (LINE - 1 if any(one.now != one.printed for one in self.seen.values) else 0)
        return LINE + 2 if self.seen.solve else 0

    def _tags(self, room: float) -> tuple[list[str], bool, bool]:
        """Arrange the tags: as lines of words, else as signs in a line, else as signs on the frame.

        Return the lines of words, whether the signs are in a line, and whether the signs are on the frame.
        """
        lines: list[str] = []
        broad = self.across - 4
        for tag in self.seen.tags:
            longer = f"{lines[-1]} · {tag.words}" if lines else tag.words
            if lines and PLAIN * wide(longer, SMALL) <= broad:
                lines[-1] = longer
            else:
                lines += wrapped(tag.words, SMALL, broad / PLAIN, 9)
        if LINE * len(lines) <= room or not lines:
            return lines, False, False
        return [], room >= LINE, room < LINE

    def drawn(self, left: float, top: float) -> Iterator[str]:
        """Yield the SVG of name, picture, tags and values, from top to bottom."""
        middle, y = left + self.across / 2, top
        bold = {"x": round(middle, 1), "font_weight": "bold"}
        pictured = self.free >= ART
        y += 1 if pictured else 1 + min(6, self.free / 2)
        for line in self.name:
            y += self.named + 1
            sized = {"font_size": self.named} if self.named != SMALL else {}
            yield text(line, y=round(y - 2, 1), **bold, **sized, **_within(line, self.named, self.across))
        y += 3
        if pictured:
            yield from self._picture(left, y, self.free - 3 + (0 if self.foot or self.tags or self.signs else 3))
            y += self.free - 2
        else:
            y = top + self.high - self.foot - LINE * (len(self.tags) or self.signs) - 2
        for line in self.tags:
            y += LINE
            yield text(line, x=round(middle, 1), y=round(y - 4, 1), fill=NEW)
        if self.signs:
            begin = middle - LINE * len(self.seen.tags) / 2
            yield from (glyph(tag.sign, begin + LINE * at + 1, y + 1, 15, NEW) for at, tag in enumerate(self.seen.tags))
        yield from self._values(left, top + self.high - self.foot)

    def _picture(self, left: float, top: float, high: float) -> Iterator[str]:
        signs, ground = self.seen.emblems, ARTS[self.seen.key]
        yield el("rect", x=left, y=round(top, 1), width=self.across, height=round(high, 1), fill=ground.ground)
        size = min(high - 6, (self.across - 12) / len(signs) - 6, 84)
        begin = left + (self.across - size * len(signs) - 8 * (len(signs) - 1)) / 2
        for at, sign in enumerate(signs):
            yield glyph(sign, begin + at * (size + 8), top + (high - size) / 2, size, ground.ink)

    def _values(self, left: float, top: float) -> Iterator[str]:
        seen = self.seen
        if not seen.values:
            if seen.solve:
                place = {"x": round(left + self.across / 2, 1), "y": round(top + LINE - 2, 1)}
                yield text(f"solve {seen.solve}", **place, font_weight="bold")
            return
        y, size = round(top + self.number - 3, 1), self.number
        columns = frames.value_columns(self.across, size)
        if all(0 <= one.now < 10 for one in seen.values):
            places = [left + begin + frames.value_sign(size) + 1 for begin in columns]
            found = [el("use", href=f"#ccg-values-{self.across:g}-{size}", x=left, y=y)]
        else:
            size, places = self._squeezed(left)
            signs = zip(seen.values, places, strict=True)
            found = [glyph(one.name, x - 13, y - 11, 12, VALUE_INKS[one.name]) for one, x in signs]
        usual = [(one, x) for one, x in zip(seen.values, places, strict=True) if one.now == one.printed]
        found += self._unchanged(usual, y)
        for one, x in zip(seen.values, places, strict=True):
            if one.now != one.printed:
                parts = [text(str(one.now), x=round(x, 1), y=y, fill=NEW), *self._moved(one, x - 13, y + LINE - 1)]
                found.append(el("g", el("title", one.words), *parts, data_place=f"#{seen.n} {one.name}"))
        style = {"font_size": size, "font_weight": "bold", "text_anchor": "start"}
        yield el("g", *found, **style, data_values=seen.n or None)

    def _unchanged(self, usual: list[tuple[appearance.Value, float]], y: float) -> Iterator[str]:
        if len(usual) == len(self.seen.values) and all(0 <= one.now < 10 for one, _ in usual):
            places = " ".join(f"{round(x)} {round(x + 12)}" for _, x in usual).rpartition(" ")[0]
            yield text(" ".join(str(one.now) for one, _ in usual), x=places, y=y)
        else:
            yield from (text(str(one.now), x=round(x, 1), y=y) for one, x in usual)

    def _squeezed(self, left: float) -> tuple[int, list[float]]:
        """Return the size of the digits and the x positions of the three values if a value is 10 or more."""
        sizes = (18, SMALL, 14, 12, 10, 8)
        rooms = {size: [13 + wide(str(one.now), size) for one in self.seen.values] for size in sizes}
        size = next((size for size in sizes if sum(rooms[size]) + 6 <= self.across), sizes[-1])
        gap = max(1.0, (self.across - sum(rooms[size])) / (len(rooms[size]) + 0.6))
        begins = [sum(rooms[size][:at]) + gap * at for at in range(len(rooms[size]))]
        return size, [left + gap * 0.8 + begin + 13 for begin in begins]

    def _moved(self, one: appearance.Value, x: float, y: float) -> Iterator[str]:
        printed = str(one.printed)
        yield text(printed, x=round(x + 1, 1), y=round(y, 1), font_size=SMALL, font_weight="normal", fill=SOFT)
        yield glyph("up" if one.now > one.printed else "down", x + 2 + wide(printed, SMALL), y - 11, 11, NEW)


@lru_cache(maxsize=1024)
def mini(key: str, emblem: str, x: float, y: float, across: float, high: float) -> str:
    """Return the SVG of a small card in the colours of `key`, with the sign `emblem` in the middle."""
    size = min(across, high) * 0.5
    return "".join((
        el("rect", x=x, y=y, width=across, height=high, rx=5, fill=FRAMES[key].fill, stroke=BLACK, stroke_width=1.2),
        el("rect", x=x + 4, y=y + 4, width=across - 8, height=high - 8, rx=2, fill=ARTS[key].ground),
        glyph(emblem, x + (across - size) / 2, y + (high - size) / 2, size, ARTS[key].ink),
    ))  # fmt: skip


def _tail(number: str) -> float:
    return wide(number, SMALL) + 18


def _strip(seen: appearance.Shown, across: float, high: float) -> str:
    """Return the SVG of an Episode on the Solver's side: its sign, name, tags and solve number."""
    edge, ink = FRAMES[seen.key], FRAMES[seen.key].ink
    name = f"{seen.name} {seen.number}".strip()
    style: dict[str, Any] = {"y": high / 2 + 5.5}
    parts = [el("title", plain(seen.words))]
    if seen.changed:
        parts.append(_ring(seen, across, high))
    box = {"width": across, "height": high, "rx": 6}
    parts.append(el("rect", **box, fill=edge.fill, stroke=BLACK, stroke_width=1.2))
    parts.append(glyph("episode", 8, high / 2 - 9, 18, ink))
    x, spoken = 34.0, " · ".join(tag.words for tag in seen.tags)
    signs = LINE * len(seen.tags) + 6 if seen.tags else 0
    label = PLAIN * wide(spoken, SMALL) + 14 if seen.tags else 0
    number = f"solve {seen.solve}"
    tail, free = _tail(number), across - x - 6 - wide(name, SMALL)
    if tail + label > free and tail + signs > free:
        number = str(seen.solve)
        tail = _tail(number) + 16
    if seen.tags and tail + label > free:
        begin = across - tail - signs
        parts += [glyph(tag.sign, begin + LINE * at, high / 2 - 7, 14, ink) for at, tag in enumerate(seen.tags)]
        label = signs
    elif seen.tags:
        parts.append(text(spoken, x=round(across - tail - 8, 1), text_anchor="end", fill=ink, **style))
    room = across - x - 6 - tail - label
    name = cut(name, SMALL, room * SQUEEZE)
    style |= _within(name, SMALL, room)
    parts.append(text(name, x=x, text_anchor="start", font_weight="bold", fill=ink, **style))
    left = round(across - tail - 1, 1)
    parts.append(el("rect", x=left, y=3, width=round(tail - 2, 1), height=high - 6, rx=4, fill=LIGHT))
    parts.append(text(number, x=round(across - 11, 1), y=style["y"], text_anchor="end", font_weight="bold"))
    if number == str(seen.solve):
        parts.append(glyph("support", left + 6, high / 2 - 7, 14, SUPPORT))
    if seen.aimed:
        parts.append(el("rect", **box, fill="none", stroke=WHITE, stroke_width=2.6, stroke_dasharray="9 5"))
    return "".join(parts)
