"""What changed on the board: cards to ring, and cards that came and went."""

from typing import NamedTuple

from projections.contracts import Marks
from projections.drawing.board import MANY, position_before
from projections.games.ccg.prose.use_text import own
from projections.games.ccg.state.names import cards_named
from projections.games.ccg.state.position import InPlay, Position


class Changes(NamedTuple):
    """The changes to mark: numbers of changed cards and of new ones, and names of cards gone from play."""

    cards: frozenset[int] = frozenset()
    came: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()
    before: Position | None = None

    def words(self, position: Position) -> str:
        """Return the changes in sentences, or ""."""
        other = sorted(self.cards.difference(self.came))
        parts = [f"New in play: {cards_named(position, self.came)}"] * bool(self.came)
        parts += [f"Changed: {cards_named(position, other)}"] * bool(other)
        parts += [f"Left play: {', '.join(self.gone)}"] * bool(self.gone)
        return "".join(f" {part}." for part in parts)


def changes(position: Position, marks: Marks) -> Changes:
    """Return the visible differences between the earlier position, which is in `marks`, and this one."""
    before = position_before(marks, Position)
    if before is None or before.seats != position.seats:
        return Changes()
    was = {card.n: card for card in before.play}
    there = {card.n for card in position.play}
    came = tuple(card.n for card in position.play if card.n not in was)
    cards = {*came, *(card.n for card in position.play if card.n in was and _look(card) != _look(was[card.n]))}
    gone = tuple(own(before, card.n) for card in before.play if card.n not in there)
    return Changes(before=before) if len(cards) >= MANY else Changes(frozenset(cards), came, gone, before)


def _look(card: InPlay) -> tuple[object, ...]:
    """Return the values of the fields that determine a card's drawing, without the turn and other cards."""
    return (
        card.face, card.side, card.zone, card.sided, card.locked, card.clone, card.out, card.energy, card.substance,
        card.support, card.kept,
    )  # fmt: skip
