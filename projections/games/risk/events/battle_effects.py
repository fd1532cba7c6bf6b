"""Effects of a battle: dice, losses, conquest, defeat."""

from typing import Annotated, ClassVar

from events.events import Effect, KnownTo


class DaleksLost(Effect, frozen=True, tag="risk-daleks-lost"):
    """Daleks were removed from a territory."""

    subject: ClassVar[tuple[str, ...]] = ("territory",)
    rule = "RISK-CMB-02"
    territory: str
    daleks: int


class BattleBegun(Effect, frozen=True, tag="risk-battle-begun"):
    """An attack was declared. In group style, `group` Daleks have moved in (0: the Daleks at the origin fight)."""

    rule = "RISK-ATT-05"
    attacker: str
    defender: str
    source: str
    target: str
    daleks: int
    group: int = 0


class DiceDue(Effect, frozen=True, tag="risk-dice-due"):
    """A change of one side's dice in this battle: `plus` on each die, re-rolled 1s, fewer dice in the first roll."""

    subject: ClassVar[tuple[str, ...]] = ("side",)
    rule = "RISK-POW-04"
    side: str
    plus: int = 0
    reroll: bool = False
    fewer: int = 0


class ReRollOffered(Effect, frozen=True, tag="risk-re-roll-offered"):
    """A player may re-roll the 1s of a side, `attack` or `defence`. `dice` is how many show 1."""

    subject: ClassVar[tuple[str, ...]] = ("side",)
    rule = "RISK-POW-11"
    player: str
    side: str
    dice: int


class TerritoryTaken(Effect, frozen=True, tag="risk-territory-taken"):
    """A territory was conquered. At least `least` Daleks must move in."""

    subject: ClassVar[tuple[str, ...]] = ("territory",)
    rule = "RISK-CMB-07"
    territory: str
    player: str
    least: int


class DaleksMoved(Effect, frozen=True, tag="risk-daleks-moved"):
    """Daleks moved between two territories of the same army."""

    rule = "RISK-MAN-02"
    source: str
    target: str
    daleks: int


class BattleEnded(Effect, frozen=True, tag="risk-battle-ended"):
    """A battle ended: `conquest`, `withdrawal` or `beaten` (no attacker is left).

    After `beaten`, `bars` is the origin that may not attack again this turn, or `step` for no attack at all.
    """

    rule = "RISK-ATT-10"
    how: str
    bars: str = ""


class ArmyDefeated(Effect, frozen=True, tag="risk-army-defeated"):
    """An army lost its last territory."""

    subject: ClassVar[tuple[str, ...]] = ("army",)
    rule = "RISK-ELI-01"
    army: str


class CardsPassed(Effect, frozen=True, tag="risk-cards-passed"):
    """All cards of a defeated army went to its conqueror. Only these two players see which cards."""

    subject: ClassVar[tuple[str, ...]] = ("loser",)
    rule = "RISK-ELI-02"
    loser: str
    taker: str
    territories: Annotated[tuple[str, ...], KnownTo("loser", "taker")] = ()
    missions: Annotated[tuple[str, ...], KnownTo("loser", "taker")] = ()
    powers: Annotated[tuple[str, ...], KnownTo("loser", "taker")] = ()
