"""What a turn and the play of cards bring about. Cards in a zone go by their numbers."""

from typing import ClassVar

from events.events import Effect


class TurnBegan(Effect, frozen=True, tag="ccg-turn-began"):
    """A seat has the turn; it is the turn of this number in this round."""

    rule = "CCG-TRN-01"
    player: str
    turn: int
    round: int


class StepReached(Effect, frozen=True, tag="ccg-step-reached"):
    """The turn goes on with a step: one of `position.STEPS`."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "CCG-TRN-02"
    step: str


class StepMissed(Effect, frozen=True, tag="ccg-step-missed"):
    """A compulsory step was passed over."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "CCG-TRN-02"
    step: str


class ZoneChosen(Effect, frozen=True, tag="ccg-zone-chosen"):
    """The zone of this turn, and whether it was the bonus zone when it was chosen."""

    rule = "CCG-PREP-02"
    zone: str
    bonus: bool = False


class CardEntered(Effect, frozen=True, tag="ccg-card-entered"):
    """A card came into play as number `card`, on a seat's side of a zone; `owner` brought it in the deck."""

    subject: ClassVar[tuple[str, ...]] = ("face", "owner")
    rule = "CCG-GEN-06"
    card: int
    face: str
    owner: str
    side: str
    zone: str


class CardSided(Effect, frozen=True, tag="ccg-card-sided"):
    """A card was Sided, `by` its player or the opponent."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-SID-01"
    card: int
    by: str


class CardStood(Effect, frozen=True, tag="ccg-card-stood"):
    """A card Stands again."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-STA-01"
    card: int


class CardLocked(Effect, frozen=True, tag="ccg-card-locked"):
    """A card can neither be Sided nor Stand this turn."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GEN-01"
    card: int


class CardMoved(Effect, frozen=True, tag="ccg-card-moved"):
    """A card lies in another zone now."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GEN-01"
    card: int
    zone: str


class CardCloned(Effect, frozen=True, tag="ccg-card-cloned"):
    """A card is an exact copy of another face now; a `passing` Clone ends with the turn."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GLO-04"
    card: int
    face: str
    passing: bool = False


class CardBanished(Effect, frozen=True, tag="ccg-card-banished"):
    """A card is out of play where it lies; `under` an Episode, or 0."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GLO-13"
    card: int
    under: int = 0


class CardDiscarded(Effect, frozen=True, tag="ccg-card-discarded"):
    """A card left play for its owner's discard pile: `destroyed`, `lost` in combat, `sacrificed` or `solved`."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GEN-09"
    card: int
    how: str


class CardReturned(Effect, frozen=True, tag="ccg-card-returned"):
    """A card went back to its owner's hand: from its zone, or by its face from the discard pile (`card` 0)."""

    subject: ClassVar[tuple[str, ...]] = ("card", "owner")
    rule = "CCG-GEN-01"
    card: int
    face: str
    owner: str


class FlashUsed(Effect, frozen=True, tag="ccg-flash-used"):
    """A card of the hand went to the discard pile: a Flash after use, or a card discarded from the hand."""

    subject: ClassVar[tuple[str, ...]] = ("player", "face")
    rule = "CCG-FLA-06"
    player: str
    face: str


class EpisodeSolved(Effect, frozen=True, tag="ccg-episode-solved"):
    """An Episode was solved, by so much Support or by a Doctor with two Assistants (0)."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-EPI-14"
    card: int
    support: int


class ChangeBegan(Effect, frozen=True, tag="ccg-change-began"):
    """A change of a Creature's value came into force, `by` a card in play (0 for a Flash).

    It lasts until the turn ends or, where it is `constant`, as long as that card makes it.
    """

    subject: ClassVar[tuple[str, ...]] = ("card", "value", "face", "by")
    rule = "CCG-SUP-01"
    card: int
    value: str
    amount: int
    face: str
    by: int = 0
    constant: bool = False


class ChangeEnded(Effect, frozen=True, tag="ccg-change-ended"):
    """A change of a Creature's value is over."""

    subject: ClassVar[tuple[str, ...]] = ("card", "value", "face", "by")
    rule = "CCG-NOR-01"
    card: int
    value: str
    face: str
    by: int = 0


class ValuesSet(Effect, frozen=True, tag="ccg-values-set"):
    """The present values of a Creature."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-COM-26"
    card: int
    energy: int
    substance: int
    support: int


class SupportCounted(Effect, frozen=True, tag="ccg-support-counted"):
    """A Creature took Support from one more Creature this turn."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-COM-30"
    card: int
    by: int


class ZoneBarred(Effect, frozen=True, tag="ccg-zone-barred"):
    """A seat may not do something in a zone this turn: `support`, `special`, `flash`, `attack` or `draw`."""

    subject: ClassVar[tuple[str, ...]] = ("player", "zone", "bars")
    rule = "CCG-EPI-18"
    player: str
    zone: str
    bars: str


class PlaysGranted(Effect, frozen=True, tag="ccg-plays-granted"):
    """A card allows so many more cards to be played this turn."""

    rule = "CCG-GEN-01"
    player: str
    plays: int


class TurnGranted(Effect, frozen=True, tag="ccg-turn-granted"):
    """A card gives a seat one more turn after this one."""

    rule = "CCG-GEN-01"
    player: str


class BonusDue(Effect, frozen=True, tag="ccg-bonus-due"):
    """Whether the bonus card may be drawn in phase 4."""

    rule = "CCG-BON-01"
    due: bool


class TurnEnded(Effect, frozen=True, tag="ccg-turn-ended"):
    """The turn is over: what lasted for the turn ends, values are normal again."""

    rule = "CCG-NOR-01"
    player: str


class GameEnded(Effect, frozen=True, tag="ccg-game-ended"):
    """The game is over; nobody wins at the turn cap."""

    rule = "CCG-WIN-01"
    winners: tuple[str, ...]
    how: str
