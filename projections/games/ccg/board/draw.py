"""The board as panels: a pure function from a position to SVG, with a description in words inside."""

from projections.contracts import Marks
from projections.drawing.board import Panel
from projections.games.ccg.board.appearance import shown
from projections.games.ccg.board.layout import sides
from projections.games.ccg.board.legend import legend
from projections.games.ccg.board.marks import changes
from projections.games.ccg.board.pending import pending_panels, status
from projections.games.ccg.board.seats import hand_panels, known_cards, seats_panel
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
    held = [one for seat in sides(position) for _, one in known_cards(position, seat)]
    past, present, future = zone_panels(position, found, seen)
    return [
        status(position, found),
        *pending_panels(position),
        seats_panel(position, found.before),
        past,
        present,
        legend(position, [*seen.values(), *held]),
        future,
        *hand_panels(position),
    ]
