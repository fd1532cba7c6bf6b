"""Keys to the TARDIS: cross the grid of doors before the other Doctors do."""

from collections.abc import Sequence

from events.errors import NotationError
from events.line import Entry
from projections.game import Game, Written
from projections.games.keys.board import draw, text
from projections.games.keys.decide import AnyMove, decide
from projections.games.keys.events import VOCABULARY
from projections.games.keys.invariants import INVARIANTS
from projections.games.keys.legal import legal, silence
from projections.games.keys.mend import mend
from projections.games.keys.names import seat_name
from projections.games.keys.position import Options, Position
from projections.games.keys.reducer import reducer
from projections.games.keys.rulebook import rulebook
from projections.games.keys.setup import deal, pile, spot, table
from projections.games.keys.tell import tell
from projections.games.keys.turns import status

__all__ = ["GAME"]


class _NoNotation:
    """Until notation.py is wired."""

    def read(self, line: str, _position: Position, _seat: str, /) -> Written:
        """Refuse."""
        raise NotationError("no notation yet", read=line)

    def write(self, entries: Sequence[Entry], _before: Position, /) -> str:
        """Name the kinds."""
        return " ".join(type(entry.fact).__name__ for entry in entries)

    def claim(self, _place: str, _position: Position, /) -> str | None:
        """Nothing."""
        return None


NOTATION = _NoNotation()

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
    pile=pile,
    spot=spot,
    draw=draw,
    text=text,
    tell=tell,
    notation=NOTATION,
    rulebook=rulebook,
    seat_name=seat_name,
    invariants=INVARIANTS,
)
