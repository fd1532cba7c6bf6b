"""Adventures of Time of the Daleks for tests, rolled already and about to be resolved. Julie is the caller."""

from collections.abc import Sequence
from typing import Any, Final

from daleks_tables import JULIE, STEVE, place, play, table
from msgspec.structs import replace

from events.facts import UNKNOWN, Passed
from projections.games.daleks.components.box import EARTH, Box, Option, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts.moves import Resolve
from projections.games.daleks.rules.challenge import challenge_at
from projections.games.daleks.state.position import Adventure, Die, Place, Pool, Position
from projections.terms import Fate

HERE: Final = 2
_ONE, _TWO = Part("ship"), Part("ship", 2)
_FAIL: Final[dict[str, tuple[Option, ...]]] = {
    "sutekh": ((_TWO,),),
    "weeping-angels": ((_ONE, Part("console")),),
    "cybermen": ((Part("pay-cards", 2),), (_TWO,)),
    "zygons": ((Part("dismiss-companion"),), (_TWO,)),
    "sea-devils": ((Part("pay-either", 2), Part("tardis", -1)),),
    "slitheen": ((Part("pay-cards"),),),
    "krillitanes": ((Part("pay-tokens", 2),),),
    "mara": ((Part("dismiss-companion"),),),
    "rani": ((Part("regenerate"), _ONE),),
    "racnoss": ((Part("dalek"),), (_ONE,)),
    "beast": ((_TWO, Part("tardis", -1)),),
    "wire": ((Part("tardis", -1),),),
}
_EFFECT: Final[dict[str, Option]] = {
    "asylum-of-the-daleks": (_ONE,),
    "day-of-the-daleks": (Part("pay-either", 2, each=True), _ONE),
}


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
    """Julie's Adventure against a Dilemma, or at a Time Anomaly where `dilemma` is "", with the dice rolled.

    `won` says whether they meet the challenge, that of the tiles or `symbols`. With a `manner` Steve helps; `daleks`
    are the markers at the Location.
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
