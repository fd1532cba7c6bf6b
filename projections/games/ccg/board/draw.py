"""The board as a picture: a pure function from a position to SVG, with the position in words inside."""

from collections.abc import Iterator

from projections.drawing.board import board_document, ground
from projections.games.ccg.board.bars import bar, height
from projections.games.ccg.board.faces import card_face, episode_strip, shown
from projections.games.ccg.board.inks import WIDTH
from projections.games.ccg.board.layout import Plan, plan, sides
from projections.games.ccg.board.lines import lines
from projections.games.ccg.board.marks import Changes, changes
from projections.games.ccg.board.panel import grounds, panel, panel_height, status
from projections.games.ccg.board.text import card_words, described
from projections.games.ccg.prose.awaiting import turn_words
from projections.games.ccg.state.position import Position
from projections.terms import Marks


def draw(position: Position, marks: Marks = Marks()) -> str:
    """The whole table as SVG, with what changed ringed."""
    found = changes(position, marks)
    above, below = sides(position)
    lie = plan(position, (height(position, above), height(position, below)), panel_height(position, found))
    number, due = turn_words(position)
    desc = described(position) + found.words(position)
    title = f"Doctor Who: The Collectible Card Game. {number}: {due}"
    parts = (ground(WIDTH, lie.height), *_layers(position, found, lie))
    return board_document("ccg", title, desc, (WIDTH, lie.height), parts)


def _layers(position: Position, found: Changes, lie: Plan) -> Iterator[str]:
    """What lies on what, from the table up."""
    yield from status(position)
    yield from grounds(position, found, lie)
    for at, seat in enumerate(sides(position)):
        yield from bar(position, found.before, seat, lie.bars[at])
    yield from _cards(position, found, lie)
    yield from lines(position, lie)
    yield from panel(position, found, lie)


def _cards(position: Position, found: Changes, lie: Plan) -> Iterator[str]:
    for card in position.play:
        spot, words, changed = lie.spots[card.n], card_words(position, card), card.n in found.cards
        if spot.episode:
            yield episode_strip(position, card, spot, words, changed=changed)
        else:
            yield card_face(spot, shown(position, card, words, changed=changed))
