"""The effects of a correction on later moves, in words."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.wording import counted
from replay.corrections.plan import CorrectionPlan, LaterMove
from replay.reading.timeline import Timeline

_WORDS: Final[Mapping[str, str]] = {
    "changes": "changes", "open": "needs dice, cards or a choice", "falls": "no longer fits",
    "left out": "is removed", "kept": "is accepted as played",
}  # fmt: skip


def plan_sentences(plan: CorrectionPlan, timeline: Timeline) -> Iterator[str]:
    """Yield each effect of a correction in words, without the changes of the board."""
    stands = sum(one.fate in ("stands", "changes") for one in plan.later)
    yield f"{counted(stands, 'later move')} still {'fits' if stands == 1 else 'fit'}"
    if plan.dropped:
        addresses = ", ".join(timeline.address(one.seq) for one in plan.dropped)
        yield f"{counted(len(plan.dropped), 'later move')} could not stay: {addresses}"
    for one in plan.later:
        if one.fate != "stands" or one.hides:
            word = "is open" if one in plan.undecided else _WORDS[one.fate]
            what = "sets a value and so hides the correction" if one.hides else f"{word}{_because(one)}"
            yield f"{timeline.address(one.seq)} {what}"
    if plan.waits:
        yield f"{counted(plan.waits, 'move')} after it cannot be checked yet"
    if plan.spare:
        yield f"dice and cards that are no longer used: {', '.join(f'#{seq}' for seq in plan.spare)}"
    if plan.informed:
        yield "warning: the new choice was made after later dice and cards were known"


def _because(one: LaterMove) -> str:
    if one.why:
        return f": {one.why}{f' ({one.rule})' if one.rule else ''}"
    was = f"; was: {' '.join(one.was)}" if one.was else ""
    now = f"; now: {' '.join(one.now)}" if one.now else ""
    return f"{was}{now}"
