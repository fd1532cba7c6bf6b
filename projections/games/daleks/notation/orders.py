"""Standing orders: the moves that a seat wants to make whenever it is asked.

An order is one or more sentences separated by `;` or a new line. The first sentence that applies decides: the seat
acts, or it is asked. If none applies, the seat is asked.

| sentence | effect when the seat is asked |
| --- | --- |
| `pass` | passes in both windows |
| `pass at roll` | passes only there: `roll` before the roll, `resolve` before a failed Adventure is resolved |
| `pass unless I take part` | passes if the Doctor does not help |
| `pass unless it is Steve's Adventure` | passes if it is another player's Adventure |
| `ask at resolve` | is asked there; later sentences have no effect there |
| `help afar` | helps every caller from afar |

The contents of a hand decide nothing, because others would learn about them from whether the seat is asked.
"""

import re
from functools import partial
from typing import Final

from events.events import Passed
from projections.contracts import Order
from projections.games.daleks.events.moves import AnyMove, GiveHelp
from projections.games.daleks.notation.vocabulary import plain, seat_words
from projections.games.daleks.rules import stages, status
from projections.games.daleks.state.position import BEFORE_RESOLVING, BEFORE_ROLL, Position
from projections.standing_orders import PassingOrders, sentences

EXAMPLES: Final = ("pass", "pass at roll", "pass unless I take part", "ask at resolve; pass", "help afar")
"""Examples of standing orders."""

_HELP: Final = re.compile(r"(?:always )?help (?:from )?afar")
_WHOSE: Final = re.compile(r"(?:it is |it's )?(?:the adventure of (?P<of>.+)|(?P<whose>.+?)['\u2019]s adventure)")
_AT: Final = {
    **dict.fromkeys(("roll", "rolls", "rolling"), BEFORE_ROLL),
    **dict.fromkeys(("resolve", "resolving", "failure"), BEFORE_RESOLVING),
}
"""The window (question to seats) that each word after `at` in a sentence names."""
_PARTS: Final = ("i take part", "i help", "i am helping", "i am the helper", "my doctor takes part")
_ORDERS: Final = PassingOrders(_AT, EXAMPLES)


def heeds(order: Order, position: Position) -> str:
    """Return why a standing order cannot be understood, or "" if every sentence of the order can."""
    return _ORDERS.unread(order.text, _helps, partial(_is_condition, position))


def _helps(sentence: str) -> bool:
    return _HELP.fullmatch(sentence) is not None


def _is_condition(position: Position, text: str) -> bool:
    return text in _PARTS or _whose(text, position) != ""


def _whose(text: str, position: Position) -> str:
    """Return the seat whose Adventure a condition names, or ""."""
    found = _WHOSE.fullmatch(text)
    return seat_words(position.seats).get(plain(found["of"] or found["whose"]), "") if found else ""


def is_open(position: Position, seat: str) -> bool:
    """Return whether no hidden card can add to the legal moves of a seat now."""
    return status.due(position)[0] == "charge" or not position.hands.get(seat)


def answer(order: Order, position: Position) -> AnyMove | None:
    """Return the move that a standing order makes now, or None if the seat is to be asked."""
    if _is_called(order, position):
        return GiveHelp(order.seat, "afar") if any(map(_helps, sentences(order.text))) else None
    window = position.window
    if window is None or order.seat not in window.awaited or position.debt is not None:
        return None
    passes = _ORDERS.passes(order.text, window.name, partial(_holds, position, order.seat))
    return Passed(order.seat) if passes else None


def _is_called(order: Order, position: Position) -> bool:
    """Return whether the seat was called for help and has not chosen how to help."""
    now = position.adventure
    return now is not None and now.helper == order.seat and not now.manner and position.debt is None


def _holds(position: Position, seat: str, condition: str) -> bool:
    """Return whether the condition after `unless` is true now. If it is, the order does not pass for the seat."""
    if condition in _PARTS:
        return stages.takes_part(position, seat)
    now = position.adventure
    return now is not None and _whose(condition, position) == now.seat
