"""The display names of fields, piles and values."""

import re
from collections.abc import Mapping
from typing import Final

from projections.games.daleks.components.box import EARTH
from projections.games.daleks.state import names
from projections.games.daleks.state.position import Position
from projections.printed import worded

_OF_SEAT: Final[Mapping[str, str]] = {
    "at": "Doctor", "tardis": "TARDIS", "doctor": "console, the Doctor on it", "companions": "Companions",
    "equipment": "Equipment", "tokens": "tokens", "hand": "hand",
}  # fmt: skip
_ALONE: Final[Mapping[str, str]] = {
    "turn": "the turn", "ship": "the Dalek Ship", "markers": "the Time Anomaly markers",
    "tasks": "the tasks in force", "daleks": "the Dalek markers",
}  # fmt: skip
_OF_CARDS: Final = frozenset({"doctor", "companions", "equipment", "hand", "seen", "deck", "discards", "found"})
"""The fields that hold cards: a player can be called Amy too."""
_TILE: Final = re.compile(r" tile [0-9]+")


def place(position: Position, ident: str) -> str:
    """Return the display name of a field or a pile by its id, or "" if the field has none."""
    kind, _, key = ident.partition(" ")
    if ident in _ALONE:
        return _ALONE[ident]
    if kind == "place" and key.isdecimal():
        return names.place_name(position, int(key))
    if kind in _OF_SEAT and key in position.seats:
        return f"{names.whose(position, key)} {_OF_SEAT[kind]}"
    if kind == "deck" and key:
        return names.pile_name(position, key)
    if kind == "discards" and key:
        return f"the discards of {names.pile_name(position, key)}"
    known = names.pile_name(position, ident)
    return known if known != f"the {ident}" and " " not in ident else ""


def value(position: Position, ident: str, written: str) -> str:
    """Return the value of a field in words."""
    kind, _, rest = ident.partition(" ")
    if ident == "ship" or (kind == "tardis" and rest):
        return names.space_name(position, int(written)) if written.isdecimal() else written
    if ident == "markers":
        return ", ".join(
            names.space_name(position, int(one)) if one.isdecimal() else one for one in written.split(", ")
        )
    if kind == "at":
        number, _, zone = written.partition(" ")
        known = number.isdecimal() and zone.isdecimal()
        return names.in_zone(position, int(number), int(zone)) if known else "the console"
    holds_cards = kind in _OF_CARDS
    return worded(_TILE.sub("", written), lambda word: _named(position, word, may_be_seat=not holds_cards))


def _named(position: Position, word: str, *, may_be_seat: bool) -> str:
    box = position.box
    if may_be_seat and word in position.seats:
        return names.seat_name(position, word)
    if word == EARTH or word in box.location:
        return names.location_name(position, word)
    tables = (box.timey, box.companion, box.doctor, box.anomaly, box.dilemma)
    return names.card_name(position, word) if any(word in table for table in tables) else ""
