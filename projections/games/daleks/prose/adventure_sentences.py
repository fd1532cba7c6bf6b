"""Sentences for effects on challenge, pools and dice."""

from typing import Final

from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.events import adventure_effects as a
from projections.games.daleks.prose.card_text import conditions_row
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import Position
from projections.sentence_table import Rows, Writers
from projections.wording import clean

_STAGES: Final = {
    "recruit": "recruiting", "pool": "building the dice pool", "cut": "cutting the pool",
    "exterminate": "exterminating dice", "roll": "rolling the dice", "reroll": "the re-roll",
    "change": "changing faces", "resolve": "resolving the Adventure",
}  # fmt: skip
"""The names of the stages of an Adventure."""
_GONE: Final = {
    "cut": "leaves the pool", "exterminated": "is exterminated", "spent": "leaves the pool",
    "returned": "goes back to the supply", "focused": "is swapped",
}  # fmt: skip
"""The words for how a die leaves its pool, by the value `how` of `DieGone`."""
_HELP: Final = {"afar": "from afar", "here": "at the Location"}


def _stage(stage: str) -> str:
    return _STAGES.get(stage, clean(stage))


def _gone(how: str) -> str:
    return _GONE.get(how) or f"leaves the pool ({clean(how)})"


def _manner(manner: str) -> str:
    return _HELP.get(manner, clean(manner))


def _shown(symbol: str) -> str:
    return names.symbol_name(symbol) if symbol in SYMBOLS else clean(symbol)


def _began(event: a.AdventureBegan, before: Position, after: Position) -> str:
    under = f" ({conditions_row(event.conditions)})" if event.conditions else ""
    where = names.in_zone(after, event.place, event.zone)
    return f"{names.whose(before, event.seat)} Adventure at {where} requires {names.symbols_row(event.symbols)}{under}."


def _ended(event: a.AdventureEnded, before: Position, _after: Position) -> str:
    now = before.adventure
    who = f"{names.whose(before, now.seat)} Adventure" if now else "the Adventure"
    return f"{who} {'succeeds' if event.won else 'fails'}."


def _help_called(event: a.HelpCalled, before: Position, _after: Position) -> str:
    if not event.helper:
        return "The Adventure has no helper."
    return f"{names.seat_name(before, event.helper)} must choose how to help."


WRITERS: Final[Writers] = {
    "colour of": tray.colour_of, "gone": _gone, "manner": _manner, "stage": _stage, "symbol": _shown,
}  # fmt: skip
ROWS: Final[Rows] = {
    a.AdventureBegan: _began,
    a.AdventureStage: "The next stage is {stage}.",
    a.AdventureEnded: _ended,
    a.HelpCalled: _help_called,
    a.HelpGiven: "{helper} takes part in the Adventure {manner}.",
    a.PoolDone: "{seat:whose} pool is ready.",
    a.DiceGathered: "{card:the card} adds dice to {seat:whose} pool: {dice}.",
    a.DieSwapped: "{die} is swapped for the {into:colour of} die {into:written}.",
    a.DieGone: "{die} {how:gone}.",
    a.DiceOwed: "Dalek markers exterminate {dice:count die|dice}.",
    a.FaceChanged: "{die} now shows {symbol}.",
}
