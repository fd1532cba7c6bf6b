"""Objections to a move, written once for those who refuse it and those who list what is legal."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from projections.draft import Draft


class Objection(NamedTuple):
    """A rule that a move does not keep, and what it asks; None as verdict where it depends on something unknown.

    `reading` names the reading by which it asks so, and the option that reads it otherwise.
    """

    rule: str
    verdict: bool | None
    message: str
    reading: str = ""


def require_all(draft: Draft[Any], *objections: Objection | None) -> None:
    """State every objection in the draft: a strict one refuses at the first."""
    for objection in objections:
        if objection:
            draft.require(*objection)


def allowed(objections: Iterable[Objection | None]) -> bool | None:
    """Whether nothing speaks against it; None where that hangs on something unknown."""
    doubt = False
    for objection in objections:
        if objection:
            if objection.verdict is False:
                return False
            doubt = True
    return None if doubt else True
