"""Positions of Keys to the TARDIS as viewers have them, odd ones too."""

from keys_board import board

from projections.games.keys.options import Options
from projections.games.keys.state.position import ExtraTurn, KeyBonus, Position, Tile

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
