"""Moves of Time of the Daleks, as a player says them.

Cards, Companions and tiles go by their ids; a Location in play by its number (Earth is 1); a die by its name (`B1`).
"""

from typing import ClassVar

from events.events import Move, Passed


class ChooseDoctor(Move, frozen=True, tag="tod-choose-doctor"):
    """Take a Doctor, with console, marker and colour, before the game begins."""

    doctor: str


class Charge(Move, frozen=True, tag="tod-charge"):
    """Prepare: gain tokens."""


class Install(Move, frozen=True, tag="tod-install"):
    """Prepare: install Equipment of the hand."""

    card: str


class Uninstall(Move, frozen=True, tag="tod-uninstall"):
    """Prepare: discard installed Equipment."""

    card: str


class Dismiss(Move, frozen=True, tag="tod-dismiss"):
    """Prepare: dismiss a Companion into its deck."""

    companion: str


class PlayTimey(Move, frozen=True, tag="tod-play"):
    """Play an Event or Transfer of the hand, or use installed Equipment that does more than dice.

    `to` is the player who gets a Transfer or whom the effect concerns; `pool` the player whose dice it concerns,
    "" for one's own; `colour` the choice of a split icon; `wanted` the Equipment to trade for.
    """

    said: ClassVar[str] = "Play a Timey-Wimey card"
    card: str
    to: str = ""
    pool: str = ""
    colour: str = ""
    wanted: str = ""


class UseAbility(Move, frozen=True, tag="tod-use"):
    """Use what a Doctor or Companion can do beside dice; the First Doctor skips the TARDIS roll so."""

    said: ClassVar[str] = "Use what a Doctor or Companion can do"
    card: str


class Stay(Move, frozen=True, tag="tod-stay"):
    """Travel: stay at the Location, in a zone of it (counted from 0)."""

    names: ClassVar[tuple[str, ...]] = ("zone",)
    zone: int


class RollTardis(Move, frozen=True, tag="tod-roll-tardis"):
    """Travel: roll the TARDIS die."""

    said: ClassVar[str] = "Roll the TARDIS die"


class Travel(Move, frozen=True, tag="tod-travel"):
    """Travel: go to a zone of a Location in play."""

    names: ClassVar[tuple[str, ...]] = ("place", "zone")
    place: int
    zone: int = 0


class Explore(Move, frozen=True, tag="tod-explore"):
    """Travel, where the die lets the player choose: draw two Locations."""

    said: ClassVar[str] = "Draw two Locations"


class KeepLocation(Move, frozen=True, tag="tod-keep-location"):
    """Travel: put one of the two drawn Locations in play; the other is discarded."""

    location: str


class EnterZone(Move, frozen=True, tag="tod-enter-zone"):
    """Travel: go to a zone of the Location that was just put in play."""

    names: ClassVar[tuple[str, ...]] = ("zone",)
    zone: int


class Recruit(Move, frozen=True, tag="tod-recruit"):
    """Adventure: recruit a Companion, for a card (its id) or a token (`token`).

    `deck` is `earth` or `alien`; `companion` the one a Link lets the player search for, "" for a random one.
    """

    price: str
    deck: str
    companion: str = ""


class Gather(Move, frozen=True, tag="tod-gather"):
    """Adventure: gather the starting pool; recruiting is over."""

    colours: tuple[str, ...] = ()


class Focus(Move, frozen=True, tag="tod-focus"):
    """Adventure: swap a black die of the own pool for one of another colour, by an icon (counted from 1) of a card."""

    names: ClassVar[tuple[str, ...]] = ("icon",)
    card: str
    icon: int
    colour: str


class CallHelp(Move, frozen=True, tag="tod-call-help"):
    """Adventure: call another player for help, for a card (its id) or a token (`token`)."""

    said: ClassVar[str] = "Call for help"
    helper: str
    price: str


class GiveHelp(Move, frozen=True, tag="tod-give-help"):
    """Help `afar` or `here`; whoever comes from elsewhere pays a card (its id) or a token (`token`)."""

    manner: str
    price: str = ""


class CutDie(Move, frozen=True, tag="tod-cut"):
    """Adventure: take a die out of one's own pool, down to the limit."""

    said: ClassVar[str] = "Cut a die"
    die: str


class Exterminate(Move, frozen=True, tag="tod-exterminate"):
    """Adventure: lose a die to a Dalek marker."""

    said: ClassVar[str] = "Lose a die to the Daleks"
    die: str


class RollDice(Move, frozen=True, tag="tod-roll"):
    """Adventure: roll the dice."""

    said: ClassVar[str] = "Roll the dice"


class ReRoll(Move, frozen=True, tag="tod-re-roll"):
    """Adventure: re-roll dice by an icon (counted from 1) of a card."""

    said: ClassVar[str] = "Re-roll with an icon"
    names: ClassVar[tuple[str, ...]] = ("icon",)
    card: str
    icon: int
    dice: tuple[str, ...]


class ReRollByTokens(Move, frozen=True, tag="tod-re-roll-tokens"):
    """Adventure: re-roll a die for two tokens."""

    said: ClassVar[str] = "Re-roll a die for 2 tokens"
    die: str


class SpendBlack(Move, frozen=True, tag="tod-spend-black"):
    """Adventure: give up a black die, and re-roll what is left of one's own pool."""

    said: ClassVar[str] = "Re-roll the rest for a black die"
    die: str


class ChangeFace(Move, frozen=True, tag="tod-change"):
    """Adventure: turn a die to the symbol of an icon (counted from 1) of a card."""

    said: ClassVar[str] = "Turn a die with an icon"
    names: ClassVar[tuple[str, ...]] = ("icon",)
    card: str
    icon: int
    die: str


class ChangeByTokens(Move, frozen=True, tag="tod-change-tokens"):
    """Adventure: turn a die to any symbol for three tokens."""

    said: ClassVar[str] = "Turn a die for 3 tokens"
    die: str
    symbol: str


class Resolve(Move, frozen=True, tag="tod-resolve"):
    """Adventure: resolve it as the dice lie."""


class SkipAdventure(Move, frozen=True, tag="tod-skip-adventure"):
    """Say that the Adventure was not met, and no die rolled."""


class ChooseCost(Move, frozen=True, tag="tod-choose-cost"):
    """Choose one of the printed costs, counted from 1."""

    names: ClassVar[tuple[str, ...]] = ("option",)
    option: int


class PayCard(Move, frozen=True, tag="tod-pay-card"):
    """Discard a card of the hand as a cost."""

    card: str


class PayTokens(Move, frozen=True, tag="tod-pay-tokens"):
    """Pay the tokens that a cost leaves one to choose."""


class PayCompanion(Move, frozen=True, tag="tod-pay-companion"):
    """Discard or dismiss a Companion as a cost."""

    companion: str


class Finish(Move, frozen=True, tag="tod-finish"):
    """Finish: clear the Locations, refill Earth, and, where the hand allows it, hand the TARDIS die on."""


class DiscardTimey(Move, frozen=True, tag="tod-discard"):
    """Finish: discard a card of a hand that is too large."""

    said: ClassVar[str] = "Discard a card"
    card: str


class DaleksMove(Move, frozen=True, tag="tod-daleks"):
    """The Daleks' turn; written by whoever had the last turn of the round."""

    said: ClassVar[str] = "Move the Daleks"


TodMove = (
    ChooseDoctor | Charge | Install | Uninstall | Dismiss | PlayTimey | UseAbility | Stay | RollTardis | Travel
    | Explore | KeepLocation | EnterZone | Recruit | Gather | Focus | CallHelp | GiveHelp | CutDie | Exterminate
    | RollDice | ReRoll | ReRollByTokens | SpendBlack | ChangeFace | ChangeByTokens | Resolve | SkipAdventure
    | ChooseCost | PayCard | PayTokens | PayCompanion | Finish | DiscardTimey | DaleksMove
)  # fmt: skip
AnyMove = TodMove | Passed
"""What a seat may say in this game."""
MOVES: tuple[type[Move], ...] = (
    ChooseDoctor, Charge, Install, Uninstall, Dismiss, PlayTimey, UseAbility, Stay, RollTardis, Travel, Explore,
    KeepLocation, EnterZone, Recruit, Gather, Focus, CallHelp, GiveHelp, CutDie, Exterminate, RollDice, ReRoll,
    ReRollByTokens, SpendBlack, ChangeFace, ChangeByTokens, Resolve, SkipAdventure, ChooseCost, PayCard, PayTokens,
    PayCompanion, Finish, DiscardTimey, DaleksMove,
)  # fmt: skip
