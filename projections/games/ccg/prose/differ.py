"""How a stated number differs from the due one, the difference first: the values of a Creature, turns and rounds."""

from events.events import Effect
from projections.games.ccg.events import effects as f
from projections.games.ccg.state.names import card_name, whose
from projections.games.ccg.state.position import Position


def differ(due: Effect, stated: Effect, before: Position) -> str:
    """A stated result and the due one in a sentence; "" where it is no matter of numbers."""
    match due, stated:
        case f.ValuesSet(), f.ValuesSet() if (card := before.at(due.card)) is not None:
            name = f"{whose(before, card.side)} {card_name(before, due.card)}"
            was = f"{card.energy}/{card.substance}/{card.support}"
            return f"{name} was taken as {_values(stated)}; {_values(due)} was due, after {was}."
    return ""


def _values(event: f.ValuesSet) -> str:
    return f"{event.energy}/{event.substance}/{event.support}"
