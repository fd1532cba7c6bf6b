"""Where a session stands: whose turn, what is due, and from whom."""

from projections.games.daleks.rules.candidates import has_means
from projections.games.daleks.rules.limits import is_ready
from projections.games.daleks.rules.stages import POOLS
from projections.games.daleks.state.position import Adventure, Debt, Position
from projections.games.daleks.state.tray import pool_of
from projections.terms import Outcome, Status
from projections.window import Window

WORDS = {
    "set-up": "choose a Doctor", "charge": "gain tokens", "prepare": "prepare", "travel": "travel",
    "choose": "choose a Location", "enter": "enter a zone", "adventure": "face the Adventure",
    "finish": "finish the turn", "discard": "discard down to four", "daleks": "carry out the Daleks' turn",
    "over": "over", "recruit": "recruit", "pool": "build the dice pool", "cut": "cut the pool",
    "exterminate": "Exterminate", "roll": "roll the dice", "reroll": "re-roll", "change": "change faces",
    "resolve": "resolve", "help": "say how to help", "cost": "carry out a cost", "window": "play a card or pass",
}  # fmt: skip
"""How people call the steps of a turn, the stages of an Adventure, and what else is due."""


def status(position: Position) -> Status:
    """Where the session stands; follows from what everybody sees."""
    step, awaited = due(position)
    outcome = Outcome(position.winners, position.how) if position.how else None
    return Status(position.turn, position.round, position.player, WORDS.get(step, step), awaited, outcome)


def due(position: Position) -> tuple[str, tuple[str, ...]]:
    """What is due, a key of `WORDS`, and the seats that must or may act now, in order."""
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
    """What is due in an Adventure.

    Whoever was called says how to help; both Doctors may act while pools are built and dice changed, a helper for as
    long as the own means last; whose pool is done waits for the other; only the caller exterminates, rolls, resolves.
    """
    caller, helper, stage = adventure.seat, adventure.helper, adventure.stage
    if helper and not adventure.manner and stage in POOLS:
        return "help", (helper,)
    both = (caller, helper) if helper else (caller,)
    if stage in POOLS and (left := tuple(seat for seat in both if not pool_of(adventure, seat).gathered)):
        return stage, left
    if stage == "pool":
        return stage, both
    if stage == "cut":
        left = tuple(seat for seat in both if not is_ready(position, adventure, pool_of(adventure, seat)))
        return stage, left or (caller,)
    return stage, both if helper and has_means(position, helper) else (caller,)
