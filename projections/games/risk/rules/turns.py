"""The order of the six steps of a turn, the rule conflicts of each step, and the end of unfinished business."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Literal

from events.events import Effect, Move
from projections.draft import Draft
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.rules.territory_cards import owes_trade
from projections.games.risk.state.names import army_name, place, whose
from projections.games.risk.state.position import NEUTRALS, Battle, Duty, World
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.window import Window, WindowClosed
from projections.wording import counted, joined

Step = Literal["neutral", "tardis", "count", "place", "attack", "manoeuvre", "draw"]
STEPS: Final[tuple[Step, ...]] = ("neutral", "tardis", "count", "place", "attack", "manoeuvre", "draw")
"""The steps of a turn in order (RISK-TRN-01). `tardis` includes Clara's advance. `count` and `place` are step 3."""
_COMPULSORY: Final = ("neutral", "tardis", "count")
_LEFT_OUT: Final[Mapping[str, RuleConflict]] = {
    "neutral": RuleConflict("RISK-TWO-12", "before the TARDIS lands, 3 Daleks must be added to a neutral army"),
    "tardis": RuleConflict("RISK-TAR-01", "the TARDIS must land at the start of the turn"),
    "count": RuleConflict("RISK-TRN-01", "the new Daleks of the turn must be counted first"),
    "attack": RuleConflict("RISK-TRN-01", "the player must first say that the attacks are over"),
    "manoeuvre": RuleConflict("RISK-TRN-01", "the player must first manoeuvre or hold position"),
}
_GONE_BACK: Final[Mapping[str, RuleConflict]] = {
    "neutral": RuleConflict(
        "RISK-TWO-12", "neutral Daleks can only be added once in a turn", "the 3 of this turn are already placed"
    ),
    "tardis": RuleConflict("RISK-TAR-01", "the TARDIS can only land once in a turn", "the TARDIS has already landed"),
    "count": RuleConflict(
        "RISK-PLC-05", "new Daleks can only be counted once in a turn", "the Daleks of this turn are already counted"
    ),
    "place": RuleConflict(
        "RISK-TRN-02", "new Daleks can only be placed before the attacks", "the step of placing Daleks is over"
    ),
    "attack": RuleConflict("RISK-MAN-07", "attacks can only be made before the manoeuvre", "the manoeuvre is over"),
    "manoeuvre": RuleConflict(
        "RISK-MAN-01", "only one manoeuvre can be made in a turn", "the manoeuvre of this turn is over"
    ),
}
_OVER: Final = RuleConflict("RISK-WIN-01", "a finished game can have no more moves", "this game is over")


def next_seat(world: World, seat: str) -> str:
    """Return the next seat clockwise that is not defeated (RISK-SET-03, RISK-TRN-03)."""
    at = world.seats.index(seat)
    order = (*world.seats[at + 1 :], *world.seats[: at + 1])
    return next((other for other in order if other not in world.defeated), seat)


def opponent(world: World, seat: str) -> str:
    """Return the other player of a two-player game."""
    return next(other for other in world.seats if other != seat)


def round_of(world: World, seat: str) -> int:
    """Return the number of the round of a seat's turn if it began now. A round begins with the first player's turn."""
    seats, first = world.seats, world.first or seat
    since = {name: (seats.index(name) - seats.index(first)) % len(seats) for name in seats}
    return world.round + (since[seat] <= since.get(world.player, len(seats)))


def begin_turn(draft: Draft[World], seat: str, rule: str = "RISK-SET-03") -> None:
    """Give a seat the turn, which begins with neutral Daleks if such an army is left (RISK-TWO-12, RISK-TWO-15)."""
    now = draft.now
    draft.add(e.TurnBegan(player=seat, turn=now.turn + 1, round=round_of(now, seat) if now.turn else 1), rule)
    if any(land.army in NEUTRALS for land in now.lands.values()):
        draft.add(e.StepReached(step="neutral"), "RISK-TWO-12")


def is_own_turn(world: World, seat: str, step: Step) -> bool:
    """Return whether this step belongs to the seat. The player's opponent adds neutral Daleks (RISK-TWO-14)."""
    return seat == (opponent(world, world.player) if step == "neutral" else world.player)


def step_conflict(world: World, seat: str, step: Step, late: RuleConflict | None = None) -> RuleConflict | None:
    """Return the rule conflict of a seat making a step of the turn now, or None.

    `late` is the conflict to return if the step is over.

    Rules:
        RISK-TRN-01: the order of steps. RISK-TRN-02: compulsory steps, and no way back. A skipped step was already
        objected to, so it can be made later.
    """
    if world.is_over:
        return over_conflict(world)
    if seat in world.defeated and seat != world.player:
        wanted = "defeated players can no longer take turns"
        return RuleConflict("RISK-ELI-05", wanted, f"{army_name(seat)} is defeated")
    if step == world.step == "neutral" and seat == world.player:
        rival = army_name(opponent(world, seat))
        return RuleConflict("RISK-TWO-14", "only the opponent can add neutral Daleks", f"in this turn that is {rival}")
    if not is_own_turn(world, seat, step):
        wanted = "players must take their turns in order"
        return RuleConflict("RISK-SET-03", wanted, f"it is {whose(world.player)} turn")
    return _unfinished(world) or _out_of_order(world, seat, step, late)


def needs_step(step: Step) -> Callable[[World, Move], Iterable[RuleConflict]]:
    """Return the function that yields the rule conflicts of a move that only needs this step."""

    def step_conflicts(world: World, move: Move) -> Iterable[RuleConflict]:
        conflict = step_conflict(world, move.player, step)
        return (conflict,) if conflict else ()

    return step_conflicts


def over_conflict(world: World) -> RuleConflict | None:
    """Return the rule conflict of any move after the end of the game (RISK-WIN-01, RISK-WIN-06)."""
    return _OVER if world.is_over else None


def _unfinished(world: World) -> RuleConflict | None:
    """Return the rule conflict of making a move before a battle, a removal of Daleks or a window has ended, or None."""
    match world.stack[-1] if world.stack else None:
        case Battle(taken=True, target=target):
            wanted = f"the attacker must first move Daleks into {place(target)}"
            return RuleConflict("RISK-ATT-16", wanted, f"{place(target)} has just been conquered")
        case Battle(target=target):
            return RuleConflict("RISK-ATT-04", f"the battle for {place(target)} must end or be called off first")
        case Duty(player=player, daleks=daleks):
            return RuleConflict("RISK-POW-16", f"{army_name(player)} must first remove {counted(daleks, 'Dalek')}")
        case Window(awaited=awaited):
            seats = joined([army_name(each) for each in awaited])
            return RuleConflict("RISK-POW-15", f"{seats} must first play a Power Card or pass")
        case _:
            return None


def _out_of_order(world: World, seat: str, step: Step, late: RuleConflict | None) -> RuleConflict | None:
    now = world.step
    if now not in STEPS:
        wanted = "moves are only possible after the beginning of the game"
        return RuleConflict("RISK-TRN-01", wanted, "this game has not begun")
    if STEPS.index(step) < STEPS.index(now):
        made_good = step in world.missed or (step == "count" and "counted" in world.missed)
        if made_good or (step == "place" and world.pool and not late):
            return None
        return late or (_no_more_attacks(world) if step == "attack" else None) or _GONE_BACK[step]
    for passed in STEPS[STEPS.index(now) : STEPS.index(step)]:
        conflict = unplaced_conflict(world, seat) if passed == "place" else _LEFT_OUT[passed]
        if conflict:
            return conflict
    return None


def _no_more_attacks(world: World) -> RuleConflict | None:
    """Return the conflict of an attack after the last one (RISK-ATT-14, RISK-TRN-02). Manoeuvres are not checked."""
    if world.no_attack:
        return beaten_conflict(world)
    if world.step == "manoeuvre":
        return RuleConflict("RISK-TRN-02", "attacks can only be made in the attack step", "the attack step is over")
    return None


def beaten_conflict(world: World) -> RuleConflict:
    """Return the rule conflict that a player who has lost all attackers makes no further attack (RISK-ATT-14)."""
    lost = f"{army_name(world.player)} has lost all attackers"
    return RuleConflict("RISK-ATT-14", "a player who loses all attackers can make no more attacks in that turn", lost)


def unplaced_conflict(world: World, seat: str) -> RuleConflict | None:
    """Return the conflict of leaving step 3 before all Daleks are placed (RISK-PLC-07) or a due trade (A13)."""
    if world.pool:
        state = f"{counted(world.pool, 'new Dalek is', 'new Daleks are')} left"
        return RuleConflict("RISK-PLC-07", "all new Daleks must be placed first", state, have=world.pool, limit=0)
    owed = owes_trade(world, seat)
    if owed is False:
        return None
    least = world.options.forced_trade_stars
    stars = f"{army_name(seat)} has at least {least}"
    if owed is None:
        stars = f"this log does not show if {army_name(seat)} has {least} stars"
    wanted = f"a player with {least} or more stars must trade before the attacks"
    return RuleConflict("RISK-TRD-11", wanted, stars, verdict=None if owed is None else False)


def ordered_conflicts(order: RuleConflict | None, *others: RuleConflict | None) -> list[RuleConflict]:
    """Return the rule conflicts of a move: first `order`, the conflict with the order of steps, then the others.

    An unfinished optional step is not reported together with other conflicts: a manoeuvre implies that the attacks are
    over.
    """
    found = [conflict for conflict in others if conflict]
    if order and found and order in (_LEFT_OUT["attack"], _LEFT_OUT["manoeuvre"]):
        return found
    return [order, *found] if order else found


def reach_step(draft: Draft[World], step: Step) -> None:
    """Go on to a later step, and record each compulsory step that is skipped."""
    now = draft.now
    if now.step not in STEPS or STEPS.index(now.step) >= STEPS.index(step):
        return
    for passed in STEPS[STEPS.index(now.step) : STEPS.index(step)]:
        if passed in _COMPULSORY:
            draft.add(e.StepMissed(step=passed), "RISK-TRN-02")
    draft.add(e.StepReached(step=step), "RISK-TRN-01")


def abandoning_effects(world: World) -> Iterator[tuple[Effect, str]]:
    """Yield effects with their rules that end each pending question, battle and duty to remove Daleks, latest first."""
    for thing in reversed(world.stack):
        match thing:
            case Window(name=name):
                yield WindowClosed(name=name), "RISK-POW-15"
            case Battle(taken=True, source=source, target=target, least=least):
                yield e.DaleksMoved(source=source, target=target, daleks=least), "RISK-ATT-16"
                yield e.BattleEnded(how="conquest"), "RISK-ATT-10"
            case Battle():
                yield e.BattleEnded(how="withdrawal"), "RISK-ATT-12"
            case Duty(player=player):
                yield e.RemovalDue(player=player, daleks=0), "RISK-POW-16"


def abandon_unfinished(draft: Draft[World]) -> None:
    """End each pending question, battle and duty to remove Daleks, because play has gone on without finishing it."""
    for effect, rule in list(abandoning_effects(draft.now)):
        draft.add(effect, rule)


def enter_step(draft: Draft[World], seat: str, step: Step) -> bool:
    """Go on to a step after a move of it, if the seat has the turn. Return whether it has the turn."""
    own = is_own_turn(draft.now, seat, step)
    if own:
        abandon_unfinished(draft)
        reach_step(draft, step)
    return own


def _skip_step_must(draft: Draft[World], move: e.SkipStep) -> None:
    message = f'"{move.step[:40]}" is not a compulsory step. Compulsory: {", ".join(_COMPULSORY)}'
    draft.must("RISK-TRN-02", move.step in _COMPULSORY, message)


def _step_of(move: e.SkipStep) -> Step:
    return next(step for step in STEPS if step == move.step)


def skipping_conflicts(world: World, move: e.SkipStep) -> Iterator[RuleConflict]:
    """Yield the rule conflict of skipping a compulsory step (RISK-TRN-02), by the rule that requires the step."""
    step = _step_of(move)
    yield step_conflict(world, move.player, step) or _LEFT_OUT[step]


def skip_step(draft: Draft[World], move: e.SkipStep) -> None:
    """Skip a compulsory step explicitly; it can still be made during the turn."""
    step, seat = _step_of(move), move.player
    if enter_step(draft, seat, step) or (step == draft.now.step == "neutral" and seat == draft.now.player):
        reach_step(draft, STEPS[STEPS.index(step) + 1])


SKIP_STEP: Final[MoveRule[World]] = MoveRule(skipping_conflicts, skip_step, _skip_step_must)


def must_be_territories(draft: Draft[World], *names: str) -> None:
    """Refuse ids that are not territories of this board."""
    for name in names:
        draft.must("RISK-CMP-06", name in TERRITORIES, f'"{name[:40]}" is not a territory')
