"""The price of a recruit and of help: a token or a Timey-Wimey card."""

from typing import Final

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.daleks.events.effects import TimeyDiscarded, TokensPaid
from projections.games.daleks.state.names import card_name, seat_name, whose
from projections.games.daleks.state.position import Position
from projections.rule_conflicts import RuleConflict
from projections.wording import counted

SONIC: Final = "token"
"""The price that means one token."""


def must_know_price(draft: Draft[Position], price: str, rule: str) -> None:
    """Require that a price is a token or a card of this box."""
    known = price in ("", SONIC) or price in draft.now.box.timey
    draft.must(rule, known, f'"{price[:40]}" is not a price; write {SONIC} or a Timey-Wimey card')


def price_conflicts(position: Position, seat: str, price: str, rule: str) -> list[RuleConflict]:
    """Return the rule conflicts of a seat paying a token or card that it does not have."""
    if price == SONIC:
        return tokens_conflict(position, seat, 1, rule)
    if not price:
        return [RuleConflict(rule, "one Sonic Charge token or one Timey-Wimey card must be paid", "neither is named")]
    return hand_conflict(position, seat, price, rule)


def hand_conflict(position: Position, seat: str, card: str, rule: str) -> list[RuleConflict]:
    """Return the rule conflict of using a card that is not in the hand, or that the hand may lack if partly unknown."""
    held = holds(position.hands.get(seat, ()), card)
    if held:
        return []
    name, hand = card_name(position, card)[:60], f"{whose(position, seat)} hand"
    why = f"this log does not show if {name} is in {hand}" if held is None else f"{name} is not in {hand}"
    return [RuleConflict(rule, "a card must come from the player's own hand", why, verdict=held)]


def tokens_conflict(position: Position, seat: str, tokens: int, rule: str) -> list[RuleConflict]:
    """Return the rule conflicts of a seat paying this number of tokens."""
    have = position.console(seat).tokens
    if have >= tokens:
        return []
    asked = counted(tokens, "Sonic Charge token")
    owns = f"{seat_name(position, seat)} has {have}"
    return [RuleConflict(rule, f"{asked} must be paid", owns, have=have, need=tokens)]


def pay_price(draft: Draft[Position], seat: str, price: str, rule: str) -> None:
    """Let a seat pay a price: a token, or a card from its hand."""
    if price == SONIC:
        draft.add(TokensPaid(seat=seat, tokens=1), rule)
    elif price:
        draft.add(TimeyDiscarded(seat=seat, card=price), rule)


def pay_tokens_of(draft: Draft[Position], seat: str, tokens: int, rule: str) -> None:
    """Pay tokens; write nothing for 0."""
    if tokens:
        draft.add(TokensPaid(seat=seat, tokens=tokens), rule)
