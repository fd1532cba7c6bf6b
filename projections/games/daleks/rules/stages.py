"""The frame of an Adventure: who takes part, in which order its stages follow."""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.draft import Draft
from projections.games.daleks.events.adventure_effects import AdventureStage
from projections.games.daleks.rules.challenge import is_met
from projections.games.daleks.rules.turns import over_objection
from projections.games.daleks.state.position import STAGES, Adventure, Debt, Position
from projections.games.daleks.state.tray import pool_of
from projections.objections import Objection
from projections.window import Window
from projections.wording import titled

POOLS: Final = ("pool", "cut")
"""Stages in which a pool may still be open; `is_uncut` tells."""
REROLLS: Final = ("reroll",)
CHANGES: Final = ("reroll", "change")
"""Stages in which faces are changed; once one is, the stage is `change`."""
_LATE: Final[Mapping[str, Objection]] = {
    "recruit": Objection("TOD-RECR-02", False, "recruiting is done at the start of the Adventure: that is over"),
    "pool": Objection("TOD-ADV-02", False, "dice are gathered and focused before the pool is cut: that is over"),
    "cut": Objection("TOD-ADV-02", False, "pools are made up and cut before dice are rolled: that is over"),
    "exterminate": Objection("TOD-EXT-01", False, "dice are exterminated before the roll: that is over"),
    "roll": Objection("TOD-ROLL-01", False, "the dice are rolled once: they have been"),
    "reroll": Objection("TOD-FACE-01", False, "dice are re-rolled before faces are changed: that is over"),
    "change": Objection("TOD-ADV-01", False, "faces are changed before the Adventure is resolved: that is over"),
}
"""What is said of a move whose stage is over, by the last stage that it belongs to."""
_EARLY: Final[Mapping[str, Objection]] = {
    "recruit": Objection("TOD-ADV-01", False, "first gather the starting pool"),
    "pool": Objection("TOD-ADV-02", False, "first the pools are cut to their limits"),
    "cut": Objection("TOD-LIM-01", False, "first every pool comes down to its limit"),
    "exterminate": Objection("TOD-EXT-01", False, "first dice are lost to Dalek markers"),
    "roll": Objection("TOD-ROLL-01", False, "first roll the dice"),
}
"""What is said where the present stage is not done yet."""


def takes_part(position: Position, seat: str) -> bool:
    """Whether a Doctor takes part in the Adventure under way: whoever met it, or helps (TOD-CARD-04)."""
    now = position.adventure
    return now is not None and (seat == now.seat or (seat == now.helper and bool(now.manner)))


def interruption_objections(position: Position, seat: str) -> list[Objection]:
    """What keeps a seat from acting in an Adventure now, whatever its stage.

    Rules:
        TOD-ROUND-03 the game is over; TOD-FAIL-05 a cost comes first; TOD-CARD-05 so does whoever may play a card.
    """
    if ended := over_objection(position):
        return [ended]
    match position.stack[-1] if position.stack else None:
        case Debt(seat=other):
            return [Objection("TOD-FAIL-05", False, f"first {titled(other)} carries out a cost")]
        case Window(awaited=awaited) if awaited and seat not in awaited:
            return [Objection("TOD-CARD-05", False, f"{' and '.join(map(titled, awaited))} may still play a card")]
    return []


def stage_objections(position: Position, seat: str, *stages: str, called: bool = False) -> list[Objection]:
    """What speaks against a Doctor doing now what is done in one of these stages, given in their order.

    Rules:
        TOD-ADV-01 and TOD-ADV-02 stages follow in their order; TOD-HELP-23 only the Doctors who take part; TOD-HELP-04
        whoever was `called` says how to help before anything else goes on, while pools are made.
    """
    now = position.adventure
    if found := interruption_objections(position, seat):
        return found
    if now is None or now.over:
        return [Objection("TOD-ADV-01", False, "no Adventure is under way")]
    if now.helper and not now.manner and not called and now.stage in POOLS:
        return [Objection("TOD-HELP-04", False, f"first {titled(now.helper)} says how to help")]
    if not called and not takes_part(position, seat):
        return [
            Objection(
                "TOD-HELP-23", False, f"only Doctors who take part use dice and icons in it: {titled(seat)} does not"
            )
        ]
    return list(_out_of_order(now, stages))


def _out_of_order(now: Adventure, stages: tuple[str, ...]) -> Iterator[Objection]:
    if now.stage in stages:
        return
    if STAGES.index(now.stage) > STAGES.index(stages[-1]):
        yield _LATE.get(stages[-1], _LATE["reroll"])
    else:
        yield _EARLY.get(now.stage, _EARLY["roll"])


def is_uncut(adventure: Adventure, seat: str) -> bool:
    """Whether a seat's pool may still be built up: it is gathered, and no die was taken out of it yet.

    Rules:
        TOD-POOL-03 and TOD-HELP-27 all dice and all focusing before the first cut.
    """
    return pool_of(adventure, seat).gathered and is_untouched(adventure, seat)


def is_untouched(adventure: Adventure, seat: str) -> bool:
    """Whether no die was taken out of a seat's pool yet; one whose dice went back may be still to gather (AMB-30)."""
    pool = pool_of(adventure, seat)
    cut = pool.done or any(die.gone in ("cut", "exterminated") for die in pool.dice)
    return not cut and adventure.stage in POOLS


def building_objections(position: Position, seat: str) -> list[Objection]:
    """What speaks against building up a seat's pool.

    Rules:
        TOD-POOL-01 the starting pool comes first; TOD-POOL-03 and TOD-ADV-02 nothing is added once it is cut.
    """
    now = position.adventure
    if now is None or now.stage not in POOLS or is_uncut(now, seat):
        return []
    if not pool_of(now, seat).gathered:
        return [Objection("TOD-POOL-01", False, f"first {titled(seat)} gathers the starting pool")]
    return [Objection("TOD-POOL-03", False, "gather and focus all dice before the pool is cut: it has been")]


def unmet_objections(position: Position) -> list[Objection]:
    """What speaks against going on with dice that meet the challenge (TOD-ROLL-03, TOD-RERO-01)."""
    now = position.adventure
    if now is None or not is_met(now):
        return []
    return [Objection("TOD-ROLL-03", False, "every symbol is met: resolve the Adventure")]


def go_to_stage(draft: Draft[Position], stage: str, rule: str = "TOD-ADV-02") -> None:
    """Go on to a stage where the Adventure is not there already."""
    now = draft.now.adventure
    if now is not None and now.stage != stage:
        draft.add(AdventureStage(stage=stage), rule)
