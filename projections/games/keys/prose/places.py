"""The printed names of fields, piles and values, and board statements in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from projections.games.keys.state.names import CARD_CODES, card_name, door, door_noun, seat_name
from projections.games.keys.state.position import DOORS, OUT, Position, Tile
from projections.printed import worded
from projections.wording import capitalised, counted, with_article

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


def by_hand(was: Position, now: Position, ident: str) -> Sequence[str] | None:
    """Return what people do with a tile or a Time Tunnel, None for other fields."""
    if ident.startswith("tunnel "):
        gap = ident.removeprefix("tunnel ")
        return [f"{gap}: {'put' if tuple(gap.split('/')) in now.tunnels else 'remove'} a Time Tunnel"]
    if ident not in DOORS:
        return None
    before, after = (position.tiles.get(ident, Tile()) for position in (was, now))
    return [f"{ident}: {change}" for change in _tile_changes(before, after)]


def _tile_changes(was: Tile, now: Tile) -> Iterator[str]:
    cards = (("Time Barrier", was.barrier, now.barrier), ("Jam Cookie", was.cookie, now.cookie))
    yield from (f"remove the {name}" for name, before, after in cards if before and not after)
    if was.open and not now.open:
        yield "turn the tile face down (close the door)"
    if now.open and not was.open:
        kind = door(now)
        yield f"turn the tile face up{f'; it is {kind}' if kind else ''}"
    yield from (f"put a {name}" for name, before, after in cards if after and not before)


_LYING = {"TB": "a Time Barrier", "JC": "a Jam Cookie", "TB+JC": "a Time Barrier and a Jam Cookie", "bare": "nothing"}
_PILES = {"draw": "The draw pile", "discards": "The discard pile"}


def claim_words(position: Position, place: str, value: str) -> tuple[str, str]:  # noqa: PLR0911  # one case per place
    """Return two texts for a board statement: its field and its value, both in words."""
    what, _, of = place.partition(" ")
    number = int(value) if value.isdecimal() else None
    if what == "tunnel":
        return f"Whether a Time Tunnel joins {of.replace('/', ' and ')}", value
    if what == "kind":
        return f"The door on {of}", with_article(door_noun(value))
    if what == "on":
        return f"What lies on {of}", _LYING.get(value, value)
    if what in position.tiles:
        return f"The door on {what}", value
    if what in position.seats:
        return f"The place of {seat_name(position, what)}'s pawn", "outside the grid" if value == OUT else value
    if number is not None and what in _PILES:
        return _PILES[what], counted(number, "card")
    if number is not None and what == "hand":
        return f"{seat_name(position, of)}'s hand", counted(number, "card")
    if number is not None and what == "held":
        return f"The time for which {seat_name(position, of)}'s pawn stays held", counted(number, "turn")
    return capitalised(place), value
