"""The board as panels: a pure function from a position to SVG, with a description in words inside."""

from projections.contracts import Marks
from projections.drawing.board import Panel, changes_panel
from projections.games.ccg.board.appearance import shown
from projections.games.ccg.board.hands import hand_panels, known_hands
from projections.games.ccg.board.legend import legend_panels
from projections.games.ccg.board.marks import changes
from projections.games.ccg.board.pending import pending_panels, status
from projections.games.ccg.board.seats import seats_panel
from projections.games.ccg.board.text import card_words
from projections.games.ccg.board.zones import zone_panels
from projections.games.ccg.state.position import Position


def draw(position: Position, marks: Marks = Marks()) -> list[Panel]:
    """Return the whole board as panels, with changed cards ringed."""
    found = changes(position, marks)
    seen = {
        card.n: shown(position, card, card_words(position, card), changed=card.n in found.cards)
        for card in position.play
    }
    hands = known_hands(position)
    held = [one for _, _, cards in hands for _, one in cards]
    past, present, future = zone_panels(position, found, seen)
    return [
        status(position, found),
        *pending_panels(position),
        seats_panel(position, found.before),
        past,
        present,
        *changes_panel(found.words(position), 2),
        *legend_panels(position, [*seen.values(), *held]),
        future,
        *hand_panels(hands),
    ]
