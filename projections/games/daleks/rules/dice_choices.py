"""What a Doctor could do in an Adventure: every move with dice, help and recruits that names what is there.

What speaks against each is not asked here; see `legal.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product
from typing import Final

from projections.games.daleks.components.box import SYMBOLS, Icon
from projections.games.daleks.facts import moves as m
from projections.games.daleks.rules.adventuring import split_icons
from projections.games.daleks.rules.card_choices import cards_held
from projections.games.daleks.rules.challenge import is_met
from projections.games.daleks.rules.dice import lying, pool_of
from projections.games.daleks.rules.facing import CHANGE_PRICE
from projections.games.daleks.rules.helping import MANNERS
from projections.games.daleks.rules.icons import icons_of, on_console
from projections.games.daleks.rules.limits import owed_dice
from projections.games.daleks.rules.prices import SONIC
from projections.games.daleks.rules.recruiting import linked
from projections.games.daleks.rules.rolling import RE_ROLL_PRICE
from projections.games.daleks.state.position import Adventure, Die, Position

__all__ = ["MOST_WAYS", "adventure_choices", "icons_that", "prices", "rows"]

MOST_WAYS: Final = 256
"""So many ways of taking some of a row are listed; more than eight dice of a colour a strict game never has."""


def prices(position: Position, seat: str) -> tuple[str, ...]:
    """What a seat could pay with: a token, or any card of the hand."""
    return (SONIC, *cards_held(position, seat))


def adventure_choices(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """All that a seat could do at the stage at which an Adventure is."""
    if now.stage == "recruit":
        return chain(_recruits(position, now, seat), _gathering(position, seat))
    if now.stage in ("pool", "cut"):
        return chain(_gathering(position, seat), _building(position, now, seat), _helping(position, now, seat))
    if now.stage == "exterminate":
        return chain((m.Exterminate(seat, die.name) for die in lying(*now.pools)), (m.RollDice(seat),))
    if now.stage == "roll":
        return iter((m.RollDice(seat),))
    if is_met(now):
        return iter((m.Resolve(seat),))
    return chain(_re_rolls(position, now, seat), _changes(position, now, seat), (m.Resolve(seat),))


def icons_that(position: Position, seat: str, does: str) -> Iterator[tuple[str, int, Icon]]:
    """The icons of a console that do this: the card, the number of the icon, and what is printed."""
    for card in on_console(position, seat):
        for number, icon in enumerate(icons_of(position, card), 1):
            if icon.does == does:
                yield card, number, icon


def _recruits(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """At random from either deck, or by a Link, each at each price (TOD-RECR-03, TOD-LINK-01)."""
    if len(position.console(seat).companions) >= position.box.setting.companion_spaces:
        return
    decks = [(deck, "") for deck in ("earth", "alien")]
    decks += [(one.deck, name) for name, one in position.box.companion.items() if name in linked(position, now)]
    for price, (deck, companion) in product(prices(position, seat), decks):
        yield m.Recruit(seat, price, deck, companion)


def _gathering(position: Position, seat: str) -> Iterator[m.TodMove]:
    """With each choice of colours for split icons (TOD-POOL-01)."""
    colours = product(*(icon.colours for icon in split_icons(position, seat)))
    for row in islice(colours, MOST_WAYS):
        yield m.Gather(seat, row)


def _building(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """Focus, cut, say that the pool is ready, lose dice to Dalek markers where no cut is due before."""
    for card, number, icon in icons_that(position, seat, "focus"):
        for colour in icon.colours:
            yield m.Focus(seat, card, number, colour)
    for die in lying(pool_of(now, seat)):
        yield m.CutDie(seat, die.name)
    for die in lying(*now.pools) if owed_dice(position, now) else ():
        yield m.Exterminate(seat, die.name)
    yield m.RollDice(seat)


def _helping(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """Call another player, or say how to help (TOD-HELP-02, TOD-HELP-05)."""
    if seat == now.helper:
        for manner, price in product(MANNERS, ("", *prices(position, seat))):
            yield m.GiveHelp(seat, manner, price)
    elif not now.helper:
        for helper, price in product(position.seats, prices(position, seat)):
            yield m.CallHelp(seat, helper, price)


def _re_rolls(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """By icons, for tokens, for a black die."""
    own = lying(pool_of(now, seat))
    for card, number, icon in icons_that(position, seat, "reroll"):
        ways = chain.from_iterable(rows(icon, [die for die in own if die.colour == colour]) for colour in icon.colours)
        for names in islice(ways, MOST_WAYS):
            yield m.ReRoll(seat, card, number, names)
    for die in own if position.console(seat).tokens >= RE_ROLL_PRICE else ():
        yield m.ReRollByTokens(seat, die.name)
    for die in own:
        if die.colour == "black":
            yield m.SpendBlack(seat, die.name)


def rows(icon: Icon, dice: Sequence[Die]) -> Iterable[tuple[str, ...]]:
    """Which dice of a colour an icon could re-roll (TOD-RERO-04 to TOD-RERO-06), the most first."""
    names = [die.name for die in dice]
    if icon.mode == "all":
        return (tuple(names),) if names else ()
    most = min(icon.amount, len(names)) if icon.mode == "number" else len(names)
    return chain.from_iterable(combinations(names, count) for count in range(most, 0, -1))


def _changes(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """By icons, or for tokens; a die that shows the symbol already is left out."""
    own = lying(pool_of(now, seat))
    for card, number, icon in icons_that(position, seat, "change"):
        for die in own:
            if die.colour in icon.colours and die.symbol != icon.symbol:
                yield m.ChangeFace(seat, card, number, die.name)
    for die, symbol in product(own, SYMBOLS) if position.console(seat).tokens >= CHANGE_PRICE else ():
        if die.symbol != symbol:
            yield m.ChangeByTokens(seat, die.name, symbol)
