"""The printed names of fields, piles and values."""

from collections.abc import Mapping
from typing import Final

from projections.games.keys.state.names import CARD_CODES, card_name, seat_name
from projections.games.keys.state.position import DOORS, OUT, Position
from projections.printed import worded

_BY_CODE: Final[Mapping[str, str]] = {code: card for card, code in CARD_CODES.items()}
_OF_SEAT: Final[Mapping[str, str]] = {
    "hand": "hand", "pawn": "pawn", "held": "turns still held by a Pandorica",
}  # fmt: skip


def place(position: Position, ident: str) -> str:
    """Return the printed name of a field or a pile, or "" if it has none."""
    kind, _, key = ident.partition(" ")
    if kind in _OF_SEAT and key in position.seats:
        return f"{seat_name(position, key)}'s {_OF_SEAT[kind]}"
    if ident in DOORS or (kind in ("kind", "on") and key in DOORS):
        return f"the door at {key or ident}"
    if kind == "tunnel":
        return f"the Time Tunnel {key}"
    return {
        "turn": "the turn", "discards": "the discards", "draw": "the draw pile", "tiles": "the tiles",
    }.get(ident, "")  # fmt: skip


def value(position: Position, ident: str, written: str) -> str:
    """Return the value of a field in words."""
    if ident.startswith("pawn "):
        return "outside" if written == OUT else written
    return worded(written, lambda word: _named(position, word))


def _named(position: Position, word: str) -> str:
    if word in position.seats:
        return seat_name(position, word)
    card = _BY_CODE.get(word, word)
    return card_name(card) if card in CARD_CODES else ""
