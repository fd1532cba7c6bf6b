"""Tables of Time of the Daleks as people look at them, odd ones too, and the picture parsed."""

from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from daleks_tables import JULIE, KIM, LEE, STEVE, place, table
from parsed_picture import ParsedPicture

from events.events import Fact
from projections.games.daleks.board.draw import draw
from projections.games.daleks.state import position as p
from projections.terms import Marks
from projections.window import Window

TRAY: Final = p.Adventure(
    JULIE, 2, 0, ("cunning", "diplomacy", "tactics", "science", "tactics", "science"), ("fixed-point",), "reroll",
    helper=STEVE, manner="here",
    pools=(
        p.Pool(JULIE, (
            p.Die("B1", "black", "cunning", ("rolled running", "re-rolled cunning eleventh"), card="eleventh"),
            p.Die("B2", "black", "tactics", ("rolled tactics", "re-rolled strength B4", "changed tactics tokens")),
            p.Die("B3", "black", gone="focused", card="eleventh"),
            p.Die("B4", "black", "running", ("rolled running",), "spent"),
            p.Die("G1", "green", "diplomacy", ("rolled running", "re-rolled tactics B4", "changed diplomacy amy")),
            p.Die("U1", "blue", "science", ("rolled science",), card="rory"),
            p.Die("R1", "red", gone="cut"), p.Die("R2", "red", gone="exterminated"),
        ), gathered=True, done=True),
        p.Pool(STEVE, (
            p.Die("B5", "black", "running", (
                "rolled running", "re-rolled strength twelfth", "re-rolled cunning tokens", "re-rolled tactics tokens",
                "re-rolled running time-can-be-rewritten",
            )),
            p.Die("R3", "red", "tactics", ("rolled tactics",), card="clara"), p.Die("U2", "blue", gone="returned"),
        ), gathered=True, done=True),
    ),
)  # fmt: skip
CROWD: Final = table(
    "adventure", seats=4, tokens={JULIE: 5, STEVE: 1, KIM: 0},
    consoles={JULIE: "amy rory ace~ +fez +library-card", STEVE: "clara", KIM: "susan dorium barbara +sonic-booster"},
    hands={JULIE: "k-9 timescoop ? ?", STEVE: "? ? ? ?", LEE: "? ?"},
    earth=("weeping-angels", "?", ""), on_earth=(1, 0, 2), tardis={JULIE: 9, STEVE: 9, KIM: 4, LEE: 4},
    places=(
        place(2, "orient-express", "sutekh", "?", daleks=(1,)), p.Place(3, "stolen-earth"),
        place(4, "demons-run", "impossible-astronaut", "vashta-nerada"), place(5, "akhaten", "", "great-intelligence"),
    ),
    at={JULIE: (2, 0), STEVE: (2, 0), KIM: (1, 2), LEE: (3, 0)}, ship=9, markers=(12, 15),
    tasks=(p.Task("destiny-of-the-daleks", 1),), used=((JULIE, "eleventh", 3), (JULIE, "amy", 3)), adventured=True,
    answer="choose", stack=(TRAY, Window("resolve", (KIM, LEE))),
)  # fmt: skip
SPARE: Final = table("prepare")
NOBODY: Final = p.Position(seats=())
ODD: Final = p.Position(
    seats=('<b>&"\'', "\x00\ud800x", "q"),
    consoles={
        '<b>&"\'': p.Console("<d>", (p.Aboard("<c>"), p.Aboard("?", part_time=True)) * 9, ("<e>", "?"), -7),
        "q": p.Console("first", (), ("k-9",) * 7, 10**7), "ghost": p.Console("eleventh"),
    },
    hands={"q": ("?", "fez", "<h>") * 30, '<b>&"\'': ("library-card",) * 40, "ghost": ("?",)},
    places=(
        p.Place(1, "earth", (p.Slot("<s>", open=True), p.Slot("?"), p.Slot("sutekh"), p.Slot("mara", open=True)),
                (9, -2)),
        p.Place(7, "<l>", (p.Slot("sutekh", open=True),)), p.Place(7, "?", (p.Slot(),) * 9, (0, 0, 3)),
        p.Place(-1, "into-the-dalek"), p.Place(8, "akhaten"), p.Place(9, "akhaten", (p.Slot("<x>"),), ()),
    ),
    at={'<b>&"\'': (7, 0), "q": (44, 9), "ghost": (1, 99)}, ship=-4, tardis={"q": 400, "ghost": 3}, markers=(-1, 3, 99),
    tasks=(p.Task("<t>", -3), p.Task("fez", 7)), player="nobody", turn=-3, round=-1, step="??", missed=("<m>",),
    found=("<f>", "?"), answer="<a>", used=(("<u>", "<c>", 3), ("q", "first", -1)), winners=("<w>",), how="<how>",
    timey_deck=("?",) * 900, arrived=("<g>", "q"),
    stack=(
        p.Debt("<d>", "<k>", "<s>", (), 9, 4), p.Debt("q", "dilemma", "sutekh", ((),), 1, 1),
        p.Adventure(
            "ghost", 44, 9, ("<sym>", "running") * 9, ("<c>",), "<st>", "<h>", "<m>",
            tuple(
                p.Pool(seat, tuple(
                    p.Die(f"<{at}>", "<c>", "<sym>" if at % 2 else "running", ("<story>", "rolled <sym> <by>", "") * 9,
                        "<g>" if at % 3 == 0 else "", "<card>")
                    for at in range(20)
                ))
                for seat in ("<p>", "q", "")
            ), owed=-4,
        ),
        Window("<win>", ()), Window("roll", ("<w>",)),
    ),
)  # fmt: skip
ALL: Final = (CROWD, SPARE, NOBODY, ODD)


class Picture(ParsedPicture):
    def __init__(self, position: p.Position, *facts: Fact, before: p.Position | None = None) -> None:
        super().__init__(draw(position, Marks(facts, before)))

    def placed(self, *names: str) -> Iterator[tuple[ET.Element, float, float]]:
        """The elements of some names, each with how far its group is moved to the right and down."""
        yield from _placed(self.root, 0, 0, names)

    def at(self, name: str, value: str) -> tuple[float, float]:
        return next((x, y) for node, x, y in self.placed() if node.get(name) == value)


def _placed(
    node: ET.Element, x: float, y: float, names: tuple[str, ...]
) -> Iterator[tuple[ET.Element, float, float]]:  # fmt: skip
    words = node.get("transform", "")
    if words.startswith("translate("):
        right, down = map(float, words.removeprefix("translate(").partition(")")[0].split())
        x, y = x + right, y + down
    if not names or node.tag in names:
        yield node, x, y
    for child in node:
        yield from _placed(child, x, y, names)
