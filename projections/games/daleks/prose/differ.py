"""How a stated number differs from the due one, the difference first: tokens, the ship, dice that were gathered."""

from events.events import Effect
from projections.games.daleks.events import adventure_effects as a
from projections.games.daleks.events import effects as f
from projections.games.daleks.state.names import card_name, dice_names, seat_name, space_name, whose
from projections.games.daleks.state.position import Position
from projections.wording import capitalised, counted, joined


def differ(due: Effect, stated: Effect, before: Position) -> str:
    """A stated result and the due one in a sentence; "" where it is no matter of numbers."""
    match due, stated:
        case f.TokensGained(), f.TokensGained():
            return f"{seat_name(before, due.seat)} gained {counted(stated.tokens, 'token')}; {_due(due.tokens)}."
        case f.TokensPaid(), f.TokensPaid():
            return f"{seat_name(before, due.seat)} paid {counted(stated.tokens, 'token')}; {_due(due.tokens)}."
        case f.ShipMoved(), f.ShipMoved():
            return f"The Dalek Ship moved {_way(before, stated.space)}; {_way(before, due.space)} was due."
        case a.DiceGathered(), a.DiceGathered():
            return _gathered(due, stated, before)
    return ""


def _due(number: int) -> str:
    return f"{number or 'none'} {'was' if number == 1 else 'were'} due"


def _way(before: Position, space: int) -> str:
    """How far the ship goes, and to where: `2 forward, to space IV`."""
    steps = space - before.ship
    far = f"{abs(steps)} {'forward' if steps > 0 else 'back'}" if steps else "nowhere"
    return f"{far}, to {space_name(before, space)}" if steps else far


def _gathered(due: a.DiceGathered, stated: a.DiceGathered, before: Position) -> str:
    """The dice that are missing, and those that are too many."""
    missing = [name for name in due.dice if name not in stated.dice]
    surplus = [name for name in stated.dice if name not in due.dice]
    told = [f"{dice_names(missing)} {'is' if len(missing) == 1 else 'are'} missing"] * bool(missing)
    told += [f"{dice_names(surplus)} {'is' if len(surplus) == 1 else 'are'} not due"] * bool(surplus)
    if not told:
        return ""
    the = "the " if due.card in before.box.doctor else ""
    card = f"{the}{card_name(before, due.card)}"
    whole = f"{card} brings {whose(before, due.seat)} pool {dice_names(due.dice)}"
    return f"{capitalised(joined(told))}: {whole}."
