"""Board statements in words: the place by name, and what is stated about it."""

from projections.games.keys.state.names import door_noun, seat_name
from projections.games.keys.state.position import OUT, Position
from projections.wording import capitalised, counted, with_article

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
