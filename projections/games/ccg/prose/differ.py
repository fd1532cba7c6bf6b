"""Sentences for a stated number that differs from the expected one, such as the values of a Creature."""

from events.events import Effect
from projections.games.ccg.events import effects as f
from projections.games.ccg.state.names import card_name, whose
from projections.games.ccg.state.position import Position


def differ(due: Effect, stated: Effect, before: Position) -> str:
    """Return a sentence that compares a stated result with the expected one, or "" if the result has no numbers."""
    match due, stated:
        case f.ValuesSet(), f.ValuesSet() if (card := before.at(due.card)) is not None:
            name = f"{whose(before, card.side)} {card_name(before, due.card)}"
            was = f"{card.energy}/{card.substance}/{card.support}"
            return f"{name} changed from {was} to {_values(stated)}; by the rules it should be {_values(due)}."
    return ""


def _values(event: f.ValuesSet) -> str:
    return f"{event.energy}/{event.substance}/{event.support}"
