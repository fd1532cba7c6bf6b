"""What a game says of what it does not know: the callables of `Game` that it may leave out."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.facts import Move, Rolled

__all__ = [
    "mover",
    "moves_told",
    "no_order",
    "no_phrases",
    "no_spot",
    "not_heeded",
    "nothing_free",
    "nothing_proposed",
    "nothing_told",
    "nothing_waived",
    "plain_number",
]


def no_order(_order: Any, _position: Any, /) -> None:
    """No standing order does anything."""
    return


def not_heeded(_order: Any, _position: Any, /) -> str:
    """No standing order is read."""
    return "this game takes no standing orders"


def no_spot(_pile: str, _place: str, /) -> int | None:
    """Nothing is laid out from a pile."""
    return None


def mover(_position: Any, _rolled: Rolled, /) -> str:
    """Dice are the mover's."""
    return ""


def nothing_waived(_position: Any, _move: Move | None, /) -> Mapping[str, str]:
    """No card sets a rule aside."""
    return {}


def nothing_proposed(_position: Any, _move: Move, _rule: str, /) -> str:
    """The rulebook asks for no ruling by default."""
    return ""


def nothing_told(_position: Any, /) -> Mapping[str, Any]:
    """Chance in the open is not told by options."""
    return {}


def no_phrases(_position: Any, _seat: str = "", /) -> Sequence[str]:
    """Nothing is summed up."""
    return ()


def nothing_free(_position: Any, _seat: str, /) -> Sequence[Any]:
    """Nothing can be done but what is listed as legal."""
    return ()


def moves_told(_steps: Sequence[Any], /) -> Sequence[str] | None:
    """Each move is told in its own sentence."""
    return None


def plain_number(_position: Any, _field: str, number: int, /) -> str:
    """The number itself."""
    return str(number)
