"""Results that a line of Keys to the TARDIS states in words: what a landing brings, what did not happen, whose turn."""

from collections.abc import Mapping
from typing import Any, Final

from events.events import Effect
from projections.games.keys import events as e
from projections.games.keys.notation.chance import Said
from projections.games.keys.notation.vocabulary import seat_words
from projections.games.keys.rules.turns import round_of
from projections.games.keys.state.position import Position
from projections.notation.slot import Result, Slot


def _pawn(said: Said) -> str:
    """Whose pawn a move is about."""
    return said.move.victim if isinstance(said.move, e.PlayCyberman) else said.move.player


def _landed(said: Said) -> Mapping[str, Any]:
    """The pawn and the tile that it goes to."""
    return {"player": _pawn(said), "tile": getattr(said.move, "to", "")}


def _absent(effect: type[Effect], words: str) -> Result[Position]:
    """Words for that an effect did not come about; it has none of its own."""
    return Result(effect, "{unsaid}", denied=words, slots={"unsaid": Slot(what="")})


def _next_turn(said: Said) -> Mapping[str, str]:
    now = said.position
    return {f"next {word}": seat for word, seat in seat_words(now.seats).items()} if now.player and now.first else {}


class _NextTurn(Result[Position]):
    """Whose turn follows."""

    def made(self, said: Said, values: Mapping[str, Any]) -> Effect | str:
        """The turn that begins, by its seat."""
        seat = values["player"]
        return e.TurnBegan(seat, said.position.turn + 1, round_of(said.position, seat))


WINS: Final = Result[Position](e.GameWon, "(wins|win|won)", denied="no win", given=_landed)
TELEPORT: Final = Result[Position](
    e.PawnTeleported, "(tele d4|teleport d4|teleports to d4|teleport to d4|tele to d4)",
    denied="(no tele|no teleport)", given=lambda said: {"player": _pawn(said)},
)  # fmt: skip
KEY: Final = Result[Position](e.BonusOffered, "(key|tardis key)", denied="(no key|no bonus)", given=_landed)
EXTRA: Final = Result[Position](
    e.ExtraTurnEarned, "(extra|extra turn)", denied="(no extra|no extra turn)", given=_landed
)
STAYS_SHUT: Final = _absent(e.DoorOpened, "(stays closed|stays shut)")
STAYS_OPEN: Final = _absent(e.DoorClosed, "stays open")
STAYS_BARRED: Final = _absent(e.BarrierLifted, "stays barred")
HELD: Final = Result[Position](
    e.PawnHeld, "for {turns} (turn|turns|rounds)",
    slots={"turns": Slot(what="how long it holds", words={"1": 1, "2": 2, "3": 3}, kind="count")},
    given=lambda said: {"player": getattr(said.move, "victim", "")},
)  # fmt: skip
RELEASED: Final = Result[Position](
    e.PawnReleased, "released", denied="still held", given=lambda said: {"player": _pawn(said)}
)
NEXT: Final = _NextTurn(
    e.TurnBegan, "{player}",
    slots={
        "player": Slot(
            what="whose turn is next", words=_next_turn, code=lambda seat, _said: f"next {seat}", kind="seat"
        )
    },
)  # fmt: skip
