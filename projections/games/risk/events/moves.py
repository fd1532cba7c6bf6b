"""Moves, as a player says them. Territories, armies and cards are named as `events` says."""

from events.events import Move


class PlaceNeutral(Move, frozen=True, tag="risk-place-neutral"):
    """Add Daleks to a territory of a neutral army, for the opponent of whoever has the turn (two players)."""

    territory: str
    daleks: int


class LandTardis(Move, frozen=True, tag="risk-land-tardis"):
    """Turn up the top card of the main deck and land the TARDIS there."""


class SkipStep(Move, frozen=True, tag="risk-skip-step"):
    """Say that a compulsory step was not made: `neutral`, `tardis` or `count`."""

    step: str


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
    """Roll the dice of the battle, attacking with so many Daleks.

    `defence` is how many dice were thrown against them, where those are not as many as are due.
    """

    daleks: int
    defence: int = 0


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


BattleMove = Attack | Defend | RollDice | ReRoll | LeaveBattle | MoveIn
"""The moves that make up an attack."""
TurnMove = (
    PlaceNeutral | LandTardis | SkipStep | CountDaleks | ClaimMission | TradeStars | PlayPower | MoveTardis | Place
    | RemoveDalek | StopAttacking | Manoeuvre | HoldPosition | DrawTerritoryCard | EndTurn
)  # fmt: skip
"""The moves of the other steps of a turn."""
RiskMove = TurnMove | BattleMove
MOVES: tuple[type[Move], ...] = RiskMove.__args__
"""Every move of this game but `Passed`."""
