"""The status of a session: whose turn it is, what must be done next, and by whom."""

from projections.contracts import Outcome, Status
from projections.games.daleks.rules import candidates, pool, stages
from projections.games.daleks.state.position import Adventure, Debt, Position
from projections.games.daleks.state.tray import pool_of
from projections.window import Window

WORDS = {
    "set-up": "choose a Doctor", "charge": "gain tokens", "prepare": "prepare", "travel": "travel",
    "choose": "choose a Location", "enter": "enter a zone", "adventure": "face the Adventure",
    "finish": "finish the turn", "discard": "discard down to four", "daleks": "carry out the Daleks' turn",
    "over": "over", "recruit": "recruit", "pool": "build the dice pool", "cut": "cut the pool",
    "exterminate": "Exterminate", "roll": "roll the dice", "reroll": "re-roll", "change": "change faces",
    "resolve": "resolve", "help": "say how to help", "cost": "carry out a cost", "window": "play a card or pass",
}  # fmt: skip
"""The words for steps of a turn, stages of an Adventure and other tasks."""


def status(position: Position) -> Status:
    """Return the status of the session, derived from public information."""
    step, awaited = due(position)
    outcome = Outcome(position.winners, position.how) if position.how else None
    return Status(position.turn, position.round, position.player, WORDS.get(step, step), awaited, outcome)


def due(position: Position) -> tuple[str, tuple[str, ...]]:
    """Return the next task, a key of `WORDS`, and the seats that must or may act now, in order."""
    if position.step == "over":
        return "over", ()
    if position.step == "set-up":
        return "set-up", tuple(seat for seat in position.seats if not position.console(seat).doctor)
    match position.stack[-1] if position.stack else None:
        case Window(awaited=awaited) if awaited:
            return "window", awaited
        case Debt(seat=seat):
            return "cost", (seat,)
        case Adventure() as adventure if not adventure.over:
            return _in_adventure(position, adventure)
    return position.step, (position.player,)


def _in_adventure(position: Position, adventure: Adventure) -> tuple[str, tuple[str, ...]]:
    """Return the next task in an Adventure and the seats that may act.

    The called player first says how to help. Both Doctors may act while pools are built and dice changed, a helper only
    while means are left. A seat whose pool is done waits. Only the caller exterminates, rolls and resolves.
    """
    caller, helper, stage = adventure.seat, adventure.helper, adventure.stage
    if helper and not adventure.manner and stage in stages.POOLS:
        return "help", (helper,)
    both = (caller, helper) if helper else (caller,)
    if stage in stages.POOLS and (left := tuple(seat for seat in both if not pool_of(adventure, seat).gathered)):
        return stage, left
    if stage == "pool":
        return stage, both
    if stage == "cut":
        left = tuple(seat for seat in both if not pool.is_ready(position, adventure, pool_of(adventure, seat)))
        return stage, left or (caller,)
    return stage, both if helper and candidates.has_means(position, helper) else (caller,)
