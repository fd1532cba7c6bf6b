"""Standing orders: what a seat has left word to do when it is asked.

An order is one or more sentences, parted by `;` or a new line, read from the first to the last. The first that speaks
of what the seat is asked about decides: it acts, or the seat is asked. Where none does the seat is asked.

| sentence | what it does when the seat is asked |
| --- | --- |
| `pass` | lets the stop go by, whichever it is |
| `pass at roll` | only there: `roll` before the dice fall, `resolve` before a failed Adventure is resolved |
| `pass unless I take part` | lets it go by where the Doctor helps nobody |
| `pass unless it is Steve's Adventure` | ... where it is another player's |
| `ask at resolve` | is asked there, whatever is said behind it |
| `help afar` | helps from afar whoever calls |

What a hand holds decides nothing: others would learn it from whether the seat is asked.
"""

import re
from functools import partial
from typing import Final

from events.events import Passed
from projections.games.daleks.events.moves import AnyMove, GiveHelp
from projections.games.daleks.notation.vocabulary import plain, seat_words
from projections.games.daleks.rules.stages import takes_part
from projections.games.daleks.state.position import BEFORE_RESOLVING, BEFORE_ROLL, Position
from projections.standing_orders import PassingOrders, sentences
from projections.terms import Order

EXAMPLES: Final = ("pass", "pass at roll", "pass unless I take part", "ask at resolve; pass", "help afar")
"""What a seat may leave word to do."""

_HELP: Final = re.compile(r"(?:always )?help (?:from )?afar")
_WHOSE: Final = re.compile(r"(?:it is |it's )?(?:the adventure of (?P<of>.+)|(?P<whose>.+?)['\u2019]s adventure)")
_AT: Final = {
    **dict.fromkeys(("roll", "rolls", "rolling"), BEFORE_ROLL),
    **dict.fromkeys(("resolve", "resolving", "failure"), BEFORE_RESOLVING),
}
"""The stops, in a sentence's words."""
_PARTS: Final = ("i take part", "i help", "i am helping", "i am the helper", "my doctor takes part")


_ORDERS: Final = PassingOrders(_AT, EXAMPLES)


# Whether an order reads


def heeds(order: Order, position: Position) -> str:
    """Why an order cannot be read, "" where it can: every sentence of it must be one that could be followed."""
    return _ORDERS.unread(order.text, _helps, partial(_is_condition, position))


def _helps(sentence: str) -> bool:
    return _HELP.fullmatch(sentence) is not None


def _is_condition(position: Position, text: str) -> bool:
    return text in _PARTS or _whose(text, position) != ""


def _whose(text: str, position: Position) -> str:
    """The seat whose Adventure a condition speaks of, "" where it speaks of none."""
    found = _WHOSE.fullmatch(text)
    return seat_words(position.seats).get(plain(found["of"] or found["whose"]), "") if found else ""


# What an order does


def answer(order: Order, position: Position) -> AnyMove | None:
    """What a standing order does now, or None where the seat is asked."""
    if _is_called(order, position):
        return GiveHelp(order.seat, "afar") if any(map(_helps, sentences(order.text))) else None
    window = position.window
    if window is None or order.seat not in window.awaited or position.debt is not None:
        return None
    passes = _ORDERS.passes(order.text, window.name, partial(_holds, position, order.seat))
    return Passed(order.seat) if passes else None


def _is_called(order: Order, position: Position) -> bool:
    """Whether the seat was called for help, and is to say how it helps."""
    now = position.adventure
    return now is not None and now.helper == order.seat and not now.manner and position.debt is None


def _holds(position: Position, seat: str, condition: str) -> bool:
    """Whether what a sentence leaves out is what the seat is asked about."""
    if condition in _PARTS:
        return takes_part(position, seat)
    now = position.adventure
    return now is not None and _whose(condition, position) == now.seat
