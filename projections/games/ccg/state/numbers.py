"""The numbers of cards, assigned in the order in which the cards come into play."""

from typing import Final

from projections.games.ccg.events.effects import CardEntered
from projections.games.ccg.state.position import Position
from projections.numbering import Numbering

NUMBERING: Final[Numbering[Position]] = Numbering(
    given=lambda event: event.card if isinstance(event, CardEntered) else 0,
    following=lambda position: position.count + 1,
    fields=frozenset({
        "card", "cards", "attacker", "defender", "target", "targets", "paid", "episode", "sided", "outright", "under",
        "by", "loser",
    }),
    place="card",
)  # fmt: skip
