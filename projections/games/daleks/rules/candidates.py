"""Candidate moves with cards and in an Adventure, without a check of the rule conflicts."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product
from typing import Final

from events.events import UNKNOWN
from projections.games.daleks.components.box import COLOURS, SYMBOLS, Icon, Timey
from projections.games.daleks.events import moves as m
from projections.games.daleks.rules import adventure, challenge, companions, icons, prices, roll
from projections.games.daleks.rules.help import MANNERS
from projections.games.daleks.rules.pool import owed_dice
from projections.games.daleks.state.position import Adventure, Die, Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.move_rule import is_allowed

MOST_WAYS: Final = 256
"""The most combinations of dice listed at once, enough for eight dice of a colour, the most in a strict game."""


def cards_held(position: Position, seat: str) -> tuple[str, ...]:
    """Return the known cards of a hand, each once."""
    return tuple(dict.fromkeys(card for card in position.hands.get(seat, ()) if card != UNKNOWN))


def card_choices(position: Position, seat: str) -> Iterator[m.PlayTimey]:
    """Yield every way to play a card of a hand or use installed Equipment, without checking rule conflicts."""
    cards = (*cards_held(position, seat), *position.console(seat).equipment)
    for name in dict.fromkeys(cards):
        if (card := position.box.timey.get(name)) is not None:
            yield from _ways(position, seat, name, card)


def _ways(position: Position, seat: str, name: str, card: Timey) -> Iterator[m.PlayTimey]:
    trades = any(part.does == "trade" for part in card.parts)
    others = [other for other in position.seats if other != seat] if trades or card.type == "transfer" else [""]
    for to, pool, colour in product(others, _pools(position, seat, card), _colours(card)):
        for wanted in dict.fromkeys(position.console(to).equipment) if trades else ("",):
            yield m.PlayTimey(seat, name, to, pool, colour, wanted)


def _pools(position: Position, seat: str, card: Timey) -> Sequence[str]:
    """Return the seats whose pools a card could affect. "" is the player's own pool, or the caller's (TOD-HELP-24)."""
    now = position.adventure
    if now is None or card.type == "equipment" or not card.icons or card.timing != "any-adventure":
        return ("",)
    meant = seat if seat in (now.seat, now.helper) else now.seat
    return ("", *(other for other in (now.seat, now.helper) if other not in ("", meant)))


def _colours(card: Timey) -> Sequence[str]:
    if card.type == "equipment":
        return ("",)
    split = {colour for icon in card.icons if len(icon.colours) > 1 for colour in icon.colours}
    return [colour for colour in COLOURS if colour in split] or ("",)


def possible_prices(position: Position, seat: str) -> tuple[str, ...]:
    """Return what a seat could pay as a price: a token, or any known card of the hand."""
    return (prices.SONIC, *cards_held(position, seat))


def adventure_choices(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """Return the moves that a seat could make at the current stage of an Adventure, without checking rule conflicts."""
    if now.stage == "recruit":
        return chain(_recruits(position, now, seat), _gathering(position, seat))
    if now.stage in ("pool", "cut"):
        return chain(_gathering(position, seat), _building(position, now, seat), _helping(position, now, seat))
    if now.stage == "exterminate":
        return chain((m.Exterminate(seat, die.name) for die in dice_left(*now.pools)), (m.RollDice(seat),))
    if now.stage == "roll":
        return iter((m.RollDice(seat),))
    if challenge.is_met(now):
        return iter((m.Resolve(seat),))
    return chain(_re_rolls(position, now, seat), _changes(position, now, seat), (m.Resolve(seat),))


def icons_doing(position: Position, seat: str, does: str) -> Iterator[tuple[str, int, Icon]]:
    """Yield the icons on a console of the kind `does`: card, number of the icon on the card, icon."""
    for card in icons.on_console(position, seat):
        for number, icon in enumerate(icons.icons_of(position, card), 1):
            if icon.does == does:
                yield card, number, icon


def _recruits(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """Yield the Recruit moves: at random from either deck or by a Link, at each price (TOD-RECR-03, TOD-LINK-01)."""
    if len(position.console(seat).companions) >= position.box.setting.companion_spaces:
        return
    decks = [(deck, "") for deck in ("earth", "alien")]
    linked = companions.linked_companions(position, now)
    decks += [(one.deck, name) for name, one in position.box.companion.items() if name in linked]
    for price, (deck, companion) in product(possible_prices(position, seat), decks):
        yield m.Recruit(seat, price, deck, companion)


def _gathering(position: Position, seat: str) -> Iterator[m.TodMove]:
    """Yield the gathering moves, one for each choice of colours for split icons (TOD-POOL-01)."""
    colours = product(*(icon.colours for icon in adventure.split_icons(position, seat)))
    for row in islice(colours, MOST_WAYS):
        yield m.Gather(seat, row)


def _building(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    for card, number, icon in icons_doing(position, seat, "focus"):
        for colour in icon.colours:
            yield m.Focus(seat, card, number, colour)
    for die in dice_left(pool_of(now, seat)):
        yield m.CutDie(seat, die.name)
    for die in dice_left(*now.pools) if owed_dice(position, now) else ():
        yield m.Exterminate(seat, die.name)
    yield m.RollDice(seat)


def _helping(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """Yield the moves that call for help, or the moves that answer a call (TOD-HELP-02, TOD-HELP-05)."""
    if seat == now.helper:
        for manner, price in product(MANNERS, ("", *possible_prices(position, seat))):
            yield m.GiveHelp(seat, manner, price)
    elif not now.helper:
        for helper, price in product(position.seats, possible_prices(position, seat)):
            yield m.CallHelp(seat, helper, price)


def _re_rolls(position: Position, now: Adventure, seat: str, most: int = MOST_WAYS) -> Iterator[m.TodMove]:
    """Yield the re-rolls of a seat, with an icon at most so many."""
    own = dice_left(pool_of(now, seat))
    for card, number, icon in icons_doing(position, seat, "reroll"):
        ways = chain.from_iterable(
            _re_roll_rows(icon, [die for die in own if die.colour == colour]) for colour in icon.colours
        )
        for names in islice(ways, most):
            yield m.ReRoll(seat, card, number, names)
    for die in own if position.console(seat).tokens >= roll.RE_ROLL_PRICE else ():
        yield m.ReRollByTokens(seat, die.name)
    for die in own:
        if die.colour == "black":
            yield m.SpendBlack(seat, die.name)


def _re_roll_rows(icon: Icon, dice: Sequence[Die]) -> Iterable[tuple[str, ...]]:
    """Return the sets of dice that an icon could re-roll, largest first (TOD-RERO-04 to TOD-RERO-06)."""
    names = [die.name for die in dice]
    if icon.mode == "all":
        return (tuple(names),) if names else ()
    most = min(icon.amount, len(names)) if icon.mode == "number" else len(names)
    return chain.from_iterable(combinations(names, count) for count in range(most, 0, -1))


def _changes(position: Position, now: Adventure, seat: str) -> Iterator[m.TodMove]:
    """Yield the moves that turn a die with an icon or tokens, but not to the symbol that the die already shows."""
    own = dice_left(pool_of(now, seat))
    for card, number, icon in icons_doing(position, seat, "change"):
        for die in own:
            if die.colour in icon.colours and die.symbol != icon.symbol:
                yield m.ChangeFace(seat, card, number, die.name)
    for die, symbol in product(own, SYMBOLS) if position.console(seat).tokens >= roll.CHANGE_PRICE else ():
        if die.symbol != symbol:
            yield m.ChangeByTokens(seat, die.name, symbol)


def has_means(position: Position, seat: str) -> bool:
    """Return whether a seat can re-roll or turn a die by icon, tokens or black die (TOD-FAIL-01, TOD-ROLL-03)."""
    now = position.adventure
    if now is None or now.stage not in ("reroll", "change"):
        return False
    ways = chain(_re_rolls(position, now, seat, most=1), _changes(position, now, seat))
    return any(is_allowed(roll.ROLL_MOVES, position, move) for move in ways)
