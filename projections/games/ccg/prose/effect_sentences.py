"""Sentences for effects of turns and windows; other modules cover cards and combat."""

from typing import Final, assert_never

from events.events import Effect, tag_of
from projections.described import CardsSet, PlaceSet, described_sentence
from projections.games.ccg.events import effects as f
from projections.games.ccg.prose.awaiting import window_words
from projections.games.ccg.prose.card_sentences import CardEffect, card_sentence
from projections.games.ccg.prose.combat_sentences import CombatEffect, combat_sentence
from projections.games.ccg.prose.use_text import step_words
from projections.games.ccg.state.names import in_zone, known_row, seat_name, whose, zone_name
from projections.games.ccg.state.position import Position
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import capitalised, clean, counted, joined

TurnEffect = f.TurnBegan | f.StepReached | f.StepMissed | f.ZoneChosen | f.TurnEnded | f.GameEnded
GrantEffect = f.ZoneBarred | f.PlaysGranted | f.TurnGranted | f.BonusDue
WindowEffect = WindowOpened | WindowPassed | WindowClosed
BARRED: Final = {
    "support": "give Support", "special": "use Special abilities", "flash": "play Flash cards", "attack": "attack",
    "draw": "draw cards",
}  # fmt: skip
"""What a seat cannot do, by `ZoneBarred.bars`."""


def effect_sentence(event: Effect, before: Position, after: Position) -> str:  # noqa: PLR0911  # one case for each family
    """Return an effect as a sentence. `before` and `after` are the positions around the effect."""
    if isinstance(event, CardEffect):
        return card_sentence(event, before, after)
    if isinstance(event, CombatEffect):
        return combat_sentence(event, before, after)
    if isinstance(event, TurnEffect):
        return _turn(event, before)
    if isinstance(event, GrantEffect):
        return _granted(event, before)
    if isinstance(event, WindowEffect):
        return _window(event, before)
    if isinstance(event, PlaceSet | CardsSet):
        return described_sentence(event, lambda cards: known_row(before, cards))
    return f"This effect is of another kind: {tag_of(event)}."


def barred_words(position: Position, seat: str, zone: str, bars: str) -> str:
    """Return a sentence on what a seat cannot do this turn, without the full stop."""
    where = f" {in_zone(zone)}" if zone else ""
    return f"{seat_name(position, seat)} cannot {BARRED.get(bars) or clean(bars)}{where} this turn"


def _turn(event: TurnEffect, before: Position) -> str:
    match event:
        case f.TurnBegan(player=player, turn=turn, round=number):
            return f"Turn {turn}, round {number}: {whose(before, player)} turn begins."
        case f.StepReached(step=step):
            return f"The next step is {step_words(step)}."
        case f.StepMissed(step=step):
            return f"{capitalised(step_words(step))} is skipped."
        case f.ZoneChosen(zone=zone, bonus=bonus):
            return f"The zone of this turn is the {zone_name(zone)}{', which is the bonus zone' if bonus else ''}."
        case f.TurnEnded(player=player):
            return f"{whose(before, player)} turn ends, and all values return to normal."
        case f.GameEnded(winners=winners, how=how):
            names = joined([seat_name(before, seat) for seat in winners]) or "nobody"
            return f"The game is over ({clean(how)}): {names} {'win' if len(winners) > 1 else 'wins'}."
        case _:
            assert_never(event)


def _granted(event: GrantEffect, before: Position) -> str:
    match event:
        case f.ZoneBarred(player=player, zone=zone, bars=bars):
            return f"{barred_words(before, player, zone, bars)}."
        case f.PlaysGranted(player=player, plays=plays):
            return f"{seat_name(before, player)} may play {counted(plays, 'more card', 'more cards')} this turn."
        case f.TurnGranted(player=player):
            return f"{seat_name(before, player)} gets one more turn after this one."
        case f.BonusDue(due=due):
            return "The bonus card may be drawn." if due else "The bonus card cannot be drawn this turn."
        case _:
            assert_never(event)


def _window(event: WindowEffect, before: Position) -> str:
    match event:
        case WindowOpened(name=name, seats=seats):
            names = joined([seat_name(before, seat) for seat in seats]) or "No player"
            return f"{names} {window_words(before, name)}."
        case WindowPassed(name=name, seat=seat):
            chance = window_words(before, name).removeprefix("may ")
            return f"{seat_name(before, seat)} chooses not to {chance}."
        case WindowClosed(name=name):
            return f"{_CLOSED.get(name, 'The answers are over')}."
        case _:
            assert_never(event)


_CLOSED: Final = {
    "combat": "The preparation for combat is over", "fight": "The actions in the fight are over",
    "hit": "The answers to the Hit are over", "doom": "The chance to save cards is over",
    "episode": "The answers to the Episode are over",
}  # fmt: skip
