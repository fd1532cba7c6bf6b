"""Rule conflicts of a move, shared by the code that refuses moves and the code that lists legal moves."""

from collections.abc import Iterable
from typing import Self

import msgspec

from events.errors import IllegalMoveError
from projections.wording import Tense, state_in


class RuleConflict(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule that a move breaks, or that cannot be checked.

    `requirement` is what the rule requires or allows. `found` is the fact that does not fit, in the present tense, ""
    if the requirement says all. `verdict` is None if the conflict depends on hidden information. `reading` is set if
    the rulebook is unclear: the interpretation under which the rule is broken, and the option that changes it.

    If the rule is about a number, `have` is the number of this move or position. The rule needs at least `need` and
    allows at most `limit`. If both are equal, it requires exactly this number.
    """

    rule: str
    requirement: str
    found: str = ""
    verdict: bool | None = False
    reading: str = ""
    have: int | None = None
    need: int | None = None
    limit: int | None = None

    @property
    def message(self) -> str:
        """The requirement of the rule, and the fact that does not fit, in one sentence."""
        return f"{self.requirement}: {self.found}" if self.found else self.requirement

    @property
    def is_unverified(self) -> bool:
        """Whether hidden information decides if the move breaks the rule."""
        return self.verdict is None

    def refusal(self) -> IllegalMoveError:
        """Return the error that refuses the move because of this conflict."""
        advice = "Record the hidden card or tile first, or accept the line with a reason" if self.is_unverified else ""
        return IllegalMoveError(self.rule, self.requirement, self.found, advice)

    def in_tense(self, tense: Tense) -> Self:
        """Return the conflict with its fact in the past tense (for a finding) or the conditional (for a preview)."""
        return msgspec.structs.replace(self, found=state_in(tense, self.found))


def allowed(conflicts: Iterable[RuleConflict | None]) -> bool | None:
    """Return whether a move with these rule conflicts is legal; None if that depends on hidden information."""
    unsure = False
    for conflict in conflicts:
        if conflict:
            if conflict.verdict is False:
                return False
            unsure = True
    return None if unsure else True
