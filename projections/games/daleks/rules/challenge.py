"""Stage B: the challenge of a zone, and matching dice to it."""

from collections.abc import Iterable
from typing import NamedTuple

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.games.daleks.state.names import zone_face
from projections.games.daleks.state.position import Adventure, Die, Position
from projections.games.daleks.state.tray import dice_left


class Challenge(NamedTuple):
    """The symbols and conditions that a Doctor meets in a zone."""

    symbols: tuple[str, ...]
    conditions: tuple[str, ...] = ()


def challenge_at(position: Position, place: int, zone: int) -> Challenge | None:
    """Return the challenge of a zone, or None if nothing is left to meet there.

    Rules:
        TOD-CHAL-01: the symbols of the zone and of its Dilemma together. TOD-CHAL-03: an anomaly has its own.
        TOD-COND-08: Dilemmas and anomalies may have conditions. TOD-FIRST-03: a first game ignores conditions.

    Raises:
        CannotTellError: the Dilemma is not known.
    """
    found = position.place(place)
    if found is None:
        return None
    if anomaly := position.box.anomaly.get(found.location):
        return Challenge(anomaly.symbols, () if position.options.first_game else anomaly.conditions)
    slot = found.slots[zone] if 0 <= zone < len(found.slots) else None
    if slot is None or not slot.dilemma:
        return None
    if slot.dilemma == UNKNOWN:
        raise CannotTellError("the Dilemma of this zone is not known")
    face = zone_face(position, place, zone)
    own = face.symbols if face else ()
    dilemma = position.box.dilemma.get(slot.dilemma)
    if dilemma is None:
        return Challenge(own)
    return Challenge(own + dilemma.symbols, () if position.options.first_game else dilemma.conditions)


def match_dice(symbols: Iterable[str], dice: Iterable[Die]) -> tuple[str, ...]:
    """Return the die that meets each symbol, or "": each die meets one (TOD-ROLL-02), of any colour (TOD-CHAL-02)."""
    left = [die for die in dice if not die.gone]
    names = []
    for symbol in symbols:
        found = next((die for die in left if die.symbol == symbol), None)
        if found is not None:
            left.remove(found)
        names.append(found.name if found else "")
    return tuple(names)


def missing_symbols(symbols: Iterable[str], dice: Iterable[Die]) -> tuple[str, ...]:
    """Return the symbols of a challenge that no die meets, repeated as often as they are missing."""
    shown, missing = [die.symbol for die in dice if not die.gone], []
    for symbol in symbols:
        if symbol in shown:
            shown.remove(symbol)
        else:
            missing.append(symbol)
    return tuple(missing)


def dice_meet(symbols: Iterable[str], dice: Iterable[Die]) -> bool:
    """Return whether dice meet every symbol (TOD-ROLL-03)."""
    return not missing_symbols(symbols, dice)


def _is_rolled(adventure: Adventure) -> bool:
    return adventure.stage not in ("recruit", "pool", "cut", "exterminate", "roll")


def is_untold(adventure: Adventure) -> bool:
    """Return whether the dice were rolled but none of their faces was recorded."""
    dice = dice_left(*adventure.pools)
    return _is_rolled(adventure) and bool(dice) and not any(die.symbol for die in dice)


def is_met(adventure: Adventure) -> bool:
    """Return whether the rolled dice of both pools meet the whole challenge (TOD-ROLL-03, TOD-HELP-22)."""
    return _is_rolled(adventure) and dice_meet(adventure.symbols, dice_left(*adventure.pools))
