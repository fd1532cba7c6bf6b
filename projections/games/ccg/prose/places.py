"""Fields of a position, piles, values and board statements in words."""

from collections.abc import Mapping
from typing import Final

from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.names import CODES, card_name, face_name, seat_name, value_name, whose, zone_name
from projections.games.ccg.state.position import Position
from projections.printed import worded
from projections.wording import capitalised, counted

_OF_SEAT: Final[Mapping[str, str]] = {
    "hand": "hand", "deck": "draw deck", "time": "Time stack", "lost": "lost Time cards", "discards": "discard pile",
    "discard": "discard pile",
}  # fmt: skip


def place(position: Position, ident: str) -> str:
    """Return the displayed name of a field or pile by its id, or "" if the field has none."""
    kind, _, key = ident.replace("-", " ", 1).partition(" ")
    if kind == "card" and key.isdecimal():
        return card_name(position, int(key))
    if kind in _OF_SEAT and key in position.seats:
        return f"{whose(position, key)} {_OF_SEAT[kind]}"
    return {"turn": "the turn", "zone": "the chosen zone"}.get(ident, "")


def value(position: Position, ident: str, written: str) -> str:
    """Return the value of a field in words. For a card in play the face is omitted, because it is the field's name."""
    if ident.startswith("card "):
        written = ", ".join(part for part in written.split(", ") if not part.startswith("face "))
    return worded(written, lambda word: _named(position, word))


def _named(position: Position, word: str) -> str:
    if word in position.seats:
        return seat_name(position, word)
    if word in position.cards.card:
        return face_name(position, word)
    return zone_name(word) if word in ZONES else ""


_ROWS = {
    "hand": "hand", "deck": "draw deck", "discards": "discard pile", "time": "Time stack",
    "lost": "row of lost Time cards",
}  # fmt: skip
_ZONES = {code: zone_name(zone) for zone, code in CODES.items()}


def claim_words(position: Position, place: str, value: str) -> tuple[str, str]:  # one case for each field
    """Return the subject of a statement and the stated value, in words."""
    if "#" in place:
        number, _, what = place.rpartition("#")[2].partition(" ")
        return _of_card(position, int(number), what, value)
    what, _, seat = place.partition(" ")
    if what == "zone":
        return "The zone of this turn", _zone(value)
    if what == "bonus" and seat:
        return f"{whose(position, seat)} bonus zone", _zone(value)
    if what in _ROWS and seat and value.isdecimal():
        return f"{whose(position, seat)} {_ROWS[what]}", counted(int(value), "card")
    return capitalised(place), value


def _of_card(position: Position, number: int, what: str, value: str) -> tuple[str, str]:
    card = position.at(number)
    name = card_name(position, number)
    owned = f"{whose(position, card.side)} {name}" if card else capitalised(name)
    if what == "zone":
        return f"The zone of {owned}", _zone(value)
    if what == "state":
        return owned, capitalised(value)
    if what == "values":
        return f"The Energy, Substance and Support of {owned}", value
    return f"The {value_name(what)} of {owned}", value


def _zone(value: str) -> str:
    return f"the {_ZONES[value]}" if value in _ZONES else value
