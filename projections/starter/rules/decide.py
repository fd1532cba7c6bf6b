"""The rules: set-up, why a move is illegal, what it does, and the end."""

from collections.abc import Iterator, Mapping

from events.events import Move, Started
from projections.contracts import Outcome, Status
from projections.described import turn_after
from projections.draft import Draft
from projections.move_rule import MoveRule, MoveRules, moves_without_choice
from projections.rule_conflicts import RuleConflict
from projections.starter import events as e
from projections.starter.options import Options
from projections.starter.state.position import Position
from projections.wording import titled


def initial(started: Started, _data: Mapping[str, bytes]) -> Position:
    """Return the position before the first turn (PIG-SET-01)."""
    return Position(started.seats, Options(**started.options), dict.fromkeys(started.seats, 0))


def setup(draft: Draft[Position], started: Started) -> None:
    """Begin the first turn."""
    draft.add(e.TurnBegan(started.seats[0], 1, 1), "PIG-SET-02")


def roll_conflicts(position: Position, move: Move) -> Iterator[RuleConflict]:
    """Yield the rules that a roll breaks, which every move breaks."""
    if won := winner(position):
        yield RuleConflict("PIG-WIN-02", "no one can move after the end", f"{titled(won)} has won")
    elif position.player != move.player:
        yield RuleConflict("PIG-TRN-01", "players move in their own turn", f"it is {titled(position.player)}'s turn")


def hold_conflicts(position: Position, move: e.Hold) -> Iterator[RuleConflict]:
    """Yield the rules that holding breaks."""
    yield from roll_conflicts(position, move)
    if not position.points:
        yield RuleConflict("PIG-HLD-01", "a player needs points to hold", f"the turn has {position.points}")


def roll(draft: Draft[Position], _move: e.Roll) -> None:
    """Add the number on the die to the points, or end the turn."""
    if (face := draft.roll("die", purpose=f"turn {draft.now.turn}")[0]) > 1:
        draft.add(e.PointsAdded(face), "PIG-DIE-01")
    else:
        draft.add(e.TurnBegan(*turn_after(draft.now)), "PIG-DIE-02")


def hold(draft: Draft[Position], move: e.Hold) -> None:
    """Keep the points of the turn."""
    draft.add(e.PointsKept(move.player, draft.now.points), "PIG-HLD-02")
    if not winner(draft.now):
        draft.add(e.TurnBegan(*turn_after(draft.now)), "PIG-TRN-02")


MOVES: MoveRules[Position] = {e.Roll: MoveRule(roll_conflicts, roll), e.Hold: MoveRule(hold_conflicts, hold)}
LEGAL = moves_without_choice(MOVES)


def winner(position: Position) -> str:
    """Return the seat that has won, "" before the end (PIG-WIN-01)."""
    return next((seat for seat, score in position.scores.items() if score >= position.options.goal), "")


def status(position: Position) -> Status:
    """Return who has the turn, or who won."""
    won = winner(position)
    awaited, outcome = ((), Outcome((won,), "goal")) if won else ((position.player,), None)
    return Status(position.turn, position.round, position.player, "roll or hold", awaited, outcome)
