"""The game object, which collects everything."""

from events.events import Move
from projections.game import Editor, Game, Rules, View
from projections.meta import meta_of
from projections.notation.lines import PatternNotation
from projections.starter.board.draw import draw, text
from projections.starter.events import VOCABULARY
from projections.starter.notation.table import TABLE
from projections.starter.options import Options
from projections.starter.prose.sentences import SENTENCES
from projections.starter.rules.decide import LEGAL, MOVES, initial, setup, status
from projections.starter.state.position import FIELDS, Position
from projections.starter.state.reducer import reducer

GAME: Game[Position, Move] = Game(
    meta=meta_of(__package__),
    options=Options,
    vocabulary=VOCABULARY,
    rules=Rules(initial=initial, setup=setup, moves=MOVES, reducer=reducer, legal=LEGAL, status=status),
    notation=PatternNotation(lambda: GAME, TABLE),
    view=View(draw=draw, text=text, sentence=SENTENCES),
    editor=Editor(edit=FIELDS.effects, fields=FIELDS),
)
