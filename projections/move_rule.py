"""The rule of each move: what is against it, and what it does.

A game declares each kind of move once, in its table `Rules.moves`. Deciding and listing moves use the same row.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from events.events import Move
from projections.draft import Draft
from projections.rule_conflicts import RuleConflict, allowed

S = TypeVar("S", bound=msgspec.Struct)


def _names_nothing(_draft: Draft[Any], _move: Move) -> None:
    pass


class MoveRule(msgspec.Struct, Generic[S], frozen=True):
    """The rule of one kind of move."""

    against: Callable[[S, Any], Iterable[RuleConflict]]
    """Return the rule conflicts of a move in a position."""
    does: Callable[[Draft[S], Any], None]
    """Add the results of a move. The move itself is in the draft already."""
    must: Callable[[Draft[S], Any], None] = _names_nothing
    """Check, with `Draft.must`, that the things named by a move exist."""


MoveRules = Mapping[type[Move], MoveRule[S]]
"""The rule of each kind of move. The keys are all moves that a seat can make."""


def decide_move(draft: Draft[Any], move: Move) -> None:
    """Decide a move by its rule: check it, add it to the draft, and add its results."""
    rule: MoveRule[Any] = draft.rules.moves[type(move)]
    rule.must(draft, move)
    draft.require(*rule.against(draft.now, move))
    draft.add(move)
    rule.does(draft, move)


def moves_without_choice(moves: MoveRules[S]) -> Callable[[S, str], list[Move]]:
    """Return the function `legal` of a game whose moves have no field except the player."""
    return lambda position, seat: [kind(seat) for kind in moves if is_allowed(moves, position, kind(seat))]


def is_allowed(moves: MoveRules[S], position: S, move: Move) -> bool | None:
    """Return whether a move has no rule conflict; None if that depends on hidden information."""
    return allowed(moves[type(move)].against(position, move))
