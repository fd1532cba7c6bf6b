"""Positions of Keys to the TARDIS as viewers have them, odd ones too, and the picture parsed."""

from xml.etree import ElementTree as ET

from keys_board import board

from events.facts import Fact
from projections.games.keys.board.draw import draw
from projections.games.keys.options import Options
from projections.games.keys.state.position import ExtraTurn, KeyBonus, Position, Tile
from projections.terms import Marks

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


class Picture:
    """A drawing, parsed: it is well-formed as soon as there is one."""

    def __init__(self, position: Position, *facts: Fact, before: Position | None = None) -> None:
        self.markup = draw(position, Marks(facts, before))
        self.root = ET.fromstring(self.markup)

    def all(self, attribute: str) -> list[str]:
        return [node.attrib[attribute] for node in self.root.iter() if attribute in node.attrib]

    def tile(self, name: str) -> list[str]:
        node = next(node for node in self.root.iter() if node.get("data-tile") == name)
        return [use.attrib["href"].removeprefix("#keys-") for use in node if "href" in use.attrib]

    def under(self, attribute: str, value: str) -> str:
        node = next(node for node in self.root.iter() if node.get(attribute) == value)
        return " ".join("".join(node.itertext()).split())

    @property
    def desc(self) -> str:
        return self.root[1].text or ""
