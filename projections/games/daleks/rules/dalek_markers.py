"""Dalek markers at Locations: five and Davros; a seventh ends the game."""

from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events.effects import DalekPlaced, DalekRemoved, GameEnded
from projections.games.daleks.state.position import Place, Position

MARKERS: Final = 6
"""Five Dalek markers and Davros (TOD-COMP-06)."""
SEVENTH_DALEK: Final = "seventh Dalek"
"""How the game ended where one marker too many was needed (TOD-LOSS-01)."""


def is_davros_out(position: Position) -> bool:
    """Whether the last marker is out, which is Davros.

    Rules:
        TOD-COMP-06 and TOD-DALK-01 the sixth marker placed is Davros.
    """
    return position.daleks >= MARKERS


def daleks_at(place: Place, zone: int) -> int:
    """The Dalek markers that a Doctor in a zone has to do with.

    Rules:
        TOD-SUCC-04 on Earth those in the own zone; TOD-SUCC-03 elsewhere all at the Location.
    """
    if place.location != EARTH:
        return sum(place.daleks)
    return place.daleks[zone] if 0 <= zone < len(place.daleks) else 0


def place_dalek(draft: Draft[Position], place: int, zone: int, rule: str) -> bool:
    """Put a Dalek marker at a Location. Returns False where the game is over.

    Rules:
        TOD-FAIL-03 on this Location, TOD-FAIL-04 on Earth in the own zone; TOD-DALK-02, TOD-LOSS-01 and TOD-FAIL-10 the
        seventh ends the game at once, for whatever reason it is needed; TOD-DALK-03 one that was removed is no seventh.
    """
    found = draft.now.place(place)
    if found is None or draft.now.is_over:
        return not draft.now.is_over
    if is_davros_out(draft.now):
        if not draft.now.how:  # it ends once, though the table may play on
            draft.add(GameEnded(winners=(), how=SEVENTH_DALEK), "TOD-DALK-02")
        return not draft.now.is_over
    draft.add(DalekPlaced(place=place, zone=zone if found.location == EARTH else 0), rule)
    return True


def remove_daleks(draft: Draft[Position], place: int, zone: int, amount: int, rule: str) -> None:
    """Take Dalek markers off a Location, as many as there are (TOD-SUCC-03, TOD-SUCC-04, TOD-DALK-03)."""
    found = draft.now.place(place)
    if found is None:
        return
    for _ in range(min(amount, daleks_at(found, zone))):
        draft.add(DalekRemoved(place=place, zone=zone if found.location == EARTH else 0), rule)
