"""How a stated number differs from the due one, the difference first: new Daleks by their parts, losses, moves."""

from events.events import Effect
from projections.games.risk import events as e
from projections.games.risk.prose.tell_effects import reinforced_parts
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import Land, World
from projections.wording import counted, joined


def differ(due: Effect, stated: Effect, before: World) -> str:
    """A stated result and the due one in a sentence; "" where it is no matter of numbers."""
    match due, stated:
        case e.Reinforced(), e.Reinforced():
            return _reinforced(due, stated, before)
        case e.DaleksPlaced(), e.DaleksPlaced():
            return f"{_were(stated.daleks)} placed in {place(due.territory)}; {_due(due.daleks)}."
        case e.DaleksAdded(), e.DaleksAdded():
            return f"{_were(stated.daleks)} added in {place(due.territory)}; {_due(due.daleks)}."
        case e.DaleksLost(), e.DaleksLost():
            army = army_name(before.lands.get(due.territory, Land()).army)
            return f"{army} lost {counted(stated.daleks, 'Dalek')} in {place(due.territory)}; {_due(due.daleks)}."
        case e.DaleksMoved(), e.DaleksMoved() if (due.source, due.target) == (stated.source, stated.target):
            moved = f"{counted(stated.daleks, 'Dalek')} moved from {place(due.source)} to {place(due.target)}"
            return f"{moved}; {_due(due.daleks)}."
    return ""


def _reinforced(due: e.Reinforced, stated: e.Reinforced, before: World) -> str:
    """Their sum first, then what is due by its parts; of the stated parts those that are not due."""
    parts, surplus = reinforced_parts(due, before), reinforced_parts(stated, before)
    surplus = [part for part in surplus if part not in parts]
    told = f"{army_name(due.player)} {'counted' if due.base else 'got'} {stated.total}"
    told += f", with {joined(surplus)}" if surplus else ""
    if not parts:
        return f"{told}; none were due."
    sums = f": {due.total}" if len(parts) > 1 else ""
    return f"{told}; {joined(parts)} {'was' if due.total == 1 and not sums else 'were'} due{sums}."


def _were(daleks: int) -> str:
    return f"{counted(daleks, 'Dalek')} {'was' if daleks == 1 else 'were'}"


def _due(daleks: int) -> str:
    return f"{daleks or 'none'} {'was' if daleks == 1 else 'were'} due"
