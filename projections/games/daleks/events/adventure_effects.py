"""What an Adventure brings about: challenge, pools, dice, help."""

from typing import ClassVar

from events.events import Effect


class AdventureBegan(Effect, frozen=True, tag="tod-adventure-began"):
    """A Doctor meets a challenge: these symbols, under these conditions."""

    rule = "TOD-CHAL-01"
    seat: str
    place: int
    zone: int
    symbols: tuple[str, ...]
    conditions: tuple[str, ...] = ()


class AdventureStage(Effect, frozen=True, tag="tod-adventure-stage"):
    """The Adventure goes on with a stage of `position.STAGES`."""

    subject: ClassVar[tuple[str, ...]] = ("stage",)
    rule = "TOD-ADV-01"
    stage: str


class DiceGathered(Effect, frozen=True, tag="tod-dice-gathered"):
    """Dice came to a seat's pool, by their names (`B1`), from a card."""

    subject: ClassVar[tuple[str, ...]] = ("seat", "card")
    rule = "TOD-POOL-01"
    seat: str
    card: str
    dice: tuple[str, ...]


class DieSwapped(Effect, frozen=True, tag="tod-die-swapped"):
    """A black die was swapped for one of another colour."""

    subject: ClassVar[tuple[str, ...]] = ("die",)
    rule = "TOD-FOC-01"
    die: str
    into: str


class DieGone(Effect, frozen=True, tag="tod-die-gone"):
    """A die left the pool: `cut`, `exterminated`, `spent`, `imprisoned`, or `returned` with its card."""

    subject: ClassVar[tuple[str, ...]] = ("die",)
    rule = "TOD-LIM-01"
    die: str
    how: str


class DiceOwed(Effect, frozen=True, tag="tod-dice-owed"):
    """So many dice are to be exterminated."""

    rule = "TOD-EXT-01"
    dice: int


class PoolDone(Effect, frozen=True, tag="tod-pool-done"):
    """A pool is cut to its limit."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-LIM-01"
    seat: str


class FaceChanged(Effect, frozen=True, tag="tod-face-changed"):
    """A die shows another symbol; `by` a card, or `tokens`."""

    subject: ClassVar[tuple[str, ...]] = ("die",)
    rule = "TOD-FACE-02"
    die: str
    symbol: str
    by: str


class HelpCalled(Effect, frozen=True, tag="tod-help-called"):
    """A player was called for help; "" where the one who was called did not help."""

    rule = "TOD-HELP-03"
    helper: str


class HelpGiven(Effect, frozen=True, tag="tod-help-given"):
    """The helper helps from `afar` or `here`."""

    rule = "TOD-HELP-04"
    helper: str
    manner: str


class AdventureEnded(Effect, frozen=True, tag="tod-adventure-ended"):
    """The Adventure succeeded or failed."""

    rule = "TOD-ROLL-03"
    won: bool
