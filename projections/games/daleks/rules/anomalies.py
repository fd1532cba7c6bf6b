"""Time Anomalies: drawn, in force for everybody, discarded."""

from collections.abc import Iterator, Sequence
from typing import cast

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.daleks.components.box import Anomaly, Colour
from projections.games.daleks.events.effects import (
    AnomalyGone,
    AnomalyTaken,
    CostDue,
    DoctorMoved,
    LocationLaid,
    TaskDone,
)
from projections.games.daleks.rules.decks import draw_open
from projections.games.daleks.state.position import Debt, Position, Task


def draw_anomalies(draft: Draft[Position], count: int = 1) -> None:
    """Draw Time Anomalies, as many as there are; what they do is put on the stack, the first drawn on top.

    Rules:
        TOD-ANOM-01 one for each marker; TOD-ANOM-05 three types; TOD-ALOC-01, TOD-ATASK-01 and TOD-AINST-01 the effect
        is carried out as it is drawn, whatever was under way; an empty deck gives none.
    """
    drawn = [name for name in (_draw(draft) for _ in range(count)) if name]
    for name in reversed(drawn):
        if draft.now.box.anomaly[name].effect and not draft.now.is_over:
            draft.add(CostDue(seat=draft.now.player, where="effect", source=name, chosen=1), _rule(draft.now, name))


def _draw(draft: Draft[Position]) -> str:
    """Turn up the top anomaly and put it in force: a Location in play, other types beside the track."""
    if draft.now.is_over:
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


def anomalies_in_force(position: Position) -> Iterator[tuple[str, Anomaly]]:
    """The anomalies that lie open: Locations in play, in the order in which they came, then Tasks.

    Rules:
        TOD-ALOC-08 a Location's effect lasts while it is in play; TOD-ATASK-01 a Task's until its tasks are done.
    """
    found = [place.location for place in position.places] + [task.anomaly for task in position.tasks]
    return ((name, position.box.anomaly[name]) for name in found if name in position.box.anomaly)


def rule_in_force(position: Position, rule: str) -> str:
    """The anomaly that lays down a rule of `Anomaly.rule`; "" where none does."""
    return next((name for name, anomaly in anomalies_in_force(position) if anomaly.rule == rule), "")


def in_the_box(position: Position, colour: str) -> int:
    """How many Story dice of a colour there are; none of a word that is no colour (TOD-COMP-08)."""
    return position.box.dice.get(cast("Colour", colour), 0)


def available(position: Position, colour: str) -> int:
    """How many Story dice of a colour can be used: those of the box without those that lie on Tasks.

    Rules:
        TOD-LIM-04 and TOD-ATASK-02 nobody can use imprisoned dice; TOD-ATASK-04 each task done frees one.
    """
    there = in_the_box(position, colour)
    prisons = ((task, position.box.anomaly.get(task.anomaly)) for task in position.tasks)
    done = (task.done for task, anomaly in prisons if anomaly is not None and anomaly.prison == colour)
    return max(0, there - sum(max(0, there - freed) for freed in done))
