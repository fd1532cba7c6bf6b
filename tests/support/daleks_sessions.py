"""Whole sessions of Time of the Daleks at random, by players of several tempers, and twins with other hidden cards."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from players import founded, play_on
from whole_sessions import NAME

from events.store.memory import MemoryStore
from projections.games.daleks.facts import moves as m
from projections.games.daleks.rules.challenge import challenge_at, missing_symbols
from projections.games.daleks.rules.icons import icon_at
from projections.games.daleks.rules.prices import SONIC
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import colour_of, dice_left, pool_of
from replay.live.session import Session

CAP: Final = 4000
VARIANTS: Final[Sequence[Mapping[str, Any]]] = (
    {},
    {"first_game": True},
    {"dice_order": "free", "helped_ship": "once", "same_location_help": "price", "turn_order": "by_doctor"},
    {"stay_zone": "same", "gallifrey_winners": "first", "gallifrey": 8, "earth": 5},
    {"gallifrey": 24, "earth": 20, "helped_ship": "once"},
    {"first_game": True, "turn_cap": 14, "gallifrey_winners": "first"},
)
_KEEN: Final[Mapping[str, float]] = {
    "Resolve": 0.2, "ReRoll": 8, "ReRollByTokens": 2, "SpendBlack": 4, "ChangeFace": 30, "ChangeByTokens": 8,
    "Recruit": 6, "Install": 8, "Uninstall": 0.05, "Dismiss": 0.02, "UseAbility": 9, "CallHelp": 0.5, "Focus": 6,
    "Finish": 4, "PlayTimey": 0.6, "Passed": 2, "Stay": 2, "Travel": 2, "KeepLocation": 2,
}  # fmt: skip
_SOCIABLE: Final = {**_KEEN, "CallHelp": 8, "PlayTimey": 2, "Passed": 1, "Recruit": 2}
_RECKLESS: Final = {
    "Recruit": 0.2, "Resolve": 3, "PlayTimey": 2, "Install": 6, "UseAbility": 6, "CallHelp": 2, "Finish": 3,
    "Dismiss": 0.3,
}  # fmt: skip
TEMPERS: Final[Mapping[str, Mapping[str, float]]] = {
    "keen": _KEEN, "sociable": _SOCIABLE, "reckless": _RECKLESS, "aimless": {},
}  # fmt: skip


def liked(position: Position, moves: Sequence[Any], temper: str) -> list[float]:
    """How likely each move is: by its kind, and more likely if it helps to meet a challenge."""
    kinds, weights = Counter(type(move).__name__ for move in moves), TEMPERS[temper]
    keen = temper in ("keen", "sociable")
    return [
        weights.get(name, 1) / kinds[name] * (use(position, move) if keen else 1)
        for move in moves
        for name in [type(move).__name__]
    ]


def use(position: Position, move: Any) -> float:
    """How much a move helps to meet a challenge: a zone that asks for little, a pool of the right colours."""
    match move:
        case m.Stay(zone=zone):
            return _ease(position, position.at[move.player][0], zone)
        case m.EnterZone(zone=zone):
            return _ease(position, position.entered, zone)
        case m.Travel(place=place, zone=zone):
            return _ease(position, place, zone)
        case m.Focus(colour=colour):
            return 1 if _worth(position, colour) > _worth(position, "black") else 0.01
        case m.CutDie(die=die) | m.Exterminate(die=die):
            return float((1.05 - _worth(position, colour_of(die))) ** 4)
        case m.Recruit(price=price) | m.CallHelp(price=price) | m.GiveHelp(price=price):
            return 1 if price in ("", SONIC) else 0.3
        case _:
            return _rolled_use(position, move)


def _rolled_use(position: Position, move: Any) -> float:
    """How much a move with rolled dice helps: whether it leaves alone what meets a symbol, and meets another."""
    match move:
        case m.ReRoll(dice=dice):
            return 2.0 ** len(dice) if _spares(position, *dice) else 0.01
        case m.ReRollByTokens(die=die):
            return 1 if _spares(position, die) else 0.01
        case m.SpendBlack():
            own = dice_left(pool_of(position.adventure, move.player)) if position.adventure else ()
            return 1 if _spares(position, *(one.name for one in own)) else 0.2
        case m.ChangeFace(card=card, icon=icon, die=die):
            found = icon_at(position, card, icon, "change")
            return _met_by(position, die, found.symbol if found else "")
        case m.ChangeByTokens(die=die, symbol=symbol):
            return _met_by(position, die, symbol)
        case _:
            return 1


def _ease(position: Position, place: int, zone: int) -> float:
    found = challenge_at(position, place, zone)
    return 0.5 ** len(found.symbols) * 8 if found else 0.1


def _worth(position: Position, colour: str) -> float:
    faces = next((faces for name, faces in position.box.die.items() if name == colour), ())
    wanted = position.adventure.symbols if position.adventure else ()
    return sum(face in wanted for face in faces) / max(1, len(faces))


def _left(position: Position, *without: str) -> tuple[str, ...]:
    now = position.adventure
    return (
        missing_symbols(now.symbols, [die for die in dice_left(*now.pools) if die.name not in without]) if now else ()
    )


def _spares(position: Position, *dice: str) -> bool:
    return len(_left(position, *dice)) == len(_left(position))


def _met_by(position: Position, die: str, symbol: str) -> float:
    return 1 if symbol in _left(position) and _spares(position, die) else 0.005


def random_session(seats: int, seed: int) -> Session:
    """A session by the tower, played to its end; each seed has its variant and its temper."""
    session = founded(
        MemoryStore(), "daleks", seats, session=f"{NAME}-{seed}", options=dict(VARIANTS[seed % len(VARIANTS)])
    )
    weigh = partial(liked, temper=list(TEMPERS)[seed // len(VARIANTS) % len(TEMPERS)])
    return play_on(session, CAP, chooser=random.Random(f"{seats} {seed}"), weigh=weigh)
