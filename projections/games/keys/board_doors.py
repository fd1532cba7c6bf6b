"""Doors as they are drawn: closed and open sides, what lies on them, and tunnels between them."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from events.facts import UNKNOWN
from projections.games.keys.board_grid import (
    DARK,
    GROUND,
    LIGHT,
    MARK,
    ORANGE,
    PAINTS,
    TILE,
    centre,
    corner,
    is_on_grid,
)
from projections.games.keys.names import tile_words
from projections.games.keys.position import Position, Tile
from projections.svg import el, plain, text

__all__ = ["defs", "doors", "laid", "tunnels"]

MIDDLE: Final = TILE // 2
WORDS: Final[Mapping[str, str]] = {
    "open": "Open", "dalek": "Dalek", "key": "Key", "extra": "Extra", "teleport": "Teleport", UNKNOWN: "unseen",
}  # fmt: skip
SYMBOLS: Final[Mapping[str, str]] = {
    "open": el("path", d="M-11 13V-13H11V13M-15 13H15", fill="none", stroke=DARK, stroke_width=2.6)
    + el("path", d="M-11 -13L0 -8V16L-11 13Z", fill=DARK) + el("circle", cx=-3, cy=4, r=1.6, fill=LIGHT),
    "dalek": el("path", d="M-7 -5A7 8 0 0 1 7 -5ZM-6 -3.5H6V.5H-6ZM-8 2H8L12 14H-12Z", fill=DARK)
    + el("path", d="M5 -8L14 -11M-7 5L-15 3M-15 0V6", fill="none", stroke=DARK, stroke_width=2.4)
    + el("path", d="M-4 6h.01M4 6h.01M-5 10h.01M0 10h.01M5 10h.01M0 6h.01", stroke=LIGHT, stroke_width=2.4,
         stroke_linecap="round"),
    "key": el("path", d="M-1 0H14M8 0V7M13 0V6", fill="none", stroke=DARK, stroke_width=3.6)
    + el("circle", cx=-7, cy=0, r=6, fill="none", stroke=DARK, stroke_width=3.6),
    "extra": el("path", d="M9.5 -7A12 12 0 1 0 12 2", fill="none", stroke=DARK, stroke_width=3)
    + el("path", d="M14 -13V-1L4 -5Z", fill=DARK)
    + text("+1", x=0, y=5, font_size=13, font_weight="bold", text_anchor="middle", fill=DARK),
    "teleport": el("circle", r=12, fill="none", stroke=DARK, stroke_width=2.4)
    + el("circle", r=6.5, fill="none", stroke=DARK, stroke_width=2.4) + el("circle", r=2.4, fill=DARK)
    + el("path", d="M0 -16V-8M0 16V8M-16 0H-8M16 0H8", stroke=DARK, stroke_width=2.4),
    "control": el("path", d="M-13 -15H13V-10H-13ZM-11 -9H11V19H-11ZM-2 -20H2V-15H-2Z", fill="#14407c")
    + el("path", d="M-8 -6H-2V2H-8ZM2 -6H8V2H2Z", fill=LIGHT) + el("path", d="M0 -9V19", stroke=LIGHT),
}  # fmt: skip


@cache
def defs() -> str:
    """Textures, doors and symbols, the same in every picture of this game."""
    hatch = el(
        "pattern",
        el("rect", width=10, height=10, fill=LIGHT), el("path", d="M-2 12L12 -2M-7 7L7 -7M3 17L17 3", stroke="#000000",
                                                        stroke_width=4.4),
        id="keys-hatch", width=10, height=10, patternUnits="userSpaceOnUse",
    )  # fmt: skip
    textures = (_texture(name) for name, one in PAINTS.items() if one.texture)
    sides = (side for name in PAINTS for side in (_letter(name), _panel(name), _frame(name)))
    symbols = (el("g", mark, id=f"keys-{kind}") for kind, mark in SYMBOLS.items())
    kinds = (side for kind in WORDS for side in _kind(kind))
    shut = el("path", d="M7 7H23.3V16.2L27.6 21.7H44.4L48.7 16.2V7H65V65H7Z", fill="#cdd3da", id="keys-shut")
    return el("defs", *textures, hatch, shut, *sides, *symbols, *kinds)


def _texture(colour: str) -> str:
    fill, ink, lines, _ = PAINTS[colour]
    dots = colour == "yellow"
    return el(
        "pattern",
        el("rect", width=14, height=14, fill=fill),
        el("path", d=lines, fill="none", stroke=ink, stroke_width=4.2 if dots else 1.8, stroke_opacity=0.42,
           stroke_linecap="round"),
        id=f"keys-{colour}", width=14, height=14, patternUnits="userSpaceOnUse",
    )  # fmt: skip


def _use(name: str, transform: str | None = None) -> str:
    return el("use", href=f"#keys-{name}", transform=transform)


def _bold(words: str, y: float, size: int, ink: str, x: float = 0) -> str:
    return text(words, x=x, y=y, font_size=size, font_weight="bold", text_anchor="middle", fill=ink)


def _letter(colour: str) -> str:
    """The letter of a colour on a plain disc, around 0, 0."""
    one = PAINTS[colour]
    disc = el("circle", r=14, fill=one.fill, stroke=one.ink, stroke_width=1.4)
    return el("g", disc, _bold(one.letter, 7, 20, one.ink), id=f"keys-letter-{colour}")


def _filled(colour: str) -> str:
    one = PAINTS[colour]
    fill = f"url(#keys-{colour})" if one.texture else one.fill
    return el("rect", width=TILE, height=TILE, rx=6, fill=fill, stroke=DARK, stroke_width=2)


def _panel(colour: str) -> str:
    """A closed door, the whole tile in its colour and texture: without its letter, and with it."""
    box = {"x": 6, "y": 6, "width": TILE - 12, "height": TILE - 12, "rx": 2, "fill": "none"}
    panel = el("rect", **box, stroke=PAINTS[colour].ink, stroke_width=1.6)
    letter = _use(f"letter-{colour}", "translate(36 36) scale(1.2)")
    bare = el("g", _filled(colour), panel, id=f"keys-panel-{colour}")
    return bare + el("g", _use(f"panel-{colour}"), letter, id=f"keys-closed-{colour}")


def _frame(colour: str) -> str:
    """An open door but for its kind: light ground in a frame of its colour, the letter as a keystone."""
    one = PAINTS[colour]
    return el(
        "g",
        _filled(colour),
        el("rect", x=7, y=7, width=TILE - 14, height=TILE - 14, rx=2, fill=LIGHT, stroke=DARK),
        el("path", d="M24 0H48V16L44 21H28L24 16Z", fill=one.fill, stroke=DARK, stroke_width=1.4),
        _bold(one.letter, 17, 16, one.ink, MIDDLE),
        id=f"keys-open-{colour}",
    )


def _kind(kind: str) -> Iterator[str]:
    """A kind of door three times: on an open tile, in the corner beside a pawn or a bar, and small on a closed one."""
    symbol = _use(kind) if kind in SYMBOLS else _bold("?", 10, 28, DARK)
    word = _word(WORDS[kind])
    yield el("g", el("g", symbol, transform="translate(36 35) scale(.86)"), word, id=f"keys-kind-{kind}")
    yield el("g", el("g", symbol, transform="translate(15.5 21) scale(.46)"), word, id=f"keys-beside-{kind}")
    band = el("rect", x=5, y=50, width=TILE - 10, height=17, rx=3, fill=LIGHT, stroke=DARK, stroke_width=1.2)
    disc = el("circle", cx=51, cy=24, r=14, fill=LIGHT, stroke=DARK, stroke_width=1.4)
    yield el("g", disc, el("g", symbol, transform="translate(51 24) scale(.62)"), band, word, id=f"keys-known-{kind}")


def _word(word: str) -> str:
    return text(word, x=MIDDLE, y=63, font_size=14.5 if len(word) > 6 else 17, text_anchor="middle", fill=DARK)


def doors(position: Position) -> Iterator[str]:
    """Every place of the grid: its tile, or an empty place."""
    pawns = set(position.pawns.values())
    for row in range(7, 0, -1):
        for column in "abcdefg":
            name = f"{column}{row}"
            tile = position.tiles.get(name)
            yield _empty(name) if tile is None else _door(name, tile, occupied=name in pawns)


def _empty(name: str) -> str:
    x, y = corner(name)
    dashes = {"fill": "none", "stroke": "#5d6a78", "stroke_width": 1.5, "stroke_dasharray": "5 5"}
    return el("rect", x=x, y=y, width=TILE, height=TILE, rx=6, data_tile=name, **dashes)


@lru_cache(maxsize=4096)
def _door(name: str, tile: Tile, *, occupied: bool) -> str:
    """One tile; the same in every position where it is in this state."""
    side = _control() if tile.kind == "control" else _open(tile, occupied=occupied) if tile.open else _closed(tile)
    x, y = corner(name)
    title = el("title", plain(f"{name}: {tile_words(tile)}"))
    return el("g", title, side, transform=f"translate({x} {y})", data_tile=name)


def _colour(tile: Tile) -> str:
    return tile.colour if tile.colour in PAINTS else UNKNOWN


def _closed(tile: Tile) -> str:
    """A closed door; what is known of its kind stands small beside and below the letter."""
    colour, known = _colour(tile), tile.kind != UNKNOWN
    if not known and not tile.barrier:
        return _use(f"closed-{colour}")
    letter = _use(f"letter-{colour}", "translate(21 24)" if known else "translate(36 19)")
    kind = _use(f"known-{tile.kind if tile.kind in WORDS else UNKNOWN}") if known else ""
    return _use(f"panel-{colour}") + letter + kind


def _open(tile: Tile, *, occupied: bool) -> str:
    """An open door; a Dalek Door without a Jam Cookie stands on grey: nobody passes."""
    kind = tile.kind if tile.kind in WORDS else UNKNOWN
    shut = _use("shut") if kind == "dalek" and not tile.cookie else ""
    return _use(f"open-{_colour(tile)}") + shut + _use(f"{'beside' if occupied or tile.barrier else 'kind'}-{kind}")


def _control() -> str:
    return "".join((
        el("rect", width=TILE, height=TILE, rx=6, fill=ORANGE, stroke=DARK, stroke_width=2),
        el("rect", x=7, y=7, width=TILE - 14, height=TILE - 14, rx=2, fill=LIGHT, stroke=DARK),
        _use("control", "translate(36 31) scale(.9)"),
        _word("Control"),
    ))  # fmt: skip


def laid(position: Position) -> Iterator[str]:
    """Jam Cookies and Time Barriers: they reach over the gaps, so they lie on top of all tiles."""
    pawns = set(position.pawns.values())
    for name, tile in position.tiles.items():
        if (tile.cookie or tile.barrier) and is_on_grid(name):
            x, y = corner(name)
            things = (_cookie() if tile.cookie else "") + (_barrier(beside=name in pawns) if tile.barrier else "")
            yield el("g", things, transform=f"translate({x} {y})")


def _cookie() -> str:
    disc = el("circle", cx=60, cy=26, r=12.5, fill="#e9b872", stroke=DARK, stroke_width=2)
    return el("g", disc, _bold("JC", 31, 14, DARK, 60), data_laid="cookie")


def _barrier(*, beside: bool) -> str:
    """A hatched bar across a tile, with its letters in the middle or beside a pawn."""
    x = 52 if beside else 22
    return el(
        "g",
        el("rect", x=-8, y=35, width=TILE + 16, height=13, rx=2, fill="url(#keys-hatch)", stroke=DARK, stroke_width=2),
        el("rect", x=x, y=32.5, width=28, height=18, rx=3, fill=LIGHT, stroke=DARK, stroke_width=1.6),
        _bold("TB", 47, 15, DARK, x + 14),
        data_laid="barrier",
    )


def tunnels(position: Position, new: frozenset[tuple[str, str]]) -> Iterator[str]:
    """Time Tunnels as planked bridges across the corners; new ones are marked."""
    for tile, other in position.tunnels:
        if is_on_grid(tile) and is_on_grid(other) and tile != other:
            yield _bridge(tile, other, new=(tile, other) in new)


def _bridge(tile: str, other: str, *, new: bool) -> str:
    (ax, ay), (bx, by) = centre(tile), centre(other)
    dx, dy = bx - ax, by - ay
    inset = MIDDLE - 9
    ax, ay, bx, by = ax + _sign(dx) * inset, ay + _sign(dy) * inset, bx - _sign(dx) * inset, by - _sign(dy) * inset
    line = f"M{ax} {ay}L{bx} {by}"
    casing = [("#ffffff", 27), (MARK, 23), ("#ffffff", 19)] if new else [(GROUND, 21)]
    layers = [*casing, (DARK, 17), ("#f3dfb5", 12)]
    strokes = [el("path", d=line, stroke=ink, stroke_width=wide) for ink, wide in layers]
    planks = el("path", d=line, stroke="#7a5320", stroke_width=12, stroke_dasharray="2 4")
    return el("g", el("title", plain(f"Time Tunnel {tile}-{other}")), *strokes, planks, data_tunnel=f"{tile}-{other}")


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
