"""Displayed names of the fields of a position, its piles and its values."""

from collections.abc import Mapping
from typing import Final

from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.names import card_name, face_name, seat_name, whose, zone_name
from projections.games.ccg.state.position import Position
from projections.printed import worded

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
