"""Positions of Keys to the TARDIS for tests, written in one line, lines read there, and odd positions."""

from collections.abc import Mapping
from typing import Any

from table_play import LineReader, TablePlay

from projections.games.keys.game import GAME
from projections.games.keys.options import Options
from projections.games.keys.state.position import CONTROL, DOORS, ExtraTurn, KeyBonus, Position, Tile

EDGES = {"nine": "S", "ten": "N", "eleven": "E", "twelve": "W"}
COLOURS = {name: "green" if name == "d2" else "blue" if name[0] in "ace" else "red" for name in DOORS}


def board(
    step: str = "move", *, seats: str = "nine ten", open_doors: str = "", kinds: Mapping[str, str] | None = None,
    barriers: str = "", cookies: str = "", pawns: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None, **more: Any,
) -> Position:  # fmt: skip
    """Return a position with `nine` to move. Doors in `open_doors` or `kinds` are open, except `closed KIND`."""
    names, kinds = tuple(seats.split()), dict(kinds or {})
    tiles = {CONTROL: Tile("control", "control", open=True)}
    for name in DOORS:
        kind = kinds.get(name, "open")
        shown = (name in open_doors.split() or name in kinds) and not kind.startswith("closed ")
        tiles[name] = Tile(
            COLOURS[name], kind.removeprefix("closed "), shown, name in barriers.split(), name in cookies.split()
        )
    held = {"step": step, "player": names[0], "first": names[0], "turn": 5, "round": 3, "draw": ("sonic",) * 9}
    return Position(
        seats=names, options=more.pop("options", Options()), edges={name: EDGES[name] for name in names}, tiles=tiles,
        pawns={name: (pawns or {}).get(name, "out") for name in names},
        hands={name: tuple((hands or {}).get(name, "sonic sonic sonic").split()) for name in names}, **{**held, **more},
    )  # fmt: skip


_TABLE = TablePlay(GAME)
play, lines, stood, rule_against = _TABLE.play, _TABLE.lines, _TABLE.stood, _TABLE.refused
HEADER = """\
game: keys
seats: tenth, twelfth
edges: tenth=S, twelfth=N
first: tenth
layout: grrgbbb/rybbygg/gyrbgyr/rgy.yby/rbgbbgg/yrbrbyy/rgrygyr
dice: typed
cards: typed

"""
"""The header of a transcript of Keys for two seats with dice and cards entered by hand."""
BEGUN = f"""\
{HEADER}== T1 Tenth ==
D: ?
P: Kr c1 open (open)
M: >c1
== end ==
"""
NOTATION = GAME.notation
WHOLE = "key-red key-green key-blue key-yellow sonic barrier tunnel cookie pandorica cyberman"
TABLE = board(
    "play", seats="nine ten eleven twelve", open_doors="b5 c4 c5 e5", barriers="e4", pawns={"nine": "c4", "ten": "c5"},
    kinds={"f5": "dalek", "b6": "teleport", "c3": "key", "d3": "closed key", "c2": "closed ?", "a1": "closed ?"},
    hands={"nine": WHOLE},
)  # fmt: skip
OUTSIDE = TABLE.replace(pawns=dict.fromkeys(TABLE.seats, "out"))
LINES = LineReader(GAME, TABLE, "nine")
read, ask, refused = LINES.read, LINES.ask, LINES.refused


HIDDEN = board(
    "play", seats="nine ten eleven twelve", open_doors="c1 c2", hands={"nine": "key-red sonic ?", "ten": "? ? ?"}
)
HIDDEN = HIDDEN.replace(
    tiles={name: Tile(tile.colour, tile.kind if tile.open else "?", tile.open) for name, tile in HIDDEN.tiles.items()},
    draw=("?",) * 40, discards=("cookie", "sonic"),
)  # fmt: skip
NOBODY = Position(seats=(), options=Options())
ODD = Position(
    seats=('<b>&"\'', "\x00\ud800x", ""), options=Options(),
    edges={'<b>&"\'': "N", "\x00\ud800x": "N", "": "Q"},
    tiles={"d4": Tile("control", "control", open=True), "a1": Tile("puce", "<i>", open=True),
           "b1": Tile("red", "banana"), "c1": Tile(), "d1": Tile("?", "?", open=True),
           "zz": Tile("red", "open", True, True, True), "a2": Tile("?", "dalek", False, True, True), "\ud800": Tile()},
    pawns={'<b>&"\'': "d4", "\x00\ud800x": "d4", "": "z9", "ghost": "d4", "gone": "out"},
    held={'<b>&"\'': 7, "nobody": 3, "": 2},
    hands={'<b>&"\'': ("key-red",) * 10, "\x00\ud800x": ("?",) * 300, "": ("#keys-x", "key-?", "key-puce", "<x>", "")},
    tunnels=(("a1", "b2"), ("zz", "a1"), ("c1", "c1"), ("a1", "g7"), ("", "")),
    used=(("q", "zz"),), earned=(("q", "a1"),), stack=(KeyBonus("q", "a1"), ExtraTurn("r")), missed=(("q", "draw"),),
    player="x", turn=-3, step="??", discards=("<y>",) * 70,
)  # fmt: skip
