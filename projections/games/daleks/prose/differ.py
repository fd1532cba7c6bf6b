"""Comparison of a declared number with the expected one: tokens, the ship, gathered dice."""

from events.events import Effect
from projections.games.daleks.events import adventure_effects as a, effects as f
from projections.games.daleks.state.names import card_name, dice_names, seat_name, space_name, whose
from projections.games.daleks.state.position import Position
from projections.wording import capitalised, counted, joined


def differ(due: Effect, stated: Effect, before: Position) -> str:
    """Return as a sentence how the declared result differs from the expected one (`due`); "" without numbers."""
    match due, stated:
        case f.TokensGained(), f.TokensGained():
            return f"{seat_name(before, due.seat)} gained {counted(stated.tokens, 'token')}; it should be {due.tokens}."
        case f.TokensPaid(), f.TokensPaid():
            return f"{seat_name(before, due.seat)} paid {counted(stated.tokens, 'token')}; it should be {due.tokens}."
        case f.ShipMoved(), f.ShipMoved():
            return f"The Dalek Ship moved {_way(before, stated.space)}; it should be {_way(before, due.space)}."
        case a.DiceGathered(), a.DiceGathered():
            return _gathered(due, stated, before)
    return ""


def _way(before: Position, space: int) -> str:
    """Return the move of the Dalek Ship in words: `2 forward, to space IV`."""
    steps = space - before.ship
    far = f"{abs(steps)} {'forward' if steps > 0 else 'back'}" if steps else "nowhere"
    return f"{far}, to {space_name(before, space)}" if steps else far


def _gathered(due: a.DiceGathered, stated: a.DiceGathered, before: Position) -> str:
    missing = [name for name in due.dice if name not in stated.dice]
    surplus = [name for name in stated.dice if name not in due.dice]
    told = [f"{dice_names(missing)} {'was' if len(missing) == 1 else 'were'} missing"] * bool(missing)
    told += [f"{dice_names(surplus)} {'was' if len(surplus) == 1 else 'were'} too many"] * bool(surplus)
    if not told:
        return ""
    the = "the " if due.card in before.box.doctor else ""
    card = f"{the}{card_name(before, due.card)}"
    whole = f"{card} adds {dice_names(due.dice)} to {whose(before, due.seat)} pool"
    return f"{capitalised(joined(told))}: {whole}."
