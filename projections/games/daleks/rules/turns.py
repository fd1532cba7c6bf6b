"""The frame of a turn: who has it, in which order its steps follow, what ends with it."""

from collections.abc import Mapping
from typing import Final

from projections.described import PlaceSet
from projections.draft import Draft
from projections.games.daleks.events.effects import GameEnded, StepMissed, StepReached, TurnBegan
from projections.games.daleks.state.position import STEPS, TURN_CAP, Adventure, Debt, Position
from projections.objections import Objection
from projections.window import Window
from projections.wording import titled

_LEFT_OUT: Final[Mapping[str, Objection]] = {
    "charge": Objection("TOD-PREP-02", False, "first gain the tokens of this turn"),
    "travel": Objection("TOD-TRAV-01", False, "first stay or travel"),
    "choose": Objection("TOD-TRAV-07", False, "first choose where the TARDIS goes"),
    "enter": Objection("TOD-TRAV-09", False, "first go to a zone of the new Location"),
    "adventure": Objection("TOD-ADV-01", False, "first finish the Adventure"),
}
"""The compulsory steps, and what is said where one is passed over."""
_GONE_BACK: Final[Mapping[str, Objection]] = {
    "charge": Objection("TOD-PREP-01", False, "the tokens of a turn are gained once, at its start: they have been"),
    "prepare": Objection("TOD-ROUND-04", False, "that is done in the Prepare step, before one travels: it is over"),
    "travel": Objection("TOD-ROUND-04", False, "there is one Travel step in a turn: it is over"),
    "choose": Objection("TOD-TRAV-08", False, "where the TARDIS goes is said once: it has been"),
    "enter": Objection("TOD-TRAV-11", False, "a zone is entered once: the Doctor is in one already"),
    "adventure": Objection("TOD-ROUND-04", False, "there is one Adventure in a turn: it is over"),
}
"""What is said where a step that lies behind is done again."""
_UNROLLED: Final = Objection("TOD-TRAV-06", False, "first roll the TARDIS die")
_THE_ROLL_BINDS: Final = Objection("TOD-TRAV-13", False, "what the TARDIS die says is binding: it was rolled")


def over_objection(position: Position) -> Objection | None:
    """When the game has ended there is nothing to do (TOD-ROUND-03)."""
    return Objection("TOD-ROUND-03", False, "the game is over") if position.is_over else None


def must_have_begun(draft: Draft[Position]) -> None:
    """Nothing of a turn happens before every player has a Doctor (TOD-SETUP-08)."""
    draft.must("TOD-SETUP-08", draft.now.turn > 0, "the first turn begins when every player has a Doctor")


def step_objections(position: Position, seat: str, *steps: str) -> list[Objection]:
    """What speaks against a seat doing now what is done in one of these steps, given in their order.

    Rules:
        TOD-ROUND-04 one's own turn, step by step; TOD-PREP-02, TOD-TRAV-01 and TOD-ADV-01 what cannot be left out. What
        was passed over, and was found fault with then, can be made good.
    """
    if ended := over_objection(position):
        return [ended]
    if not position.turn:
        return [Objection("TOD-SETUP-08", False, "the first turn begins when every player has a Doctor")]
    if position.step == "daleks":
        return [Objection("TOD-ROUND-02", False, "it is the turn of the Daleks")]
    if seat != position.player:
        return [Objection("TOD-ROUND-01", False, f"it is the turn of {titled(position.player)}")]
    return under_way_objections(position, but_adventure="adventure" in steps) or _out_of_order(position, *steps)


def under_way_objections(position: Position, *, but_adventure: bool = False) -> list[Objection]:
    """What was begun comes to its end first: a window, a cost, an Adventure.

    Rules:
        TOD-CARD-05 whoever may still play a card is waited for; TOD-FAIL-05 a cost is carried out; TOD-ADV-01.
    """
    match position.stack[-1] if position.stack else None:
        case Window(awaited=awaited) if awaited:
            return [Objection("TOD-CARD-05", False, f"{' and '.join(map(titled, awaited))} may still play a card")]
        case Debt(seat=seat):
            return [Objection("TOD-FAIL-05", False, f"first {titled(seat)} carries out a cost")]
        case Adventure(over=False) if not but_adventure:
            return [_LEFT_OUT["adventure"]]
    return []


def take_turn(draft: Draft[Position], seat: str) -> None:
    """Give a seat the turn that was not due; as it was recorded that is played (TOD-ROUND-01).

    While something is under way only the next one does so: whoever else comes in between changes nothing by it.
    """
    now, order = draft.now, order_of(draft.now)
    at = order.index(now.player) + 1 if now.player in order else 0
    if seat != now.player and (not now.stack or seat == order[at % len(order)]):
        begin_turn(draft, seat)


def is_own_turn(position: Position, seat: str) -> bool:
    """Whether a seat has the turn; what is done in another's leads to nothing."""
    return seat == position.player and position.step != "daleks" and not position.is_over


def _out_of_order(position: Position, *steps: str) -> list[Objection]:
    now = position.step
    if now in steps:
        return []
    if STEPS.index(now) > STEPS.index(steps[-1]):
        made_good = steps[0] in position.missed
        return [] if made_good else [_gone_back(position, *steps)]
    left_out = {**_LEFT_OUT, "travel": _UNROLLED} if steps[0] in ("choose", "enter") else _LEFT_OUT
    return [left_out[step] for step in _passed_over(position, steps[0])]


def _gone_back(position: Position, *steps: str) -> Objection:
    """What is said of a step that lies behind; a roll of the TARDIS die binds (TOD-TRAV-13, AMB-05)."""
    if "travel" not in steps:
        return _GONE_BACK.get(steps[0], _GONE_BACK["prepare"])
    rolled = position.answer and position.step in ("choose", "enter")
    return _THE_ROLL_BINDS if rolled else _GONE_BACK["travel"]


def _passed_over(position: Position, step: str) -> list[str]:
    """The compulsory steps that lie between the present one and another.

    The zone of a new Location, and where a TARDIS that lets one choose goes, are due only where the die said so; an
    Adventure only where one is under way or about to be.
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
    """Whether the Adventure of this turn is neither over nor done."""
    adventure = position.adventure
    return not adventure.over if adventure else not position.adventured


def go_to_step(draft: Draft[Position], step: str, rule: str = "TOD-ROUND-04") -> None:
    """Go on to a step where the turn does not stand there already (TOD-ROUND-04)."""
    if not draft.now.is_over and draft.now.step != step:
        draft.add(StepReached(step=step), rule)


def reach_step(draft: Draft[Position], step: str) -> None:
    """Go on to a step that lies ahead; what is compulsory and was passed over is noted.

    Rules:
        TOD-ROUND-04 the steps in their order.
    """
    if draft.now.is_over or STEPS.index(draft.now.step) >= STEPS.index(step):
        return
    for passed in _passed_over(draft.now, step):
        draft.add(StepMissed(step=passed), "TOD-ROUND-04")
    go_to_step(draft, step)


def turn_order(position: Position) -> tuple[str, ...]:
    """The seats in the order of their turns, from the Doctors they have.

    Rules:
        TOD-ROUND-01 the earliest regeneration first, which is the lowest number (AMB-02), then by seat, or by the
        numbers of the Doctors where the table wants it so (AMB-01).
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
    """Settle the order of turns for the whole game (TOD-ROUND-01, TOD-SETUP-07)."""
    draft.add(PlaceSet("order", turn_order(draft.now)), "TOD-ROUND-01")


def order_of(position: Position) -> tuple[str, ...]:
    """The seats in the order of their turns."""
    return position.order or position.seats


def begin_turn(draft: Draft[Position], seat: str, rule: str = "TOD-ROUND-01") -> None:
    """Give a seat the turn; nobody wins a game that comes to the table's turn cap (TOD-ROUND-03).

    Rules:
        TOD-ROUND-02 the first seat of the order begins a new round.
    """
    now = draft.now
    if now.is_over:
        return
    if now.options.turn_cap and now.turn >= now.options.turn_cap and not now.how:
        draft.add(GameEnded(winners=(), how=TURN_CAP), "TOD-ROUND-03")
        return
    number = now.round + (seat == order_of(now)[0] or not now.round)
    draft.add(TurnBegan(seat=seat, turn=now.turn + 1, round=number), rule)


def begin_round(draft: Draft[Position]) -> None:
    """A new round, when the Daleks' turn has decided nothing (TOD-DTRN-09, TOD-ROUND-02)."""
    begin_turn(draft, order_of(draft.now)[0], "TOD-DTRN-09")


def end_turn(draft: Draft[Position]) -> None:
    """Hand the turn on: to the next seat, or to the Daleks after the last one.

    Rules:
        TOD-FIN-07 the TARDIS die goes on; TOD-ROUND-02 and TOD-DTRN-01 the Daleks come after all players.
    """
    now, order = draft.now, order_of(draft.now)
    if now.is_over:
        return
    at = order.index(now.player) if now.player in order else len(order) - 1
    if at + 1 < len(order):
        begin_turn(draft, order[at + 1], "TOD-FIN-07")
        return
    draft.add(TurnBegan(seat=now.player, turn=now.turn + 1, round=now.round, daleks=True), "TOD-ROUND-02")
