"""Board statements in posts, compared with the log: the first difference, and until when a statement was true."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from events.errors import BellError
from events.events import UNKNOWN, Passed
from projections.contracts import Claim
from projections.draft import run
from projections.game import Game
from replay.chance.random_source import NoChance
from replay.reading.timeline import Timeline

_MOST: Final = 64


class ClaimComparison(msgspec.Struct, frozen=True):
    """A board statement, the actual value (`due`, "" if unknown to this reader), and until when it was true."""

    place: str
    value: str
    due: str = ""
    since: str = ""

    @property
    def differs(self) -> bool:
        """Whether the board is known to be different."""
        return bool(self.due) and self.due != self.value

    @property
    def says(self) -> str:
        """The comparison in words."""
        if not self.due:
            return f"{self.place} is declared as {self.value}, which cannot be checked without hidden information"
        if not self.differs:
            return f"{self.place} is {self.value}, as declared"
        return f"{self.place} is declared as {self.value}, but on the board it is {self.due} ({self.since})"


def due_value(game: Game[Any, Any], position: Any, place: str, claimed: str) -> str | None:
    """Return the value of a field on the board, None if it does not exist.

    If passes of the awaited seats lead to the value that a post claims, that value is returned.
    """
    due = game.notation.claim(place, position)
    for _ in range(_MOST):
        if due is None or UNKNOWN in (due, claimed) or due == claimed:
            return due
        seat = next(iter(game.rules.status(position).awaited), "")
        silent = game.rules.implied_pass(position, seat) if seat else None
        if not isinstance(silent, Passed):
            return due
        try:
            position = run(game.rules, position, silent, NoChance(), strict=False).now
        except BellError:
            return due
        if game.notation.claim(place, position) == claimed:
            return claimed
    return due


def compare(
    game: Game[Any, Any], position: Any, claim: Claim, before: Sequence[tuple[str, Any]], timeline: Timeline
) -> ClaimComparison:
    """Compare a board statement with a position. `before` are names of earlier lines (`line 3`), with positions."""
    due = due_value(game, position, claim.place, claim.value)
    if claim.value == UNKNOWN or due is None or UNKNOWN in due:
        return ClaimComparison(claim.place, claim.value)
    if due == claim.value:
        return ClaimComparison(claim.place, claim.value, due)

    here = next((place for place, at in reversed(before) if game.notation.claim(claim.place, at) == claim.value), "")
    since = _until(here) if here else agreed_until(timeline, claim.place, claim.value)
    return ClaimComparison(claim.place, claim.value, due, since)


def agreed_until(timeline: Timeline, place: str, value: str, upto: int = 0) -> str:
    """Return in words the last entry (at most `upto`, if given) after which the stated value was true."""
    for group in reversed(timeline.groups):
        seq = group.last
        if (not upto or seq <= upto) and timeline.game.notation.claim(place, timeline.position(seq)) == value:
            address = timeline.addresses.get(group.first, "")
            return _until(f"#{seq}{f' ({address})' if address else ''}")
    return _until("")


def _until(place: str) -> str:
    return f"the declared value was true up to {place}" if place else "the declared value was never true in this log"
