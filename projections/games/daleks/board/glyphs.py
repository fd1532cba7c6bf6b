"""Drawings of symbols, dice and pieces, each from its upper left corner.

A sign is drawn by reference: a panel lists its `definitions`, which a page has once.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from projections.drawing.board import ring as ring_of
from projections.drawing.palette import BACK, BLACK, DARK, SMALL, Paint
from projections.drawing.svg import el, plain, text
from projections.games.daleks.board.inks import BOX, DALEK, DICE, GOLD
from projections.games.daleks.state.names import DICE_LETTERS
from projections.wording import titled

WHITE: Final = "#fff"
DIE: Final = 56
"""The side of a die in a pool."""
MINI: Final = 20
"""The height of a sign (a small picture in a line of text)."""
_STROKES: Final = {
    "running": "M14.5 4.5a2 2 0 1 0 .01 0M13.5 9l-4.5 1-2.5 3M13.5 9l-2.5 6 4 2.5-1 5M11 15l-2.5 3.5-4.5.5M13.5 9l2.5"
    " 3.5 4 .5",
    "cunning": "M2.5 12c5-7.5 14-7.5 19 0c-5 7.5-14 7.5-19 0zM12 8.8a3.2 3.2 0 1 0 .01 0M12 11.4v1.2",
    "diplomacy": "M3 4.5h13v8.5h-7l-3.5 3.5v-3.5h-2.5zM18.5 9h2.5v8.5h-2v3.5l-3.5-3.5h-5",
    "tactics": "M12 3a3.3 3.3 0 1 0 .01 0M8.5 10h7M10.2 10.2c0 4-1 6-3.2 8.3h10c-2.2-2.3-3.2-4.3-3.2-8.3M5.5 21h13",
    "science": "M9 3h6M10.3 3v6.2l-5.6 9.6c-.5 1 .1 2.2 1.3 2.2h12c1.2 0 1.8-1.2 1.3-2.2l-5.6-9.6v-6.2M7.2 15.5h9.6",
    "strength": "M7.5 12h9M6 6.5v11M3.2 8.5v7M18 6.5v11M20.8 8.5v7",
}  # fmt: skip
"""The strokes of each symbol in a square of 24: a runner, an eye, two speech bubbles, a pawn, a flask, a dumbbell."""
_USED: Final = re.compile('href="#daleks-([a-z-]+)"')
_CENTRED: Final = {"text_anchor": "middle", "font_weight": "bold"}


def at(x: float, y: float, *children: str, **attributes: Any) -> str:
    """Return a group of children moved to (x, y)."""
    return el("g", *children, transform=f"translate({x:.0f} {y:.0f})", **attributes)


def sign(name: str, x: float = 0, y: float = 0, scale: float = 1, *inner: str, **attributes: Any) -> str:
    """Draw a sign from the definitions of the panel, with its upper left corner at (x, y)."""
    place = f"translate({x:.4g} {y:.4g})" * bool(x or y) + f"scale({scale:.3g})" * (scale != 1)
    return el("use", *inner, href=f"#daleks-{name}", transform=place or None, **attributes)


@lru_cache(maxsize=512)
def symbol(name: str, size: float, ink: str = DARK) -> str:
    """Draw a symbol in a square, or a question mark if the symbol is unknown."""
    return symbols((name,), ((0, 0),), size, ink)


def symbols(
    names: Sequence[str], places: Sequence[tuple[float, float]], size: float, ink: str = DARK, *, told: bool = False
) -> str:
    """Draw symbols at their places. With `told`, each symbol has its name as a tooltip."""
    drawn = (_outline(name, x, y, size, ink, told=told) for name, (x, y) in zip(names, places, strict=True))
    return el("g", *drawn, stroke=ink, pointer_events="all" if told else None) if names else ""


@lru_cache(maxsize=2048)
def _outline(name: str, x: float, y: float, size: float, ink: str, *, told: bool) -> str:
    title = (named(titled(name)),) * told
    if name in _STROKES:
        return sign(name, x, y, size / 24, *title)
    side = max(size, SMALL)
    mark = text("?", x=size / 2, y=size / 2 + side * 0.34, font_size=side, fill=ink, stroke="none", **_CENTRED)
    return el("g", *title, mark, transform=f"translate({x:.4g} {y:.4g})" if x or y else None)


_LETTER_AT: Final = {"B": 4.6, "G": 4.3, "U": 4.3, "R": 4.6}
"""The x of the letter in a small die, so that it is centred."""
_MINIS: Final[Mapping[str, tuple[float, float]]] = {
    "tardis": (20, 1), "ship": (28, 1), "token": (20, 1), "card": (17, 1), "companion": (20, 1), "equipment": (20, 1),
    "dalek": (17, 0.68), "again": (18, 1), "turned": (18, 1), "anomaly": (17, 0.72),
}  # fmt: skip
"""The width and scale of each sign in a line of text, 20 high."""


def mini_wide(kind: str) -> float:
    """Return the width of a small picture of this kind in a line of text."""
    return _MINIS[kind][0] if kind in _MINIS else MINI


def mini(kind: str, of: str, x: float, y: float) -> str:
    """Draw a small picture for a line of text, 20 units high. `of` is the colour of a die, or a symbol."""
    if kind == "die":
        letter = DICE_LETTERS.get(of, "?")
        label = text(letter, x=round(x + _LETTER_AT.get(letter, 5.5), 1), y=y + 15.7, fill=WHITE, font_weight="bold")
        return sign("die-in-text", x, y, fill=DICE.get(of, BLACK)) + label
    return at(round(x, 1), y, symbol(of, MINI)) if kind == "symbol" else sign(kind, x, y, _MINIS[kind][1])


@lru_cache(maxsize=256)
def die_face(name: str, colour: str, shown: str) -> str:
    """Draw a die, 56 by 56, with its symbol. Before the roll it shows its name, which begins with its colour."""
    words = text(name if len(name) < 4 else name[:1], x=28, y=36, font_size=23, fill=WHITE, **_CENTRED)
    inner = at(9, 9, symbol(shown, 38, WHITE)) if shown else words
    return sign("die", fill=DICE.get(colour, BLACK)) + inner


@lru_cache(maxsize=64)
def disc(paint: Paint) -> str:
    """Draw the marker of a Doctor: a disc of 28 with the letters of the seat."""
    return sign("disc", fill=paint.fill) + text(paint.letters, x=14, y=19.7, fill=WHITE, **_CENTRED)


@lru_cache(maxsize=64)
def tardis(paint: Paint) -> str:
    """Draw a TARDIS: a police box of 24 by 36 with the letters of the seat."""
    return sign("police-box", fill=paint.fill) + text(paint.letters, x=12, y=30, fill=WHITE, **_CENTRED)


_PEN: Final = {"fill": "none", "stroke_linecap": "round"}
_BUTTON: Final = el("circle", cx=9, cy=9, r=8.5, fill=WHITE, stroke=BLACK)
_SIGNS: Final[Mapping[str, str]] = {
    name: el(
        "path", id=f"daleks-{name}", d=strokes, **_PEN, stroke_width=2.6 if name == "strength" else 2
    ) for name, strokes in _STROKES.items()
} | {
    name: el("g", *parts, id=f"daleks-{name}") for name, parts in {
        # On the board
        "die": (
            el("rect", width=DIE, height=DIE, rx=11, stroke=WHITE, stroke_width=1.5),
            el("rect", x=4, y=4, width=48, height=48, rx=16, fill=WHITE, fill_opacity=0.12),
        ),
        "disc": (el("circle", cx=14, cy=14, r=13, stroke=WHITE, stroke_width=2),),
        "police-box": (
            el("path", d="M10 1h4v3.5h4.5v3h3.5v25h1v2.5h-22v-2.5h1v-25h3.5v-3h4.5z", stroke=WHITE, stroke_width=1.4),
            el("path", d="M5 10h6v5h-6zM13 10h6v5h-6z", fill=WHITE, fill_opacity=0.85),
        ),
        "saucer": (
            el("path", d="M13 11a10 9 0 0 1 20 0", fill=GOLD, stroke=BLACK, stroke_width=1.4),
            el("path", d="M15 20l-3 6M31 20l3 6M23 21v6", stroke=GOLD, stroke_width=2, stroke_opacity=0.6),
            el("ellipse", cx=23, cy=14, rx=22, ry=7.5, fill=DALEK, stroke=WHITE, stroke_width=1.4),
            el("path", d="M7 14h.01M15 16h.01M23 17h.01M31 16h.01M39 14h.01", stroke=GOLD, stroke_width=4,
               stroke_linecap="round"),
        ),
        "spiral": (el("path", d="M8 17a9 9 0 0 1 18 0a6 6 0 0 1-12 0a3 3 0 0 1 6 0", fill="none", stroke=GOLD,
                      stroke_width=1.6),),
        # On the board and in a line of text
        "anomaly": (
            el("path", d="M1 1.5h20M1 26.5h20", stroke=WHITE, stroke_width=3, stroke_linecap="round"),
            el("path", d="M3 3h16c0 6-5 8-6.5 11c1.5 3 6.5 5 6.5 11h-16c0-6 5-8 6.5-11c-1.5-3-6.5-5-6.5-11z",
               fill=GOLD, stroke=BLACK, stroke_width=1.4),
            el("path", d="M11 14v5M6 23.5c2-5 8-5 10 0z", fill=BLACK, stroke=BLACK),
        ),
        "dalek": (
            el("path", d="M6 8a6 6 0 0 1 12 0v4h2l2.5 17h-21l2.5-17h2z", fill=DALEK, stroke=BLACK, stroke_width=1.4),
            el("path", d="M6 8h12M5.5 12.5h13M6.5 5l-6-1.5M4 15h-4M7.5 18h.01M12 18h.01M16.5 18h.01M7 23h.01M12 23h.01"
               "M17 23h.01", stroke=GOLD, stroke_width=2, stroke_linecap="round"),
        ),
        "again": (_BUTTON, el("path", d="M13 6.5a5 5 0 1 0 .7 4M13.5 3v4h-4", fill="none", stroke=BLACK,
                              stroke_width=1.8)),
        "turned": (_BUTTON, el("path", d="M4 11.5c0-7 9.5-7 9.5-.5M10.5 9.5l3 3.5 2.5-3.5", fill="none", stroke=BLACK,
                               stroke_width=1.8)),
        # In a line of text
        "die-in-text": (el("rect", width=MINI, height=MINI, rx=5, stroke=WHITE),),
        "tardis": (el("path", d="M8 1h4v2.5h3v2.5h2v13.5h-14v-13.5h2v-2.5h3zM6 8.5v3h3v-3zM11 8.5v3h3v-3z", fill=BOX,
                      stroke=WHITE),),
        "ship": (
            el("path", d="M8 9a6 6 0 0 1 12 0", fill=GOLD, stroke=BLACK),
            el("ellipse", cx=14, cy=11.5, rx=13, ry=5, fill=DALEK, stroke=WHITE),
        ),
        "token": (
            el("circle", cx=10, cy=10, r=9, fill=GOLD, stroke=BLACK),
            el("path", d="M11.5 3.5l-6 7.5h4l-1.5 6 6-8h-4z", fill=BLACK),
        ),
        "card": (el("path", d="M1.5 1h14v18h-14zM5 6h7l-7 8h7z", fill=BACK, stroke=WHITE, stroke_width=1.3),),
        "companion": (el("path", d="M10 2a4 4 0 1 1-.01 0M2 19c0-10 16-10 16 0z", fill="none", stroke=DARK,
                         stroke_width=2),),
        "equipment": (el("path", d="M5.5 2h9l4.5 8-4.5 8h-9l-4.5-8zM10 6.5a3.5 3.5 0 1 0 .01 0", fill="none",
                         stroke=DARK, stroke_width=2),),
    }.items()
}  # fmt: skip
"""The definition of each sign. A sign without a `fill` or `stroke` takes that of the element that uses it.

Sizes: `die` 56, `disc` 28, `police-box` 24 by 36, `saucer` 46 by 28, `anomaly` 22 by 28, `dalek` 24 by 30.
"""


def definitions(drawing: str) -> list[str]:
    """Return the definitions of the signs that a drawing uses."""
    return [_SIGNS[name] for name in sorted({*_USED.findall(drawing)})]


@lru_cache(maxsize=16384)
def named(words: str) -> str:
    """Return the title element that browsers show as a tooltip."""
    return el("title", plain(words))


def ring(x: float, y: float, width: float, height: float, name: str) -> str:
    """Draw a ring around a change: a dark line with a white edge."""
    return ring_of("rect", name, x=x, y=y, width=width, height=height, rx=8, fill="none")
