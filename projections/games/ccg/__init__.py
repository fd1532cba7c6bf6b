"""The Doctor Who Collectible Card Game of 1996: make the opponent lose the last Time card."""

from projections.game import Game
from projections.games.ccg.board import draw, text
from projections.games.ccg.charts import CHARTS
from projections.games.ccg.decide import decide
from projections.games.ccg.describe import describe
from projections.games.ccg.events import VOCABULARY
from projections.games.ccg.invariants import INVARIANTS
from projections.games.ccg.legal import legal, silence
from projections.games.ccg.meaning import proposes
from projections.games.ccg.mend import mend
from projections.games.ccg.moves import AnyMove
from projections.games.ccg.names import seat_name
from projections.games.ccg.notation import INTERJECTIONS, Lines
from projections.games.ccg.orders import EXAMPLES, answer, heeds
from projections.games.ccg.position import Options, Position
from projections.games.ccg.recap import hand, recap, totals
from projections.games.ccg.reducer import reducer
from projections.games.ccg.rulebook import rulebook
from projections.games.ccg.setup import deal, pile, retold, spot, table
from projections.games.ccg.status import status
from projections.games.ccg.stops import other_stops
from projections.games.ccg.tell import tell
from projections.games.ccg.uses import numbered
from projections.games.ccg.waiving import waives

__all__ = ["GAME"]


GAME: Game[Position, AnyMove] = Game(
    slug="ccg",
    title="Doctor Who: The Collectible Card Game",
    rules=1,
    shape=1,
    seats=range(2, 3),
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
    free=other_stops,
    orders=EXAMPLES,
    waives=waives,
    proposes=proposes,
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
    numbered=numbered,
    invariants=INVARIANTS,
    totals=totals,
    hand=hand,
    recap=recap,
    charts=CHARTS,
    data={"cards": "data/cards.toml"},
)
