"""Effects of turns and of playing cards. Cards in a zone are identified by number."""

from typing import ClassVar

from events.events import Effect


class TurnBegan(Effect, frozen=True, tag="ccg-turn-began"):
    """A seat begins a turn, with the numbers of the turn and the round."""

    rule = "CCG-TRN-01"
    player: str
    turn: int
    round: int


class StepReached(Effect, frozen=True, tag="ccg-step-reached"):
    """The turn reached a step, one of `position.STEPS`."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "CCG-TRN-02"
    step: str


class StepMissed(Effect, frozen=True, tag="ccg-step-missed"):
    """A compulsory step was skipped."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "CCG-TRN-02"
    step: str


class ZoneChosen(Effect, frozen=True, tag="ccg-zone-chosen"):
    """The zone of this turn, and whether it was the bonus zone when it was chosen."""

    rule = "CCG-PREP-02"
    zone: str
    bonus: bool = False


class CardEntered(Effect, frozen=True, tag="ccg-card-entered"):
    """A card came into play as number `card`, on the `side` of a seat. `owner` is the seat whose deck had the card."""

    subject: ClassVar[tuple[str, ...]] = ("face", "owner")
    rule = "CCG-GEN-06"
    card: int
    face: str
    owner: str
    side: str
    zone: str


class CardSided(Effect, frozen=True, tag="ccg-card-sided"):
    """A card was Sided `by` its player or by the opponent."""

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
    """A card moved to another zone."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GEN-01"
    card: int
    zone: str


class CardCloned(Effect, frozen=True, tag="ccg-card-cloned"):
    """A card became an exact copy of another face. A `passing` Clone ends with the turn."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GLO-04"
    card: int
    face: str
    passing: bool = False


class CardBanished(Effect, frozen=True, tag="ccg-card-banished"):
    """A card in a zone went out of play, `under` the Episode of this number, or 0."""

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
    """A card went back to its owner's hand from a zone, or from the discard pile by its face (`card` 0)."""

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
    """An Episode was solved with this total of Support, or by a Doctor with two Assistants (0)."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-EPI-14"
    card: int
    support: int


class ChangeBegan(Effect, frozen=True, tag="ccg-change-began"):
    """A change of a Creature's value came into force, `by` a card in play (0 for a Flash).

    It lasts until the turn ends. A `constant` change lasts as long as that card makes it.
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
    """A change of a Creature's value ended."""

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
    """A Creature took Support from another Creature this turn."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-COM-30"
    card: int
    by: int


class ZoneBarred(Effect, frozen=True, tag="ccg-zone-barred"):
    """A seat must not do something in a zone this turn: `support`, `special`, `flash`, `attack` or `draw`."""

    subject: ClassVar[tuple[str, ...]] = ("player", "zone", "bars")
    rule = "CCG-EPI-18"
    player: str
    zone: str
    bars: str


class PlaysGranted(Effect, frozen=True, tag="ccg-plays-granted"):
    """A card allows this number of additional cards to be played this turn."""

    rule = "CCG-GEN-01"
    player: str
    plays: int


class TurnGranted(Effect, frozen=True, tag="ccg-turn-granted"):
    """A card gives a seat another turn after this one."""

    rule = "CCG-GEN-01"
    player: str


class BonusDue(Effect, frozen=True, tag="ccg-bonus-due"):
    """Says whether the active player may draw the bonus card in phase 4."""

    rule = "CCG-BON-01"
    due: bool


class TurnEnded(Effect, frozen=True, tag="ccg-turn-ended"):
    """The turn is over. Effects for the turn end, and values are normal again."""

    rule = "CCG-NOR-01"
    player: str


class GameEnded(Effect, frozen=True, tag="ccg-game-ended"):
    """The game is over. At the turn cap it ends without a winner."""

    rule = "CCG-WIN-01"
    winners: tuple[str, ...]
    how: str
