"""What a cost asks of whom: its next part, the options that may be chosen, whether anything is left to choose."""

from typing import Final

from projections.games.daleks.components.box import Option, Part
from projections.games.daleks.components.printed_costs import units
from projections.games.daleks.state.position import Debt, Position

COMPANIONS: Final = {"discard-companion": "discarded", "dismiss-companion": "dismissed"}
"""Parts that cost a Companion, and how the Companion leaves (TOD-COMPN-01, TOD-COMPN-02)."""


def unit_due(debt: Debt) -> Part | None:
    """The part of a chosen cost that comes next, a card or a Companion at a time."""
    if not 1 <= debt.chosen <= len(debt.options):
        return None
    row = units(debt.options[debt.chosen - 1])
    return row[len(row) - debt.left] if 1 <= debt.left <= len(row) else None


def is_awaited(position: Position, debt: Debt) -> bool:
    """Whether the seat has to choose before a cost goes on: an option, a card, a Companion, tokens or a card.

    Rules:
        TOD-FAIL-06 the player chooses; what cannot be paid, or leaves no choice, asks nothing (AMB-14).
    """
    if not debt.chosen and debt.options:
        return len(payable_options(position, debt)) > 1
    unit = unit_due(debt)
    if unit is None or unit.each:
        return False
    cards = bool(position.hands.get(debt.seat))
    return cards if unit.does in ("pay-cards", "pay-either") else (
        unit.does in COMPANIONS and len(position.console(debt.seat).companions) > 1
    )  # fmt: skip


def goes_by_itself(position: Position) -> bool:
    """Whether the cost on top leaves nothing to choose: what was recorded or set by hand has left it unfinished."""
    return position.debt is not None and not is_awaited(position, position.debt)


def payable_options(position: Position, debt: Debt) -> tuple[int, ...]:
    """The options that a seat may choose, counted from 1.

    Rules:
        TOD-FAIL-07 none that asks for cards, Companions or tokens which the seat lacks; where that leaves none, one is
        paid as far as it can be (AMB-14), which is nothing to choose where none of them takes anything.
    """
    rows = tuple(enumerate(debt.options, 1))
    whole = tuple(n for n, option in rows if _can_pay(position, debt.seat, option))
    return whole or tuple(n for n, option in rows if _takes_something(position, debt.seat, option)) or (1,)


def _takes_something(position: Position, seat: str, option: Option) -> bool:
    """Whether a seat that cannot pay an option in full has some of what it asks for, or it does more than take."""
    console = position.console(seat)
    cards = len(position.hands.get(seat, ()))
    have = {"pay-tokens": console.tokens, "pay-cards": cards, "pay-either": console.tokens + cards}
    have |= dict.fromkeys(COMPANIONS, len(console.companions))
    return any(have.get(part.does, 1) for part in option)


def _can_pay(position: Position, seat: str, option: Option) -> bool:
    """Whether a seat has all that an option asks of it."""
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
