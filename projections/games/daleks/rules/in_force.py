"""What Time Anomalies in force change for everybody."""

from collections.abc import Iterator
from typing import cast

from projections.games.daleks.components.box import Anomaly, Colour
from projections.games.daleks.state.position import Position

__all__ = ["anomalies_in_force", "available", "in_the_box", "rule_in_force"]


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
