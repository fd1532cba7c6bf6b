"""What the numbers in a move are the names of: a Location in play, a zone of it, an icon, a printed cost."""

from projections.games.daleks.prose.card_text import option_words
from projections.games.daleks.rules.drawing import latest
from projections.games.daleks.state.names import place_name, zone_name
from projections.games.daleks.state.position import Position

__all__ = ["numbered"]


def numbered(position: Position, field: str, number: int) -> str:
    """A number in a field of a move as people read it."""
    match field:
        case "place":
            return place_name(position, number)
        case "zone" if position.step == "enter":
            return zone_name(position, latest(position), number)
        case "zone":
            return _zone(position, number)
        case "option":
            debt = position.debt
            there = debt is not None and 1 <= number <= len(debt.options)
            return option_words(debt.options[number - 1]) if debt and there else f"cost {number}"
        case _:
            return f"icon {number}"


def _zone(position: Position, number: int) -> str:
    """A zone of whichever Location is meant: what it is called at each."""
    there = [place.n for place in position.places if number < len(place.slots)]
    return f"zone {number + 1}: {', '.join(zone_name(position, place, number) for place in there) or 'an anomaly'}"
