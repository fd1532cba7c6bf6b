"""A board statement in words: the field and its stated value."""

from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.state.names import army_name, doctor_name, letters, place, territory_name, whose
from projections.games.risk.state.position import NEUTRALS, World
from projections.wording import capitalised, counted

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
        lies = f"{'The number of Daleks' if what == 'daleks' else 'The army'} in {place(_CODES[of])}"
        return lies, counted(number, "Dalek") if number is not None else army_name(value)
    if what == "clara":
        return "Clara's space", f"that of the {doctor_name(number)}" if number else value
    if what == "tardis":
        return "The territory of the TARDIS", place(_CODES[value]) if value in _CODES else value
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
