"""Fields, piles, values and board statements in words."""

from collections.abc import Callable, Mapping
from typing import Final

from projections.games.risk.components.world_map import CODES, TERRITORIES
from projections.games.risk.state import names
from projections.games.risk.state.names import army_name, card_name, doctor_name, letters, territory_name, whose
from projections.games.risk.state.position import NEUTRALS, World
from projections.printed import worded
from projections.wording import capitalised, counted

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
    return card_name(world, word) if word in world.cards.power or word in world.cards.mission else _land(word)


def _land(word: str) -> str:
    land = CODES.get(word, word)
    return territory_name(land) if land in TERRITORIES else ""


_CODES = {land.code: ident for ident, land in TERRITORIES.items()}
_OF_ARMIES = {"hand": "Territory Card", "missions": "Mission Card", "powers": "Power Card", "daleks": "Dalek"}
_OF_THE_TABLE = {
    "pool": ("The number of new Daleks left to place", "Dalek"), "deck": ("The deck", "card"),
    "discards": ("The discards", "card"),
}  # fmt: skip


def claim_words(world: World, place_claimed: str, value: str) -> tuple[str, str]:  # noqa: PLR0911  # one case per field
    """Return two texts for a board statement: its field and its value, both in words."""
    what, _, of = place_claimed.partition(" ")
    number = int(value) if value.isdecimal() else None
    if what in _CODES:
        return territory_name(_CODES[what]), _standing(world, value)
    if of in _CODES:
        lies = f"{'The number of Daleks' if what == 'daleks' else 'The army'} in {names.place(_CODES[of])}"
        return lies, counted(number, "Dalek") if number is not None else army_name(value)
    if what == "clara":
        return "Clara's space", f"that of the {doctor_name(number)}" if number else value
    if what == "tardis":
        return "The territory of the TARDIS", names.place(_CODES[value]) if value in _CODES else value
    if number is None:
        return capitalised(place_claimed), value
    if what in _OF_THE_TABLE:
        noun, things = _OF_THE_TABLE[what]
        return noun, counted(number, things)
    if what in _OF_ARMIES:
        things = f"{_OF_ARMIES[what]}s{' on the board' if what == 'daleks' else ''}"
        return f"The number of {whose(of)} {things}", value
    if what in (*world.seats, *NEUTRALS):
        return f"The number of {whose(what)} territories", value
    return capitalised(place_claimed), value


def _standing(world: World, value: str) -> str:
    armies = {letter: army for army, letter in letters(world.seats).items()}
    letter = next((one for one in sorted(armies, key=len, reverse=True) if value.startswith(one)), "")
    daleks = value[len(letter) :]
    return f"{counted(int(daleks), 'Dalek')} of {army_name(armies[letter])}" if letter and daleks.isdecimal() else value
