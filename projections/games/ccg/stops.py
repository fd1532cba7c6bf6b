"""Windows: at what a seat is asked, and whether it could answer for all the public knows."""

from collections.abc import Sequence

from projections.draft import Draft
from projections.games.ccg.moves import SetStops
from projections.games.ccg.position import STOPS, Position
from projections.objection import Objection, state
from projections.window import open_window

__all__ = ["ask", "could_answer", "set_stops", "stops_objections"]


def could_answer(position: Position, seat: str) -> bool:
    """Whether a seat has anything to answer with that everybody sees: cards in hand, or Standing cards in the zone."""
    if position.hands.get(seat):
        return True
    return any(not card.sided for card in position.lying(position.zone, seat)) if position.zone else False


def ask(draft: Draft[Position], name: str, seats: Sequence[str], stop: str, rule: str) -> bool:
    """Open a window for those of the seats that want to be asked and could answer. Returns whether anybody is awaited.

    Rules:
        CCG-FLA-01 and A23: a window follows from what everybody sees, never from what a hand holds.
    """
    now = draft.now
    asked = tuple(seat for seat in seats if stop in now.stops_of(seat) and could_answer(now, seat))
    return open_window(draft, name, asked, rule)


def stops_objections(move: SetStops) -> list[Objection]:
    """What speaks against stops: words that are none, or one twice."""
    known = [stop for stop in move.stops if stop in STOPS]
    if len(known) == len(move.stops) == len(set(known)):
        return []
    return [Objection("CCG-FLA-01", False, f"stops are {', '.join(STOPS)}, each once")]


def set_stops(draft: Draft[Position], move: SetStops) -> None:
    """Say at what one wants to be asked; at any time, and nothing else changes."""
    state(draft, *stops_objections(move))
    draft.add(move)
