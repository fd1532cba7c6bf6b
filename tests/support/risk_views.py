"""Worlds of Risk as viewers have them, odd ones too, and the picture parsed."""

import re
from collections.abc import Mapping
from typing import Any, Final

from parsed_picture import ParsedPicture

from events.events import Fact
from projections.games.risk.board.draw import draw
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.options import Options
from projections.games.risk.state.position import Battle, Duty, Land, World
from projections.terms import Marks
from projections.window import Window

SEATS: Final = ("black", "yellow", "orange")
ARMIES: Final[Mapping[str, str]] = {
    "K": "black", "Y": "yellow", "O": "orange", "n1": "n1", "n2": "n2", "n3": "n3", "?": "",
}  # fmt: skip


def lands(given: str) -> dict[str, Land]:
    found = {}
    for part in given.split(", "):
        name, army, daleks = re.fullmatch(r"(\S+) (\D|n\d )(\d+)", part).groups()  # type: ignore[union-attr]  # checked by the test that fails
        found[name] = Land(ARMIES[army.strip()], int(daleks))
    return found


def field(given: str, battle: Mapping[str, Any] | None = None, **more: Any) -> World:
    there = lands(given)
    if battle is not None:
        source, target = (*there, "scandinavia")[:2]
        attacker, defender = there[source].army, there.get(target, Land("yellow")).army
        more["stack"] = (Battle(attacker, defender, source, target, **battle),)
    held: dict[str, Any] = {"step": "attack", "player": "black", "turn": 7, "round": 3, "options": Options()}
    held |= {"seats": SEATS, "armies": more.get("seats", SEATS), "lands": there}
    return World(**{**held, **more})


def whole(**more: Any) -> World:
    """Every territory with its holder: black, yellow and orange in turn, 1 to 9 Daleks; all cards known."""
    held = {name: Land(SEATS[at % 3], 1 + at % 9) for at, name in enumerate(TERRITORIES)}
    given: dict[str, Any] = {
        "seats": SEATS, "armies": SEATS, "options": Options(), "lands": held, "step": "attack", "player": "black",
        "turn": 7, "round": 3, "clara": 4, "tardis": "egypt", "tardis_card": "egypt", "deck": ("?",) * 30,
        "discards": ("peru", "japan"), "hands": {"black": ("china", "ural", "?"), "yellow": ("?",) * 2, "orange": ()},
        "missions": {"black": ("vampires",), "yellow": ("?",), "orange": ()},
        "powers": {"black": ("nitro-9", "genesis-ark"), "yellow": ("?",) * 3, "orange": ()},
    }  # fmt: skip
    return World(**{**given, **more})


HIDDEN: Final = whole()
NOBODY: Final = World(seats=(), options=Options())
ODD: Final = World(
    seats=('<b>&"\'', "\x00\ud800x", "", "black", "blue", "q", "r", "s", "t", "u", "v"), options=Options(),
    armies=("ghost", "n1", '<b>&"\''),
    lands={"alaska": Land("ghost", -4), "peru": Land("<i>", 10**7), "japan": Land("n2", 0), "zz": Land("black", 3),
           "\ud800": Land("", 1)},
    clara=99, tardis="zz", tardis_card="<c>", deck=("?",) * 500, discards=("<y>",) * 70,
    hands={"ghost": ("<x>",) * 40, "n1": ("?",) * 300}, missions={"ghost": ("<m>", "vampires")},
    powers={'<b>&"\'': ("nitro-9",) * 9},
    spent=("<s>", "nitro-9"), defeated=("ghost",), player="nobody", turn=-3, step="??", missed=("??",), pool=-2,
    neutral_pool=7, neutral_army="<n>", cuts={"<z>": (3, True)}, barred=("zz",), no_attack=True,
    stack=(Duty("<d>", 3), Battle("<a>", "", "zz", "alaska", -3, faces=((9,) * 9, (0,)), taken=True),
           Window("w", ("<w>",))),
)  # fmt: skip


class Picture(ParsedPicture):
    def __init__(self, world: World, *facts: Fact, before: World | None = None) -> None:
        super().__init__(draw(world, Marks(facts, before)))

    @property
    def desc(self) -> str:
        return self.root[1].text or ""
