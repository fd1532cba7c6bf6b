"""Signs of the picture: the six symbols, dice, and the pieces of the board."""

from functools import lru_cache
from typing import Final

from projections.drawing.palette import CHANGE, DARK, LIGHT, SMALL, Paint
from projections.drawing.svg import el, plain, text
from projections.games.daleks.board.inks import DALEK, DICE
from projections.games.daleks.state.names import CODES, symbol_name

CHIP: Final = 51
"""How wide a symbol with its two letters is, and the gap behind it."""
_DALEK: Final = "l4-15a6.5 6.5 0 0 1 12 0l4 15zm5-18h-8m7 7h12"
_STROKES: Final = {
    "running": "M14.5 4.5a2 2 0 1 0 .01 0M13.5 9l-4.5 1-2.5 3M13.5 9l-2.5 6 4 2.5-1 5M11 15l-2.5 3.5-4.5.5M13.5 9l2.5"
    " 3.5 4 .5",
    "cunning": "M2.5 12c5-7.5 14-7.5 19 0c-5 7.5-14 7.5-19 0zM12 8.8a3.2 3.2 0 1 0 .01 0M12 11.4v1.2",
    "diplomacy": "M3 4.5h13v8.5h-7l-3.5 3.5v-3.5h-2.5zM18.5 9h2.5v8.5h-2v3.5l-3.5-3.5h-5",
    "tactics": "M12 3a3.3 3.3 0 1 0 .01 0M8.5 10h7M10.2 10.2c0 4-1 6-3.2 8.3h10c-2.2-2.3-3.2-4.3-3.2-8.3M5.5 21h13",
    "science": "M9 3h6M10.3 3v6.2l-5.6 9.6c-.5 1 .1 2.2 1.3 2.2h12c1.2 0 1.8-1.2 1.3-2.2l-5.6-9.6v-6.2M7.2 15.5h9.6",
    "strength": "M7.5 12h9M6 6.5v11M3.2 8.5v7M18 6.5v11M20.8 8.5v7",
}  # fmt: skip
"""Each symbol as strokes in a square of 24: a runner, an eye, two speech bubbles, a pawn, a flask, a dumbbell."""


@lru_cache(maxsize=512)
def symbol(name: str, x: float, y: float, size: float, ink: str = DARK) -> str:
    """A symbol in a square; one that is none is a question mark."""
    strokes = _STROKES.get(name)
    if strokes is None:
        return text("?", x=x + size / 2, y=y + size * 0.8, font_size=size * 0.9, text_anchor="middle", fill=ink)
    return el(
        "path", d=strokes, transform=f"translate({x:g} {y:g}) scale({size / 24:g})", fill="none", stroke=ink,
        stroke_width=2.6 if name == "strength" else 2, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


@lru_cache(maxsize=512)
def chip(name: str, x: float, y: float, ground: str = LIGHT, ink: str = DARK) -> str:
    """A symbol with its two letters, in a box of 48 by 26."""
    return el(
        "g",
        el("title", plain(symbol_name(name))),
        el("rect", x=x, y=y, width=CHIP - 3, height=26, rx=5, fill=ground, stroke=ink, stroke_width=1.2),
        symbol(name, x + 2, y + 3, 20, ink),
        text(CODES.get(name, "??"), x=x + 23.5, y=y + 18.5, font_size=SMALL, fill=ink),
        data_symbol=name,
    )


@lru_cache(maxsize=512)
def die_face(name: str, colour: str, shown: str, x: float, y: float, size: float = 30) -> str:
    """A die with the symbol it shows, its name below the corner; its colour is the first letter of the name."""
    fill = DICE.get(colour, DARK)
    inner = symbol(shown, x + size * 0.14, y + size * 0.14, size * 0.72, "#ffffff") if shown else ""
    return el(
        "g",
        el("title", plain(f"{name}, {colour}: {symbol_name(shown) if shown else 'not rolled'}")),
        el("rect", x=x, y=y, width=size, height=size, rx=6, fill=fill, stroke="#ffffff", stroke_width=1.5),
        inner,
        data_die=name,
    )


@lru_cache(maxsize=512)
def disc(paint: Paint, x: float, y: float, words: str) -> str:
    """The marker of a Doctor: a round piece of 26 with the letters of the seat."""
    return el(
        "g",
        el("title", plain(words)),
        el("circle", cx=x + 13, cy=y + 13, r=12.5, fill=paint.fill, stroke="#ffffff", stroke_width=2),
        text(
            paint.letters, x=x + 13, y=y + 18.5, font_size=SMALL, font_weight="bold", text_anchor="middle",
            fill="#ffffff",
        ),
        data_doctor=words,
    )  # fmt: skip


@lru_cache(maxsize=512)
def tardis(paint: Paint, x: float, y: float, words: str) -> str:
    """A TARDIS: a police box of 26 by 36 with the letters of the seat."""
    return el(
        "g",
        el("title", plain(words)),
        el(
            "path", d=f"M{x + 10:g} {y:g}h6v4h6v3h3v29h-24v-29h3v-3h6z", fill=paint.fill, stroke="#ffffff",
            stroke_width=1.6,
        ),
        el("path", d=f"M{x + 4:g} {y + 11:g}h18", stroke="#ffffff", stroke_width=1.4),
        text(
            paint.letters, x=x + 13, y=y + 28, font_size=SMALL, font_weight="bold", text_anchor="middle",
            fill="#ffffff",
        ),
        data_tardis=words,
    )  # fmt: skip


def saucer(x: float, y: float, words: str) -> str:
    """The Dalek Ship: a saucer of 50 by 30."""
    return el(
        "g",
        el("title", plain(words)),
        el("path", d=f"M{x + 14:g} {y + 12:g}a11 10 0 0 1 22 0", fill="#ffd34d", stroke=DARK, stroke_width=1.6),
        el("ellipse", cx=x + 25, cy=y + 16, rx=24, ry=8, fill=DALEK, stroke="#ffffff", stroke_width=1.6),
        *(el("circle", cx=x + at, cy=y + 17, r=2.3, fill="#ffd34d") for at in (11, 20, 30, 39)),
        data_ship="",
    )


def hourglass(x: float, y: float, words: str) -> str:
    """A Time Anomaly marker: an hourglass of 22 by 26."""
    return el(
        "g",
        el("title", plain(words)),
        el(
            "path", d=f"M{x:g} {y:g}h22l-8 13l8 13h-22l8-13z", fill="#ffd34d", stroke=DARK, stroke_width=1.8,
            stroke_linejoin="round",
        ),
        data_marker=words,
    )  # fmt: skip


@lru_cache(maxsize=256)
def dalek(x: float, y: float, count: int, words: str) -> str:
    """Dalek markers: one Dalek and how many they are."""
    return el(
        "g",
        el("title", plain(words)),
        el("path", d=f"M{x + 3:g} {y + 26:g}{_DALEK}", fill=DALEK, stroke=DARK, stroke_width=1.6),
        el("circle", cx=x + 10, cy=y + 20, r=1.6, fill="#ffd34d"),
        el("circle", cx=x + 16, cy=y + 20, r=1.6, fill="#ffd34d"),
        text(f"×{count}", x=x + 26, y=y + 22, font_size=18, font_weight="bold", fill=DARK),
        data_daleks=count,
    )  # fmt: skip


def ring(x: float, y: float, width: float, height: float, name: str) -> str:
    """What changed, ringed: a dark line cased in white."""
    box = {"x": x, "y": y, "width": width, "height": height, "rx": 8, "fill": "none"}
    return el("rect", **box, stroke="#ffffff", stroke_width=6) + el(
        "rect", **box, stroke=CHANGE, stroke_width=3, data_ring=name
    )
