"""What a correction changes, what becomes of each later move, and what is answered where one falls."""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from events.errors import RefusedError
from projections.terms import Written
from replay.corrections.takeback import ChangedLine
from replay.reading.reading import Group

NEEDS_CHANCE: Final = "other dice or cards are needed than those that fell"
"""Why a later move cannot be decided again with the chance it had."""
LaterRandomSource = Literal["stands", "changes", "open", "falls", "left out", "kept"]


class Change(NamedTuple):
    """One change: the move of a group as `written` (None leaves it out), or one that is inserted before the group."""

    group: Group
    written: Written | None = None
    inserts: bool = False


class Answer(NamedTuple):
    """What is to become of a later move that falls or is open.

    `omit` leaves it out, `keep` keeps it as the table had it, `put` decides another one in its place.
    """

    how: Literal["omit", "keep", "put"]
    written: Written | None = None


OMIT: Final = Answer("omit")
KEEP: Final = Answer("keep")


def first_of(changes: Sequence[Change]) -> Group:
    """The group where the first of the changes takes hold.

    Raises:
        RefusedError: there are none, or two are of the same move.
    """
    if not changes:
        raise RefusedError("say what is to be changed")
    changed = [one.group.first for one in changes if not one.inserts]
    if len(changed) != len(set(changed)):
        raise RefusedError("one move is changed twice")
    return min((one.group for one in changes), key=lambda group: group.first)


class LaterMove(msgspec.Struct, frozen=True):
    """What becomes of a later group, by the line of its head.

    `stands`: it gives the same result; `changes`: it fits, and `was` and `now` tell the results that differ; `open`: it
    fits, and a choice or chance is missing; `falls`: it does not fit any more. `why` (and `rule`) say what is missing
    or speaks against it. `left out` and `kept` (as the table had it) are answers that were given. A value that was set
    `hides` a correction where the correction had changed what it sets.
    """

    seq: int
    fate: LaterRandomSource
    rule: str = ""
    why: str = ""
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    hides: bool = False


class CorrectionPlan(msgspec.Struct, frozen=True):
    """What a correction does: the fate of each later move, and the board as far as it is known before a die falls.

    `keep` are piles whose order can stand, because the same seats draw the same cards again. `spare` are lines of dice
    and cards that fell and serve nowhere any more. `informed` are changes and answers whose seat chose after it had
    seen chance that is used again behind them, by the line where they stand. `waits` is how many later moves cannot be
    looked at before an open one is settled. `unused` are moves of which something was said, and that do not fall.
    What is written for a seat of `untold` hangs on what whoever looks does not know: only the table can tell.
    """

    later: tuple[LaterMove, ...] = ()
    keep: tuple[str, ...] = ()
    changed: tuple[ChangedLine, ...] = ()
    spare: tuple[int, ...] = ()
    informed: tuple[int, ...] = ()
    waits: int = 0
    unused: tuple[int, ...] = ()
    untold: tuple[str, ...] = ()

    @property
    def again(self) -> tuple[int, ...]:
        """The groups that stand again, by the lines of their heads."""
        return tuple(one.seq for one in self.later if one.fate in ("stands", "changes", "kept"))

    @property
    def dropped(self) -> tuple[LaterMove, ...]:
        """The later moves that fall, or were left out where they fell."""
        return tuple(one for one in self.later if one.fate in ("falls", "left out"))

    @property
    def falls(self) -> tuple[LaterMove, ...]:
        """The later moves that fall and that nobody has answered for."""
        return tuple(one for one in self.later if one.fate == "falls")

    @property
    def open(self) -> tuple[LaterMove, ...]:
        """The later moves that wait for a choice or for chance."""
        return tuple(one for one in self.later if one.fate == "open")

    @property
    def anew(self) -> int:
        """The first line that needs new chance or a choice, 0 for none."""
        return next((one.seq for one in self.later if one.fate == "open"), 0)


class NeedsAnswerError(RefusedError):
    """Later moves fall or are open, and nobody has said what is to become of them."""

    code = "needs-answer"

    def __init__(self, message: str, lines: Sequence[int]) -> None:
        super().__init__(message)
        self.lines = tuple(lines)


class Decided(NamedTuple):
    """The lines of a group that was decided again, and the position behind them."""

    entries: Sequence[Any]
    now: Any
