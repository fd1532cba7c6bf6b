"""Armies on the picture. Colour, texture and letter each identify an army on their own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from projections.drawing.palette import BLACK, CASING, CHANGE, DARK, LIGHT, WHITE, Paint
from projections.drawing.svg import el, plain, text
from projections.games.risk.board.map import BOX, LETTERS, SPOTS, WIDTH, Point, half_width
from projections.games.risk.state.names import army_name, code, letters, territory_name
from projections.games.risk.state.position import NEUTRALS, Land, World
from projections.wording import counted

PAINTS: Final[Mapping[str, Paint]] = {
    "black": Paint("#3a4049", WHITE),
    "yellow": Paint("#f5cf2e", BLACK, "M4 4h.01M12 12h.01", 3.6),
    "orange": Paint("#e8852b", BLACK, "M-2 18L18 -2M-2 2L2 -2M14 18L18 14", 1.8),
    "blue": Paint("#2a63b0", WHITE, "M0 4H16M0 12H16", 1.8),
    "white": Paint("#fbf8f1", BLACK, "M0 0L16 16M16 0L0 16", 1.2),
    "red": Paint("#b3232b", WHITE, "M-2 -2L18 18M-2 14L2 18M14 -2L18 2", 1.8),
    "green": Paint("#3f9a5f", "#08130c", "M0 4Q4 0 8 4T16 4M0 12Q4 8 8 12T16 12", 1.8),
    "purple": Paint("#7a3fa0", WHITE, "M4 0V16M12 0V16", 1.8),
    "n1": Paint("#c2bbac", BLACK, "M3 4h3M11 12h3", 2),
    "n2": Paint("#9f9787", BLACK, "M4 2v4M2 4h4M12 10v4M10 12h4", 1.6),
    "n3": Paint("#736c5f", WHITE, "M2 2h4v4h-4zM10 10h4v4h-4z", 1.4),
    "": Paint("#e9e6df", BLACK),
}
"""The paint of each army. The first five differ in lightness too."""
CELL: Final = 26
"""Width of the cell that shows an army's letter."""
TAG: Final = 21
"""Height of the tag that shows the previous number."""
HALO: Final[Mapping[str, Any]] = {
    "font_weight": "bold", "stroke": CASING, "stroke_width": 3.4, "paint_order": "stroke",
    "stroke_linejoin": "round",
}  # fmt: skip
"""Outline of text on the map."""
COLOURS: Final = tuple(colour for colour in PAINTS if colour and colour not in NEUTRALS)


@lru_cache(maxsize=256)
def _colours(seats: tuple[str, ...]) -> Mapping[str, str]:
    named = {seat: seat for seat in seats if seat in COLOURS}
    free = [colour for colour in COLOURS if colour not in named]
    for seat in seats:
        if seat not in named:
            named[seat] = free.pop(0) if free else ""
    return named


def paint(world: World, army: str) -> str:
    """Return the name of an army's paint, "" if the army is not in the game."""
    return army if army in NEUTRALS else _colours(world.seats).get(army, "")


def textures(world: World) -> list[str]:
    """Return the SVG definitions of the textures of all armies, each as one element."""
    held = {land.army for land in world.lands.values()}
    names = {paint(world, army) for army in (*world.army_order, *held)}
    return [_texture(name) for name in PAINTS if name and name in names]


def army_fill(colour: str) -> str:
    """Return the fill of what an army holds: its colour with its texture."""
    return f"url(#risk-{colour})" if colour else PAINTS[""].fill


@lru_cache(maxsize=32)
def _texture(name: str) -> str:
    one = PAINTS[name]
    lines = el("path", d=one.texture, fill="none", stroke=one.ink, stroke_width=one.weight, stroke_opacity=0.3,
               stroke_linecap="round")  # fmt: skip
    ground = el("rect", width=16, height=16, fill=one.fill)
    return el(
        "pattern", ground, lines if one.texture else "", id=f"risk-{name}", width=16, height=16,
        patternUnits="userSpaceOnUse",
    )  # fmt: skip


def lands(world: World) -> Iterator[str]:
    """Yield the SVG of each territory in the colour of its army."""
    for name in SPOTS:
        land = world.lands.get(name, Land())
        yield _land(name, land.army, land.daleks, paint(world, land.army))


@lru_cache(maxsize=8192)
def _land(name: str, army: str, daleks: int, colour: str) -> str:
    holder = f"{army_name(army)}, {counted(daleks, 'Dalek')}" if army else "nobody yet"
    title = el("title", plain(f"{territory_name(name)}: {holder}"))
    place = name if army else None
    return el(
        "use", title, href=f"#risk-{name}", fill=army_fill(colour), data_land=name, data_place=place, data_arg=name
    )


def badges(world: World, was: Mapping[str, Land], arrows: Sequence[Point] = ()) -> Iterator[str]:
    """Yield the SVG of each territory's box: its army's letter and its Daleks.

    If the number has changed, a crossed-out tag with the previous number follows. Tags avoid the points of `arrows`.
    """
    marks = letters(world.seats)
    for name in SPOTS:
        land, old = world.lands.get(name), was.get(name)
        if land and land.army:
            yield _badge(name, land.army, marks.get(land.army, "?"), land.daleks, paint(world, land.army))
        if land and old and old.daleks:
            army = "" if old.army == land.army else marks.get(old.army, "?")
            yield _old(name, f"{army}{old.daleks}", half_width(land.daleks), arrows)


def _corner(name: str, half: float, wide: float, arrows: Sequence[Point]) -> Point:
    """Return the upper left corner for a tag where it covers least of other boxes, their codes and arrows."""
    x, y = SPOTS[name].badge
    up, level = y - BOX / 2 - 20, y - TAG / 2
    places = ((x + half - wide + 4, up), (x - half - 4, up), (x + half + 2, level), (x - half - wide - 2, level))

    def covered(place: Point) -> float:
        left, top = place
        found = 0.0 if 0 <= left <= WIDTH - wide and top >= 0 else float(WIDTH)
        for ox, oy in (spot.badge for other, spot in SPOTS.items() if other != name):
            across = min(left + wide, ox + half) - max(left, ox - half)
            down = min(top + TAG, oy + BOX / 2 + 14) - max(top, oy - BOX / 2)
            found += max(0, across) * max(0, down)
        return found + sum(120 for ox, oy in arrows if -9 < ox - left < wide + 9 and -9 < oy - top < TAG + 9)

    return min(places, key=covered)


def _old(name: str, words: str, half: float, arrows: Sequence[Point]) -> str:
    wide = 10 + 9.5 * len(words)
    left, top = _corner(name, half, wide, arrows)
    return el(
        "g",
        el("rect", x=left, y=top, width=wide, height=TAG, rx=4, fill=LIGHT, stroke=CHANGE, stroke_width=2),
        text(words, x=left + wide / 2, y=top + 16.5, font_size=17, font_weight="bold", text_anchor="middle", fill=DARK),
        el("path", d=f"M{left + 3:g} {top + 13:g}l{wide - 6:g} -5", stroke=CHANGE, stroke_width=2.4),
        data_was=name,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _badge(name: str, army: str, letter: str, daleks: int, colour: str) -> str:
    spot, half = SPOTS[name], half_width(daleks)
    x, y = spot.badge
    leader = ""
    if abs(spot.centre[0] - x) > half or abs(spot.centre[1] - y) > BOX:
        line = f"M{spot.centre[0]:g} {spot.centre[1]:g}L{x:g} {y:g}"
        leader = el("path", d=line, stroke=CASING, stroke_width=4) + el("path", d=line, stroke=DARK, stroke_width=2)
    words = text(code(name), x=x, y=y + BOX / 2 + 15, font_size=LETTERS, text_anchor="middle", fill=DARK, **HALO)
    title = el("title", plain(f"{territory_name(name)}: {army_name(army)}, {counted(daleks, 'Dalek')}"))
    box = chip(letter, colour, x - half, y - BOX / 2, str(daleks), 2 * half)
    return el(
        "g", title, leader, words, box, data_badge=name, data_place=name, data_arg=name, data_key=f"daleks-{name}"
    )


def chip(letter: str, colour: str, x: float, y: float, words: str = "", wide: float = CELL) -> str:
    """Return the SVG of a box with an army's letter on its colour, followed by words on a light ground."""
    one, size = PAINTS[colour], 22 if len(letter) == 1 else 17
    box = {"x": x, "y": y, "width": wide, "height": BOX, "rx": 6}
    bold = {"font_weight": "bold", "text_anchor": "middle"}
    mark = text(letter, x=x + CELL / 2, y=y + BOX / 2 + size * 0.36, font_size=size, fill=one.ink, **bold)
    if not words:
        return el("rect", **box, fill=one.fill, stroke=DARK, stroke_width=2) + mark
    cell = f"M{x + CELL:g} {y:g}v{BOX}h{6 - CELL}a6 6 0 0 1 -6 -6v{12 - BOX}a6 6 0 0 1 6 -6z"
    return (
        el("rect", **box, fill=LIGHT, stroke=DARK, stroke_width=2)
        + el("path", d=cell, fill=one.fill, stroke=DARK, stroke_width=2)
        + mark
        + text(words, x=x + (CELL + wide) / 2, y=y + BOX / 2 + 9.4, font_size=26, fill=DARK, **bold)
    )
