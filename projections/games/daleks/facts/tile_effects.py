"""What a turn brings about on tiles and track: Locations come and go, Doctors move, and so do ship and TARDISes."""

from typing import ClassVar

from events.facts import Effect

__all__ = [
    "DalekPlaced",
    "DalekRemoved",
    "DilemmaGone",
    "DilemmaLaid",
    "DoctorMoved",
    "LocationGone",
    "LocationKept",
    "LocationLaid",
    "LocationsSearched",
    "MarkerTaken",
    "ShipMoved",
    "TardisMoved",
]


class LocationsSearched(Effect, frozen=True, tag="tod-locations-searched"):
    """Locations were drawn and lie open, to be kept or discarded."""

    rule = "TOD-TRAV-08"
    locations: tuple[str, ...]


class LocationKept(Effect, frozen=True, tag="tod-location-kept"):
    """Of the drawn Locations one is kept; the others are on the discards."""

    rule = "TOD-TRAV-08"
    location: str


class LocationLaid(Effect, frozen=True, tag="tod-location-laid"):
    """A Location, or an anomaly that acts as one, is in play under a number."""

    subject: ClassVar[tuple[str, ...]] = ("location",)
    rule = "TOD-TRAV-08"
    place: int
    location: str


class LocationGone(Effect, frozen=True, tag="tod-location-gone"):
    """A Location left play, and its Dilemmas with it."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    rule = "TOD-FIN-01"
    place: int


class DilemmaLaid(Effect, frozen=True, tag="tod-dilemma-laid"):
    """The top Dilemma of the deck lies face down in a zone."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-TRAV-10"
    place: int
    zone: int


class DilemmaGone(Effect, frozen=True, tag="tod-dilemma-gone"):
    """The Dilemma of a zone is on the discards."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-SUCC-01"
    place: int
    zone: int


class DoctorMoved(Effect, frozen=True, tag="tod-doctor-moved"):
    """A Doctor is in a zone of a Location in play, or on the own console (`place` 0)."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-TRAV-03"
    seat: str
    place: int
    zone: int = 0


class DalekPlaced(Effect, frozen=True, tag="tod-dalek-placed"):
    """A Dalek marker is at a Location; on Earth it is in this zone."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-FAIL-03"
    place: int
    zone: int = 0


class DalekRemoved(Effect, frozen=True, tag="tod-dalek-removed"):
    """A Dalek marker is back in the supply."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-SUCC-03"
    place: int
    zone: int = 0


class ShipMoved(Effect, frozen=True, tag="tod-ship-moved"):
    """The Dalek Ship is on this space."""

    rule = "TOD-DTRN-02"
    space: int


class TardisMoved(Effect, frozen=True, tag="tod-tardis-moved"):
    """A seat's TARDIS is on this space."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-SUCC-02"
    seat: str
    space: int


class MarkerTaken(Effect, frozen=True, tag="tod-marker-taken"):
    """The anomaly marker of a space left the track."""

    subject: ClassVar[tuple[str, ...]] = ("space",)
    rule = "TOD-ANOM-01"
    space: int
