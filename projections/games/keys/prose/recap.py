"""The summary of a turn for a post: moves that change the board, totals, and a seat's own cards."""

from collections.abc import Sequence

from events.events import UNKNOWN, Drawn, Event, Move, Revealed
from projections.games.keys.events import effects as f
from projections.games.keys.prose.sentences import SENTENCES
from projections.games.keys.state.names import card_row, place_name, seat_name
from projections.games.keys.state.position import Position
from projections.wording import counted

WORTH = (
    Move, f.PawnTeleported, f.PawnReleased, f.DrawPileRenewed, f.ExtraTurnEarned, f.StepMissed, f.GameWon,
)  # fmt: skip
"""Moves, and effects that are mentioned in addition to the move that caused them."""


def recap(steps: Sequence[tuple[Event, Position, Position]]) -> Sequence[str]:
    """Return sentences about several events: for each move, notable effect, known drawn card and revealed door."""
    return [
        SENTENCES(event, before, after)
        for event, before, after in steps
        if isinstance(event, WORTH)
        or (isinstance(event, Drawn) and before.step != "set-up" and UNKNOWN not in event.cards)
        or (isinstance(event, Revealed) and event.item != UNKNOWN)
    ]


def totals(position: Position) -> Sequence[str]:
    """Return the place and the hand size of each seat in words, then the size of each pile."""
    piles = (f"draw pile {len(position.draw)}", f"discards {len(position.discards)}")
    return [*(_sums(position, seat) for seat in position.seats), *piles]


def _sums(position: Position, seat: str) -> str:
    left = position.held.get(seat)
    held = f", held for {counted(left, 'more turn')}" if left else ""
    cards = counted(len(position.hands.get(seat, ())), "card")
    return f"{seat_name(position, seat)} {place_name(position, seat)}{held}, {cards}"


def hand(position: Position, seat: str) -> Sequence[str]:
    """Return a seat's cards with their counts, as one text; nothing for an empty hand."""
    cards = position.hands.get(seat, ())
    return [f"Cards: {card_row(cards)}"] if cards else []
