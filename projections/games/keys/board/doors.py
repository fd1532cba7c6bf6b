"""Drawing of doors: closed and open sides, the cards on them, and the tunnels between them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN
from projections.drawing.palette import BLACK, CASING, CHANGE, DARK, GROUND, LIGHT, WHITE
from projections.drawing.svg import el, plain
from projections.games.keys.board.layout import HALF, HIGH, ORANGE, PAINTS, SLOT, WIDE, centre, corner, is_on_grid
from projections.games.keys.board.stencils import WORDS, bold, use, word
from projections.games.keys.state.names import tile_words
from projections.games.keys.state.position import Position, Tile

INSET: Final = 5
"""How far a bridge begins inside its tile, in both directions."""


def doors(position: Position) -> Iterator[str]:
    """Yield the SVG of each of the 49 places of the grid: its tile, or an empty place."""
    pawns = set(position.pawns.values())
    for row in range(7, 0, -1):
        for column in "abcdefg":
            name = f"{column}{row}"
            tile = position.tiles.get(name)
            yield _empty(name) if tile is None else _door(name, tile, occupied=name in pawns)


def _empty(name: str) -> str:
    x, y = corner(name)
    dashes = {"fill": "none", "stroke": SLOT, "stroke_width": 1.5, "stroke_dasharray": "5 5"}
    return el("rect", x=x, y=y, width=WIDE, height=HIGH, rx=6, data_tile=name, **dashes)


@lru_cache(maxsize=4096)
def _door(name: str, tile: Tile, *, occupied: bool) -> str:
    x, y = corner(name)
    title = el("title", plain(f"{name}: {tile_words(tile)}"))
    data = {"data_tile": name, "data_place": name, "data_key": f"tile-{name}", "data_arg": name}
    return el("g", title, side(tile, occupied=occupied), transform=f"translate({x} {y})", **data)


def side(tile: Tile, *, occupied: bool = False) -> str:
    """Return the SVG of the side of a tile that shows, without its place. `occupied` says that a pawn is on it."""
    if tile.kind == "control":
        return _control()
    return _open(tile, occupied=occupied) if tile.open else _closed(tile)


def _colour(tile: Tile) -> str:
    return tile.colour if tile.colour in PAINTS else UNKNOWN


def _closed(tile: Tile) -> str:
    if tile.kind == UNKNOWN:
        return use(f"{'barred' if tile.barrier else 'closed'}-{_colour(tile)}")
    return use(f"known-{_colour(tile)}") + use(f"shows-{tile.kind if tile.kind in WORDS else UNKNOWN}")


def _open(tile: Tile, *, occupied: bool) -> str:
    """Return the SVG of an open door. A Dalek Door without a Jam Cookie, which no pawn can pass, has a grey ground."""
    kind = tile.kind if tile.kind in WORDS else UNKNOWN
    shut = use("shut") if kind == "dalek" and not tile.cookie else ""
    return use(f"open-{_colour(tile)}") + shut + use(f"{'word' if occupied or tile.barrier else 'kind'}-{kind}")


def _control() -> str:
    return "".join((
        el("rect", width=WIDE, height=HIGH, rx=6, fill=ORANGE, stroke=DARK, stroke_width=2),
        el("rect", x=2, y=6, width=WIDE - 4, height=HIGH - 12, rx=2, fill=LIGHT, stroke=DARK),
        use("control", "translate(28 26) scale(.84)"),
        word("Control"),
    ))  # fmt: skip


def laid(position: Position) -> Iterator[str]:
    """Yield the SVG of Jam Cookies and Time Barriers, which reach over the gaps and so come on top of all tiles."""
    pawns = set(position.pawns.values())
    for name, tile in position.tiles.items():
        if (tile.cookie or tile.barrier) and is_on_grid(name):
            x, y = corner(name)
            things = [el("g", cookie(), data_laid="cookie")] if tile.cookie else []
            if tile.barrier:
                things.append(el("g", barrier(beside=name in pawns), data_laid="barrier"))
            label = el("title", plain(f"{name}: {tile_words(tile)}"))
            yield el("g", label, *things, transform=f"translate({x} {y})", data_place=name, data_key=f"laid-{name}",
                     data_arg=name)  # fmt: skip


def cookie() -> str:
    """Return the SVG of a Jam Cookie at a corner of a tile."""
    disc = el("circle", cx=51, cy=13, r=12.5, fill="#e9b872", stroke=BLACK, stroke_width=2)
    return disc + bold("JC", 18.6, 16, BLACK, 51)


def barrier(*, beside: bool = False) -> str:
    """Return a Time Barrier: a hatched bar across a tile, with its letters in the middle or to the right of a pawn."""
    x = 34 if beside else 15
    return "".join((
        el("rect", x=-4, y=31, width=WIDE + 8, height=10, fill="url(#keys-hatch)", stroke=BLACK, stroke_width=2),
        el("rect", x=x, y=28, width=26, height=16, rx=3, fill=WHITE, stroke=BLACK, stroke_width=1.6),
        bold("TB", 41.8, 16, BLACK, x + 13),
    ))  # fmt: skip


def tunnels(position: Position, new: frozenset[tuple[str, str]]) -> Iterator[str]:
    """Yield Time Tunnels as bridges across corners; new ones are marked."""
    for tile, other in position.tunnels:
        if is_on_grid(tile) and is_on_grid(other) and tile != other:
            yield _tunnel(tile, other, new=(tile, other) in new)


def _tunnel(tile: str, other: str, *, new: bool) -> str:
    (ax, ay), (bx, by) = centre(tile), centre(other)
    dx, dy = bx - ax, by - ay
    across, down = _sign(dx) * (HALF[0] - INSET), _sign(dy) * (HALF[1] - INSET)
    line = f"M{ax + across} {ay + down}L{bx - across} {by - down}"
    title, name = el("title", plain(f"Time Tunnel {tile}-{other}")), f"{tile}-{other}"
    data = {"data_tunnel": name, "data_place": f"tunnel {tile}/{other}", "data_key": f"tunnel-{name}"}
    return el("g", title, bridge(line, new=new), **data)


def bridge(line: str, *, new: bool = False) -> str:
    """Return the SVG of a bridge along a path."""
    casing = [(CASING, 25), (CHANGE, 21), (CASING, 17)] if new else [(GROUND, 19)]
    layers = [*casing, (BLACK, 15), ("#f3dfb5", 10)]
    strokes = [el("path", d=line, stroke=ink, stroke_width=wide) for ink, wide in layers]
    return "".join((*strokes, el("path", d=line, stroke="#7a5320", stroke_width=10, stroke_dasharray="2 4")))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
