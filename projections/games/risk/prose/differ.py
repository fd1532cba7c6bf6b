"""Sentences for a recorded number that differs from the expected one: new Daleks, losses, moved Daleks."""

from events.events import Effect
from projections.games.risk import events as e
from projections.games.risk.prose.effect_sentences import reinforced_parts
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import Land, World
from projections.wording import counted, joined


def differ(due: Effect, stated: Effect, before: World) -> str:
    """Return a sentence with the recorded and the expected number in a result, "" if they differ in something else."""
    match due, stated:
        case e.Reinforced(), e.Reinforced():
            return _reinforced(due, stated, before)
        case e.DaleksPlaced(), e.DaleksPlaced():
            return f"{_were(stated.daleks)} placed in {place(due.territory)}; {_should(due.daleks)}."
        case e.DaleksAdded(), e.DaleksAdded():
            return f"{_were(stated.daleks)} added in {place(due.territory)}; {_should(due.daleks)}."
        case e.DaleksLost(), e.DaleksLost():
            army = army_name(before.lands.get(due.territory, Land()).army)
            return f"{army} lost {counted(stated.daleks, 'Dalek')} in {place(due.territory)}; {_should(due.daleks)}."
        case e.DaleksMoved(), e.DaleksMoved() if (due.source, due.target) == (stated.source, stated.target):
            moved = f"{counted(stated.daleks, 'Dalek')} moved from {place(due.source)} to {place(due.target)}"
            return f"{moved}; {_should(due.daleks)}."
    return ""


def _reinforced(due: e.Reinforced, stated: e.Reinforced, before: World) -> str:
    """Return the recorded sum with its wrong parts, then the expected sum with its parts and those that are missing."""
    wanted, found = reinforced_parts(due, before), reinforced_parts(stated, before)
    wrong, missing = ([part for part in some if part not in rest] for some, rest in ((found, wanted), (wanted, found)))
    told = f"{army_name(due.player)} {'counted' if due.base else 'got'} {counted(stated.total, 'new Dalek')}"
    told += f" ({joined(wrong)})" if wrong and len(wanted) + len(found) > 2 else ""
    parts = f": {joined(wanted)}" if len(wanted) > 1 else ""
    left_out = f" Missing: {joined(missing)}." if missing and not wrong else ""
    return f"{told}; {_should(due.total)}{parts}.{left_out}"


def _were(daleks: int) -> str:
    return f"{counted(daleks, 'Dalek')} {'was' if daleks == 1 else 'were'}"


def _should(daleks: int) -> str:
    return f"it should be {daleks or 'none'}"
