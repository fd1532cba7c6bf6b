"""Effects in an Adventure: challenge, pools, dice and help."""

from typing import ClassVar

from events.events import Effect


class AdventureBegan(Effect, frozen=True, tag="tod-adventure-began"):
    """A Doctor begins an Adventure with these symbols to meet and these conditions."""

    rule = "TOD-CHAL-01"
    seat: str
    place: int
    zone: int
    symbols: tuple[str, ...]
    conditions: tuple[str, ...] = ()


class AdventureStage(Effect, frozen=True, tag="tod-adventure-stage"):
    """The Adventure reaches a stage, one of `position.STAGES`."""

    subject: ClassVar[tuple[str, ...]] = ("stage",)
    rule = "TOD-ADV-01"
    stage: str


class DiceGathered(Effect, frozen=True, tag="tod-dice-gathered"):
    """A card added dice to a seat's pool; `dice` are their names (`B1`)."""

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
    """A die left the pool. `how` is `cut`, `exterminated`, `spent`, `imprisoned`, or `returned` with its card."""

    subject: ClassVar[tuple[str, ...]] = ("die",)
    rule = "TOD-LIM-01"
    die: str
    how: str


class DiceOwed(Effect, frozen=True, tag="tod-dice-owed"):
    """This number of dice must be exterminated: removed because of Dalek markers."""

    rule = "TOD-EXT-01"
    dice: int


class PoolDone(Effect, frozen=True, tag="tod-pool-done"):
    """A seat's pool is cut to its limit."""

    subject: ClassVar[tuple[str, ...]] = ("seat",)
    rule = "TOD-LIM-01"
    seat: str


class FaceChanged(Effect, frozen=True, tag="tod-face-changed"):
    """A die was turned to another symbol. `by` is the card that allowed this, or `tokens` if tokens paid for it."""

    subject: ClassVar[tuple[str, ...]] = ("die",)
    rule = "TOD-FACE-02"
    die: str
    symbol: str
    by: str


class HelpCalled(Effect, frozen=True, tag="tod-help-called"):
    """A player was called for help. An empty `helper` means that the called player did not help."""

    rule = "TOD-HELP-03"
    helper: str


class HelpGiven(Effect, frozen=True, tag="tod-help-given"):
    """The helper chose to help from `afar` or at the Location (`here`)."""

    rule = "TOD-HELP-04"
    helper: str
    manner: str


class AdventureEnded(Effect, frozen=True, tag="tod-adventure-ended"):
    """The Adventure succeeded or failed."""

    rule = "TOD-ROLL-03"
    won: bool
