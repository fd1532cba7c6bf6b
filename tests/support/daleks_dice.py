"""Adventures of Time of the Daleks for tests: pools as words, and dice that show what a test wants."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from daleks_tables import JULIE, place, play, table
from scripted_chance import ScriptedChance

from events.facts import Rolled
from projections.games.daleks.components.box import Box
from projections.games.daleks.components.data_files import SHIPPED, read_expansion, shipped_file
from projections.games.daleks.facts.moves import Stay
from projections.games.daleks.state.position import Adventure, Die, Pool, Position
from projections.games.daleks.state.tray import colour_of, dice_left, pool_of

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
    """A table where Julie's Adventure in a zone has just begun, for she stayed there."""
    tiles = more.pop("places", [place(2, "orient-express", "sutekh", "?")])
    at = {JULIE: where, **more.pop("at", {})}
    return play(table("travel", places=tiles, at=at, **more), Stay(JULIE, where[1]))


def orient_express(**more: Any) -> Position:
    """The Eleventh Doctor on the Orient Express against Sutekh, with Amy, Rory and a Fez, before the recruit."""
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
