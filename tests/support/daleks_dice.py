"""Adventures of Time of the Daleks for tests: pools as words, dice that show what a test wants, rolled Adventures."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from daleks_tables import JULIE, STEVE, place, play, table
from msgspec.structs import replace
from scripted_chance import ScriptedChance

from events.events import UNKNOWN, Passed, Rolled
from projections.games.daleks.components.box import EARTH, Box, Option, Part
from projections.games.daleks.components.data_files import SHIPPED, read_expansion, shipped_file
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.moves import Resolve, Stay
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.state.position import Adventure, Die, Place, Pool, Position
from projections.games.daleks.state.tray import colour_of, dice_left, pool_of
from projections.terms import Fate

EXPANDED: Final[Box] = read_expansion(tomllib.loads(shipped_file("expansion")), "expansion", SHIPPED)
"""The box with the expansion's cards, Captain Jack among them."""
ORIENT_EXPRESS: Final = ("cunning", "diplomacy", "tactics", "science", "tactics", "science")


class Showing(ScriptedChance):
    """Dice that show what is written, a text for each roll: `B4 running, U1 science`."""

    def __init__(self, *rolls: str, cards: Sequence[str] = (), items: Sequence[str] = (), box: Box = SHIPPED) -> None:
        super().__init__(cards=cards, items=items)
        self.rolls, self.box = [dict(part.split() for part in text.split(", ")) for text in rolls], box

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        wanted = self.rolls.pop(0)
        assert set(die.split()) == set(wanted), f"{purpose}: {die}, not {' '.join(wanted)}"
        faces = [self.box.die[colour_of(name)].index(wanted[name]) + 1 for name in die.split()]
        return Rolled(die, sides, tuple(faces), purpose, self.source)


def pool(seat: str, text: str, *, done: bool = True) -> Pool:
    """A seat's pool as `B1 running, B2 cunning spent, U1`: the symbol a die shows, and how it left."""
    return Pool(seat, tuple(_die(part.split()) for part in filter(None, text.split(", "))), gathered=True, done=done)


def _die(words: Sequence[str]) -> Die:
    name, symbol, gone = [*words, "", ""][:3]
    return Die(name, colour_of(name), symbol, (f"rolled {symbol}",) if symbol else (), gone, "eleventh")


def in_adventure(
    pools: Mapping[str, str], stage: str = "reroll", *, symbols: str = "cunning cunning cunning", conditions: str = "",
    manner: str = "", where: tuple[int, int] = (2, 0), done: bool = True, **more: Any,
) -> Position:  # fmt: skip
    """A table in the middle of Julie's Adventure; a second pool is the helper's, who helps in that manner."""
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


def _box() -> Box:
    """The box that ships, where what nobody knows of these tiles and anomalies is fixed for the tests."""
    dilemmas = {name: replace(SHIPPED.dilemma[name], fail=fail) for name, fail in _FAIL.items()}
    anomalies = {name: replace(SHIPPED.anomaly[name], effect=effect) for name, effect in _EFFECT.items()}
    return replace(
        SHIPPED, dilemma={**SHIPPED.dilemma, **dilemmas}, anomaly={**SHIPPED.anomaly, **anomalies}
    )  # fmt: skip


BOX: Final = _box()


def facing(
    dilemma: str = "sutekh", location: str = "orient-express", zone: int = 0, *, won: bool = False, manner: str = "",
    daleks: tuple[int, ...] = (0,), symbols: Sequence[str] = (), **more: Any,
) -> Position:  # fmt: skip
    """Julie's Adventure against a Dilemma, or without one at a Time Anomaly, with dice that meet it or not (`won`).

    The challenge is that of the tiles, or `symbols`. With a `manner` Steve helps; `daleks` are markers there.
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


def resolved(now: Position, fate: Fate | None = None) -> Position:
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
