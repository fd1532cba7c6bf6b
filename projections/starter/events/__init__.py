"""The events: what players choose, and what follows from it."""

from events.events import Effect, Event, Move
from projections.described import PlaceSet


class Roll(Move, frozen=True, tag="pig-roll"):
    """A player rolls the die."""


class Hold(Move, frozen=True, tag="pig-hold"):
    """A player keeps the points of the turn."""


class PointsAdded(Effect, frozen=True, tag="pig-points-added"):
    """The die added points to the turn."""

    rule = "PIG-DIE-01"
    points: int


class PointsKept(Effect, frozen=True, tag="pig-points-kept"):
    """The points of the turn were added to a score."""

    rule = "PIG-HLD-02"
    player: str
    points: int


class TurnBegan(Effect, frozen=True, tag="pig-turn-began"):
    """A turn began, with no points. Turns and rounds count from 1."""

    rule = "PIG-TRN-02"
    player: str
    turn: int
    round: int


VOCABULARY: tuple[type[Event], ...] = (Roll, Hold, PointsAdded, PointsKept, TurnBegan, PlaceSet)
