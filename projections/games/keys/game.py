"""Keys to the TARDIS: cross the grid of doors before the other Doctors do."""

from projections.game import Game
from projections.games.keys.board.draw import draw, text
from projections.games.keys.editor.moderation import mend
from projections.games.keys.facts import VOCABULARY
from projections.games.keys.notation.notation import Lines
from projections.games.keys.prose.recap import hand, recap, totals
from projections.games.keys.prose.tell import tell
from projections.games.keys.rules.decide import AnyMove, decide
from projections.games.keys.rules.invariants import INVARIANTS
from projections.games.keys.rules.legal import legal, silence
from projections.games.keys.rules.setup import deal, pile, spot, table
from projections.games.keys.rules.turns import status
from projections.games.keys.state.fields import FIELDS
from projections.games.keys.state.names import DOCTORS, seat_name
from projections.games.keys.state.position import Options, Position
from projections.games.keys.state.reducer import reducer
from projections.meta import meta_of

GAME: Game[Position, AnyMove] = Game(
    meta=meta_of(__package__),
    options=Options,
    vocabulary=VOCABULARY,
    table=table,
    deal=deal,
    decide=decide,
    reducer=reducer,
    legal=legal,
    silence=silence,
    status=status,
    mend=mend,
    describe=FIELDS.describe,
    pile=pile,
    spot=spot,
    draw=draw,
    text=text,
    tell=tell,
    notation=Lines(lambda: GAME),
    seat_name=seat_name,
    invariants=INVARIANTS,
    totals=totals,
    hand=hand,
    recap=recap,
    usual_seats=DOCTORS,
)
