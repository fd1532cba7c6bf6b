"""Risk: The Dalek Invasion of Earth: conquer the planet before the eleventh Doctor makes peace."""

from projections.game import Game
from projections.games.risk.board import draw, text
from projections.games.risk.board_armies import COLOURS
from projections.games.risk.charts import CHARTS
from projections.games.risk.decide import AnyMove, decide
from projections.games.risk.describe import describe
from projections.games.risk.events import VOCABULARY
from projections.games.risk.invariants import INVARIANTS
from projections.games.risk.legal import legal, silence
from projections.games.risk.mend import mend
from projections.games.risk.names import seat_name
from projections.games.risk.notation.table import TABLE
from projections.games.risk.odds import odds
from projections.games.risk.orders import EXAMPLES, answer, heeds
from projections.games.risk.position import Options, World
from projections.games.risk.recap import hand, recap, totals
from projections.games.risk.reducer import reducer
from projections.games.risk.rulebook import rulebook
from projections.games.risk.setup import deal, pile, retold, table
from projections.games.risk.status import status
from projections.games.risk.tell import tell
from projections.games.risk.throwing import thrower
from projections.notation.lines import FormNotation

__all__ = ["GAME"]


GAME: Game[World, AnyMove] = Game(
    slug="risk",
    title="Risk: The Dalek Invasion of Earth",
    rules=1,
    shape=1,
    seats=range(2, 6),
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
    retold=retold,
    draw=draw,
    text=text,
    tell=tell,
    notation=FormNotation(lambda: GAME, TABLE),
    rulebook=rulebook,
    seat_name=seat_name,
    invariants=INVARIANTS,
    odds=odds,
    charts=CHARTS,
    thrower=thrower,
    data={"cards": "data/cards.toml"},
    totals=totals,
    hand=hand,
    recap=recap,
    usual_seats=COLOURS,
)
