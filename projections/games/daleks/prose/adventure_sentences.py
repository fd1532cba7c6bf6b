"""Sentences for effects on challenge, pools and dice, without the full stop."""

from typing import Final, assert_never

from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.events import adventure_effects as a
from projections.games.daleks.prose.card_text import conditions_row
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

_STAGES: Final = {
    "recruit": "recruiting", "pool": "building the dice pool", "cut": "cutting the pool",
    "exterminate": "exterminating dice", "roll": "rolling the dice", "reroll": "the re-roll",
    "change": "changing faces", "resolve": "resolving the Adventure",
}  # fmt: skip
"""The names of the stages of an Adventure."""
StageEffect = a.AdventureBegan | a.AdventureStage | a.AdventureEnded | a.HelpCalled | a.HelpGiven | a.PoolDone
DieEffect = a.DiceGathered | a.DieSwapped | a.DieGone | a.DiceOwed | a.FaceChanged
AdventureEffect = StageEffect | DieEffect
_GONE: Final = {
    "cut": "leaves the pool", "exterminated": "is exterminated", "spent": "leaves the pool",
    "returned": "goes back to the supply", "focused": "is swapped",
}  # fmt: skip
"""The words for how a die leaves its pool, by the value `how` of `DieGone`."""


def adventure_sentence(event: AdventureEffect, before: Position, after: Position) -> str:
    """Return the sentence for an effect of an Adventure."""
    return _stage(event, before, after) if isinstance(event, StageEffect) else _die(event, before)


def _stage(event: StageEffect, before: Position, after: Position) -> str:
    match event:
        case a.AdventureBegan(seat=seat, place=place, zone=zone, symbols=symbols, conditions=conditions):
            under = f" ({conditions_row(conditions)})" if conditions else ""
            where = in_zone(after, place, zone)
            return f"{whose(before, seat)} Adventure at {where} requires {symbols_row(symbols)}{under}"
        case a.AdventureStage(stage=stage):
            return f"the next stage is {_STAGES.get(stage, clean(stage))}"
        case a.AdventureEnded(won=won):
            now = before.adventure
            who = f"{whose(before, now.seat)} Adventure" if now else "the Adventure"
            return f"{who} {'succeeds' if won else 'fails'}"
        case a.HelpCalled(helper=helper):
            return f"{seat_name(before, helper)} must choose how to help" if helper else "the Adventure has no helper"
        case a.HelpGiven(helper=helper, manner=manner):
            how = {"afar": "from afar", "here": "at the Location"}.get(manner, clean(manner))
            return f"{seat_name(before, helper)} takes part in the Adventure {how}"
        case a.PoolDone(seat=seat):
            return f"{whose(before, seat)} pool is ready"
        case _:
            assert_never(event)


def _die(event: DieEffect, before: Position) -> str:
    match event:
        case a.DiceGathered(seat=seat, card=card, dice=dice):
            the = "the " if card in before.box.doctor else ""
            return f"{the}{card_name(before, card)} adds dice to {whose(before, seat)} pool: {dice_names(dice)}"
        case a.DieSwapped(die=die, into=into):
            return f"{clean(die)} is swapped for the {colour_of(into)} die {clean(into)}"
        case a.DieGone(die=die, how=how):
            return f"{clean(die)} {_GONE.get(how) or f'leaves the pool ({clean(how)})'}"
        case a.DiceOwed(dice=dice):
            return f"Dalek markers exterminate {counted(dice, 'die', 'dice')}"
        case a.FaceChanged(die=die, symbol=symbol):
            known = symbol_name(symbol) if symbol in SYMBOLS else clean(symbol)
            return f"{clean(die)} now shows {known}"
        case _:
            assert_never(event)
