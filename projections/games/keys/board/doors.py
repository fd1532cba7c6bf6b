"""Drawing of doors: closed and open sides, the cards on them, and the tunnels between them."""

from collections.abc import Iterator
from functools import lru_cache

from events.events import UNKNOWN
from projections.drawing.palette import BLACK, CASING, CHANGE, DARK, GROUND, LIGHT, WHITE
from projections.drawing.svg import el, plain
from projections.games.keys.board.layout import ORANGE, PAINTS, SLOT, TILE, centre, corner, is_on_grid
from projections.games.keys.board.stencils import MIDDLE, WORDS, bold, use, word
from projections.games.keys.state.names import tile_words
from projections.games.keys.state.position import Position, Tile


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
    return el("rect", x=x, y=y, width=TILE, height=TILE, rx=6, data_tile=name, **dashes)


@lru_cache(maxsize=4096)
def _door(name: str, tile: Tile, *, occupied: bool) -> str:
    side = _control() if tile.kind == "control" else _open(tile, occupied=occupied) if tile.open else _closed(tile)
    x, y = corner(name)
    title = el("title", plain(f"{name}: {tile_words(tile)}"))
    data = {"data_tile": name, "data_place": name, "data_key": f"tile-{name}"}
    return el("g", title, side, transform=f"translate({x} {y})", **data)


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
    return use(f"open-{_colour(tile)}") + shut + use(f"{'beside' if occupied or tile.barrier else 'kind'}-{kind}")


def _control() -> str:
    return "".join((
        el("rect", width=TILE, height=TILE, rx=6, fill=ORANGE, stroke=DARK, stroke_width=2),
        el("rect", x=7, y=7, width=TILE - 14, height=TILE - 14, rx=2, fill=LIGHT, stroke=DARK),
        use("control", "translate(36 31) scale(.9)"),
        word("Control"),
    ))  # fmt: skip


def laid(position: Position) -> Iterator[str]:
    """Yield the SVG of Jam Cookies and Time Barriers, which reach over the gaps and so come on top of all tiles."""
    pawns = set(position.pawns.values())
    for name, tile in position.tiles.items():
        if (tile.cookie or tile.barrier) and is_on_grid(name):
            x, y = corner(name)
            things = (_cookie() if tile.cookie else "") + (_barrier(beside=name in pawns) if tile.barrier else "")
            label = el("title", plain(f"{name}: {tile_words(tile)}"))
            yield el("g", label, things, transform=f"translate({x} {y})", data_place=name, data_key=f"laid-{name}")


def _cookie() -> str:
    disc = el("circle", cx=60, cy=26, r=12.5, fill="#e9b872", stroke=BLACK, stroke_width=2)
    return el("g", disc, bold("JC", 31, 14, BLACK, 60), data_laid="cookie")


def _barrier(*, beside: bool) -> str:
    """Return a Time Barrier: a hatched bar across a tile, with its letters in the middle or to the right of a pawn."""
    x = 52 if beside else 22
    return el(
        "g",
        el("rect", x=-8, y=36.5, width=TILE + 16, height=11, fill="url(#keys-hatch)", stroke=BLACK, stroke_width=2),
        el("rect", x=x, y=34.5, width=28, height=15.5, rx=3, fill=WHITE, stroke=BLACK, stroke_width=1.6),
        bold("TB", 47.5, 15, BLACK, x + 14),
        data_laid="barrier",
    )


def tunnels(position: Position, new: frozenset[tuple[str, str]]) -> Iterator[str]:
    """Yield Time Tunnels as bridges across corners; new ones are marked."""
    for tile, other in position.tunnels:
        if is_on_grid(tile) and is_on_grid(other) and tile != other:
            yield _bridge(tile, other, new=(tile, other) in new)


def _bridge(tile: str, other: str, *, new: bool) -> str:
    (ax, ay), (bx, by) = centre(tile), centre(other)
    dx, dy = bx - ax, by - ay
    inset = MIDDLE - 9
    ax, ay, bx, by = ax + _sign(dx) * inset, ay + _sign(dy) * inset, bx - _sign(dx) * inset, by - _sign(dy) * inset
    line = f"M{ax} {ay}L{bx} {by}"
    casing = [(CASING, 27), (CHANGE, 23), (CASING, 19)] if new else [(GROUND, 21)]
    layers = [*casing, (BLACK, 17), ("#f3dfb5", 12)]
    strokes = [el("path", d=line, stroke=ink, stroke_width=wide) for ink, wide in layers]
    planks = el("path", d=line, stroke="#7a5320", stroke_width=12, stroke_dasharray="2 4")
    title, name = el("title", plain(f"Time Tunnel {tile}-{other}")), f"{tile}-{other}"
    data = {"data_tunnel": name, "data_place": f"tunnel {tile}/{other}", "data_key": f"tunnel-{name}"}
    return el("g", title, *strokes, planks, **data)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
