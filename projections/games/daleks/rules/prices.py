"""A token or a Timey-Wimey card: the price of a recruit and of help."""

from typing import Final

from projections.card_rows import holds
from projections.draft import Draft
from projections.games.daleks.events.effects import TimeyDiscarded, TokensPaid
from projections.games.daleks.state.names import card_name, seat_name, whose
from projections.games.daleks.state.position import Position
from projections.objections import Objection
from projections.wording import counted

SONIC: Final = "token"
"""How a player says that a token pays."""


def must_know_price(draft: Draft[Position], price: str, rule: str) -> None:
    """A price is a token or a card of this box."""
    known = price in ("", SONIC) or price in draft.now.box.timey
    draft.must(rule, known, f'"{price[:40]}" is no price: {SONIC}, or a Timey-Wimey card')


def price_objections(position: Position, seat: str, price: str, rule: str) -> list[Objection]:
    """What speaks against paying a token or a card: that it is not there."""
    if price == SONIC:
        return tokens_objection(position, seat, 1, rule)
    if not price:
        return [Objection(rule, False, "pay one Sonic Charge token or one Timey-Wimey card: neither is named")]
    return hand_objection(position, seat, price, rule)


def hand_objection(position: Position, seat: str, card: str, rule: str) -> list[Objection]:
    """What speaks against using a card of the hand: that it is not there, or that nobody here can tell."""
    held = holds(position.hands.get(seat, ()), card)
    if held:
        return []
    name, hand = card_name(position, card)[:60], f"{whose(position, seat)} hand"
    why = f"whether {name} is in {hand} is not known" if held is None else f"{name} is not in {hand}"
    return [Objection(rule, held, why)]


def tokens_objection(position: Position, seat: str, tokens: int, rule: str) -> list[Objection]:
    """What speaks against paying so many tokens."""
    have = position.console(seat).tokens
    if have >= tokens:
        return []
    asked = counted(tokens, "Sonic Charge token")
    return [Objection(rule, False, f"that takes {asked}; {seat_name(position, seat)} has {have}")]


def pay_price(draft: Draft[Position], seat: str, price: str, rule: str) -> None:
    """Pay a token or a card."""
    if price == SONIC:
        draft.add(TokensPaid(seat=seat, tokens=1), rule)
    elif price:
        draft.add(TimeyDiscarded(seat=seat, card=price), rule)


def pay_tokens_of(draft: Draft[Position], seat: str, tokens: int, rule: str) -> None:
    """Pay so many tokens; none are no payment."""
    if tokens:
        draft.add(TokensPaid(seat=seat, tokens=tokens), rule)
