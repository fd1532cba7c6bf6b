"""The position after an event. No rule is decided here."""

from events.events import Event
from projections.described import PlaceSet
from projections.starter import events as e
from projections.starter.state.position import FIELDS, Position


def reducer(position: Position, event: Event) -> Position:
    """Return the position after an event."""
    match event:
        case e.PointsAdded(points=points):
            return position.replace(points=position.points + points)
        case e.PointsKept(player=seat, points=points):
            return position.replace(scores={**position.scores, seat: position.scores.get(seat, 0) + points}, points=0)
        case e.TurnBegan(player=player, turn=turn, round=number):
            return position.replace(player=player, turn=turn, round=number, points=0)
        case PlaceSet():
            return FIELDS.put(position, event)
    return position
