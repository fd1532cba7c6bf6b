"""The parts of a cost: the next part, the payable options, and whether a choice is left."""

from typing import Final

from projections.games.daleks.components.box import Option, Part
from projections.games.daleks.components.printed_costs import units
from projections.games.daleks.state.position import Debt, Position

COMPANIONS: Final = {"discard-companion": "discarded", "dismiss-companion": "dismissed"}
"""Cost parts that take a Companion, and how the Companion leaves (TOD-COMPN-01, TOD-COMPN-02)."""


def unit_due(debt: Debt) -> Part | None:
    """Return the next part of a cost whose option is chosen, for one card or Companion; None if no part is left."""
    if not 1 <= debt.chosen <= len(debt.options):
        return None
    row = units(debt.options[debt.chosen - 1])
    return row[len(row) - debt.left] if 1 <= debt.left <= len(row) else None


def is_awaited(position: Position, debt: Debt) -> bool:
    """Return whether a cost waits for a choice (TOD-FAIL-06): an option, card, Companion or tokens (AMB-14)."""
    if not debt.chosen and debt.options:
        return len(payable_options(position, debt)) > 1
    unit = unit_due(debt)
    if unit is None or unit.each:
        return False
    if unit.does in ("pay-cards", "pay-either"):
        return bool(position.hands.get(debt.seat))
    return unit.does in COMPANIONS and len(position.console(debt.seat).companions) > 1


def goes_by_itself(position: Position) -> bool:
    """Return whether an accepted illegal move or manual change left the top cost open, and no seat must choose."""
    return position.debt is not None and not is_awaited(position, position.debt)


def payable_options(position: Position, debt: Debt) -> tuple[int, ...]:
    """Return the options that a seat can choose, counted from 1.

    Rules:
        TOD-FAIL-07: not an option that asks for cards, Companions or tokens that the seat lacks. If the seat lacks
        something for each, it pays one as far as possible (AMB-14). If no option takes anything, only the first is
        returned.
    """
    rows = tuple(enumerate(debt.options, 1))
    whole = tuple(n for n, option in rows if _can_pay(position, debt.seat, option))
    return whole or tuple(n for n, option in rows if _takes_something(position, debt.seat, option)) or (1,)


def _takes_something(position: Position, seat: str, option: Option) -> bool:
    """Return whether an option that the seat cannot pay in full takes something from the seat or has another effect."""
    console = position.console(seat)
    cards = len(position.hands.get(seat, ()))
    have = {"pay-tokens": console.tokens, "pay-cards": cards, "pay-either": console.tokens + cards}
    have |= dict.fromkeys(COMPANIONS, len(console.companions))
    return any(have.get(part.does, 1) for part in option)


def _can_pay(position: Position, seat: str, option: Option) -> bool:
    console, cards = position.console(seat), len(position.hands.get(seat, ()))
    tokens, companions = console.tokens, len(console.companions)
    for part in sorted(option, key=lambda part: part.does == "pay-either"):
        match part.does:
            case "pay-tokens":
                tokens -= part.amount
            case "pay-cards":
                cards -= part.amount
            case "discard-companion" | "dismiss-companion":
                companions -= part.amount
            case "pay-either" if tokens >= part.amount:
                tokens -= part.amount
            case "pay-either":
                cards -= 1
    return min(tokens, cards, companions) >= 0
