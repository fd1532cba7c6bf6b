"""The turn: draw, play, move; whose turn it is, and how a turn ends."""

from collections.abc import Iterator
from typing import Literal

from projections.contracts import Outcome, Status
from projections.draft import Draft
from projections.games.keys.events.effects import BonusClosed, HoldCounted, PawnReleased, StepMissed, TurnBegan
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import ExtraTurn, KeyBonus, Position, clockwise
from projections.rule_conflicts import RuleConflict
from projections.wording import titled

Step = Literal["draw", "play", "move"]


def next_seat(position: Position, seat: str) -> str:
    """Return the next seat in clockwise order (KEY-TRN-06)."""
    order = clockwise(position)
    return order[(order.index(seat) + 1) % len(order)]


def bonus_of(position: Position, seat: str) -> KeyBonus | None:
    """Return the bonus of a TARDIS Key tile that a seat may use now, or None."""
    return next((thing for thing in position.stack if isinstance(thing, KeyBonus) and thing.player == seat), None)


def over_conflict(position: Position) -> RuleConflict:
    """Return the rule conflict of a move after the end of the game."""
    over = "no move is possible after the end of the game"
    return RuleConflict("KEY-WIN-01", over, f"{titled(position.winner)} has won")


def is_own_step(position: Position, seat: str, step: Step) -> bool:
    """Return whether the seat has the turn and has not skipped this step, even if the step comes too early."""
    return seat == position.player and position.step in ("draw", "play", "move") and (seat, step) not in position.missed


def step_conflicts(position: Position, seat: str, step: Step) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a seat that draws, plays or moves (the `step`) now.

    A skipped step can be made up until another seat acts. It was reported when it was skipped, so it is not reported
    twice.

    Rules:
        KEY-TRN-01 draw, then play, then move, in this order (B31); KEY-TRN-02 and KEY-TRN-03 drawing and playing are
        compulsory, and once each; KEY-TRN-06 in turn; KEY-MOV-01 one step; KEY-TKE-06 no step for a Key bonus.
    """
    now = position.step
    if position.is_over:
        yield over_conflict(position)
        return
    if (seat, step) in position.missed:
        return
    if seat != position.player:
        yield _out_of_turn(position, seat, step)
        return
    if step == "draw" and now != "draw":
        yield RuleConflict("KEY-TRN-02", "a turn has one draw, at its start", f"{titled(seat)} has already drawn")
    if step != "draw" and now == "draw":
        yield RuleConflict("KEY-TRN-02", "the turn must start with a draw")
    if step == "play" and now in ("move", "bonus"):
        yield RuleConflict("KEY-TRN-03", "a turn has one played card", f"{titled(seat)} has already played one")
    if step == "move" and now in ("draw", "play"):
        yield RuleConflict("KEY-TRN-03", "a card must be played before the pawn moves")
    if step == "move" and now == "bonus":
        bonus_only = "for a bonus, the player must use the TARDIS Key or pass"
        yield RuleConflict("KEY-TKE-06", bonus_only, "the pawn has already moved")


def _out_of_turn(position: Position, seat: str, step: Step) -> RuleConflict:
    player = seat_name(position, position.player)
    if (step, position.step) == ("draw", "play") and seat == next_seat(position, position.player):
        return RuleConflict("KEY-TRN-03", f"a turn can only begin after {player} has played a card")
    return RuleConflict("KEY-TRN-06", "players must take their turns in order", f"it is the turn of {player}")


def skip_steps(draft: Draft[Position], seat: str, step: Step) -> None:
    """Record the compulsory steps that a play or a move of a pawn has skipped."""
    if not is_own_step(draft.before, seat, step):
        return
    if draft.before.step == "draw":
        draft.add(StepMissed(player=seat, step="draw"), "KEY-TRN-02")
    if step == "move" and draft.before.step in ("draw", "play"):
        draft.add(StepMissed(player=seat, step="play"), "KEY-TRN-03")


def round_of(position: Position, seat: str) -> int:
    """Return the round in which a seat's turn would begin. A round begins with the first player's turn."""
    order = clockwise(position)
    first = order.index(position.first)
    since_first = {name: (order.index(name) - first) % len(order) for name in order}
    return position.round + (since_first[seat] <= since_first[position.player])


def begin_turn(draft: Draft[Position], seat: str, rule: str, *, bonus: bool = False) -> None:
    """Begin a seat's turn. A bonus turn belongs to the round in which it was earned."""
    now = draft.now
    number = now.round if bonus else round_of(now, seat)
    draft.add(TurnBegan(player=seat, turn=now.turn + 1, round=number, bonus=bonus), rule)


def end_turn(draft: Draft[Position], follows: str = "") -> None:
    """End the player's turn. The seat `follows` is next, else the player with an Extra Turn, else the next seat.

    Rules:
        KEY-TRN-06 clockwise; KEY-TEX-02 a bonus turn is a full one, at once (B15); KEY-CPA-02 and KEY-CPA-04 two turns
        on a Pandorica, then it is discarded (B27).
    """
    player = draft.now.player
    if bonus := bonus_of(draft.now, player):
        draft.add(BonusClosed(player=bonus.player), "KEY-TKE-01")
    left = draft.now.held.get(player, 0)
    if left > 1:
        draft.add(HoldCounted(player=player, left=left - 1), "KEY-CPA-02")
    elif left == 1:
        draft.add(PawnReleased(player=player), "KEY-CPA-04")
    if ExtraTurn(player) in draft.now.stack and not follows:
        begin_turn(draft, player, "KEY-TEX-02", bonus=True)
    else:
        begin_turn(draft, follows or next_seat(draft.now, player), "KEY-TRN-06")


def status(position: Position) -> Status:
    """Return the status of the game. Seats that skipped a step are awaited too, after the player."""
    outcome = Outcome((position.winner,), "reached the opposite edge") if position.winner else None
    awaited: tuple[str, ...] = ()
    if not position.is_over and position.player:
        awaited = tuple(dict.fromkeys((position.player, *(seat for seat, _step in position.missed))))
    return Status(position.turn, position.round, position.player, position.step, awaited, outcome)
