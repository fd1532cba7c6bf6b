"""What a Doctor has left to do with rolled dice: the own cards, tokens and black dice, all of which everybody sees."""

from collections.abc import Iterator

from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.facts.moves import ChangeByTokens, ChangeFace, ReRoll, ReRollByTokens, SpendBlack
from projections.games.daleks.rules.dice import lying, pool_of
from projections.games.daleks.rules.dice_choices import icons_that, rows
from projections.games.daleks.rules.facing import change_by_tokens_objections, change_face_objections
from projections.games.daleks.rules.rolling import (
    re_roll_by_tokens_objections,
    re_roll_objections,
    spend_black_objections,
)
from projections.games.daleks.state.position import Adventure, Position
from projections.objections import Objection, allowed

__all__ = ["has_means"]


def has_means(position: Position, seat: str) -> bool:
    """Whether a seat can re-roll or change one of its dice now, by anything but a card of the hand.

    Rules:
        TOD-FAIL-01 means run out; TOD-ROLL-03 none are used once every symbol is met.
    """
    now = position.adventure
    if now is None or now.stage not in ("reroll", "change"):
        return False
    found = (*_re_rolls(position, now, seat), *_changes(position, now, seat))
    return any(map(allowed, found))


def _re_rolls(position: Position, now: Adventure, seat: str) -> Iterator[list[Objection]]:
    """What speaks against each way of re-rolling; of those that differ in the dice alone, against one."""
    own = lying(pool_of(now, seat))
    for card, number, icon in icons_that(position, seat, "reroll"):
        for colour in icon.colours:
            names = next(iter(rows(icon, [die for die in own if die.colour == colour])), ())
            if names:
                yield re_roll_objections(position, ReRoll(seat, card, number, names))
    for die in own:
        yield re_roll_by_tokens_objections(position, ReRollByTokens(seat, die.name))
        if die.colour == "black":
            yield spend_black_objections(position, SpendBlack(seat, die.name))


def _changes(position: Position, now: Adventure, seat: str) -> Iterator[list[Objection]]:
    """What speaks against each way of changing a face to another one."""
    own = lying(pool_of(now, seat))
    for card, number, icon in icons_that(position, seat, "change"):
        for die in own:
            if die.colour in icon.colours and die.symbol != icon.symbol:
                yield change_face_objections(position, ChangeFace(seat, card, number, die.name))
    for die in own:
        symbol = next(symbol for symbol in SYMBOLS if symbol != die.symbol)
        yield change_by_tokens_objections(position, ChangeByTokens(seat, die.name, symbol))
