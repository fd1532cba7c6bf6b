"""Windows: when a seat is asked, and whether it could answer as far as the public knows."""

from collections.abc import Iterator, Sequence
from typing import Final

from projections.draft import Draft
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events.moves import SetStops
from projections.games.ccg.rules.versions import asks_about_answers
from projections.games.ccg.state.position import STOPS, Announcement, Position
from projections.games.ccg.state.values import face_of
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.window import open_window

AGAINST: Final = ("bar", "counter", "hit")
"""Abilities that affect the other player but no card."""


def could_answer(position: Position, seat: str) -> bool:
    """Return whether a seat may have an answer, as all players see: a hand, or Standing cards in the chosen zone."""
    if position.hands.get(seat):
        return True
    lying = position.lying(position.zone, seat) if position.zone else ()
    return any(not (card.sided or card.locked) and face_of(position, card).type != "episode" for card in lying)


def ask_seats(draft: Draft[Position], name: str, seats: Sequence[str], stop: str, rule: str) -> bool:
    """Ask those of `seats` that want to be asked on the occasion `stop` and could answer; return whether any is asked.

    Rules:
        CCG-FLA-01, A23: a window depends only on public information, never on the contents of a hand.
    """
    now = draft.now
    asked = tuple(seat for seat in seats if stop in now.stops_of(seat) and could_answer(now, seat))
    return open_window(draft, name, asked, rule)


def stop_for(position: Position, seat: str, ability: Ability, targets: Sequence[int]) -> str:
    """Return the occasion (stop) on which `seat` is asked about the other player's use of a card.

    The stop is `targeted` if the use affects the seat or one of its cards, or answers its announcement (CCG-GEN-04).
    """
    waiting = (thing.player for thing in position.stack if isinstance(thing, Announcement))
    if asks_about_answers(position) and seat in waiting:
        return "targeted"
    if ability.every or ability.what in AGAINST or (ability.what == "code" and ability.target == "none"):
        return "targeted"
    at = (position.at(number) for number in targets)
    return "targeted" if any(card is not None and card.side == seat for card in at) else "action"


def who_knew(position: Position, player: str, ability: Ability, targets: Sequence[int]) -> tuple[str, ...]:
    """Return the seats that could act before the use of a card took effect: its player, and the other if asked."""
    return (player, position.rival(player)) if asks(position, player, ability, targets) else (player,)


def asks(position: Position, player: str, ability: Ability, targets: Sequence[int]) -> bool:
    """Return whether the other player is asked for an answer to the use of a card."""
    seat = position.rival(player)
    return stop_for(position, seat, ability, targets) in position.stops_of(seat) and could_answer(position, seat)


def stops_conflicts(_position: Position, move: SetStops) -> Iterator[RuleConflict]:
    """Yield a rule conflict if a stop is unknown or given twice."""
    known = [stop for stop in move.stops if stop in STOPS]
    if not len(known) == len(move.stops) == len(set(known)):
        strange = [stop for stop in move.stops if stop not in STOPS]
        found = f'"{strange[0][:40]}" is not one' if strange else "a stop is named twice"
        yield RuleConflict("CCG-FLA-01", f"each stop must be named once, and be one of {', '.join(STOPS)}", found)


def other_stops(position: Position, seat: str) -> Iterator[SetStops]:
    """Yield moves that change when a seat is asked: on one more or one fewer occasion, on all, or on none."""
    now = position.stops_of(seat)
    rows = [tuple(stop for stop in STOPS if (stop in now) != (stop == other)) for other in STOPS]
    yield from (SetStops(seat, row) for row in dict.fromkeys((*rows, STOPS, ())) if row != now)


def set_stops(_draft: Draft[Position], _move: SetStops) -> None:
    """Set the occasions on which a seat is asked; allowed at any time, without other effects."""


SET_STOPS: Final = MoveRule(stops_conflicts, set_stops)
