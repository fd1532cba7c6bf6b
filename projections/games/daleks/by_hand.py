"""Places of a described table that no move leads to."""

from projections.described import CardsSet, PlaceSet
from projections.games.daleks.position import Position

__all__ = ["with_described"]


def with_described(position: Position, fact: PlaceSet | CardsSet) -> Position:
    """The table after something was set by hand."""
    if isinstance(fact, PlaceSet) and fact.place == "order":
        return position.replace(order=tuple(seat for seat in fact.values if seat in position.seats))
    return position
