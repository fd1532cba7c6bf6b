"""What speaks against a move: a rule, how sure that is, and why."""

from collections.abc import Iterable
from typing import NamedTuple

from projections.draft import Draft
from projections.games.risk.position import World
from projections.games.risk.world_map import TERRITORIES

__all__ = ["Objection", "allowed", "must_be_territories", "state"]


class Objection(NamedTuple):
    """A rule that a move does not keep; a verdict of None where that hangs on something unknown."""

    rule: str
    verdict: bool | None
    message: str


def state(draft: Draft[World], *objections: Objection | None) -> None:
    """State every objection in the draft: a strict one refuses at the first."""
    for objection in objections:
        if objection:
            draft.require(*objection)


def allowed(objections: Iterable[Objection | None]) -> bool:
    """Whether nothing speaks against it for sure, nor may."""
    return not any(objections)


def must_be_territories(draft: Draft[World], *names: str) -> None:
    """Refuse what is no territory of this board."""
    for name in names:
        draft.must("RISK-CMP-06", name in TERRITORIES, f'there is no territory "{name[:40]}"')
