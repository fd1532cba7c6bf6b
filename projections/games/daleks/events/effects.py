"""What a turn brings about: turns and steps, consoles, Time Anomalies, costs, and what moves on tiles and the track."""

from typing import Annotated, ClassVar

from events.events import Effect, KnownTo


class DoctorTaken(Effect, frozen=True, tag="tod-doctor-taken"):
    """A seat plays this Doctor now: at set-up, or by regeneration, when the marker stays where it was."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-SETUP-08"
    seat: str
    doctor: str


class TurnBegan(Effect, frozen=True, tag="tod-turn-began"):
    """A seat has the turn, or the Daleks have it (`daleks`); the turn of this number in this round."""

    rule = "TOD-ROUND-01"
    seat: str
    turn: int
    round: int
    daleks: bool = False


class StepReached(Effect, frozen=True, tag="tod-step-reached"):
    """The turn goes on with a step of `position.STEPS`."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "TOD-ROUND-04"
    step: str


class StepMissed(Effect, frozen=True, tag="tod-step-missed"):
    """A compulsory step was passed over."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "TOD-ROUND-04"
    step: str


class TokensGained(Effect, frozen=True, tag="tod-tokens-gained"):
    """A seat gained so many Sonic Charge tokens; what would be above five is lost already."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-PREP-01"
    seat: str
    tokens: int


class TokensPaid(Effect, frozen=True, tag="tod-tokens-paid"):
    """A seat paid so many tokens."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-CARD-01"
    seat: str
    tokens: int


class TimeyDiscarded(Effect, frozen=True, tag="tod-timey-discarded"):
    """A card of a hand is on the discards: paid, played or too many."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-CARD-09"
    seat: str
    card: str


class TimeyHanded(Effect, frozen=True, tag="tod-timey-handed"):
    """A Transfer went to another player's hand."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-CARD-10"
    seat: str
    card: str
    to: str


class TimeySwapped(Effect, frozen=True, tag="tod-timey-swapped"):
    """A card went to another hand, and a random one of that hand came back, which only the two of them see."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "given")
    rule = "TOD-CARD-10"
    seat: str
    given: str
    to: str
    taken: Annotated[str, KnownTo("seat", "to")]


class EquipmentInstalled(Effect, frozen=True, tag="tod-equipment-installed"):
    """Equipment of the hand lies on the console."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-CARD-07"
    seat: str
    card: str


class EquipmentLeft(Effect, frozen=True, tag="tod-equipment-left"):
    """Equipment left the console for the discards."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-PREP-03"
    seat: str
    card: str


class EquipmentTraded(Effect, frozen=True, tag="tod-equipment-traded"):
    """Two consoles traded Equipment."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "given")
    rule = "TOD-CARD-08"
    seat: str
    given: str
    to: str
    taken: str


class ConsolesSwapped(Effect, frozen=True, tag="tod-consoles-swapped"):
    """All Doctors regenerated at once: pairs of seat and Doctor, in seat order."""

    rule = "TOD-REG-01"
    seats: tuple[str, ...]
    doctors: tuple[str, ...]


class CompanionJoined(Effect, frozen=True, tag="tod-companion-joined"):
    """A Companion is aboard, part-time until an Adventure succeeds, or full-time."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "companion")
    rule = "TOD-RECR-07"
    seat: str
    companion: str
    part_time: bool = False


class CompanionLeft(Effect, frozen=True, tag="tod-companion-left"):
    """A Companion left: `discarded`, or `dismissed` into the deck."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "companion")
    rule = "TOD-COMPN-01"
    seat: str
    companion: str
    how: str


class CompanionsKept(Effect, frozen=True, tag="tod-companions-kept"):
    """The part-time Companions of a seat are full-time now."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-SUCC-05"
    seat: str


class TardisAnswered(Effect, frozen=True, tag="tod-tardis-answered"):
    """What the TARDIS die said: the player chooses, or the TARDIS decides."""

    rule = "TOD-TRAV-06"
    choose: bool


class AnomalyTaken(Effect, frozen=True, tag="tod-anomaly-taken"):
    """A Time Anomaly was drawn and is in force."""

    subject: ClassVar[tuple[str, ...]] = ("anomaly",)
    rule = "TOD-ANOM-01"
    anomaly: str


class TaskDone(Effect, frozen=True, tag="tod-task-done"):
    """One task of an anomaly is done: a Progress marker, or a die freed."""

    subject: ClassVar[tuple[str, ...]] = ("anomaly",)
    rule = "TOD-ATASK-04"
    anomaly: str


class AnomalyGone(Effect, frozen=True, tag="tod-anomaly-gone"):
    """A Time Anomaly was discarded."""

    subject: ClassVar[tuple[str, ...]] = ("anomaly",)
    rule = "TOD-ATASK-05"
    anomaly: str


class CostDue(Effect, frozen=True, tag="tod-cost-due"):
    """A seat has to carry out a cost, by `where` it stands: a kind of `position.Debt`, and of which card.

    `chosen` is the option, counted from 1; 0 where the seat is to choose.
    """

    subject: ClassVar[tuple[str, ...]] = ("seat", "where")
    rule = "TOD-FAIL-05"
    seat: str
    where: str
    source: str
    chosen: int = 0


class CostChosen(Effect, frozen=True, tag="tod-cost-chosen"):
    """The option that a seat chose of the cost on top."""

    rule = "TOD-FAIL-06"
    option: int


class CostMet(Effect, frozen=True, tag="tod-cost-met"):
    """One part of the cost on top is done; so many are `left`."""

    rule = "TOD-FAIL-05"
    left: int


class Used(Effect, frozen=True, tag="tod-used"):
    """An ability or icon was used: the card, and the icon counted from 1 (0: what it does beside dice)."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card", "icon")
    rule = "TOD-CARD-06"
    seat: str
    card: str
    icon: int


class GameEnded(Effect, frozen=True, tag="tod-game-ended"):
    """The game is over; without winners the Daleks won."""

    rule = "TOD-ROUND-03"
    winners: tuple[str, ...]
    how: str


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
