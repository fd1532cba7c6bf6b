"""What saying nothing means: the moves that a move stands on without saying so."""

from typing import Any, Final

from events.errors import NeedsFateError, UnplayableError
from events.facts import TABLE, Move
from projections.draft import objections, run
from projections.game import Game
from replay.fate import Refusing, Seeded
from replay.session import Session

__all__ = ["accepts", "silent_moves"]

_MOST: Final = 64
_TRIES: Final = 32


def silent_moves(session: Session, move: Move) -> list[Move]:
    """The moves that a move implies because saying nothing means them, up to one that asks for chance.

    A seat that goes on has passed, as far as that seat can tell; a move that could not follow (a slip) implies nothing.
    That others have passed is implied only where play is recorded as it stood.
    """
    game, position = session.game, session.view(move.player if session.strict else TABLE).position
    turn = game.status(position).turn
    found: list[Move] = []
    for _ in range(_MOST):
        seat = next(iter(game.status(position).awaited), "")
        silent = game.silence(position, seat) if seat else None
        if silent is None or (seat != move.player and session.strict):
            break
        if seat == move.player and accepts(game, position, move):
            break
        found.append(silent)
        try:
            position = run(game, position, silent, Refusing(), strict=False).now
        except NeedsFateError:
            return found if not session.strict or _could_follow(game, position, silent, move) else []
    return found if len(found) < _MOST and _settled(session, position, move, turn) else []


def _settled(session: Session, position: Any, move: Move, turn: int) -> bool:
    """Whether silence helped: the move is accepted now.

    Where play is recorded as it stood, it is enough that the move's seat is awaited; but silence that ends a turn helps
    only whoever has the next one, for a slip ends no turn.
    """
    if session.strict or accepts(session.game, position, move):
        return accepts(session.game, position, move)
    now = session.game.status(position)
    return now.seat == move.player if now.turn != turn else move.player in now.awaited


def _could_follow(game: Game[Any, Any], position: Any, silent: Move, move: Move) -> bool:
    """Whether a move may follow a silence that leads to chance: tried with dice that the log knows nothing of."""
    outcomes = (run(game, position, silent, Seeded(seed), strict=False).now for seed in range(_TRIES))
    return any(accepts(game, outcome, move) for outcome in outcomes)


def accepts(game: Game[Any, Any], position: Any, move: Move) -> bool:
    """Whether nothing that this position knows speaks against a move."""
    try:
        return not any(not breach.doubt for breach in objections(game, position, move))
    except UnplayableError:
        return False
