"""What became of challenge, pools and dice, a sentence each, without its full stop."""

from typing import Final, assert_never

from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.events import adventure_effects as a
from projections.games.daleks.prose.card_text import conditions_row
from projections.games.daleks.rules.status import WORDS
from projections.games.daleks.state.names import (
    card_name,
    dice_names,
    in_zone,
    seat_name,
    symbol_name,
    symbols_row,
    whose,
)
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import colour_of
from projections.wording import clean, counted
from projections.wording import with_article as article

StageEffect = a.AdventureBegan | a.AdventureStage | a.AdventureEnded | a.HelpCalled | a.HelpGiven | a.PoolDone
DieEffect = a.DiceGathered | a.DieSwapped | a.DieGone | a.DiceOwed | a.FaceChanged
AdventureEffect = StageEffect | DieEffect
_GONE: Final = {
    "cut": "is cut from the pool", "exterminated": "is exterminated", "spent": "is discarded for a re-roll",
    "returned": "goes back to the supply", "focused": "is swapped",
}  # fmt: skip
"""How a die leaves, by the word of `DieGone`."""


def tell_adventure(event: AdventureEffect, before: Position, after: Position) -> str:
    """An effect of an Adventure."""
    return _stage(event, before, after) if isinstance(event, StageEffect) else _die(event, before)


def _stage(event: StageEffect, before: Position, after: Position) -> str:
    match event:
        case a.AdventureBegan(seat=seat, place=place, zone=zone, symbols=symbols, conditions=conditions):
            under = f", under {conditions_row(conditions)}" if conditions else ""
            where = in_zone(after, place, zone)
            return f"the Adventure of {seat_name(before, seat)} at {where} asks for {symbols_row(symbols)}{under}"
        case a.AdventureStage(stage=stage):
            return f"the Adventure goes on: {WORDS.get(stage, clean(stage))}"
        case a.AdventureEnded(won=won):
            now = before.adventure
            who = f"the Adventure of {seat_name(before, now.seat)}" if now else "the Adventure"
            return f"{who} {'succeeds' if won else 'fails'}"
        case a.HelpCalled(helper=helper):
            return f"{seat_name(before, helper)} is called for help" if helper else "nobody helps"
        case a.HelpGiven(helper=helper, manner=manner):
            how = {"afar": "from afar", "here": "at the Location"}.get(manner, clean(manner))
            return f"the Adventure has {whose(before, helper)} help {how}"
        case a.PoolDone(seat=seat):
            return f"{whose(before, seat)} pool is ready"
        case _:
            assert_never(event)


def _die(event: DieEffect, before: Position) -> str:
    match event:
        case a.DiceGathered(seat=seat, card=card, dice=dice):
            the = "the " if card in before.box.doctor else ""
            return f"{the}{card_name(before, card)} brings {whose(before, seat)} pool {dice_names(dice)}"
        case a.DieSwapped(die=die, into=into):
            return f"{clean(die)} becomes {article(colour_of(into))} die, {clean(into)}"
        case a.DieGone(die=die, how=how):
            return f"{clean(die)} {_GONE.get(how) or f'leaves the pool ({clean(how)})'}"
        case a.DiceOwed(dice=dice):
            return f"Dalek markers exterminate {counted(dice, 'die', 'dice')}"
        case a.FaceChanged(die=die, symbol=symbol, by=by):
            known = symbol_name(symbol) if symbol in SYMBOLS else clean(symbol)
            return f"{clean(die)} is turned to {known} by {'tokens' if by == 'tokens' else card_name(before, by)}"
        case _:
            assert_never(event)
