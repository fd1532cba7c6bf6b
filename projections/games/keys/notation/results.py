"""Results that a line declares in words: the effect of a landing, an effect that is missing, the next turn."""

from collections.abc import Mapping
from typing import Any, Final

from events.events import Effect
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.notation.chance import Context
from projections.games.keys.notation.vocabulary import CARD_WORDS, KIND_WORDS, SPELLING, TILE_WORDS, seat_words
from projections.games.keys.rules.turns import round_of
from projections.games.keys.state.names import card_code
from projections.games.keys.state.position import CARDS, KINDS, OUT, Position
from projections.notation.argument_type import ArgumentType, Result
from projections.notation.stated import NamedResults
from projections.notation.vocabulary import Vocabulary, seat_code


def _pawn(context: Context) -> str:
    """Return the seat whose pawn a move moves: the victim of a Cyberman Assault, else the player."""
    return context.move.victim if isinstance(context.move, m.PlayCyberman) else context.move.player


def _landed(context: Context) -> Mapping[str, Any]:
    return {"player": _pawn(context), "tile": getattr(context.move, "to", "")}


def _absent(effect: type[Effect], words: str) -> Result[Position]:
    return Result(effect, "{unsaid}", denied=words, slots={"unsaid": ArgumentType(what="")})


def _next_turn(context: Context) -> Mapping[str, str]:
    now = context.position
    return {f"next {word}": seat for word, seat in seat_words(now.seats).items()} if now.player and now.first else {}


class _NextTurn(Result[Position], frozen=True, kw_only=True):
    def made(self, context: Context, values: Mapping[str, Any]) -> Effect | str:
        """Return the effect `TurnBegan` for the next turn, which belongs to the seat in `values`."""
        seat = values["player"]
        return f.TurnBegan(seat, context.position.turn + 1, round_of(context.position, seat))


WINS: Final = Result[Position](f.GameWon, "(wins|win|won)", denied="no win", given=_landed)
TELEPORT: Final = Result[Position](
    f.PawnTeleported, "(tele d4|teleport d4|teleports to d4|teleport to d4|tele to d4)",
    denied="(no tele|no teleport)", given=lambda context: {"player": _pawn(context)},
)  # fmt: skip
KEY: Final = Result[Position](f.BonusOffered, "(key|tardis key)", denied="(no key|no bonus)", given=_landed)
EXTRA: Final = Result[Position](
    f.ExtraTurnEarned, "(extra|extra turn)", denied="(no extra|no extra turn)", given=_landed
)
STAYS_SHUT: Final = _absent(f.DoorOpened, "(stays closed|stays shut)")
STAYS_OPEN: Final = _absent(f.DoorClosed, "stays open")
STAYS_BARRED: Final = _absent(f.BarrierLifted, "stays barred")
HELD: Final = Result[Position](
    f.PawnHeld, "for {turns} (turn|turns|rounds)",
    slots={"turns": ArgumentType(what="how long it holds", words={"1": 1, "2": 2, "3": 3}, kind="count")},
    given=lambda context: {"player": getattr(context.move, "victim", "")},
)  # fmt: skip
RELEASED: Final = Result[Position](
    f.PawnReleased, "released", denied="still held", given=lambda context: {"player": _pawn(context)}
)
NEXT: Final = _NextTurn(
    f.TurnBegan, "{player}",
    slots={
        "player": ArgumentType(
            what="whose turn is next", words=_next_turn, code=lambda seat, _context: f"next {seat}", kind="seat"
        )
    },
)  # fmt: skip

_EDGES: Final = ("N", "E", "S", "W")
_OWN: Final = frozenset((*TILE_WORDS, *KIND_WORDS, *_EDGES, OUT, "draw", "play", "move"))
"""The values in declared results that are neither cards nor seats."""
_PLACES: Final = {**TILE_WORDS, OUT: OUT}
_CHOICES: Final[Mapping[str, Vocabulary]] = {
    "card": CARD_WORDS, **dict.fromkeys(("tile", "other", "to"), _PLACES),
    "step": {step: step for step in ("draw", "play")}, "shows": {kind: kind for kind in KINDS},
    "edge": {edge.lower(): edge for edge in _EDGES},
}  # fmt: skip


def result_words(field: str, position: Position) -> Vocabulary:
    """Return the spellings of the values of a field, in a result that a line declares by the effect's name."""
    return seat_words(position.seats) if field == "player" else _CHOICES[field]


def _code(value: str) -> str:
    if value in CARDS:
        return card_code(value)
    return value if value in _OWN else seat_code(value)


RESULTS: Final = NamedResults(
    "keys", (kind for kind in (*f.BOARD, *f.COURSE) if kind is not f.TilesLaid), SPELLING, str, _code
)
"""The results that a line of Keys to the TARDIS may declare by the name of the effect."""
