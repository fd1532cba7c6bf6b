"""Effects of a battle: dice, losses, conquest, defeat."""

from typing import Annotated, ClassVar

from events.events import Effect, KnownTo


class DaleksLost(Effect, frozen=True, tag="risk-daleks-lost"):
    """Daleks of a territory were removed."""

    subject: ClassVar[tuple[str, ...]] = ("territory",)
    rule = "RISK-CMB-02"
    territory: str
    daleks: int


class BattleBegun(Effect, frozen=True, tag="risk-battle-begun"):
    """An attack is declared; in group style `group` Daleks have moved in (0: the stack of the origin fights)."""

    rule = "RISK-ATT-05"
    attacker: str
    defender: str
    source: str
    target: str
    daleks: int
    group: int = 0


class DiceDue(Effect, frozen=True, tag="risk-dice-due"):
    """What changes the dice of this battle: `plus` of a side, re-rolled 1s of a side, dice fewer in the first roll."""

    subject: ClassVar[tuple[str, ...]] = ("side",)
    rule = "RISK-POW-04"
    side: str
    plus: int = 0
    reroll: bool = False
    fewer: int = 0


class ReRollOffered(Effect, frozen=True, tag="risk-re-roll-offered"):
    """A player may re-roll the 1s of a side, `attack` or `defence`; so many show."""

    subject: ClassVar[tuple[str, ...]] = ("side",)
    rule = "RISK-POW-11"
    player: str
    side: str
    dice: int


class TerritoryTaken(Effect, frozen=True, tag="risk-territory-taken"):
    """A territory is conquered; so many Daleks have to move in at least."""

    subject: ClassVar[tuple[str, ...]] = ("territory",)
    rule = "RISK-CMB-07"
    territory: str
    player: str
    least: int


class DaleksMoved(Effect, frozen=True, tag="risk-daleks-moved"):
    """Daleks moved from one territory to another of the same army."""

    rule = "RISK-MAN-02"
    source: str
    target: str
    daleks: int


class BattleEnded(Effect, frozen=True, tag="risk-battle-ended"):
    """A battle is over: `conquest`, `withdrawal` or `beaten`; `bars` says what beaten attackers may not do again."""

    rule = "RISK-ATT-10"
    how: str
    bars: str = ""


class ArmyDefeated(Effect, frozen=True, tag="risk-army-defeated"):
    """An army lost its last territory."""

    subject: ClassVar[tuple[str, ...]] = ("army",)
    rule = "RISK-ELI-01"
    army: str


class CardsPassed(Effect, frozen=True, tag="risk-cards-passed"):
    """All cards of a defeated army went to its conqueror; only the two of them see which."""

    subject: ClassVar[tuple[str, ...]] = ("loser",)
    rule = "RISK-ELI-02"
    loser: str
    taker: str
    territories: Annotated[tuple[str, ...], KnownTo("loser", "taker")] = ()
    missions: Annotated[tuple[str, ...], KnownTo("loser", "taker")] = ()
    powers: Annotated[tuple[str, ...], KnownTo("loser", "taker")] = ()
