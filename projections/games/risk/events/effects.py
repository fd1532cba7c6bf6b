"""Effects outside battles: set-up, steps, placing and cards."""

from typing import ClassVar

from events.events import Effect


class TerritoriesDealt(Effect, frozen=True, tag="risk-territories-dealt"):
    """The territories in which an army starts, with 3 Daleks each."""

    subject: ClassVar[tuple[str, ...]] = ("army",)
    rule = "RISK-SET-06"
    army: str
    territories: tuple[str, ...]
    daleks: int = 3


class TurnBegan(Effect, frozen=True, tag="risk-turn-began"):
    """A seat's turn began."""

    rule = "RISK-SET-03"
    player: str
    turn: int
    round: int


class StepReached(Effect, frozen=True, tag="risk-step-reached"):
    """The turn reached a step: `neutral`, `tardis`, `count`, `place`, `attack`, `manoeuvre` or `draw`."""

    rule = "RISK-TRN-01"
    step: str


class StepMissed(Effect, frozen=True, tag="risk-step-missed"):
    """A compulsory step was skipped: `neutral`, `tardis` or `count`. It can still be made during the turn."""

    subject: ClassVar[tuple[str, ...]] = ("step",)
    rule = "RISK-TRN-02"
    step: str


class TardisLanded(Effect, frozen=True, tag="risk-tardis-landed"):
    """The TARDIS landed in a territory. `card` is the Territory Card under it ("" if a Power Card moved it)."""

    rule = "RISK-TAR-02"
    territory: str
    card: str = ""


class ClaraAdvanced(Effect, frozen=True, tag="risk-clara-advanced"):
    """Clara moved to a Doctor, 1 to 11."""

    rule = "RISK-REG-01"
    doctor: int


class Reinforced(Effect, frozen=True, tag="risk-reinforced"):
    """New Daleks to place, by source. `continents` lists each continent that pays, with its amount."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    parts: ClassVar[tuple[tuple[str, str], ...]] = (
        ("base", "RISK-PLC-01"), ("territories", "RISK-PLC-03"), ("continents", "RISK-CON-01"),
        ("missions", "RISK-MIS-05"), ("stars", "RISK-TRD-03"), ("cards", "RISK-POW-16"),
    )  # fmt: skip
    rule = "RISK-PLC-02"
    player: str
    base: int = 0
    territories: int = 0
    continents: tuple[tuple[str, int], ...] = ()
    missions: int = 0
    stars: int = 0
    cards: int = 0

    @property
    def total(self) -> int:
        """The sum of all sources, at least 0."""
        lands = sum(amount for _, amount in self.continents)
        return max(0, self.base + self.territories + lands + self.missions + self.stars + self.cards)


class MissionPaid(Effect, frozen=True, tag="risk-mission-paid"):
    """A Mission Card was revealed and left the game."""

    subject: ClassVar[tuple[str, ...]] = ("player", "card")
    rule = "RISK-MIS-05"
    player: str
    card: str


class StarsTraded(Effect, frozen=True, tag="risk-stars-traded"):
    """Territory Cards went to the discards for their stars."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "RISK-TRD-02"
    player: str
    cards: tuple[str, ...]
    stars: int


class IncomeCut(Effect, frozen=True, tag="risk-income-cut"):
    """A rival's next count is reduced: `daleks` fewer, or without the continent bonuses (`continent`)."""

    subject: ClassVar[tuple[str, ...]] = ("rival",)
    rule = "RISK-POW-16"
    rival: str
    daleks: int = 0
    continent: bool = False


class RemovalDue(Effect, frozen=True, tag="risk-removal-due"):
    """A seat must remove this number of its own Daleks from the board. 0 cancels the duty."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "RISK-POW-16"
    player: str
    daleks: int


class CardPlayed(Effect, frozen=True, tag="risk-card-played"):
    """A Power Card was played and left the game, face up."""

    subject: ClassVar[tuple[str, ...]] = ("player", "card")
    rule = "RISK-POW-07"
    player: str
    card: str


class DaleksPlaced(Effect, frozen=True, tag="risk-daleks-placed"):
    """Some of the new Daleks were placed in a territory."""

    subject: ClassVar[tuple[str, ...]] = ("territory",)
    rule = "RISK-PLC-06"
    territory: str
    daleks: int


class DaleksAdded(Effect, frozen=True, tag="risk-daleks-added"):
    """A card or a neutral reinforcement added Daleks to a territory."""

    subject: ClassVar[tuple[str, ...]] = ("territory",)
    rule = "RISK-POW-16"
    territory: str
    daleks: int


class CardReturned(Effect, frozen=True, tag="risk-card-returned"):
    """The card under the TARDIS went to the bottom of the deck."""

    rule = "RISK-TAR-09"
    card: str


class DeckRenewed(Effect, frozen=True, tag="risk-deck-renewed"):
    """The discards became the deck. Their shuffle follows."""

    rule = "RISK-DRW-05"
    count: int


class GameEnded(Effect, frozen=True, tag="risk-game-ended"):
    """The game ended. `how` is the way named by the rulebook, and `decided` the tie-break that decided."""

    rule = "RISK-WIN-01"
    winners: tuple[str, ...]
    how: str
    decided: str = ""


class TerritorySet(Effect, frozen=True, tag="risk-territory-set"):
    """The army and the Daleks of a territory were set by hand."""

    subject: ClassVar[tuple[str, ...]] = ("territory",)
    rule = "RISK-OBJ-02"
    territory: str
    army: str
    daleks: int


class PoolSet(Effect, frozen=True, tag="risk-pool-set"):
    """The number of new Daleks that are left to place was set without a move."""

    rule = "RISK-PLC-02"
    daleks: int
