"""Time Anomalies: drawing, effects in force, tasks, discarding."""

from collections.abc import Iterator, Sequence
from typing import cast

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.daleks.components.box import Anomaly, Colour
from projections.games.daleks.events import effects as f
from projections.games.daleks.rules.decks import draw_open
from projections.games.daleks.state.position import Debt, Position, Task


def draw_anomalies(draft: Draft[Position], count: int = 1) -> None:
    """Draw Time Anomalies and put their effects on the stack, the first drawn on top.

    Rules:
        TOD-ANOM-01: one for each marker. TOD-ANOM-05: there are three types. TOD-ALOC-01, TOD-ATASK-01 and
        TOD-AINST-01: the effect is carried out at once, before anything already under way. An empty deck gives none.
    """
    drawn = [name for name in (_draw(draft) for _ in range(count)) if name]
    for name in reversed(drawn):
        if draft.now.box.anomaly[name].effect and not draft.now.is_over:
            draft.add(f.CostDue(seat=draft.now.player, where="effect", source=name, chosen=1), _rule(draft.now, name))


def _draw(draft: Draft[Position]) -> str:
    """Put the top Time Anomaly in force, as a Location if it is one, and return its id; "" if there is none."""
    if draft.now.is_over:
        return ""
    name = draw_open(draft, "anomaly")
    if name == UNKNOWN:
        raise CannotTellError("which Time Anomaly was drawn is not known")
    if name not in draft.now.box.anomaly:
        return ""
    draft.add(f.AnomalyTaken(anomaly=name), "TOD-ANOM-01")
    if draft.now.box.anomaly[name].type == "location":
        draft.add(f.LocationLaid(place=draft.now.entered + 1, location=name), "TOD-ALOC-01")
    return name


def _rule(position: Position, name: str) -> str:
    rules = {"location": "TOD-ALOC-01", "task": "TOD-ATASK-01", "instant": "TOD-AINST-01"}
    return rules[position.box.anomaly[name].type]


def redraw(draft: Draft[Position], source: str) -> None:
    """Discard an anomaly and draw another in its place (TOD-ANOM-01)."""
    draft.add(f.AnomalyGone(anomaly=source), "TOD-AINST-01")
    draw_anomalies(draft)


def clear_instants(draft: Draft[Position]) -> None:
    """Discard every Instant whose effect has been carried out."""
    under_way = {thing.source for thing in draft.now.stack if isinstance(thing, Debt)}
    for task in draft.now.tasks:
        anomaly = draft.now.box.anomaly.get(task.anomaly)
        if anomaly is not None and anomaly.type == "instant" and task.anomaly not in under_way:
            draft.add(f.AnomalyGone(anomaly=task.anomaly), "TOD-AINST-01")


def tasks_of(position: Position, anomaly: Anomaly) -> int:
    """Return an anomaly's tasks: one for each die that it imprisons (TOD-ATASK-02), or its markers (TOD-ATASK-03)."""
    return position.box.dice.get(anomaly.prison, 0) if anomaly.prison else anomaly.tasks


def do_tasks(draft: Draft[Position], symbols: Sequence[str]) -> None:
    """After a success, do a task of each anomaly that asks for one of the challenge's symbols."""
    for task in draft.now.tasks:
        anomaly = draft.now.box.anomaly.get(task.anomaly)
        if anomaly is None or anomaly.type != "task" or not set(anomaly.wanted) & set(symbols):
            continue
        draft.add(f.TaskDone(anomaly=task.anomaly), "TOD-ATASK-04")
        if _done(draft.now, task) >= tasks_of(draft.now, anomaly):
            draft.add(f.AnomalyGone(anomaly=task.anomaly), "TOD-ATASK-05")


def _done(position: Position, task: Task) -> int:
    return next((one.done for one in position.tasks if one.anomaly == task.anomaly), 0)


def leave_anomaly(draft: Draft[Position], place: int) -> None:
    """Discard an anomaly that was a Location; Doctors there go home (TOD-ALOC-07, TOD-ALOC-08, TOD-COMP-10)."""
    found = draft.now.place(place)
    if found is None or found.location not in draft.now.box.anomaly:
        return
    for seat in draft.now.seats:
        if draft.now.at.get(seat, (0, 0))[0] == place:
            draft.add(f.DoctorMoved(seat=seat, place=0), "TOD-ALOC-07")
    draft.add(f.AnomalyGone(anomaly=found.location), "TOD-ALOC-07")


def anomalies_in_force(position: Position) -> Iterator[tuple[str, Anomaly]]:
    """Return the anomalies in force: Locations in the order they came into play, then Tasks.

    Rules:
        TOD-ALOC-08: a Location's effect lasts while it is in play. TOD-ATASK-01: a Task's effect lasts until its tasks
        are done.
    """
    found = [place.location for place in position.places] + [task.anomaly for task in position.tasks]
    return ((name, position.box.anomaly[name]) for name in found if name in position.box.anomaly)


def rule_in_force(position: Position, rule: str) -> str:
    """Return the id of the anomaly in force that imposes a rule (a value of `Anomaly.rule`), or ""."""
    return next((name for name, anomaly in anomalies_in_force(position) if anomaly.rule == rule), "")


def in_the_box(position: Position, colour: str) -> int:
    """Return the number of Story dice of a colour in the box; 0 for an unknown colour (TOD-COMP-08)."""
    return position.box.dice.get(cast("Colour", colour), 0)


def available(position: Position, colour: str) -> int:
    """Return the dice of a colour not imprisoned (TOD-LIM-04, TOD-ATASK-02); a task done frees one (TOD-ATASK-04)."""
    there = in_the_box(position, colour)
    if not position.tasks:
        return there
    prisons = ((task, position.box.anomaly.get(task.anomaly)) for task in position.tasks)
    done = (task.done for task, anomaly in prisons if anomaly is not None and anomaly.prison == colour)
    return max(0, there - sum(max(0, there - freed) for freed in done))
