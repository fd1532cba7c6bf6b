"""The frame of a turn: whose turn it is, the order of its steps, and how it ends."""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.described import PlaceSet
from projections.draft import Draft
from projections.games.daleks.events.effects import GameEnded, StepMissed, StepReached, TurnBegan
from projections.games.daleks.state.names import whose
from projections.games.daleks.state.position import STEPS, TURN_CAP, Adventure, Debt, Position
from projections.rule_conflicts import RuleConflict
from projections.window import Window
from projections.wording import titled

_LEFT_OUT: Final[Mapping[str, RuleConflict]] = {
    "charge": RuleConflict("TOD-PREP-02", "the tokens of the turn must be gained first"),
    "travel": RuleConflict("TOD-TRAV-01", "the Doctor must stay or travel first"),
    "choose": RuleConflict("TOD-TRAV-07", "a Location must be chosen first"),
    "enter": RuleConflict("TOD-TRAV-09", "the Doctor must enter a zone of the new Location first"),
    "adventure": RuleConflict("TOD-ADV-01", "the Adventure must be finished first"),
}
"""The rule conflict for each compulsory step that was skipped."""
_GONE_BACK: Final[Mapping[str, RuleConflict]] = {
    "charge": RuleConflict(
        "TOD-PREP-01", "tokens can be gained only once in a turn, at its start", "the tokens are gained already"
    ),
    "prepare": RuleConflict(
        "TOD-ROUND-04",
        "this move can be made only in the Prepare step, before the Travel step",
        "the Prepare step is over",
    ),
    "travel": RuleConflict("TOD-ROUND-04", "a Doctor can travel only in the Travel step", "the Travel step is over"),
    "choose": RuleConflict(
        "TOD-TRAV-08", "a Location can be chosen only once in a turn", "a Location is chosen already"
    ),
    "enter": RuleConflict(
        "TOD-TRAV-11", "a zone can be entered only once in a turn", "the Doctor is in a zone already"
    ),
    "adventure": RuleConflict("TOD-ROUND-04", "a turn can have only one Adventure", "the Adventure is over"),
}
"""The rule conflict of a move of a step that is over."""
_UNROLLED: Final = RuleConflict("TOD-TRAV-06", "the TARDIS die must be rolled first")
_THE_ROLL_BINDS: Final = RuleConflict(
    "TOD-TRAV-13", "the result of the TARDIS die must be followed", "the die is rolled already"
)


def over_conflict(position: Position) -> RuleConflict | None:
    """Return the rule conflict that the game is over, or None if the game is not over."""
    wanted = "a move can be made only before the end of the game"
    return RuleConflict("TOD-ROUND-03", wanted, "the game is over") if position.is_over else None


def step_conflicts(position: Position, seat: str, *steps: str) -> list[RuleConflict]:
    """Return the rule conflicts of a move of a seat that belongs to one of these steps, in turn order.

    Rules:
        TOD-ROUND-04: only in the seat's own turn, step by step. TOD-PREP-02, TOD-TRAV-01 and TOD-ADV-01: some steps are
        compulsory. A step that was skipped, with a rule conflict at the time, can be made up later.
    """
    if ended := over_conflict(position):
        return [ended]
    if not position.turn:
        return [RuleConflict("TOD-SETUP-08", "every player must have a Doctor before the first turn")]
    if position.step == "daleks":
        return [RuleConflict("TOD-ROUND-02", "players can act only in their own turns", "it is the Daleks' turn")]
    if seat != position.player:
        wanted = "only the player who has the turn can do this"
        return [RuleConflict("TOD-ROUND-01", wanted, f"it is {whose(position, position.player)} turn")]
    return under_way_conflicts(position, but_adventure="adventure" in steps) or _out_of_order(position, *steps)


def under_way_conflicts(position: Position, *, but_adventure: bool = False) -> list[RuleConflict]:
    """Return the rule conflicts of going on before an open question, a cost or an Adventure has ended.

    Rules:
        TOD-CARD-05: wait for seats that may still play a card. TOD-FAIL-05: carry out a cost first. TOD-ADV-01: finish
        the Adventure.
    """
    match position.stack[-1] if position.stack else None:
        case Window(awaited=awaited) if awaited:
            return [asked_conflict(awaited)]
        case Debt(seat=seat):
            return [cost_first_conflict(seat)]
        case Adventure(over=False) if not but_adventure:
            return [_LEFT_OUT["adventure"]]
    return []


def asked_conflict(awaited: Sequence[str]) -> RuleConflict:
    """Return the rule conflict that players may still play a card."""
    asked = f"{' and '.join(map(titled, awaited))} {'is' if len(awaited) == 1 else 'are'} asked"
    return RuleConflict("TOD-CARD-05", "the players who are asked must play a card or pass first", asked)


def cost_first_conflict(seat: str) -> RuleConflict:
    """Return the rule conflict that a seat has a cost to carry out."""
    return RuleConflict("TOD-FAIL-05", "a cost must be carried out first", f"{titled(seat)} has a cost to carry out")


def take_turn(draft: Draft[Position], seat: str) -> None:
    """Give the turn to a seat that moves although another seat has the turn (TOD-ROUND-01).

    The move was accepted against the rules. While a cost, window or Adventure is open, only the next seat in order
    takes the turn; a move of another seat then changes nothing.
    """
    now, order = draft.now, order_of(draft.now)
    at = order.index(now.player) + 1 if now.player in order else 0
    if seat != now.player and (not now.stack or seat == order[at % len(order)]):
        begin_turn(draft, seat)


def is_own_turn(position: Position, seat: str) -> bool:
    """Return whether a seat has the turn. A move in the turn of another seat has no effects."""
    return seat == position.player and position.step != "daleks" and not position.is_over


def _out_of_order(position: Position, *steps: str) -> list[RuleConflict]:
    now = position.step
    if now in steps:
        return []
    if STEPS.index(now) > STEPS.index(steps[-1]):
        made_good = steps[0] in position.missed
        return [] if made_good else [_gone_back(position, *steps)]
    left_out = {**_LEFT_OUT, "travel": _UNROLLED} if steps[0] in ("choose", "enter") else _LEFT_OUT
    return [left_out[step] for step in _passed_over(position, steps[0])]


def _gone_back(position: Position, *steps: str) -> RuleConflict:
    """Return the rule conflict of going back to a past step; the TARDIS die is binding (TOD-TRAV-13, AMB-05)."""
    if "travel" not in steps:
        return _GONE_BACK.get(steps[0], _GONE_BACK["prepare"])
    rolled = position.answer and position.step in ("choose", "enter")
    return _THE_ROLL_BINDS if rolled else _GONE_BACK["travel"]


def _passed_over(position: Position, step: str) -> list[str]:
    """Return the compulsory steps from the current step up to `step`, which would be left out.

    The steps `choose` and `enter` count only if the TARDIS die led there. The Adventure counts only if one is under way
    or about to begin.
    """
    at = STEPS.index(position.step)
    due = {
        "travel": at < STEPS.index("choose"),
        "choose": position.step == "choose",
        "enter": position.step == "enter",
        "adventure": position.step == "adventure" and _is_under_way(position),
    }
    return [name for name in STEPS[at : STEPS.index(step)] if name in _LEFT_OUT and due.get(name, True)]


def _is_under_way(position: Position) -> bool:
    adventure = position.adventure
    return not adventure.over if adventure else not position.adventured


def go_to_step(draft: Draft[Position], step: str, rule: str = "TOD-ROUND-04") -> None:
    """Go to a step, unless the turn is already there (TOD-ROUND-04)."""
    if not draft.now.is_over and draft.now.step != step:
        draft.add(StepReached(step=step), rule)


def reach_step(draft: Draft[Position], seat: str, step: str) -> bool:
    """Go forward to a step and note skipped compulsory steps. Return False, without effects, in another seat's turn."""
    if not is_own_turn(draft.now, seat):
        return False
    for passed in _passed_over(draft.now, step):
        draft.add(StepMissed(step=passed), "TOD-ROUND-04")
    if STEPS.index(draft.now.step) < STEPS.index(step):
        go_to_step(draft, step)
    return True


def turn_order(position: Position) -> tuple[str, ...]:
    """Return the seats in turn order, derived from their Doctors.

    Rules:
        TOD-ROUND-01: the earliest regeneration is first, which is the lowest number (AMB-02). The others follow by
        seat, or by Doctor number if the option is set (AMB-01).
    """

    def number(seat: str) -> int:
        doctor = position.box.doctor.get(position.console(seat).doctor)
        return doctor.number if doctor else 0

    first = min(position.seats, key=number)
    if position.options.turn_order == "by_doctor":
        return tuple(sorted(position.seats, key=number))
    at = position.seats.index(first)
    return (*position.seats[at:], *position.seats[:at])


def set_order(draft: Draft[Position]) -> None:
    """Record the turn order for the whole game (TOD-SETUP-07)."""
    draft.add(PlaceSet("order", turn_order(draft.now)), "TOD-ROUND-01")


def order_of(position: Position) -> tuple[str, ...]:
    """Return the seats in the recorded turn order, or in seat order before one is recorded."""
    return position.order or position.seats


def begin_turn(draft: Draft[Position], seat: str, rule: str = "TOD-ROUND-01") -> None:
    """Give a seat the turn; the first of the order begins a round (TOD-ROUND-02). At the turn cap the game ends."""
    now = draft.now
    if now.is_over:
        return
    if now.options.turn_cap and now.turn >= now.options.turn_cap and not now.how:
        draft.add(GameEnded(winners=(), how=TURN_CAP), "TOD-ROUND-03")
        return
    number = now.round + (seat == order_of(now)[0] or not now.round)
    draft.add(TurnBegan(seat=seat, turn=now.turn + 1, round=number), rule)


def begin_round(draft: Draft[Position]) -> None:
    """Begin a new round, after a Daleks' turn that did not end the game (TOD-ROUND-02)."""
    begin_turn(draft, order_of(draft.now)[0], "TOD-DTRN-09")


def end_turn(draft: Draft[Position]) -> None:
    """Pass the turn to the next seat, or to the Daleks after the last seat.

    Rules:
        TOD-FIN-07: the TARDIS die goes to the next player. TOD-ROUND-02 and TOD-DTRN-01: the Daleks move after all
        players.
    """
    now, order = draft.now, order_of(draft.now)
    if now.is_over:
        return
    at = order.index(now.player) if now.player in order else len(order) - 1
    if at + 1 < len(order):
        begin_turn(draft, order[at + 1], "TOD-FIN-07")
        return
    draft.add(TurnBegan(seat=now.player, turn=now.turn + 1, round=now.round, daleks=True), "TOD-ROUND-02")
