"""The numbers of Locations, assigned in the order in which they come into play."""

from typing import Final

from projections.games.daleks.events.effects import LocationLaid
from projections.games.daleks.state.position import Position
from projections.numbering import Numbering

NUMBERING: Final[Numbering[Position]] = Numbering(
    given=lambda event: event.place if isinstance(event, LocationLaid) else 0,
    following=lambda position: position.entered + 1,
    fields=frozenset({"place"}),
    place="place",
)
