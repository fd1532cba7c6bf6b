"""Implied passes, which a later move implies, and compulsory moves, which a seat can let happen by themselves."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from events.errors import BellError, CannotTellError, NeedsRandomSourceError, UnplayableError
from events.events import OMNISCIENT, Chance, Move, Passed
from projections.contracts import ObservedChance
from projections.draft import find_conflicts, run, weigh
from projections.game import Game
from projections.notation.recorded_chance import Typed
from projections.notation.titles import Itself
from replay.chance.random_source import MixedChance, NoChance, SeededChance
from replay.session.session import Session

_MOST: Final = 64
_TRIES: Final = 32
_FEWER: Final = 8
_UNPLAYABLE: Final = ("",) * 1_000


def silent_moves(session: Session, move: Move, viewer: str, *, unsaid: bool = False) -> list[Move]:
    """Return the passes that a move implies, up to one that needs dice or cards.

    A seat that moves on has passed, as far as the viewer knows. A move that would still be illegal implies nothing.
    Passes of other seats, and compulsory moves (`unsaid`), are implied only if the session is not strict.
    """
    position, strict = session.view(viewer if session.strict else OMNISCIENT).position, session.strict
    dice = session.started.dice == "tower"
    return implied_moves(session.game, position, move, strict=strict, unsaid=unsaid and not strict, dice=dice)


def compulsory_move(game: Game[Any, Any], public: Any, seat: str) -> Move | None:
    """Return the only move of a seat if it rolls, draws and reveals nothing, or None.

    `public` is the position that a spectator knows. Whether a move is found must not depend on hidden cards, because
    others see it.
    """
    is_open = game.orders.is_open
    if is_open is None or seat not in game.rules.status(public).awaited or not is_open(public, seat):
        return None
    try:
        moves = list(islice(game.rules.legal(public, seat), 2))
        if len(moves) != 1 or weigh(game.rules, public, moves[0]).hangs:
            return None
        entries = run(game.rules, public, moves[0], NoChance(), strict=False).entries
    except (NeedsRandomSourceError, CannotTellError, UnplayableError):
        return None
    return None if any(isinstance(entry.event, Chance) for entry in entries) else moves[0]


def implied_moves(
    game: Game[Any, Any], position: Any, move: Move, *, strict: bool, unsaid: bool = False, dice: bool = False
) -> list[Move]:
    """Return the passes that a move implies at any viewer's position; if `strict`, only the mover's own.

    Without the built-in dice roller (`dice`), no other seat's pass that rolls dice is implied: its result is unknown.
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
        asked = _Silence(game, position, silent)
        quiet = _quiet(asked)
        if quiet is None:
            if strict:
                follows = any(accepts(game, _outcome(asked, seed), move) for seed in range(_TRIES))
            else:
                untold = silent.player != move.player and not dice and _rolls(game, position, silent)
                follows = not untold and _could_go_on(game, position, move, begun, unsaid=unsaid)
            return found if follows else []
        position = quiet
    if not found:
        return []
    return found if len(found) < _MOST and _settled(game, position, move, begun, strict=strict) else []


def forced_move(game: Game[Any, Any], position: Any, seat: str) -> Move | None:
    """Return the move that a seat must make now without a choice, as far as the viewer of a position knows, or None.

    The rules make it compulsory, even with dice, or it is the only legal move and needs no dice or cards. A pass is a
    choice.
    """
    if seat not in game.rules.status(position).awaited:
        return None
    legal = list(islice(game.rules.legal(position, seat), 2))
    owed: Move | None = game.rules.implied_move(position, seat)
    if owed is not None and (legal == [owed] or game.rules.implied_pass(position, seat) is None):
        return owed
    only: Move | None = legal[0] if len(legal) == 1 else None
    return None if only is None or isinstance(only, Passed) or _quiet(_Silence(game, position, only)) is None else only


def supposed(game: Game[Any, Any], position: Any, move: Move, seed: int) -> Any | None:
    """Return a position to which a move could lead, with arbitrary dice and cards; None if that is not known."""
    try:
        return _outcome(_Silence(game, position, move), seed)
    except BellError:
        return None


def _rolls(game: Game[Any, Any], position: Any, silent: Move) -> bool:
    try:
        run(game.rules, position, silent, MixedChance(NoChance(), Typed(ObservedChance())), strict=False)
    except NeedsRandomSourceError:
        return True
    return False


def _silence(game: Game[Any, Any], position: Any, unsaid: str = "") -> Any:
    """Return the implied pass of the first awaited seat (for `unsaid`, also a compulsory move), None without one."""
    seat = next(iter(game.rules.status(position).awaited), "")
    silent = game.rules.implied_pass(position, seat) if seat else None
    return game.rules.implied_move(position, seat) if silent is None and seat and seat == unsaid else silent


def _settled(game: Game[Any, Any], position: Any, move: Move, begun: Any, *, strict: bool) -> bool:
    """Return whether the implied passes helped: after them, at `position`, the move is legal.

    If the session is not strict, it is enough that the move's seat is awaited now, with two exceptions:

    - The seat was already awaited at `begun`. Then fewer rules than there must forbid the move.
    - The passes end the turn. Then the seat must have the next turn, must not have been awaited at `begun`, and other
      rules than at `begun` must forbid the move.
    """
    if strict or accepts(game, position, move):
        return accepts(game, position, move)
    before, now = game.rules.status(begun), game.rules.status(position)
    against, against_then = _rules_against(game, position, move), _rules_against(game, begun, move)
    if now.turn != before.turn:
        return now.seat == move.player and move.player not in before.awaited and set(against) != set(against_then)
    return move.player in now.awaited and (move.player not in before.awaited or len(against) < len(against_then))


def _rules_against(game: Game[Any, Any], position: Any, move: Move) -> Sequence[str]:
    """Return the ids of rules known to forbid a move; very many if the move names a thing that does not exist."""
    return _speaking(Itself(game.rules), Itself(position), move)


@lru_cache(maxsize=16)
def _speaking(rules: Itself[Any], position: Itself[Any], move: Move) -> Sequence[str]:
    try:
        return [
            conflict.rule
            for conflict in find_conflicts(rules.thing, position.thing, move)
            if not conflict.is_unverified
        ]
    except UnplayableError:
        return _UNPLAYABLE


class _Silence:
    """A cache key for an implied pass at a position. Its hash omits the position, because hashing it is slow."""

    def __init__(self, game: Game[Any, Any], position: Any, silent: Move) -> None:
        self.game, self.position, self.silent = game, position, silent

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Silence) or self.silent != other.silent:
            return False
        return self.position is other.position or bool(self.position == other.position)

    def __hash__(self) -> int:
        return hash(self.silent)


@lru_cache(maxsize=4 * _TRIES)
def _outcome(asked: _Silence, seed: int) -> Any:
    return run(asked.game.rules, asked.position, asked.silent, SeededChance(seed), strict=False).now


def _could_go_on(game: Game[Any, Any], position: Any, move: Move, begun: Any, *, unsaid: bool) -> bool:
    """Check whether passes that need chance can help: true for a seat not awaited at `begun`, or if unclear."""
    if move.player not in game.rules.status(begun).awaited:
        return True
    try:
        outcomes = (_gone_on(game, position, move, seed, unsaid=unsaid) for seed in range(_FEWER))
        return any(_settled(game, outcome, move, begun, strict=False) for outcome in outcomes)
    except CannotTellError:
        return True


@lru_cache(maxsize=4 * _TRIES)
def _quiet(asked: _Silence) -> Any | None:
    try:
        return run(asked.game.rules, asked.position, asked.silent, NoChance(), strict=False).now
    except NeedsRandomSourceError:
        return None


def _gone_on(game: Game[Any, Any], position: Any, move: Move, seed: int, *, unsaid: bool) -> Any:
    for _ in range(_MOST):
        awaited = game.rules.status(position).awaited
        silent = _silence(game, position, move.player if unsaid else "")
        if silent is None or (move.player in awaited and accepts(game, position, move)):
            break
        position = _outcome(_Silence(game, position, silent), seed)
    return position


def after_silence(game: Game[Any, Any], position: Any) -> Any | None:
    """Return the position after the first awaited seat passes; None if it cannot pass or this needs chance."""
    silent = _silence(game, position)
    return None if silent is None else _quiet(_Silence(game, position, silent))


def accepts(game: Game[Any, Any], position: Any, move: Move) -> bool:
    """Check whether no rule is known to forbid a move at this position."""
    return not _rules_against(game, position, move)
