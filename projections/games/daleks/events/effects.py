"""Effects in a turn: steps, consoles, tiles, the track, Time Anomalies and costs."""

from typing import Annotated, ClassVar

from events.events import Effect, KnownTo


class DoctorTaken(Effect, frozen=True, tag="tod-doctor-taken"):
    """A seat now plays this Doctor, after set-up or a regeneration. A regenerated Doctor's marker stays in place."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-SETUP-08"
    seat: str
    doctor: str


class TurnBegan(Effect, frozen=True, tag="tod-turn-began"):
    """A turn begins: of a seat or, with `daleks`, of the Daleks. It has this number and is in this round."""

    rule = "TOD-ROUND-01"
    seat: str
    turn: int
    round: int
    daleks: bool = False


class StepReached(Effect, frozen=True, tag="tod-step-reached"):
    """The turn reaches a step, one of `position.STEPS`."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "TOD-ROUND-04"
    step: str


class StepMissed(Effect, frozen=True, tag="tod-step-missed"):
    """A compulsory step was skipped."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "TOD-ROUND-04"
    step: str


class TokensGained(Effect, frozen=True, tag="tod-tokens-gained"):
    """A seat gained Sonic Charge tokens. Tokens above the limit of five are already subtracted."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-PREP-01"
    seat: str
    tokens: int


class TokensPaid(Effect, frozen=True, tag="tod-tokens-paid"):
    """A seat paid tokens."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-CARD-01"
    seat: str
    tokens: int


class TimeyDiscarded(Effect, frozen=True, tag="tod-timey-discarded"):
    """A card moved from a hand to the discard pile: paid, played, or above the hand limit."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-CARD-09"
    seat: str
    card: str


class TimeyHanded(Effect, frozen=True, tag="tod-timey-handed"):
    """A Transfer card went to another player's hand."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-CARD-10"
    seat: str
    card: str
    to: str


class TimeySwapped(Effect, frozen=True, tag="tod-timey-swapped"):
    """A card was swapped for a random card of another hand, which only these two players see."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "given")
    rule = "TOD-CARD-10"
    seat: str
    given: str
    to: str
    taken: Annotated[str, KnownTo("seat", "to")]


class EquipmentInstalled(Effect, frozen=True, tag="tod-equipment-installed"):
    """Equipment moved from the hand to the console."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-CARD-07"
    seat: str
    card: str


class EquipmentLeft(Effect, frozen=True, tag="tod-equipment-left"):
    """Equipment moved from the console to the discard pile."""

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
    """All Doctors regenerated at the same time. `doctors` has the new Doctor of each seat in `seats`."""

    rule = "TOD-REG-01"
    seats: tuple[str, ...]
    doctors: tuple[str, ...]


class CompanionJoined(Effect, frozen=True, tag="tod-companion-joined"):
    """A Companion came aboard: full-time, or part-time until an Adventure succeeds."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "companion")
    rule = "TOD-RECR-07"
    seat: str
    companion: str
    part_time: bool = False


class CompanionLeft(Effect, frozen=True, tag="tod-companion-left"):
    """A Companion left the console: `discarded`, or `dismissed` into the deck."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "companion")
    rule = "TOD-COMPN-01"
    seat: str
    companion: str
    how: str


class CompanionsKept(Effect, frozen=True, tag="tod-companions-kept"):
    """The part-time Companions of a seat are now full-time."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-SUCC-05"
    seat: str


class TardisAnswered(Effect, frozen=True, tag="tod-tardis-answered"):
    """The TARDIS die was rolled: the player chooses, or the TARDIS decides."""

    rule = "TOD-TRAV-06"
    choose: bool


class LocationsSearched(Effect, frozen=True, tag="tod-locations-searched"):
    """Locations were drawn face up. The player keeps one of the Locations; the others are discarded."""

    rule = "TOD-TRAV-08"
    locations: tuple[str, ...]


class LocationKept(Effect, frozen=True, tag="tod-location-kept"):
    """The player keeps one of the drawn Locations; the others are discarded."""

    rule = "TOD-TRAV-08"
    location: str


class LocationLaid(Effect, frozen=True, tag="tod-location-laid"):
    """A Location, or an anomaly that acts as one, came into play under this number."""

    subject: ClassVar[tuple[str, ...]] = ("location",)
    rule = "TOD-TRAV-08"
    place: int
    location: str


class LocationGone(Effect, frozen=True, tag="tod-location-gone"):
    """A Location left play together with its Dilemmas."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    rule = "TOD-FIN-01"
    place: int


class DilemmaLaid(Effect, frozen=True, tag="tod-dilemma-laid"):
    """The top Dilemma of the deck was put face down in a zone."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-TRAV-10"
    place: int
    zone: int


class DilemmaGone(Effect, frozen=True, tag="tod-dilemma-gone"):
    """The Dilemma of a zone was discarded."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-SUCC-01"
    place: int
    zone: int


class DoctorMoved(Effect, frozen=True, tag="tod-doctor-moved"):
    """A Doctor moved to a zone of a Location in play, or back to the console (`place` 0)."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-TRAV-03"
    seat: str
    place: int
    zone: int = 0


class DalekPlaced(Effect, frozen=True, tag="tod-dalek-placed"):
    """A Dalek marker was placed at a Location. `zone` matters only on Earth."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-FAIL-03"
    place: int
    zone: int = 0


class DalekRemoved(Effect, frozen=True, tag="tod-dalek-removed"):
    """A Dalek marker went back to the supply."""

    subject: ClassVar[tuple[str, ...]] = ("place", "zone")
    rule = "TOD-SUCC-03"
    place: int
    zone: int = 0


class ShipMoved(Effect, frozen=True, tag="tod-ship-moved"):
    """The Dalek Ship moved to this space."""

    rule = "TOD-DTRN-02"
    space: int


class TardisMoved(Effect, frozen=True, tag="tod-tardis-moved"):
    """A seat's TARDIS moved to this space."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-SUCC-02"
    seat: str
    space: int


class MarkerTaken(Effect, frozen=True, tag="tod-marker-taken"):
    """The anomaly marker of a space was removed from the track."""

    subject: ClassVar[tuple[str, ...]] = ("space",)
    rule = "TOD-ANOM-01"
    space: int


class AnomalyTaken(Effect, frozen=True, tag="tod-anomaly-taken"):
    """A Time Anomaly was drawn and is in force."""

    subject: ClassVar[tuple[str, ...]] = ("anomaly",)
    rule = "TOD-ANOM-01"
    anomaly: str


class TaskDone(Effect, frozen=True, tag="tod-task-done"):
    """One task of an anomaly is done: it gets a Progress marker or frees a die."""

    subject: ClassVar[tuple[str, ...]] = ("anomaly",)
    rule = "TOD-ATASK-04"
    anomaly: str


class AnomalyGone(Effect, frozen=True, tag="tod-anomaly-gone"):
    """A Time Anomaly was discarded."""

    subject: ClassVar[tuple[str, ...]] = ("anomaly",)
    rule = "TOD-ATASK-05"
    anomaly: str


class CostDue(Effect, frozen=True, tag="tod-cost-due"):
    """A seat must carry out a cost or effect. `where` is its kind (see `position.Debt`), `source` the card.

    `chosen` is the option, counted from 1; 0 if the seat has to choose.
    """

    subject: ClassVar[tuple[str, ...]] = ("seat", "where")
    rule = "TOD-FAIL-05"
    seat: str
    where: str
    source: str
    chosen: int = 0


class CostChosen(Effect, frozen=True, tag="tod-cost-chosen"):
    """The seat chose this option of the cost on top of the stack."""

    rule = "TOD-FAIL-06"
    option: int


class CostMet(Effect, frozen=True, tag="tod-cost-met"):
    """One part of the cost on top of the stack is done; `left` parts remain."""

    rule = "TOD-FAIL-05"
    left: int


class Used(Effect, frozen=True, tag="tod-used"):
    """A seat used an icon of a card. The icon is counted from 1; 0 is the card's ability without dice."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card", "icon")
    rule = "TOD-CARD-06"
    seat: str
    card: str
    icon: int


class GameEnded(Effect, frozen=True, tag="tod-game-ended"):
    """The game is over. Without winners, the Daleks won."""

    rule = "TOD-ROUND-03"
    winners: tuple[str, ...]
    how: str
