"""A console as words that describe it: its Doctor, Companions, Equipment, tokens."""

from typing import Final

from events.errors import RefusedError
from events.facts import UNKNOWN
from projections.described import count_of, number_in
from projections.games.daleks.state.consoles import MOST_TOKENS, with_console
from projections.games.daleks.state.piles import known
from projections.games.daleks.state.position import Aboard, Console, Position

__all__ = ["CONSOLE", "console_now", "console_said", "with_console_row"]

CONSOLE: Final = ("doctor", "companions", "equipment", "tokens")
"""What there is to say of a console."""
_PART_TIME: Final = " part-time"
Row = tuple[str, ...]


def console_now(position: Position, kind: str, seat: str) -> Row:
    """What a console holds of a kind, as it is kept."""
    console = position.console(seat)
    match kind:
        case "doctor":
            return (console.doctor,) if console.doctor else ()
        case "companions":
            return tuple(one.companion + _PART_TIME * one.part_time for one in console.companions)
        case "equipment":
            return console.equipment
        case _:
            return (str(console.tokens),)


def console_said(position: Position, kind: str, seat: str, parts: Row) -> Row:
    """What is said of a console, checked.

    Raises:
        RefusedError: no such card, or too many tokens; says what is allowed.
    """
    place, box = f"{kind} {seat}", position.box
    if kind == "tokens":
        return (str(number_in(place, ", ".join(parts) or "0", range(MOST_TOKENS + 1))),)
    allowed = {"doctor": box.doctor, "companions": box.companion, "equipment": box.timey}[kind]
    for part in parts:
        name = part.removesuffix(_PART_TIME) if kind == "companions" else part
        if name not in allowed and (name != UNKNOWN or kind == "doctor"):
            raise RefusedError(f'{place} cannot be "{part[:40]}": {", ".join(allowed)}, or none'[:600])
    return parts[:1] if kind == "doctor" else parts


def with_console_row(position: Position, kind: str, seat: str, values: Row) -> Position:
    """The position where a console holds this."""
    return with_console(position, seat, _changed(position, position.console(seat), kind, values))


def _changed(position: Position, console: Console, kind: str, values: Row) -> Console:
    match kind:
        case "doctor":
            return console.replace(doctor=next((value for value in values if value in position.box.doctor), ""))
        case "companions":
            names = known(position, "earth", tuple(value.removesuffix(_PART_TIME) for value in values))
            parts = (value.endswith(_PART_TIME) for value in values)
            return console.replace(companions=tuple(map(Aboard, names, parts)))
        case "equipment":
            return console.replace(equipment=known(position, "timey", values))
        case "tokens":
            return console.replace(tokens=min(MOST_TOKENS, count_of("".join(values[:1]))))
        case _:
            return console
