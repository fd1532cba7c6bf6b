"""One sentence for every effect of turns and windows; those of single cards and of combat are told beside."""

from typing import Final, assert_never

from events.events import Effect, tag_of
from projections.described import CardsSet, PlaceSet, tell_described
from projections.games.ccg.events import effects as f
from projections.games.ccg.prose.awaiting import window_words
from projections.games.ccg.prose.tell_cards import CardEffect, tell_card
from projections.games.ccg.prose.tell_combat import CombatEffect, tell_combat
from projections.games.ccg.prose.use_text import step_words
from projections.games.ccg.state.names import in_zone, known_row, seat_name, whose
from projections.games.ccg.state.position import Position
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import capitalised, clean, counted, joined

TurnEffect = f.TurnBegan | f.StepReached | f.StepMissed | f.ZoneChosen | f.TurnEnded | f.GameEnded
GrantEffect = f.ZoneBarred | f.PlaysGranted | f.TurnGranted | f.BonusDue
WindowEffect = WindowOpened | WindowPassed | WindowClosed
BARRED: Final = {
    "support": "give no Support", "special": "use no Special ability", "flash": "play no Flash",
    "attack": "make no attack", "draw": "draw no card",
}  # fmt: skip
"""What a seat may not do, by the word of `ZoneBarred`."""


def tell_effect(event: Effect, before: Position, after: Position) -> str:  # noqa: PLR0911  # one case a family
    """An effect in one sentence, from the positions around it."""
    if isinstance(event, CardEffect):
        return tell_card(event, before, after)
    if isinstance(event, CombatEffect):
        return tell_combat(event, before, after)
    if isinstance(event, TurnEffect):
        return _turn(event, before)
    if isinstance(event, GrantEffect):
        return _granted(event, before)
    if isinstance(event, WindowEffect):
        return _window(event, before)
    if isinstance(event, PlaceSet | CardsSet):
        return tell_described(event, lambda cards: known_row(before, cards))
    return f"The log notes an effect of another kind: {tag_of(event)}."


def barred_words(position: Position, seat: str, zone: str, bars: str) -> str:
    """What a seat may not do this turn, without the full stop."""
    where = f" {in_zone(zone)}" if zone else ""
    return f"{seat_name(position, seat)} can {BARRED.get(bars) or f'not {clean(bars)}'}{where} this turn"


def _turn(event: TurnEffect, before: Position) -> str:
    match event:
        case f.TurnBegan(player=player, turn=turn, round=number):
            return f"Turn {turn}, round {number}: {whose(before, player)} turn begins."
        case f.StepReached(step=step):
            return f"The turn goes on with {step_words(step)}."
        case f.StepMissed(step=step):
            words = step_words(step)
            return f"{capitalised(words)} was passed over."
        case f.ZoneChosen(zone=zone, bonus=bonus):
            return f"This turn is played {in_zone(zone)}{', the bonus zone' if bonus else ''}."
        case f.TurnEnded(player=player):
            return f"{whose(before, player)} turn ends, and values are normal again."
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
            return "The bonus card may be drawn." if due else "There is no bonus card this turn."
        case _:
            assert_never(event)


def _window(event: WindowEffect, before: Position) -> str:
    match event:
        case WindowOpened(name=name, seats=seats):
            names = joined([seat_name(before, seat) for seat in seats]) or "Nobody"
            return f"{names} {window_words(before, name)}."
        case WindowPassed(name=name, seat=seat):
            chance = window_words(before, name).removeprefix("may ")
            return f"{seat_name(before, seat)} lets the chance to {chance} go by."
        case WindowClosed(name=name):
            return f"{_CLOSED.get(name, 'Nobody answers any more')}."
        case _:
            assert_never(event)


_CLOSED: Final = {
    "combat": "The preparation for combat is over", "fight": "Nobody does more in the fight",
    "hit": "Nobody prevents the Hit", "doom": "Nobody saves what is about to leave play",
    "episode": "Nobody answers the Episode",
}  # fmt: skip
