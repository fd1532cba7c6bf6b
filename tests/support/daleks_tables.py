"""Positions of Time of the Daleks for tests, written in one line, and positions as viewers see them.

Pools are given as words, and dice show what a test wants. Julie has the turn unless stated otherwise.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from xml.etree import ElementTree as ET

from msgspec.structs import replace
from parsed_picture import ParsedPicture
from table_play import ScriptedChance, TablePlay

from events.events import UNKNOWN, Event, Passed, Rolled, Started
from projections.contracts import Marks, RandomSource
from projections.drawing.board import Panel, compose
from projections.games.daleks.board.draw import draw
from projections.games.daleks.components.box import EARTH, Box, Option, Part
from projections.games.daleks.components.data_files import SHIPPED, read_expansion, shipped_file
from projections.games.daleks.events import moves as m
from projections.games.daleks.events.moves import Resolve, Stay
from projections.games.daleks.game import GAME
from projections.games.daleks.options import Options
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.state import position as p
from projections.games.daleks.state.piles import cards_of
from projections.games.daleks.state.position import Aboard, Adventure, Console, Die, Place, Pool, Position, Slot
from projections.games.daleks.state.track import first_markers
from projections.games.daleks.state.tray import colour_of, dice_left, pool_of
from projections.window import Window
from replay.chance.random_source import SeededChance

JULIE, STEVE, KIM, LEE = "julie", "steve", "kim", "lee"
SEATS: Final = (JULIE, STEVE, KIM, LEE)
DOCTORS: Final = {JULIE: "eleventh", STEVE: "twelfth", KIM: "first", LEE: "fourth"}
TURN: Final = 7
ROUND: Final = 4


def console(text: str = "", tokens: int = 2, doctor: str = "") -> Console:
    """Return a console from `amy rory jack~ +fez`: Companions (`~` part-time) and Equipment (`+`)."""
    words = text.split()
    companions = tuple(Aboard(word.rstrip("~"), word.endswith("~")) for word in words if not word.startswith("+"))
    return Console(doctor, companions, tuple(word[1:] for word in words if word.startswith("+")), tokens)


def place(number: int, location: str, *dilemmas: str, daleks: Sequence[int] = (0,)) -> Place:
    """Return a Location with its Dilemmas: `sutekh` face up, `~sutekh` or `?` face down, "" for none."""
    slots = tuple(Slot(name.lstrip("~"), open=bool(name) and name[0] not in "~?") for name in dilemmas)
    return Place(number, location, slots, Place(0, "").daleks if tuple(daleks) == (0,) else tuple(daleks))


def table(
    step: str = "prepare", *, seats: int = 2, consoles: Mapping[str, str] | None = None,
    tokens: Mapping[str, int] | int = 2, hands: Mapping[str, str] | None = None, places: Sequence[Place] = (),
    earth: Sequence[str] = ("~racnoss", "~wire", "~krillitanes"), on_earth: Sequence[int] = (0, 0, 0),
    at: Mapping[str, tuple[int, int]] | None = None, options: Mapping[str, Any] | None = None, box: Box = SHIPPED,
    **more: Any,
) -> Position:  # fmt: skip
    """Return a position in Julie's seventh turn with these consoles, hands and Locations (see `console`, `place`).

    By default every seat has its Doctor, its Companion and two tokens, only Earth is in play, and decks contain the
    rest.
    """
    seated = SEATS[:seats]
    decks_of = dict(more.pop("decks", {}))
    aboard = {seat: console((consoles or {}).get(seat, box.doctor[DOCTORS[seat]].companion)) for seat in seated}
    held = {seat: tuple((hands or {}).get(seat, "").split()) for seat in seated}
    tiles = (place(1, EARTH, *earth, daleks=on_earth), *places)
    purse = dict.fromkeys(seated, tokens) if isinstance(tokens, int) else dict.fromkeys(seated, 2) | dict(tokens)
    used = [
        *(one.companion for each in aboard.values() for one in each.companions),
        *(card for each in aboard.values() for card in each.equipment),
        *(card for row in held.values() for card in row),
        *(name for tile in tiles for name in (tile.location, *(slot.dilemma for slot in tile.slots))),
    ]  # fmt: skip
    piles = ("timey", "location", "dilemma", "anomaly", "earth", "alien")
    left = {pile: [name for name in cards_of(box, pile) if name not in used] for pile in piles}
    decks = {pile: tuple(decks_of[pile].split() if pile in decks_of else names) for pile, names in left.items()}
    agreed = Options(doctors={seat: DOCTORS[seat] for seat in seated}, **options or {})
    given: dict[str, Any] = {
        "consoles": {seat: aboard[seat].replace(doctor=DOCTORS[seat], tokens=purse[seat]) for seat in seated},
        "hands": held, "places": tiles, "entered": max(tile.n for tile in tiles), "at": dict(at or {}),
        "companion_decks": {"earth": decks["earth"], "alien": decks["alien"]},
        "companion_discards": {"earth": (), "alien": ()},
        **{f"{pile}_deck": decks[pile] for pile in ("timey", "location", "dilemma", "anomaly")}, "ship": 2,
        "tardis": dict.fromkeys(seated, agreed.earth or box.setting.earth), "markers": first_markers(agreed, box),
        "order": seated, "player": JULIE, "turn": TURN, "round": ROUND, "step": step,
    }  # fmt: skip
    return Position(seats=seated, options=agreed, box=box, **{**given, **more})


def box_with(kind: str, name: str, box: Box = SHIPPED, **changes: Any) -> Box:
    """Return the box with one card or tile changed."""
    rows = getattr(box, kind)
    return replace(box, **{kind: {**rows, name: replace(rows[name], **changes)}})


def started(seats: int = 2, **options: Any) -> Started:
    return Started("daleks", GAME.meta.rules_number, SEATS[:seats], options)


def begun(seed: int = 1, seats: int = 2, *, chosen: bool = True, **options: Any) -> Position:
    """Return a position at the first turn. If not `chosen`, the seats still have to choose their Doctors."""
    given = {"doctors": {seat: DOCTORS[seat] for seat in SEATS[:seats]}, **options} if chosen else options
    return GAME.begin(started(seats, **given), SeededChance(seed))[1]


_TABLE: Final = TablePlay(GAME)
play, lines, refused, against, stood = _TABLE.play, _TABLE.lines, _TABLE.refused, _TABLE.against, _TABLE.stood


EXPANDED: Final[Box] = read_expansion(tomllib.loads(shipped_file("expansion")), "expansion", SHIPPED)
"""The box with the cards of the expansion, including Captain Jack."""
ORIENT_EXPRESS: Final = ("cunning", "diplomacy", "tactics", "science", "tactics", "science")


class Showing(ScriptedChance):
    """Dice that show the given symbols, one text for each roll: `B4 running, U1 science`."""

    def __init__(self, *rolls: str, cards: Sequence[str] = (), items: Sequence[str] = (), box: Box = SHIPPED) -> None:
        super().__init__(cards=cards, items=items)
        self.rolls, self.box = [dict(part.split() for part in text.split(", ")) for text in rolls], box

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        wanted = self.rolls.pop(0)
        assert set(die.split()) == set(wanted), f"{purpose}: {die}, not {' '.join(wanted)}"
        faces = [self.box.die[colour_of(name)].index(wanted[name]) + 1 for name in die.split()]
        return Rolled(die, sides, tuple(faces), purpose, self.source)


def pool(seat: str, text: str, *, done: bool = True) -> Pool:
    """Return a seat's pool from `B1 running, B2 cunning spent, U1`: the symbol of each die, and how it left."""
    dice = ([*part.split(), "", ""][:3] for part in filter(None, text.split(", ")))
    rolled = tuple(
        Die(name, colour_of(name), symbol, (f"rolled {symbol}",) if symbol else (), gone, "eleventh")
        for name, symbol, gone in dice
    )
    return Pool(seat, rolled, gathered=True, done=done)


def in_adventure(
    pools: Mapping[str, str], stage: str = "reroll", *, symbols: str = "cunning cunning cunning", conditions: str = "",
    manner: str = "", where: tuple[int, int] = (2, 0), done: bool = True, **more: Any,
) -> Position:  # fmt: skip
    """Return a position in Julie's Adventure. A second pool belongs to the helper, who helps in this manner."""
    seats = tuple(pools)
    begun = Adventure(
        seats[0], *where, tuple(symbols.split()), tuple(conditions.split()), stage,
        seats[1] if len(seats) > 1 else "", manner, tuple(pool(seat, text, done=done) for seat, text in pools.items()),
    )  # fmt: skip
    tiles = more.pop("places", [place(2, "orient-express", "sutekh", "?")])
    at = more.pop("at", {seats[0]: where})
    return table("adventure", places=tiles, at=at, adventured=True, stack=(begun,), **more)


def begun_adventure(where: tuple[int, int] = (2, 0), **more: Any) -> Position:
    tiles = more.pop("places", [place(2, "orient-express", "sutekh", "?")])
    at = {JULIE: where, **more.pop("at", {})}
    return play(table("travel", places=tiles, at=at, **more), Stay(JULIE, where[1]))


def orient_express(**more: Any) -> Position:
    given: dict[str, Any] = {
        "consoles": {JULIE: "amy rory +fez"}, "hands": {JULIE: "timescoop"}, "tokens": {JULIE: 3}, "box": EXPANDED,
        "decks": {"alien": "captain-jack leela"},
    }  # fmt: skip
    return begun_adventure(**{**given, **more})


def adventure_of(now: Position) -> Adventure:
    assert now.adventure is not None
    return now.adventure


def colours(now: Position, seat: str = JULIE) -> str:
    names = [die.name[0] for die in dice_left(pool_of(adventure_of(now), seat))]
    return " ".join(f"{names.count(letter)}{letter}" for letter in "BUGR" if letter in names)


def shown(now: Position, seat: str = JULIE) -> dict[str, str]:
    return {die.name: die.symbol for die in dice_left(pool_of(adventure_of(now), seat))}


HERE: Final = 2
_ONE, _TWO = Part("ship"), Part("ship", 2)
_FAIL: Final[dict[str, tuple[Option, ...]]] = {
    "sutekh": ((_TWO,),), "weeping-angels": ((_ONE, Part("console")),), "cybermen": ((Part("pay-cards", 2),), (_TWO,)),
    "zygons": ((Part("dismiss-companion"),), (_TWO,)), "sea-devils": ((Part("pay-either", 2), Part("tardis", -1)),),
    "slitheen": ((Part("pay-cards"),),), "krillitanes": ((Part("pay-tokens", 2),),),
    "mara": ((Part("dismiss-companion"),),), "rani": ((Part("regenerate"), _ONE),),
    "racnoss": ((Part("dalek"),), (_ONE,)), "beast": ((_TWO, Part("tardis", -1)),), "wire": ((Part("tardis", -1),),),
}  # fmt: skip
_EFFECT: Final[dict[str, Option]] = {
    "asylum-of-the-daleks": (_ONE,), "day-of-the-daleks": (Part("pay-either", 2, each=True), _ONE),
}  # fmt: skip


BOX: Final = replace(
    SHIPPED,
    dilemma={**SHIPPED.dilemma, **{name: replace(SHIPPED.dilemma[name], fail=fail) for name, fail in _FAIL.items()}},
    anomaly={**SHIPPED.anomaly, **{name: replace(SHIPPED.anomaly[name], effect=one) for name, one in _EFFECT.items()}},
)
"""The box that ships, with fixed values for tiles and anomalies that the rulebook leaves open."""


def facing(
    dilemma: str = "sutekh", location: str = "orient-express", zone: int = 0, *, won: bool = False, manner: str = "",
    daleks: tuple[int, ...] = (0,), symbols: Sequence[str] = (), **more: Any,
) -> Position:  # fmt: skip
    """Return Julie's Adventure against a Dilemma, or at a Time Anomaly without one, with dice that meet it if `won`.

    The challenge is given by the tiles or by `symbols`. With a `manner` Steve helps. `daleks` are the markers there.
    """
    here = 1 if location == EARTH else HERE
    rows = [dilemma if at == zone else "?" for at in range(3 if location == EARTH else 2)] if dilemma else []
    tiles: list[Place] = [] if location == EARTH else [place(HERE, location, *rows, daleks=daleks)]
    at = {JULIE: (here, zone)} | ({STEVE: (here, zone)} if manner == "here" else {})
    board = {"earth": rows, "on_earth": daleks} if location == EARTH else {}
    now = table("adventure", **{"places": tiles, "at": at, "adventured": True, "box": BOX, **board, **more})
    hidden = sum(slot.dilemma == UNKNOWN for tile in now.places for slot in tile.slots)
    now = now.replace(dilemma_deck=now.dilemma_deck[hidden:])
    found = challenge_at(now, here, zone)
    assert found is not None
    wanted = tuple(symbols) or found.symbols
    dice = tuple(Die(f"B{n}", "black", symbol if won else "none") for n, symbol in enumerate(wanted, 1))
    pools = (Pool(JULIE, dice, gathered=True, done=True),)
    adventure = Adventure(JULIE, here, zone, wanted, found.conditions, "reroll", pools=pools)
    if manner:
        adventure = replace(
            adventure, helper=STEVE, manner=manner, pools=(*pools, Pool(STEVE, gathered=True, done=True))
        )
    return now.replace(stack=(adventure,))


def resolved(now: Position, fate: RandomSource | None = None) -> Position:
    now = play(now, Resolve(JULIE), fate=fate)
    while now.window and now.window.awaited:
        now = play(now, Passed(now.window.awaited[0]), fate=fate)
    return now


PLACES = (place(2, "gallifrey", "~sutekh", "?"), place(3, "orient-express", "wire", "?"))
TABLE = table(
    consoles={JULIE: "amy rory +stetson", STEVE: "clara +fez"}, at={JULIE: (2, 0), STEVE: (1, 0)}, places=PLACES,
    hands={JULIE: "fez timescoop tune-up jelly-babies library-card", STEVE: "k-9 run"},
)  # fmt: skip
CHARGING = TABLE.replace(step="charge")
CHOOSING = TABLE.replace(step="choose", answer="choose")
FOUND = CHOOSING.replace(found=("karn", "telos"))
ENTERING = TABLE.replace(step="enter")
RECRUITING = orient_express()
POOL = play(RECRUITING, m.Gather(JULIE))
CUT = in_adventure({JULIE: "B1, B2, U1, G1, R1", STEVE: "B3, R2"}, "cut", manner="afar", done=False)
ROLLING = in_adventure({JULIE: "B1, B2, U1, G1, R1", STEVE: "B3, R2"}, "roll", manner="afar")
FULL = in_adventure({JULIE: "B1, B2, B3, B4, B5, U1, G1, R1, R2"}, "cut", done=False)
ROLLED = in_adventure(
    {JULIE: "B1 running, B2 strength, B3 running, G1 running, U1 science, R1 tactics", STEVE: "B4 cunning, R2 science"},
    manner="here", consoles={JULIE: "amy rory +stetson", STEVE: "clara"}, tokens={JULIE: 5, STEVE: 3},
    hands={JULIE: "fish-fingers", STEVE: "second-thoughts"},
)  # fmt: skip
ALONE = in_adventure({JULIE: "B1 running, B2 strength"})
CALLED = play(POOL, m.CallHelp(JULIE, STEVE, "token"))
FINISHING = TABLE.replace(step="finish")


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
    def __init__(self, position: p.Position, *events: Event, before: p.Position | None = None) -> None:
        super().__init__(compose("daleks", draw(position, Marks(events, before))))

    def placed(self, *names: str) -> Iterator[tuple[ET.Element, float, float]]:
        """Yield the elements with these names, each with the offset of its group to the right and down."""
        yield from _placed(self.root, 0, 0, names)

    def at(self, name: str, value: str) -> tuple[float, float]:
        return next((x, y) for node, x, y in self.placed() if node.get(name) == value)


def placed_in(panel: Panel) -> Iterator[tuple[ET.Element, float, float]]:
    """Yield the elements of a panel, each with the offset of its group to the right and down."""
    return _placed(ET.fromstring(f"<svg>{''.join(panel.parts)}</svg>"), 0, 0, ())


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
