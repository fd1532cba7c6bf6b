"""What saying nothing means: the moves that a move stands on without saying so."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from events.errors import CannotTellError, NeedsRandomSourceError, UnplayableError
from events.events import OMNISCIENT, Move, Passed
from projections.draft import objections, run
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.notation.titles import Itself
from projections.terms import Seen
from replay.chance.random_source import MixedChance, NoChance, SeededChance
from replay.session.session import Session

_MOST: Final = 64
_TRIES: Final = 32
_FEWER: Final = 8
_UNPLAYABLE: Final = ("",) * 1_000


def silent_moves(session: Session, move: Move, viewer: str, *, unsaid: bool = False) -> list[Move]:
    """The moves that a move implies because saying nothing means them, up to one that asks for chance.

    A seat that goes on has passed, as far as the viewer can tell who files it; a move that could not follow (a slip)
    implies nothing.
    That others have passed is implied only where play is recorded as it stood; so is what is compulsory and `unsaid`.
    """
    position, strict = session.view(viewer if session.strict else OMNISCIENT).position, session.strict
    dice = session.started.dice == "tower"
    return implied_moves(session.game, position, move, strict=strict, unsaid=unsaid and not strict, dice=dice)


def implied_moves(
    game: Game[Any, Any], position: Any, move: Move, *, strict: bool, unsaid: bool = False, dice: bool = False
) -> list[Move]:  # fmt: skip
    """The same from any reader's position; `strict` where silence is taken for the mover alone.

    Without `dice` of the tower nobody else's silence rolls any: nobody has told what they showed.
    Who lets something go by that nobody asked has said nothing that anything could follow from.
    """
    begun, found = position, list[Move]()
    for _ in range(_MOST):
        awaited = game.rules.status(position).awaited
        silent = _silence(game, position, move.player if unsaid else "")
        if silent is None or (silent.player != move.player and strict):
            break
        if move.player in awaited and accepts(game, position, move):
            break
        if isinstance(move, Passed) and not isinstance(silent, Passed):
            return []
        found.append(silent)
        quiet = _quiet(_Silence(game, position, silent))
        if quiet is None:
            if strict:
                follows = _could_follow(game, position, silent, move)
            else:
                untold = silent.player != move.player and not dice and _rolls(game, position, silent)
                follows = not untold and _could_go_on(game, position, move, begun, unsaid=unsaid)
            return found if follows else []
        position = quiet
    if not found:
        return []
    return found if len(found) < _MOST and _settled(game, position, move, begun, strict=strict) else []


def _rolls(game: Game[Any, Any], position: Any, silent: Move) -> bool:
    """Whether a silence leads to dice, and not only to cards and tiles."""
    try:
        run(game.rules, position, silent, MixedChance(NoChance(), Typed(Seen())), strict=False)
    except NeedsRandomSourceError:
        return True
    return False


def _silence(game: Game[Any, Any], position: Any, unsaid: str = "") -> Any:
    """What the first awaited seat says by saying nothing; of the seat `unsaid` also what is compulsory."""
    seat = next(iter(game.rules.status(position).awaited), "")
    silent = game.rules.silence(position, seat) if seat else None
    return game.rules.unsaid(position, seat) if silent is None and seat and seat == unsaid else silent


def _settled(game: Game[Any, Any], position: Any, move: Move, begun: Any, *, strict: bool) -> bool:
    """Whether silence helped: the move is accepted now.

    Where play is recorded as it stood, it is enough that the move's seat is awaited now; but of a seat that was asked
    before, less has to speak against the move than did where it `begun`, for what is as wrong there as here is a slip.
    And silence that ends a turn helps only whoever has the next one and was not asked anything in this one, where
    other rules speak against the move then.
    """
    if strict or accepts(game, position, move):
        return accepts(game, position, move)
    before, now = game.rules.status(begun), game.rules.status(position)
    if now.turn != before.turn:
        is_next = now.seat == move.player and move.player not in before.awaited
        return is_next and set(_rules_against(game, position, move)) != set(_rules_against(game, begun, move))
    if move.player in before.awaited and _against(game, position, move) >= _against(game, begun, move):
        return False
    return move.player in now.awaited


def _against(game: Game[Any, Any], position: Any, move: Move) -> int:
    """How many rules this position knows to speak against a move."""
    return len(_rules_against(game, position, move))


def _rules_against(game: Game[Any, Any], position: Any, move: Move) -> Sequence[str]:
    """The rules that this position knows to speak against a move; more than can be where it names what is not there."""
    return _speaking(Itself(game.rules), Itself(position), move)


@lru_cache(maxsize=16)
def _speaking(rules: Itself[Any], position: Itself[Any], move: Move) -> Sequence[str]:
    """The same, for the few places where it was asked last."""
    try:
        return [breach.rule for breach in objections(rules.thing, position.thing, move) if not breach.doubt]
    except UnplayableError:
        return _UNPLAYABLE


def _could_follow(game: Game[Any, Any], position: Any, silent: Move, move: Move) -> bool:
    """Whether a move may follow a silence that leads to chance: tried with dice that the log knows nothing of."""
    asked = _Silence(game, position, silent)
    return any(accepts(game, _outcome(asked, seed), move) for seed in range(_TRIES))


class _Silence:
    """A silence in a position; its hash leaves the position out, which takes longer to hash than to compare."""

    def __init__(self, game: Game[Any, Any], position: Any, silent: Move) -> None:
        self.game, self.position, self.silent = game, position, silent

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Silence) and self.silent == other.silent
            and (self.position is other.position or bool(self.position == other.position))
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash(self.silent)


@lru_cache(maxsize=4 * _TRIES)
def _outcome(asked: _Silence, seed: int) -> Any:
    """The position behind a silence, with the dice of a seed; many moves of a post are tried on the same."""
    return run(asked.game.rules, asked.position, asked.silent, SeededChance(seed), strict=False).now


def _could_go_on(game: Game[Any, Any], position: Any, move: Move, begun: Any, *, unsaid: bool) -> bool:
    """Whether silence that leads to chance could help a move, where play is recorded as it stood.

    Whoever was not asked where it `begun` waits for that chance; where it hangs on what nobody knows, it may help.
    """
    if move.player not in game.rules.status(begun).awaited:
        return True
    try:
        outcomes = (_gone_on(game, position, move, seed, unsaid=unsaid) for seed in range(_FEWER))
        return any(_settled(game, outcome, move, begun, strict=False) for outcome in outcomes)
    except CannotTellError:
        return True


@lru_cache(maxsize=4 * _TRIES)
def _quiet(asked: _Silence) -> Any | None:
    """The position behind a silence, None where it leads to chance."""
    try:
        return run(asked.game.rules, asked.position, asked.silent, NoChance(), strict=False).now
    except NeedsRandomSourceError:
        return None


def _gone_on(game: Game[Any, Any], position: Any, move: Move, seed: int, *, unsaid: bool) -> Any:
    """The position after all silence that a move may stand on, whatever chance brings."""
    for _ in range(_MOST):
        awaited = game.rules.status(position).awaited
        silent = _silence(game, position, move.player if unsaid else "")
        if silent is None or (move.player in awaited and accepts(game, position, move)):
            break
        position = _outcome(_Silence(game, position, silent), seed)
    return position


def after_silence(game: Game[Any, Any], position: Any) -> Any | None:
    """The position after the first awaited seat said nothing; None where that means nothing, or leads to chance."""
    silent = _silence(game, position)
    return None if silent is None else _quiet(_Silence(game, position, silent))


def accepts(game: Game[Any, Any], position: Any, move: Move) -> bool:
    """Whether nothing that this position knows speaks against a move."""
    return _against(game, position, move) == 0
