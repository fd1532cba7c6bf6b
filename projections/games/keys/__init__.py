"""Keys to the TARDIS: cross the grid of doors before the other Doctors do."""

from projections.game import Game
from projections.games.keys.board import draw, text
from projections.games.keys.decide import AnyMove, decide
from projections.games.keys.editor.moderation import mend
from projections.games.keys.events import VOCABULARY
from projections.games.keys.invariants import INVARIANTS
from projections.games.keys.legal import legal, silence
from projections.games.keys.names import DOCTORS, seat_name
from projections.games.keys.notation import Lines
from projections.games.keys.position import Options, Position
from projections.games.keys.recap import hand, recap, totals
from projections.games.keys.reducer import reducer
from projections.games.keys.rulebook import rulebook
from projections.games.keys.setup import deal, pile, spot, table
from projections.games.keys.state.fields import FIELDS
from projections.games.keys.tell import tell
from projections.games.keys.turns import status

__all__ = ["GAME"]


GAME: Game[Position, AnyMove] = Game(
    slug="keys",
    title="Keys to the TARDIS",
    rules=1,
    shape=1,
    seats=range(2, 5),
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
    rulebook=rulebook,
    seat_name=seat_name,
    invariants=INVARIANTS,
    totals=totals,
    hand=hand,
    recap=recap,
    usual_seats=DOCTORS,
)
