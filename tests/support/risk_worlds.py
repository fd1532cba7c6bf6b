"""Positions of Risk for tests, written in one line, and positions as viewers see them, including odd ones."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from parsed_picture import ParsedPicture
from table_play import ScriptedChance, TablePlay

from events.events import Event
from projections.contracts import Marks
from projections.drawing.board import compose
from projections.games.risk.board.draw import draw
from projections.games.risk.components.world_map import CONTINENTS, TERRITORIES, territory_named
from projections.games.risk.events import Attack, CountDaleks, EndTurn, HoldPosition, LandTardis, Place, StopAttacking
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.invariants import INVARIANTS
from projections.games.risk.state.position import Battle, Duty, Land, World
from projections.window import Window

ARMIES: Final[Mapping[str, str]] = {
    "K": "black", "Y": "yellow", "O": "orange", "W": "white", "G": "grey", "1": "n1", "2": "n2", "3": "n3",
    "?": "", "": "",
}  # fmt: skip
SEATS: Final = ("black", "yellow", "orange")
ATTACK: Final = Attack("black", "russia", "scandinavia", 3)
LAND, COUNT, STOP, HOLD, END = (
    LandTardis("black"), CountDaleks("black"), StopAttacking("black"), HoldPosition("black"), EndTurn("black"),
)  # fmt: skip


def matter(now: World) -> bool:
    return all(invariant.holds(now) for invariant in INVARIANTS if invariant.kind == "matter")


def named(text: str) -> str:
    territory = territory_named(text)
    assert territory, text
    return territory


def lands(text: str, rest: str, daleks: int = 3) -> dict[str, Land]:
    """Return territories from `russia K4, SCA Y2`; the army `rest` holds all others with this number of Daleks each."""
    found = dict.fromkeys(TERRITORIES if rest else (), Land(ARMIES[rest], daleks))
    for part in filter(None, text.split(", ")):
        name, _, army = part.rpartition(" ")
        found[named(name)] = Land(ARMIES[army[0]], int(army[1:]))
    return found


def held(number: int, letter: str = "K", *, but: Iterable[str] = ()) -> str:
    """Return a number of territories of an army in the form of `lands`, without a whole continent or those in `but`."""
    left_out = {continent.territories[0] for continent in CONTINENTS.values()} | set(map(named, but))
    names = [name for name in TERRITORIES if name not in left_out][:number]
    assert len(names) == number
    return ", ".join(f"{name} {letter}3" for name in names)


def continent(name: str, letter: str = "K", *, but: str = "") -> str:
    return ", ".join(f"{territory} {letter}3" for territory in CONTINENTS[name].territories if territory != but)


def world(
    text: str = "", step: str = "attack", *, seats: str = "KYO", rest: str = "O", daleks: int = 3,
    hands: Mapping[str, str] | None = None, missions: Mapping[str, str] | None = None,
    powers: Mapping[str, str] | None = None, options: Mapping[str, Any] | None = None, **more: Any,
) -> World:  # fmt: skip
    """Return a position with K to move. Cards that are not given to a seat are in their piles."""
    players = tuple(ARMIES[letter] for letter in seats)
    armies = (*players, "n1", "n2", "n3") if len(players) == 2 else players
    rows = [
        {seat: tuple((given or {}).get(letter, "").split()) for letter, seat in ARMIES.items() if seat in armies}
        for given in (hands, missions, powers)
    ]
    cards = World(seats=(), options=Options()).cards
    used = {card for row in rows for hand in row.values() for card in hand} | set(more.get("spent", ()))
    away = used | {more.get("tardis_card", ""), *more.get("discards", ())}
    given: dict[str, Any] = {
        "lands": lands(text, rest, daleks), "step": step, "player": "black", "first": "black", "turn": 7, "round": 3,
        "deck": tuple(name for name in TERRITORIES if name not in away),
        "mission_pile": tuple(card for card in cards.mission if card not in used),
        "power_pile": tuple(card for card in cards.power if card not in used),
        **{name: row for name, row in zip(("hands", "missions", "powers"), rows, strict=True) if any(row.values())},
    }  # fmt: skip
    return World(seats=players, armies=armies, options=Options(**options or {}), **{**given, **more})


def dice(text: str) -> ScriptedChance:
    return ScriptedChance(*(int(sign) for sign in text if sign.isdigit()))


_TABLE: Final = TablePlay(GAME)
play, lines, against, stood = _TABLE.play, _TABLE.lines, _TABLE.against, _TABLE.stood


def offers(now: World, seat: str, kind: type[Any]) -> list[Any]:
    return [move for move in GAME.rules.legal(now, seat) if isinstance(move, kind)]


def finish(now: World) -> World:
    seat = now.player
    return play(now, StopAttacking(seat), HoldPosition(seat), EndTurn(seat))


def land_and_place(now: World) -> World:
    now = play(now, LandTardis(now.player), CountDaleks(now.player))
    return play(now, Place(now.player, now.lands_of(now.player)[0], now.pool))


def army(now: World, place: str) -> str:
    land = now.lands[named(place)]
    letter = next((letter for letter, seat in ARMIES.items() if seat == land.army), "?")
    return f"{letter}{land.daleks}"


def field(given: str, battle: Mapping[str, Any] | None = None, **more: Any) -> World:
    there = lands(given, "")
    if battle is not None:
        source, target = (*there, "scandinavia")[:2]
        attacker, defender = there[source].army, there.get(target, Land("yellow")).army
        more["stack"] = (Battle(attacker, defender, source, target, **battle),)
    held: dict[str, Any] = {"step": "attack", "player": "black", "turn": 7, "round": 3, "options": Options()}
    held |= {"seats": SEATS, "armies": more.get("seats", SEATS), "lands": there}
    return World(**{**held, **more})


def whole(**more: Any) -> World:
    """Return a position in which black, yellow and orange hold all territories in turn, and all cards are known."""
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
    def __init__(self, world: World, *events: Event, before: World | None = None) -> None:
        super().__init__(compose("risk", draw(world, Marks(events, before))))

    @property
    def desc(self) -> str:
        return self.root[1].text or ""

    def title(self, name: str, value: str) -> str:
        return self.node(name, value).findtext("title") or ""

    def dice(self) -> list[str]:
        return [node.findtext("text") or "" for node in self.root.iter() if "data-die" in node.attrib]
