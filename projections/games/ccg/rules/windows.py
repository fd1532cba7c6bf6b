"""Windows: at what a seat is asked, and whether it could answer for all the public knows."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.draft import Draft
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events.moves import SetStops
from projections.games.ccg.state.position import STOPS, Announcement, Position
from projections.games.ccg.state.values import face_of
from projections.objections import Objection, require_all
from projections.window import open_window

AGAINST: Final = ("bar", "counter", "hit")
"""What is done to the other player, and to no card."""


def could_answer(position: Position, seat: str) -> bool:
    """Whether a seat has anything to answer with that everybody sees: cards in hand, or Standing cards in the zone."""
    if position.hands.get(seat):
        return True
    lying = position.lying(position.zone, seat) if position.zone else ()
    return any(not (card.sided or card.locked) and face_of(position, card).type != "episode" for card in lying)


def ask_seats(draft: Draft[Position], name: str, seats: Sequence[str], stop: str, rule: str) -> bool:
    """Open a window for those of the seats that want to be asked and could answer. Returns whether anybody is awaited.

    Rules:
        CCG-FLA-01 and A23: a window follows from what everybody sees, never from what a hand holds.
    """
    now = draft.now
    asked = tuple(seat for seat in seats if stop in now.stops_of(seat) and could_answer(now, seat))
    return open_window(draft, name, asked, rule)


def stop_for(position: Position, seat: str, ability: Ability, targets: Sequence[int]) -> str:
    """At which stop the use of a card asks the other player.

    It is `targeted` where it aims at the seat or a card of its, or answers what the seat has announced (CCG-GEN-04).
    """
    if any(isinstance(thing, Announcement) and thing.player == seat for thing in position.stack):
        return "targeted"
    if ability.every or ability.what in AGAINST or (ability.what == "code" and ability.target == "none"):
        return "targeted"
    at = (position.at(number) for number in targets)
    return "targeted" if any(card is not None and card.side == seat for card in at) else "action"


def who_knew(position: Position, player: str, ability: Ability, targets: Sequence[int]) -> tuple[str, ...]:
    """Who could do something before the use of a card took effect: who used it, and the other one if asked."""
    return (player, position.rival(player)) if asks(position, player, ability, targets) else (player,)


def asks(position: Position, player: str, ability: Ability, targets: Sequence[int]) -> bool:
    """Whether the use of a card asks the other player."""
    seat = position.rival(player)
    return stop_for(position, seat, ability, targets) in position.stops_of(seat) and could_answer(position, seat)


def stops_objections(move: SetStops) -> list[Objection]:
    """What speaks against stops: words that are none, or one twice."""
    known = [stop for stop in move.stops if stop in STOPS]
    if len(known) == len(move.stops) == len(set(known)):
        return []
    return [Objection("CCG-FLA-01", False, f"stops are {', '.join(STOPS)}, each once")]


def other_stops(position: Position, seat: str) -> Iterator[SetStops]:
    """What a seat may say of its stops instead: one more or one less, all, or none."""
    now = position.stops_of(seat)
    rows = [tuple(stop for stop in STOPS if (stop in now) != (stop == other)) for other in STOPS]
    yield from (SetStops(seat, row) for row in dict.fromkeys((*rows, STOPS, ())) if row != now)


def set_stops(draft: Draft[Position], move: SetStops) -> None:
    """Say at what one wants to be asked; at any time, and nothing else changes."""
    require_all(draft, *stops_objections(move))
    draft.add(move)
