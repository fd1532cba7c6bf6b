"""The moves of the players. `events` explains the ids of territories, armies and cards."""

from events.events import Move


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


RiskMove = (
    PlaceNeutral | LandTardis | SkipStep | CountDaleks | ClaimMission | TradeStars | PlayPower | MoveTardis | Place
    | RemoveDalek | StopAttacking | Manoeuvre | HoldPosition | DrawTerritoryCard | EndTurn
    | Attack | Defend | RollDice | ReRoll | LeaveBattle | MoveIn
)  # fmt: skip
MOVES: tuple[type[Move], ...] = RiskMove.__args__
"""All moves of this game, except `Passed`."""
