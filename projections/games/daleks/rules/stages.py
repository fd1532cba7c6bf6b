"""The frame of an Adventure: who takes part, the order of its stages, and its two windows.

In the windows other players may play cards: before the roll and before the Adventure is resolved.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from projections.draft import Draft
from projections.games.daleks.events.adventure_effects import AdventureStage
from projections.games.daleks.rules import challenge, turns
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import BEFORE_RESOLVING, BEFORE_ROLL, STAGES, Adventure, Debt, Position
from projections.rule_conflicts import RuleConflict
from projections.window import Window, WindowClosed, open_window, pass_window
from projections.wording import titled

POOLS: Final = ("pool", "cut")
"""The stages in which a pool may still get dice; see `is_uncut`."""
REROLLS: Final = ("reroll",)
CHANGES: Final = ("reroll", "change")
"""Stages in which faces are changed. The first change sets the stage to `change`."""
_LATE: Final[Mapping[str, RuleConflict]] = {
    "recruit": RuleConflict(
        "TOD-RECR-02", "a Companion can be recruited only at the start of the Adventure", "that stage is over"
    ),
    "pool": RuleConflict(
        "TOD-ADV-02", "dice can be gathered and focused only before the pool is cut", "that stage is over"
    ),
    "cut": RuleConflict(
        "TOD-ADV-02", "pools can be changed only before the dice are rolled", "the dice are rolled already"
    ),
    "exterminate": RuleConflict(
        "TOD-EXT-01", "dice can be exterminated only before the roll", "the dice are rolled already"
    ),
    "roll": RuleConflict(
        "TOD-ROLL-01", "the dice can be rolled only once in an Adventure", "the dice are rolled already"
    ),
    "reroll": RuleConflict("TOD-FACE-01", "dice can be re-rolled only before faces are changed", "that stage is over"),
    "change": RuleConflict(
        "TOD-ADV-01", "faces can be changed only before the Adventure is resolved", "that stage is over"
    ),
}
"""The rule conflict of a move whose stage is over, by the last stage to which the move belongs."""
_EARLY: Final[Mapping[str, RuleConflict]] = {
    "recruit": RuleConflict("TOD-ADV-01", "the starting pool must be gathered first"),
    "pool": RuleConflict("TOD-ADV-02", "the pools must be cut to their limits first"),
    "cut": RuleConflict("TOD-LIM-01", "every pool must be down to its limit first"),
    "exterminate": RuleConflict("TOD-EXT-01", "dice must be exterminated by Dalek markers first"),
    "roll": RuleConflict("TOD-ROLL-01", "the dice must be rolled first"),
}
"""The rule conflict of a move that belongs to a later stage, by the current stage, which is not done."""


def takes_part(position: Position, seat: str) -> bool:
    """Return whether a seat takes part in the Adventure under way, as the caller or as the helper (TOD-CARD-04)."""
    now = position.adventure
    return now is not None and (seat == now.seat or (seat == now.helper and bool(now.manner)))


def interruption_conflicts(position: Position, seat: str) -> list[RuleConflict]:
    """Return the rule conflicts of a seat acting in an Adventure now, in any stage.

    Rules:
        TOD-ROUND-03: the game is over. TOD-FAIL-05: a cost comes first. TOD-CARD-05: another seat may still play a
        card.
    """
    if ended := turns.over_conflict(position):
        return [ended]
    match position.stack[-1] if position.stack else None:
        case Debt(seat=other):
            return [turns.cost_first_conflict(other)]
        case Window(awaited=awaited) if awaited and seat not in awaited:
            return [turns.asked_conflict(awaited)]
    return []


def stage_conflicts(position: Position, seat: str, *stages: str, called: bool = False) -> list[RuleConflict]:
    """Return the rule conflicts of a seat making a move that belongs to one of these stages, given in order.

    Rules:
        TOD-ADV-01 and TOD-ADV-02: stages follow in order. TOD-HELP-23: only Doctors who take part. TOD-HELP-04: while
        pools are built, the called player first says how to help. `called` is true for that answer.
    """
    now = position.adventure
    if found := interruption_conflicts(position, seat):
        return found
    if now is None or now.over:
        return [RuleConflict("TOD-ADV-01", "this move can be made only in an Adventure", "no Adventure is under way")]
    if now.helper and not now.manner and not called and now.stage in POOLS:
        wanted = "the helper must choose how to help first"
        return [RuleConflict("TOD-HELP-04", wanted, f"{titled(now.helper)} has not chosen")]
    if not called and not takes_part(position, seat):
        wanted = "only a player who takes part in the Adventure can do this"
        return [RuleConflict("TOD-HELP-23", wanted, f"{titled(seat)} is neither the caller nor the helper")]
    return list(_out_of_order(now, stages))


def _out_of_order(now: Adventure, stages: tuple[str, ...]) -> Iterator[RuleConflict]:
    if now.stage in stages:
        return
    if STAGES.index(now.stage) > STAGES.index(stages[-1]):
        yield _LATE.get(stages[-1], _LATE["reroll"])
    else:
        yield _EARLY.get(now.stage, _EARLY["roll"])


def is_uncut(adventure: Adventure, seat: str) -> bool:
    """Return whether a seat's pool may still grow: gathered, and no die was taken out (TOD-POOL-03, TOD-HELP-27)."""
    return tray.pool_of(adventure, seat).gathered and is_untouched(adventure, seat)


def is_untouched(adventure: Adventure, seat: str) -> bool:
    """Return whether no die was taken out of a pool. Dice that went back with their card do not count (AMB-30)."""
    pool = tray.pool_of(adventure, seat)
    cut = pool.done or any(die.gone in ("cut", "exterminated") for die in pool.dice)
    return not cut and adventure.stage in POOLS


def callers_conflict(position: Position, adventure: Adventure, rule: str, act: str) -> RuleConflict:
    """Return the rule conflict which says that only the player whose Adventure it is (the caller) can do `act`."""
    whose_it_is = f"it is {names.whose(position, adventure.seat)} Adventure"
    return RuleConflict(rule, f"only the player whose Adventure it is can {act}", whose_it_is)


def building_conflicts(position: Position, seat: str) -> list[RuleConflict]:
    """Return the conflicts of adding dice: gather first (TOD-POOL-01), cut last (TOD-POOL-03, TOD-ADV-02)."""
    now = position.adventure
    if now is None or now.stage not in POOLS or is_uncut(now, seat):
        return []
    if not tray.pool_of(now, seat).gathered:
        wanted = "the starting pool must be gathered first"
        return [RuleConflict("TOD-POOL-01", wanted, f"{names.whose(position, seat)} pool is not gathered")]
    wanted = "all dice must be gathered and focused before the pool is cut"
    return [RuleConflict("TOD-POOL-03", wanted, "the pool is cut already")]


def unmet_conflicts(position: Position) -> list[RuleConflict]:
    """Return the rule conflicts of changing dice that already meet the challenge (TOD-RERO-01)."""
    now = position.adventure
    if now is None or not challenge.is_met(now):
        return []
    return [RuleConflict("TOD-ROLL-03", "dice can be changed only while a symbol is missing", "every symbol is met")]


def go_to_stage(draft: Draft[Position], stage: str, rule: str = "TOD-ADV-02") -> None:
    """Go to a stage, unless the Adventure is already there."""
    now = draft.now.adventure
    if now is not None and now.stage != stage:
        draft.add(AdventureStage(stage=stage), rule)


def _others(position: Position) -> tuple[str, ...]:
    now, seats = position.adventure, position.seats
    at = seats.index(now.seat) if now is not None and now.seat in seats else -1
    return (*seats[at + 1 :], *seats[: max(0, at)])


def _could_answer(position: Position, seat: str) -> bool:
    """Return whether a seat has a card in hand. As the hand is hidden, the seat then counts as able to answer."""
    return bool(position.hands.get(seat))


def ask_before_roll(draft: Draft[Position]) -> bool:
    """Ask the seats that take no part for cards before the dice are rolled. Return whether any seat is asked.

    Rules:
        TOD-CARD-05: an Any Adventure card can be played without taking part. TOD-POOL-02: this is the last chance to
        add dice. The helper could play cards while the pool was built.
    """
    now = draft.now
    helper = now.adventure.helper if now.adventure else ""
    seats = tuple(seat for seat in _others(now) if seat != helper and _could_answer(now, seat))
    return open_window(draft, BEFORE_ROLL, seats, "TOD-CARD-05")


def ask_before_resolving(draft: Draft[Position]) -> bool:
    """Ask the other seats for cards before an unmet Adventure is resolved. Return whether any seat is asked.

    Rules:
        TOD-ROLL-03: no question if every symbol is met or the dice are unknown. TOD-CARD-05: seats with cards may play
        one. TOD-FAIL-01: the helper may have means left.
    """
    now = draft.now
    adventure = now.adventure
    if adventure is None or challenge.is_met(adventure) or challenge.is_untold(adventure):
        return False
    helping = adventure.helper if adventure.manner and tray.dice_left(tray.pool_of(adventure, adventure.helper)) else ""
    seats = tuple(seat for seat in _others(now) if seat == helping or _could_answer(now, seat))
    return open_window(draft, BEFORE_RESOLVING, seats, "TOD-CARD-05")


def close_window(draft: Draft[Position]) -> None:
    """End the question to the seats because a seat acted; all passes lapse."""
    window = draft.now.window
    if window is not None:
        draft.add(WindowClosed(name=window.name), "TOD-CARD-05")


def let_pass(draft: Draft[Position], seat: str) -> str:
    """Let a seat pass. Return the name of the question (window) if this was the last awaited pass, else ""."""
    window = draft.now.window
    if window is None or seat not in window.awaited:
        return ""
    return window.name if pass_window(draft, window, seat, "TOD-CARD-05") else ""
