"""The events of Risk: The Dalek Invasion of Earth: moves of the players, and the effects of moves.

Territories have the ids of the map data (`northwest-territory`). An army is a seat, or `n1` to `n3` for the neutral
armies of the two-player game. A Territory Card has the id of its territory. Mission and Power Cards have their own ids.
"""

from typing import Annotated, ClassVar

from events.events import Effect, Event, KnownTo, Move
from projections.described import DESCRIBED
from projections.window import WINDOWS


class PlaceNeutral(Move, frozen=True, tag="risk-place-neutral"):
    """Add Daleks to a neutral army's territory, as the opponent of the player who has the turn (two players)."""

    territory: str
    daleks: int


class LandTardis(Move, frozen=True, tag="risk-land-tardis"):
    """Turn up the top card of the main deck and land the TARDIS there."""


class SkipStep(Move, frozen=True, tag="risk-skip-step"):
    """Declare that a compulsory step was not made: `neutral`, `tardis` or `count`."""

    step: str


class CountDaleks(Move, frozen=True, tag="risk-count-daleks"):
    """Count the new Daleks of this turn."""


class ClaimMission(Move, frozen=True, tag="risk-claim-mission"):
    """Reveal a Mission Card whose territory you hold."""

    card: str


class TradeStars(Move, frozen=True, tag="risk-trade-stars"):
    """Trade Territory Cards for Daleks."""

    cards: tuple[str, ...]


class PlayPower(Move, frozen=True, tag="risk-play-power"):
    """Play a Power Card, but not with the declaration of an attack; `territory` or `rival` if the card needs one."""

    card: str
    territory: str = ""
    rival: str = ""


class Place(Move, frozen=True, tag="risk-place"):
    """Place new Daleks in one of your territories."""

    territory: str
    daleks: int


class RemoveDalek(Move, frozen=True, tag="risk-remove-dalek"):
    """Remove one of your Daleks from the board because of a card."""

    territory: str


class Attack(Move, frozen=True, tag="risk-attack"):
    """Declare an attack with 1 to 3 Daleks, with the attacker's Power Card, if any."""

    source: str
    target: str
    daleks: int
    card: str = ""


class Defend(Move, frozen=True, tag="risk-defend"):
    """Choose how many dice defend (only if the options let the defender choose)."""

    dice: int


class RollDice(Move, frozen=True, tag="risk-roll-dice"):
    """Roll the dice of the battle, with this number of attacking Daleks.

    `defence` is the number of defending dice if it differs from the number by the rules, else 0.
    """

    daleks: int
    defence: int = 0


class ReRoll(Move, frozen=True, tag="risk-re-roll"):
    """Re-roll this number of the 1s just rolled, or none (0)."""

    dice: int


class LeaveBattle(Move, frozen=True, tag="risk-leave-battle"):
    """Call the battle off."""


class MoveIn(Move, frozen=True, tag="risk-move-in"):
    """Move Daleks into the conquered territory."""

    daleks: int


class StopAttacking(Move, frozen=True, tag="risk-stop-attacking"):
    """Make no further attack this turn."""


class Manoeuvre(Move, frozen=True, tag="risk-manoeuvre"):
    """Move Daleks between two of your connected territories."""

    source: str
    target: str
    daleks: int


class HoldPosition(Move, frozen=True, tag="risk-hold-position"):
    """Make no manoeuvre this turn."""


class DrawTerritoryCard(Move, frozen=True, tag="risk-draw-territory-card"):
    """Draw a Territory Card for a conquest."""


class EndTurn(Move, frozen=True, tag="risk-end-turn"):
    """End the turn, with or without a draw."""


class MoveTardis(Move, frozen=True, tag="risk-move-tardis"):
    """Move the TARDIS with a Power Card."""

    card: str
    territory: str


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


RiskMove = (
    PlaceNeutral | LandTardis | SkipStep | CountDaleks | ClaimMission | TradeStars | PlayPower | MoveTardis | Place
    | RemoveDalek | StopAttacking | Manoeuvre | HoldPosition | DrawTerritoryCard | EndTurn
    | Attack | Defend | RollDice | ReRoll | LeaveBattle | MoveIn
)  # fmt: skip
MOVES: tuple[type[Move], ...] = RiskMove.__args__
"""All moves of this game, except `Passed`."""
ALL_EFFECTS: tuple[type[Effect], ...] = (
    TerritoriesDealt, TurnBegan, StepReached, StepMissed, TardisLanded, ClaraAdvanced, Reinforced, MissionPaid,
    StarsTraded, IncomeCut, RemovalDue, CardPlayed, DaleksPlaced, DaleksAdded, DaleksLost, BattleBegun, DiceDue,
    ReRollOffered, TerritoryTaken, DaleksMoved, BattleEnded, ArmyDefeated, CardsPassed, CardReturned, DeckRenewed,
    GameEnded, TerritorySet, PoolSet,
)  # fmt: skip
"""All effects of this game, except those that ask seats for an answer (windows)."""
FOUGHT: tuple[type[Event], ...] = (
    DaleksLost, DaleksMoved, BattleBegun, DiceDue, Defend, ReRollOffered, ReRoll, TerritoryTaken, BattleEnded,
)  # fmt: skip
CARDED: tuple[type[Event], ...] = (MissionPaid, StarsTraded, CardPlayed, CardsPassed, CardReturned, DeckRenewed)
TURNED: tuple[type[Event], ...] = (
    TurnBegan, StepReached, StepMissed, TardisLanded, ClaraAdvanced, ArmyDefeated, GameEnded,
)  # fmt: skip
VOCABULARY: tuple[type[Event], ...] = (*MOVES, *ALL_EFFECTS, *WINDOWS, *DESCRIBED)
"""All events of this game's logs, except those that every game shares."""
