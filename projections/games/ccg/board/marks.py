"""What changed: which cards to ring, which came and went."""

from typing import NamedTuple

from projections.drawing.board import MANY, position_before
from projections.games.ccg.prose.use_text import own
from projections.games.ccg.state.names import cards_named
from projections.games.ccg.state.position import InPlay, Position
from projections.terms import Marks


class Changes(NamedTuple):
    """What to mark: cards of another look than before, those new in play, and those gone from it, by number."""

    cards: frozenset[int] = frozenset()
    came: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()
    before: Position | None = None

    def words(self, position: Position) -> str:
        """The changes in sentences, or nothing."""
        other = sorted(self.cards.difference(self.came))
        parts = [f"New in play: {cards_named(position, self.came)}"] * bool(self.came)
        parts += [f"Changed: {cards_named(position, other)}"] * bool(other)
        parts += [f"Gone from play: {', '.join(self.gone)}"] * bool(self.gone)
        return "".join(f" {part}." for part in parts)


def changes(position: Position, marks: Marks) -> Changes:
    """What differs from the position before, as far as it is seen on a card."""
    before = position_before(marks, Position)
    if before is None or before.seats != position.seats:
        return Changes()
    was = {card.n: card for card in before.play}
    there = {card.n for card in position.play}
    came = tuple(card.n for card in position.play if card.n not in was)
    cards = {*came, *(card.n for card in position.play if card.n in was and _look(card) != _look(was[card.n]))}
    gone = tuple(own(before, card.n) for card in before.play if card.n not in there)
    if len(cards) >= MANY:
        return Changes(before=before)
    return Changes(frozenset(cards), came, gone, before)


def _look(card: InPlay) -> tuple[object, ...]:
    """What is seen of a card itself, and not of the turn or of the cards around it."""
    return (
        card.face, card.side, card.zone, card.sided, card.locked, card.clone, card.out, card.energy, card.substance,
        card.support, card.kept,
    )  # fmt: skip
