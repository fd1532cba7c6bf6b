"""Sentences for effects of turns and windows."""

from typing import Final

from projections.games.ccg.events import effects as f
from projections.games.ccg.prose.awaiting import window_words
from projections.games.ccg.state import names
from projections.games.ccg.state.position import Position
from projections.sentence_table import Rows, Writers
from projections.window import WindowClosed, WindowOpened, WindowPassed
from projections.wording import clean, joined

BARRED: Final = {
    "support": "give Support", "special": "use Special abilities", "flash": "play Flash cards", "attack": "attack",
    "draw": "draw cards",
}  # fmt: skip
"""What a seat cannot do, by `ZoneBarred.bars`."""
_CLOSED: Final = {
    "combat": "The preparation for combat is over", "fight": "The actions in the fight are over",
    "hit": "The answers to the Hit are over", "doom": "The chance to save cards is over",
    "episode": "The answers to the Episode are over",
}  # fmt: skip


def barred_words(position: Position, seat: str, zone: str, bars: str) -> str:
    """Return a sentence on what a seat cannot do this turn, without the full stop."""
    where = f" {names.in_zone(zone)}" if zone else ""
    return f"{names.seat_name(position, seat)} cannot {BARRED.get(bars) or clean(bars)}{where} this turn"


def _game_ended(event: f.GameEnded, before: Position, _after: Position) -> str:
    winners = joined([names.seat_name(before, seat) for seat in event.winners]) or "nobody"
    return f"The game is over ({clean(event.how)}): {winners} {'win' if len(event.winners) > 1 else 'wins'}."


def _bonus_zone(bonus: bool) -> str:  # noqa: FBT001  # a field
    return ", which is the bonus zone" if bonus else ""


def _asked(position: Position, seats: tuple[str, ...]) -> str:
    return joined([names.seat_name(position, seat) for seat in seats]) or "No player"


def _chance(position: Position, window: str) -> str:
    return window_words(position, window).removeprefix("may ")


def _closed(window: str) -> str:
    return _CLOSED.get(window, "The answers are over")


WRITERS: Final[Writers] = {
    "bonus": _bonus_zone, "player zone bars": barred_words, "seats": _asked, "window": window_words, "chance": _chance,
    "closed": _closed,
}  # fmt: skip
ROWS: Final[Rows] = {
    f.TurnBegan: "Turn {turn}, round {round}: {player:whose} turn begins.",
    f.StepReached: "The next step is {step}.",
    f.StepMissed: "{step} is skipped.",
    f.ZoneChosen: "The zone of this turn is the {zone}{bonus}.",
    f.TurnEnded: "{player:whose} turn ends, and all values return to normal.",
    f.GameEnded: _game_ended,
    f.ZoneBarred: "{player zone bars}.",
    f.PlaysGranted: "{player} may play {plays:count more card|more cards} this turn.",
    f.TurnGranted: "{player} gets one more turn after this one.",
    f.BonusDue: lambda event, _before, _after: (
        "The bonus card may be drawn." if event.due else "The bonus card cannot be drawn this turn."
    ),
    WindowOpened: "{seats} {name:window}.",
    WindowPassed: "{seat} chooses not to {name:chance}.",
    WindowClosed: "{name:closed}.",
}
