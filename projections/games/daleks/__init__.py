"""Doctor Who: Time of the Daleks: reach Gallifrey before the Daleks do, in Adventures met with pools of dice."""

from projections.game import Game
from projections.games.daleks.board import draw, text
from projections.games.daleks.charts import CHARTS
from projections.games.daleks.data_files import FILES
from projections.games.daleks.decide import decide
from projections.games.daleks.describe import describe
from projections.games.daleks.events import VOCABULARY
from projections.games.daleks.invariants import INVARIANTS
from projections.games.daleks.legal import legal, silence
from projections.games.daleks.mend import mend
from projections.games.daleks.moves import AnyMove
from projections.games.daleks.names import seat_name
from projections.games.daleks.notation import INTERJECTIONS, Lines
from projections.games.daleks.odds import odds
from projections.games.daleks.orders import EXAMPLES, answer, heeds
from projections.games.daleks.position import Options, Position
from projections.games.daleks.recap import hand, recap, totals
from projections.games.daleks.reducer import reducer
from projections.games.daleks.rulebook import rulebook
from projections.games.daleks.setup import deal, pile, retold, spot, table
from projections.games.daleks.status import status
from projections.games.daleks.tell import tell

__all__ = ["GAME"]


GAME: Game[Position, AnyMove] = Game(
    slug="daleks",
    title="Doctor Who: Time of the Daleks",
    rules=1,
    shape=1,
    seats=range(1, 5),
    options=Options,
    vocabulary=VOCABULARY,
    table=table,
    deal=deal,
    decide=decide,
    reducer=reducer,
    legal=legal,
    silence=silence,
    answer=answer,
    heeds=heeds,
    orders=EXAMPLES,
    status=status,
    mend=mend,
    describe=describe,
    pile=pile,
    spot=spot,
    retold=retold,
    draw=draw,
    text=text,
    tell=tell,
    notation=Lines(lambda: GAME),
    interjections=INTERJECTIONS,
    rulebook=rulebook,
    seat_name=seat_name,
    invariants=INVARIANTS,
    totals=totals,
    hand=hand,
    recap=recap,
    charts=CHARTS,
    odds=odds,
    data=FILES,
)
"""The game, as the shelf hands it out."""
