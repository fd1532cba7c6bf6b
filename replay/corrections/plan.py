"""The data of a correction: its changes, the fate of each later move, and the answers for moves that no longer fit."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from events.errors import RefusedError
from projections.contracts import Written
from replay.corrections.replayed_chance import Keeping
from replay.corrections.takeback import ChangedLine
from replay.reading.reading import Group

NEEDS_TABLE: Final = "it depends on something hidden from you"
"""Why a later move is open or removed if its fate cannot be known from what the viewer may know."""

LaterFate = Literal["stands", "changes", "open", "falls", "left out", "kept"]


class Change(NamedTuple):
    """One change: `written` replaces the move of a group (None: omits it) or, if `inserts`, is added before it."""

    group: Group
    written: Written | None = None
    inserts: bool = False


class Answer(NamedTuple):
    """An answer for a later move that no longer fits or is open: leave it out, accept it as played, or replace it."""

    how: Literal["omit", "keep", "put"]
    written: Written | None = None


OMIT: Final = Answer("omit")
KEEP: Final = Answer("keep")


class Correction(NamedTuple):
    """Changes of moves, answers for later moves by entry and for all `others`, and how each pile's cards are reused.

    Two sets make a correction do what its author saw in the preview, because hidden items can decide otherwise:
    `removed` are later moves that an answer leaves out even if they fit, `stays` moves that stay even if they do not.
    """

    changes: Sequence[Change] = ()
    answers: Mapping[int, Answer] = {}
    others: Answer | None = None
    keepings: Mapping[str, Keeping] = {}
    removed: frozenset[int] = frozenset()
    stays: frozenset[int] = frozenset()

    @property
    def first(self) -> Group:
        """The first group that the changes affect. Raises RefusedError without a change or with two for one move."""
        if not self.changes:
            raise RefusedError("a correction must change at least one move")
        changed = [one.group.first for one in self.changes if not one.inserts]
        if len(changed) != len(set(changed)):
            raise RefusedError("the correction changes the same move twice")
        return min((one.group for one in self.changes), key=lambda group: group.first)


class LaterMove(msgspec.Struct, frozen=True):
    """The fate of a later move, or moderator action, after a correction. `seq` is its entry.

    - `stands`: the same move with the same result.
    - `changes`: still legal; `was` and `now` are the differing results in words.
    - `open`: still legal, but chance or a choice is missing, or it depends on hidden items.
    - `falls`: no longer fits. `why` and `rule` give the reason, also for `open`.
    - `left out`, `kept` (accepted as played): by an answer.

    `hides` marks a value set by the moderator that overwrites the effect of the correction.
    """

    seq: int
    fate: LaterFate
    rule: str = ""
    why: str = ""
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    hides: bool = False


class CorrectionPlan(msgspec.Struct, frozen=True):
    """The result of a correction: the fate of each later move, and the changed lines of the board as far as known.

    - `keep`: piles whose order can remain, because the same seats draw the same cards again.
    - `spare`: entries of chance that are no longer used.
    - `informed`: changed moves whose seat had already seen chance that is reused after them, by entry.
    - `waits`: the number of later moves that cannot be previewed before an open one is settled.
    - `unused`: moves with an answer that need none.
    - `untold`: seats with a written move whose legality depends on items hidden from the viewer.
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
        """The entry numbers of the later moves that remain."""
        return tuple(one.seq for one in self.later if one.fate in ("stands", "changes", "kept"))

    @property
    def dropped(self) -> tuple[LaterMove, ...]:
        """The later moves that no longer fit, with or without an answer that leaves them out."""
        return tuple(one for one in self.later if one.fate in ("falls", "left out"))

    @property
    def falls(self) -> tuple[LaterMove, ...]:
        """The later moves that no longer fit and have no answer."""
        return tuple(one for one in self.later if one.fate == "falls")

    @property
    def open(self) -> tuple[LaterMove, ...]:
        """The later moves that lack a choice, a roll or a card."""
        return tuple(one for one in self.later if one.fate == "open")

    @property
    def undecided(self) -> tuple[LaterMove, ...]:
        """The open later moves whose fate depends on hidden items. The author of a ruling must decide about them."""
        return tuple(one for one in self.open if one.why == NEEDS_TABLE)

    @property
    def anew(self) -> int:
        """The first entry that needs a new roll, card or choice, 0 without one."""
        return next((one.seq for one in self.later if one.fate == "open"), 0)


class NeedsAnswerError(RefusedError):
    """Later moves no longer fit or are open, and have no answer."""

    code = "needs-answer"

    def __init__(self, message: str, lines: Sequence[int]) -> None:
        super().__init__(message)
        self.lines = tuple(lines)
