"""The words of Risk: The Dalek Invasion of Earth.

Territories are named as in the map data (`northwest-territory`). An army is a seat, or `n1` to `n3` for the neutral ones
of the two-player game. A Territory Card has the id of its territory; Mission and Power Cards have ids of their own.
"""

from typing import Annotated, ClassVar

from events.facts import Effect, Fact, KnownTo, Move

__all__ = [
    "ALL_EFFECTS",
    "VOCABULARY",
    "ArmyDefeated",
    "Attack",
    "BattleBegun",
    "BattleEnded",
    "CardPlayed",
    "CardReturned",
    "CardsPassed",
    "ClaimMission",
    "ClaraAdvanced",
    "CountDaleks",
    "DaleksAdded",
    "DaleksLost",
    "DaleksMoved",
    "DaleksPlaced",
    "DeckRenewed",
    "Defend",
    "DiceDue",
    "DrawTerritoryCard",
    "EndTurn",
    "GameEnded",
    "HoldPosition",
    "IncomeCut",
    "LandTardis",
    "LeaveBattle",
    "Manoeuvre",
    "MissionPaid",
    "MoveIn",
    "MoveTardis",
    "Place",
    "PlaceNeutral",
    "PlayPower",
    "Reinforced",
    "RemoveDalek",
    "ReRoll",
    "RollDice",
    "StarsTraded",
    "StepReached",
    "StopAttacking",
    "TardisLanded",
    "TerritoriesDealt",
    "TerritoryTaken",
    "TradeStars",
    "TurnBegan",
]


# Moves


class PlaceNeutral(Move, frozen=True, tag="risk-place-neutral"):
    """Add Daleks to a territory of a neutral army, for the opponent of whoever has the turn (two players)."""

    territory: str
    daleks: int


class LandTardis(Move, frozen=True, tag="risk-land-tardis"):
    """Turn up the top card of the main deck and land the TARDIS there."""


class CountDaleks(Move, frozen=True, tag="risk-count-daleks"):
    """Count the new Daleks of this turn."""


class ClaimMission(Move, frozen=True, tag="risk-claim-mission"):
    """Reveal a Mission Card whose territory is held."""

    card: str


class TradeStars(Move, frozen=True, tag="risk-trade-stars"):
    """Trade Territory Cards for Daleks."""

    cards: tuple[str, ...]


class PlayPower(Move, frozen=True, tag="risk-play-power"):
    """Play a Power Card outside the declaration of an attack; `territory` or `rival` where its text names one."""

    card: str
    territory: str = ""
    rival: str = ""


class Place(Move, frozen=True, tag="risk-place"):
    """Place new Daleks in an own territory."""

    territory: str
    daleks: int


class RemoveDalek(Move, frozen=True, tag="risk-remove-dalek"):
    """Take one own Dalek off the board because a card asks for it."""

    territory: str


class Attack(Move, frozen=True, tag="risk-attack"):
    """Declare an attack with 1 to 3 Daleks, and the attacker's Power Card for it, if any."""

    source: str
    target: str
    daleks: int
    card: str = ""


class Defend(Move, frozen=True, tag="risk-defend"):
    """Choose how many dice defend (only where the table lets the defender choose)."""

    dice: int


class RollDice(Move, frozen=True, tag="risk-roll-dice"):
    """Roll the dice of the battle, attacking with so many Daleks."""

    daleks: int


class ReRoll(Move, frozen=True, tag="risk-re-roll"):
    """Re-roll this many of the 1s just rolled, or none (0)."""

    dice: int


class LeaveBattle(Move, frozen=True, tag="risk-leave-battle"):
    """Call the battle off."""


class MoveIn(Move, frozen=True, tag="risk-move-in"):
    """Move Daleks into the conquered territory."""

    daleks: int


class StopAttacking(Move, frozen=True, tag="risk-stop-attacking"):
    """Make no further attack this turn."""


class Manoeuvre(Move, frozen=True, tag="risk-manoeuvre"):
    """Move Daleks between own connected territories."""

    source: str
    target: str
    daleks: int


class HoldPosition(Move, frozen=True, tag="risk-hold-position"):
    """Make no manoeuvre this turn."""


class DrawTerritoryCard(Move, frozen=True, tag="risk-draw-territory-card"):
    """Draw a Territory Card for a conquest."""


class EndTurn(Move, frozen=True, tag="risk-end-turn"):
    """End the turn without drawing, or after it."""


class MoveTardis(Move, frozen=True, tag="risk-move-tardis"):
    """Move the TARDIS by a Power Card."""

    card: str
    territory: str


# Effects


class TerritoriesDealt(Effect, frozen=True, tag="risk-territories-dealt"):
    """The territories an army starts in, with 3 Daleks each."""

    subject: ClassVar[tuple[str, ...]] = ("army",)
    rule = "RISK-SET-06"
    army: str
    territories: tuple[str, ...]
    daleks: int = 3


class TurnBegan(Effect, frozen=True, tag="risk-turn-began"):
    """A seat's turn begins."""

    rule = "RISK-SET-03"
    player: str
    turn: int
    round: int


class StepReached(Effect, frozen=True, tag="risk-step-reached"):
    """The turn reached a step: `neutral`, `tardis`, `count`, `place`, `attack`, `manoeuvre` or `draw`."""

    rule = "RISK-TRN-01"
    step: str


class TardisLanded(Effect, frozen=True, tag="risk-tardis-landed"):
    """The TARDIS stands in a territory; `card` is the Territory Card under it ("" where a Power Card moved it)."""

    rule = "RISK-TAR-02"
    territory: str
    card: str = ""


class ClaraAdvanced(Effect, frozen=True, tag="risk-clara-advanced"):
    """Clara stands on a Doctor, 1 to 11."""

    rule = "RISK-REG-01"
    doctor: int


class Reinforced(Effect, frozen=True, tag="risk-reinforced"):
    """New Daleks to be placed, by their parts; `continents` names those that pay as `name amount`."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
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
        """How many Daleks in all, never below 0."""
        lands = sum(amount for _, amount in self.continents)
        return max(0, self.base + self.territories + lands + self.missions + self.stars + self.cards)


class MissionPaid(Effect, frozen=True, tag="risk-mission-paid"):
    """A Mission Card was revealed and is out of the game."""

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
    """A rival's next count is cut: `daleks` fewer, or without the bonus of a `continent` ("" for none)."""

    subject: ClassVar[tuple[str, ...]] = ("rival",)
    rule = "RISK-POW-16"
    rival: str
    daleks: int = 0
    continent: bool = False


class CardPlayed(Effect, frozen=True, tag="risk-card-played"):
    """A Power Card was played and is out of the game, face up."""

    subject: ClassVar[tuple[str, ...]] = ("player", "card")
    rule = "RISK-POW-07"
    player: str
    card: str


class DaleksPlaced(Effect, frozen=True, tag="risk-daleks-placed"):
    """New Daleks, of those to be placed, stand in a territory."""

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


class CardReturned(Effect, frozen=True, tag="risk-card-returned"):
    """The card under the TARDIS went to the bottom of the deck."""

    rule = "RISK-TAR-09"
    card: str


class DeckRenewed(Effect, frozen=True, tag="risk-deck-renewed"):
    """The discards become the deck; their shuffle follows."""

    rule = "RISK-DRW-05"
    count: int


class GameEnded(Effect, frozen=True, tag="risk-game-ended"):
    """The game is over; `how` names the rulebook's way, and `decided` the step of a tie that decided."""

    rule = "RISK-WIN-01"
    winners: tuple[str, ...]
    how: str
    decided: str = ""


MOVES: tuple[type[Move], ...] = (
    PlaceNeutral, LandTardis, CountDaleks, ClaimMission, TradeStars, PlayPower, Place, RemoveDalek, Attack, Defend,
    RollDice, ReRoll, LeaveBattle, MoveIn, StopAttacking, Manoeuvre, HoldPosition, DrawTerritoryCard, EndTurn, MoveTardis,
)  # fmt: skip
ALL_EFFECTS: tuple[type[Effect], ...] = (
    TerritoriesDealt, TurnBegan, StepReached, TardisLanded, ClaraAdvanced, Reinforced, MissionPaid, StarsTraded, IncomeCut,
    CardPlayed, DaleksPlaced, DaleksAdded, DaleksLost, BattleBegun, DiceDue, TerritoryTaken, DaleksMoved, BattleEnded,
    ArmyDefeated, CardsPassed, CardReturned, DeckRenewed, GameEnded,
)  # fmt: skip
VOCABULARY: tuple[type[Fact], ...] = (*MOVES, *ALL_EFFECTS)
