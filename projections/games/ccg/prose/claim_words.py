"""Board statements in words: the card or pile by name, and what is stated of it."""

from projections.games.ccg.state.names import CODES, card_name, value_name, whose, zone_name
from projections.games.ccg.state.position import Position
from projections.wording import capitalised, counted

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
