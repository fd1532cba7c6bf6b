"""The numbers of Locations, given in the order in which they come into play."""

from typing import Final

from projections.games.daleks.facts.effects import LocationLaid
from projections.games.daleks.state.position import Position
from projections.numbering import Numbering

NUMBERING: Final[Numbering[Position]] = Numbering(
    given=lambda fact: fact.place if isinstance(fact, LocationLaid) else 0,
    following=lambda position: position.entered + 1,
    fields=frozenset({"place"}),
    place="place",
)
