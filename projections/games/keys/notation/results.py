"""Results that a line declares in words: the effect of a landing, an effect that is missing, the next turn."""

from collections.abc import Mapping
from typing import Any, Final

from events.events import Effect
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.notation.chance import Context
from projections.games.keys.notation.vocabulary import seat_words
from projections.games.keys.rules.turns import round_of
from projections.games.keys.state.position import Position
from projections.notation.slot import ArgumentType, Result


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


class _NextTurn(Result[Position]):
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
