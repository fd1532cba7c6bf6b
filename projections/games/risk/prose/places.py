"""Display names of fields, piles and their values."""

from collections.abc import Callable, Mapping
from typing import Final

from projections.games.risk.components.world_map import CODES, TERRITORIES
from projections.games.risk.state.names import army_name, card_name, doctor_name, territory_name, whose
from projections.games.risk.state.position import NEUTRALS, World
from projections.printed import worded

_ALONE: Final[Mapping[str, str]] = {
    "clara": "Clara", "tardis": "the TARDIS", "turn": "the turn", "pool": "the new Daleks left to place",
    "neutral pool": "the neutral Daleks left to place", "deck": "the Territory deck",
    "territory": "the Territory deck", "discards": "the Territory discards", "mission pile": "the Mission deck",
    "mission": "the Mission deck", "power pile": "the Power deck", "power": "the Power deck",
    "spent": "the used Mission and Power Cards",
}  # fmt: skip
_OF_ARMY: Final[Mapping[str, Callable[[str], str]]] = {
    "hand": lambda army: f"{whose(army)} Territory Cards",
    "missions": lambda army: f"{whose(army)} Mission Cards",
    "powers": lambda army: f"{whose(army)} Power Cards",
    "daleks": lambda army: f"{whose(army)} Daleks",
}


def place(world: World, ident: str) -> str:
    """Return the display name of a field or pile, "" for internal fields."""
    if ident in _ALONE:
        return _ALONE[ident]
    kind, _, army = ident.partition(" ")
    if kind in _OF_ARMY and army in world.armies:
        return _OF_ARMY[kind](army)
    return _land(ident) or (_land(army) if kind in ("daleks", "army") else "")


def value(world: World, ident: str, written: str) -> str:
    """Return the value of a field in words."""
    if ident == "clara" and written.isdecimal():
        return f"the {doctor_name(int(written))}"
    return worded(written, lambda word: _named(world, word))


def _named(world: World, word: str) -> str:
    if word in world.seats or word in NEUTRALS:
        return army_name(word)
    if word in world.cards.power or word in world.cards.mission:
        return card_name(world, word)
    return _land(word)


def _land(word: str) -> str:
    land = CODES.get(word, word)
    return territory_name(land) if land in TERRITORIES else ""
