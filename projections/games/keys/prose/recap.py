"""What a post says of a turn: the moves that change the board, the sums that people compare, and a seat's own cards."""

from collections.abc import Sequence

from events.events import UNKNOWN, Event, Move, Revealed
from projections.games.keys import events as e
from projections.games.keys.prose.tell import tell
from projections.games.keys.state.names import card_row, place_name, seat_name
from projections.games.keys.state.position import Position
from projections.wording import counted

WORTH = (e.PawnTeleported, e.ExtraTurnEarned, e.StepMissed, e.GameWon)
"""Effects told beside the move that led to them."""


def recap(steps: Sequence[tuple[Event, Position, Position]]) -> Sequence[str]:
    """Every move but the draw, which changes no board, what came of it unasked, and what a door turned out to be."""
    return [
        tell(event, before, after)
        for event, before, after in steps
        if isinstance(event, WORTH)
        or (isinstance(event, Move) and not isinstance(event, e.DrawCard))
        or (isinstance(event, Revealed) and event.item != UNKNOWN)
    ]


def totals(position: Position) -> Sequence[str]:
    """Where each pawn stands and how many cards its seat holds, then the piles."""
    return [
        *(_sums(position, seat) for seat in position.seats),
        f"draw pile {len(position.draw)}",
        f"discards {len(position.discards)}",
    ]


def _sums(position: Position, seat: str) -> str:
    left = position.held.get(seat)
    held = f", held for {counted(left, 'more turn')}" if left else ""
    cards = counted(len(position.hands.get(seat, ())), "card")
    return f"{seat_name(position, seat)} {place_name(position, seat)}{held}, {cards}"


def hand(position: Position, seat: str) -> Sequence[str]:
    """A seat's cards, alike ones counted."""
    cards = position.hands.get(seat, ())
    return [f"Cards: {card_row(cards)}"] if cards else []
