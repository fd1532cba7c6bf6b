"""Stencils: shapes that are defined once and used on many tiles. A picture contains only those that it uses."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from events.events import UNKNOWN
from projections.drawing.palette import BLACK, DARK, LIGHT, WHITE
from projections.drawing.svg import el, text
from projections.games.keys.board.layout import HALF, HIGH, PAINTS, SHUT, TARDIS, WIDE

WORDS: Final[Mapping[str, str]] = {
    "open": "Open", "dalek": "Dalek", "key": "Key", "extra": "Extra", "teleport": "Telep.", UNKNOWN: "kind?",
}  # fmt: skip
"""The words on tiles, by kind."""
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
    + el("path", d="M-8 0H1M-3.5 -4.5V4.5M3 -3L6 -5V6", fill="none", stroke=DARK, stroke_width=2.4),
    "teleport": el("circle", r=12, fill="none", stroke=DARK, stroke_width=2.4)
    + el("circle", r=6.5, fill="none", stroke=DARK, stroke_width=2.4) + el("circle", r=2.4, fill=DARK)
    + el("path", d="M0 -16V-8M0 16V8M-16 0H-8M16 0H8", stroke=DARK, stroke_width=2.4),
    "control": el("path", d="M-13 -15H13V-10H-13ZM-11 -9H11V19H-11ZM-2 -20H2V-15H-2Z", fill=TARDIS)
    + el("path", d="M-8 -6H-2V2H-8ZM2 -6H8V2H2Z", fill=LIGHT) + el("path", d="M0 -9V19", stroke=LIGHT),
}  # fmt: skip
_USED: Final = re.compile(r"#keys-([a-z-]+)")


def stencils(drawing: str) -> list[str]:
    """Return the stencils that a drawing uses, and those that they use in turn."""
    cut, wanted, found = _cut(), set[str](), _USED.findall(drawing)
    while found:
        wanted.update(found)
        found = [name for used in found for name in _USED.findall(cut.get(used, "")) if name not in wanted]
    return [stencil for name, stencil in cut.items() if name in wanted]


@cache
def _cut() -> Mapping[str, str]:
    hatch = el(
        "pattern",
        el("rect", width=10, height=10, fill=WHITE), el("path", d="M-2 12L12 -2M-7 7L7 -7M3 17L17 3", stroke=BLACK,
                                                        stroke_width=4.4),
        id="keys-hatch", width=10, height=10, patternUnits="userSpaceOnUse",
    )  # fmt: skip
    shut = el("path", d="M5 9H16.3V13.3L20.7 18.7H35.3L39.7 13.3V9H51V59H5Z", fill=SHUT, id="keys-shut")
    cut = {"hatch": hatch, "shut": shut} | {name: _texture(name) for name, one in PAINTS.items() if one.texture}
    cut |= {name: _named(name, mark) for name, mark in SYMBOLS.items()}
    for colour in PAINTS:
        cut |= {_plain(name): _named(name, *parts) for name, parts in _sides(colour)}
    for kind in WORDS:
        cut |= {_plain(name): _named(name, *parts) for name, parts in _kinds(kind)}
    return cut


def _plain(name: str) -> str:
    return name.replace(UNKNOWN, "unknown")


def _named(name: str, *parts: str) -> str:
    return el("g", *parts, id=f"keys-{_plain(name)}")


def use(name: str, transform: str | None = None) -> str:
    """Return the SVG element that draws a stencil."""
    return el("use", href=f"#keys-{_plain(name)}", transform=transform)


def _texture(colour: str) -> str:
    one = PAINTS[colour]
    dots = colour == "yellow"
    return el(
        "pattern",
        el("rect", width=14, height=14, fill=one.fill),
        el("path", d=one.texture, fill="none", stroke=one.ink, stroke_width=4.2 if dots else 1.8, stroke_opacity=0.42,
           stroke_linecap="round"),
        id=f"keys-{colour}", width=14, height=14, patternUnits="userSpaceOnUse",
    )  # fmt: skip


def bold(words: str, y: float, size: float, ink: str, x: float = 0) -> str:
    """Return an SVG element with bold text, centred on a point of its base line."""
    return text(words, x=x, y=y, font_size=size, font_weight="bold", text_anchor="middle", fill=ink)


def word(words: str) -> str:
    """Return the SVG of the short word at the foot of a tile."""
    return text(words, x=HALF[0], y=56, font_size=16, text_anchor="middle", fill=DARK)


def _sides(colour: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the stencils of the closed and the open side of a door, each as a name and its SVG elements.

    The closed side is filled with colour and texture. Its letter is large, or smaller to make room for a bar or a kind.
    The open side has a light ground in a frame; its letter is in a keystone.
    """
    one = PAINTS[colour]
    fill = f"url(#keys-{colour})" if one.texture else one.fill
    whole = el("rect", width=WIDE, height=HIGH, rx=6, fill=fill, stroke=DARK, stroke_width=2)
    box = {"x": 5, "y": 5, "width": WIDE - 10, "height": HIGH - 10, "rx": 2}
    disc = el("circle", r=13.5, fill=one.fill, stroke=one.ink, stroke_width=1.4)
    yield f"panel-{colour}", (whole, el("rect", **box, fill="none", stroke=one.ink, stroke_width=1.6))
    yield f"letter-{colour}", (disc, bold(one.letters, 7, 20, one.ink))
    places = {"closed": "translate(28 32) scale(1.2)", "barred": "translate(28 17) scale(.85)",
              "known": "translate(16 17) scale(.85)"}  # fmt: skip
    for name, where in places.items():
        yield f"{name}-{colour}", (use(f"panel-{colour}"), use(f"letter-{colour}", where))
    ground = el("rect", **{**box, "y": 9, "height": HIGH - 14}, fill=LIGHT, stroke=DARK)
    keystone = el("path", d="M17 0H39V13L35 18H21L17 13Z", fill=one.fill, stroke=DARK, stroke_width=1.4)
    yield f"open-{colour}", (whole, ground, keystone, bold(one.letters, 14.4, 16, one.ink, HALF[0]))


def _kinds(kind: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield three drawings of a kind of door, each as a name and its SVG elements.

    One is for an open tile, one for an open tile whose middle is covered, and one for a closed tile.
    """
    symbol = use(kind) if kind in SYMBOLS else bold("?", 10, 28, DARK)
    name = word(WORDS[kind])
    band = el("rect", x=4, y=42, width=WIDE - 8, height=18, rx=3, fill=LIGHT, stroke=DARK, stroke_width=1.2)
    disc = el("circle", cx=40, cy=17, r=12, fill=LIGHT, stroke=DARK, stroke_width=1.4)
    yield f"kind-{kind}", (el("g", symbol, transform="translate(28 31) scale(.74)"), name)
    yield f"word-{kind}", (name,)
    yield f"shows-{kind}", (disc, el("g", symbol, transform="translate(40 17) scale(.58)"), band, name)
