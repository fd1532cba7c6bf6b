"""A board statement in words: the field and the stated value."""

import re

from projections.games.daleks.components.box import COLOURS
from projections.games.daleks.state.names import CODES, DICE_LETTERS, space_name, symbol_name, symbols_row, whose
from projections.games.daleks.state.position import Position
from projections.wording import capitalised, clean, counted, joined

_COUNTED = {
    "tokens": ("Sonic Charge tokens", ""), "hand": ("hand", "card"), "companions": ("Companions", ""),
    "dice": ("pool", "die"),
}  # fmt: skip
_SYMBOLS = {code: symbol for symbol, code in CODES.items()}
_LETTERS = {DICE_LETTERS[colour]: colour for colour in COLOURS}


def claim_words(position: Position, place: str, value: str) -> tuple[str, str]:  # noqa: PLR0911  # one case per field
    """Return two texts: the field that a statement about the board names, and the stated value."""
    what, _, of = place.partition(" ")
    number = int(value) if value.isdecimal() else None
    if what == "ship" and number is not None:
        return "The place of the Dalek Ship", space_name(position, number)
    if what == "tardis" and number is not None:
        return f"The place of {whose(position, of)} TARDIS", space_name(position, number)
    if what == "need":
        return "The challenge", "none" if value == "none" else _symbols(value)
    if what == "die":
        return clean(of), symbol_name(_SYMBOLS.get(value, value))
    if what == "pool":
        dice = [(int(found[0]), _LETTERS[found[1]]) for found in re.findall("(?<![0-9])([0-9]+)([A-Z])", value)]
        told = [f"{counted(many, f'{colour} die', f'{colour} dice')}" for many, colour in dice]
        return f"{whose(position, of)} pool", joined(told) or "empty"
    if what == "daleks" and number is not None:
        return "The number of Dalek markers on the board", value
    if what in _COUNTED and number is not None:
        noun, things = _COUNTED[what]
        if things:
            return f"{whose(position, of)} {noun}", counted(number, things, "dice" if things == "die" else "")
        return f"The number of {whose(position, of)} {noun}", value
    return capitalised(place), value


def _symbols(value: str) -> str:
    return symbols_row([_SYMBOLS.get(code, code) for code in value.split()])
