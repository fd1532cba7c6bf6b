"""Time Anomalies: drawn, in force, done with."""

from collections.abc import Sequence

from events.errors import CannotTellError
from events.facts import UNKNOWN
from projections.draft import Draft
from projections.games.daleks.components.box import Anomaly
from projections.games.daleks.facts.effects import (
    AnomalyGone,
    AnomalyTaken,
    CostDue,
    DoctorMoved,
    LocationLaid,
    TaskDone,
)
from projections.games.daleks.rules.drawing import draw_open
from projections.games.daleks.state.position import Debt, Position, Task

__all__ = ["clear_instants", "do_tasks", "draw_anomalies", "leave_anomaly", "redraw", "tasks_of"]


def draw_anomalies(draft: Draft[Position], count: int = 1) -> None:
    """Draw Time Anomalies, as many as there are; what they do is put on the stack, the first drawn on top.

    Rules:
        TOD-ANOM-01 one for each marker; TOD-ANOM-05 three types; TOD-ALOC-01, TOD-ATASK-01 and TOD-AINST-01 the effect
        is carried out as it is drawn, whatever was under way; an empty deck gives none.
    """
    drawn = [name for name in (_draw(draft) for _ in range(count)) if name]
    for name in reversed(drawn):
        if draft.now.box.anomaly[name].effect and not draft.now.how:
            draft.add(CostDue(seat=draft.now.player, where="effect", source=name, chosen=1), _rule(draft.now, name))


def _draw(draft: Draft[Position]) -> str:
    """Turn up the top anomaly and put it in force: a Location in play, other types beside the track."""
    if draft.now.how:
        return ""
    name = draw_open(draft, "anomaly")
    if name == UNKNOWN:
        raise CannotTellError("which Time Anomaly was drawn is not known")
    if name not in draft.now.box.anomaly:
        return ""
    draft.add(AnomalyTaken(anomaly=name), "TOD-ANOM-01")
    if draft.now.box.anomaly[name].type == "location":
        draft.add(LocationLaid(place=draft.now.entered + 1, location=name), "TOD-ALOC-01")
    return name


def _rule(position: Position, name: str) -> str:
    """The rule by which the effect of an anomaly is carried out."""
    rules = {"location": "TOD-ALOC-01", "task": "TOD-ATASK-01", "instant": "TOD-AINST-01"}
    return rules[position.box.anomaly[name].type]


def redraw(draft: Draft[Position], source: str) -> None:
    """Discard an anomaly and draw another in its place (TOD-AINST-01, TOD-ANOM-01)."""
    draft.add(AnomalyGone(anomaly=source), "TOD-AINST-01")
    draw_anomalies(draft)


def clear_instants(draft: Draft[Position]) -> None:
    """Discard every Instant whose effect has been carried out (TOD-AINST-01)."""
    under_way = {thing.source for thing in draft.now.stack if isinstance(thing, Debt)}
    for task in draft.now.tasks:
        anomaly = draft.now.box.anomaly.get(task.anomaly)
        if anomaly is not None and anomaly.type == "instant" and task.anomaly not in under_way:
            draft.add(AnomalyGone(anomaly=task.anomaly), "TOD-AINST-01")


def tasks_of(position: Position, anomaly: Anomaly) -> int:
    """How many tasks an anomaly asks for.

    Rules:
        TOD-ATASK-02 one for each die that it imprisons; TOD-ATASK-03 else its number of Progress markers.
    """
    return position.box.dice.get(anomaly.prison, 0) if anomaly.prison else anomaly.tasks


def do_tasks(draft: Draft[Position], symbols: Sequence[str]) -> None:
    """Do a task of each anomaly that wants what a challenge held, once it was met.

    Rules:
        TOD-ATASK-04 one Progress marker, or one die freed, a success; TOD-ATASK-05 with the last one the effect ends
        and the card is discarded.
    """
    for task in draft.now.tasks:
        anomaly = draft.now.box.anomaly.get(task.anomaly)
        if anomaly is None or anomaly.type != "task" or not set(anomaly.wanted) & set(symbols):
            continue
        draft.add(TaskDone(anomaly=task.anomaly), "TOD-ATASK-04")
        if _done(draft.now, task) >= tasks_of(draft.now, anomaly):
            draft.add(AnomalyGone(anomaly=task.anomaly), "TOD-ATASK-05")


def _done(position: Position, task: Task) -> int:
    return next((one.done for one in position.tasks if one.anomaly == task.anomaly), 0)


def leave_anomaly(draft: Draft[Position], place: int) -> None:
    """Discard an anomaly that acts as a Location, once its challenge is met.

    Rules:
        TOD-ALOC-07 every Doctor there goes to the own console; TOD-COMP-10 who is at no Location is there; TOD-ALOC-08
        its effect ends.
    """
    found = draft.now.place(place)
    if found is None or found.location not in draft.now.box.anomaly:
        return
    for seat in draft.now.seats:
        if draft.now.at.get(seat, (0, 0))[0] == place:
            draft.add(DoctorMoved(seat=seat, place=0), "TOD-ALOC-07")
    draft.add(AnomalyGone(anomaly=found.location), "TOD-ALOC-07")
