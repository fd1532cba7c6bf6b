"""The moves of Time of the Daleks.

Cards, Companions and tiles are named by their ids, a Location in play by its number (Earth is 1), a die by its name
(`B1`).
"""

from typing import ClassVar, get_args

from events.events import Move, Passed


class ChooseDoctor(Move, frozen=True, tag="tod-choose-doctor"):
    """Take a Doctor with its marker, a console and a colour before the game begins."""

    doctor: str


class Charge(Move, frozen=True, tag="tod-charge"):
    """Prepare: gain the tokens of the turn."""


class Install(Move, frozen=True, tag="tod-install"):
    """Prepare: install Equipment from the hand."""

    card: str


class Uninstall(Move, frozen=True, tag="tod-uninstall"):
    """Prepare: discard installed Equipment."""

    card: str


class Dismiss(Move, frozen=True, tag="tod-dismiss"):
    """Prepare: dismiss a Companion into its deck."""

    companion: str


class PlayTimey(Move, frozen=True, tag="tod-play"):
    """Play an Event or Transfer from the hand, or use the ability of installed Equipment.

    `to` is the player who gets a Transfer or whose card is traded. `pool` is the player whose dice change; "" means
    the player of the card. `colour` is the choice for a split icon. `wanted` is the Equipment to trade for.
    """

    spoken_as: ClassVar[str] = "Play a Timey-Wimey card"
    card: str
    to: str = ""
    pool: str = ""
    colour: str = ""
    wanted: str = ""


class UseAbility(Move, frozen=True, tag="tod-use"):
    """Use an ability of a Doctor or Companion that is not a dice icon, such as skipping the TARDIS roll."""

    spoken_as: ClassVar[str] = "Use what a Doctor or Companion can do"
    card: str


class Stay(Move, frozen=True, tag="tod-stay"):
    """Travel: stay at the Location, in a zone counted from 0."""

    names: ClassVar[tuple[str, ...]] = ("zone",)
    zone: int


class RollTardis(Move, frozen=True, tag="tod-roll-tardis"):
    """Travel: roll the TARDIS die."""

    spoken_as: ClassVar[str] = "Roll the TARDIS die"


class Travel(Move, frozen=True, tag="tod-travel"):
    """Travel: go to a zone of a Location in play."""

    names: ClassVar[tuple[str, ...]] = ("place", "zone")
    place: int
    zone: int = 0


class Explore(Move, frozen=True, tag="tod-explore"):
    """Travel: draw two Locations, if the die lets the player choose."""

    spoken_as: ClassVar[str] = "Draw two Locations"


class KeepLocation(Move, frozen=True, tag="tod-keep-location"):
    """Travel: put one of the two drawn Locations in play and discard the other."""

    location: str


class EnterZone(Move, frozen=True, tag="tod-enter-zone"):
    """Travel: go to a zone of the Location that was just put in play."""

    names: ClassVar[tuple[str, ...]] = ("zone",)
    zone: int


class Recruit(Move, frozen=True, tag="tod-recruit"):
    """Adventure: recruit a Companion. `price` is a card id, or `token`.

    `deck` is `earth` or `alien`. `companion` is the Companion to search for with a Link; "" draws at random.
    """

    price: str
    deck: str
    companion: str = ""


class Gather(Move, frozen=True, tag="tod-gather"):
    """Adventure: end recruiting and gather the starting pool. `colours` are the choices for split icons."""

    colours: tuple[str, ...] = ()


class Focus(Move, frozen=True, tag="tod-focus"):
    """Adventure: swap a black die of your pool for another colour, with an icon (counted from 1) of a card."""

    names: ClassVar[tuple[str, ...]] = ("icon",)
    card: str
    icon: int
    colour: str


class CallHelp(Move, frozen=True, tag="tod-call-help"):
    """Adventure: call another player for help. `price` is a card id, or `token`."""

    spoken_as: ClassVar[str] = "Call for help"
    helper: str
    price: str


class GiveHelp(Move, frozen=True, tag="tod-give-help"):
    """Help the caller from `afar` or `here`. A helper who comes from elsewhere pays a card (its id) or a `token`."""

    manner: str
    price: str = ""


class CutDie(Move, frozen=True, tag="tod-cut"):
    """Adventure: take a die out of your pool to reach the limit."""

    spoken_as: ClassVar[str] = "Cut a die"
    die: str


class Exterminate(Move, frozen=True, tag="tod-exterminate"):
    """Adventure: lose a die to a Dalek marker."""

    spoken_as: ClassVar[str] = "Lose a die to the Daleks"
    die: str


class RollDice(Move, frozen=True, tag="tod-roll"):
    """Adventure: roll the dice."""

    spoken_as: ClassVar[str] = "Roll the dice"


class ReRoll(Move, frozen=True, tag="tod-re-roll"):
    """Adventure: re-roll dice with an icon (counted from 1) of a card."""

    spoken_as: ClassVar[str] = "Re-roll with an icon"
    names: ClassVar[tuple[str, ...]] = ("icon",)
    card: str
    icon: int
    dice: tuple[str, ...]


class ReRollByTokens(Move, frozen=True, tag="tod-re-roll-tokens"):
    """Adventure: re-roll one die for two tokens."""

    spoken_as: ClassVar[str] = "Re-roll a die for 2 tokens"
    die: str


class SpendBlack(Move, frozen=True, tag="tod-spend-black"):
    """Adventure: discard a black die and re-roll the rest of your pool."""

    spoken_as: ClassVar[str] = "Re-roll the rest for a black die"
    die: str


class ChangeFace(Move, frozen=True, tag="tod-change"):
    """Adventure: turn a die to the symbol of an icon (counted from 1) of a card."""

    spoken_as: ClassVar[str] = "Turn a die with an icon"
    names: ClassVar[tuple[str, ...]] = ("icon",)
    card: str
    icon: int
    die: str


class ChangeByTokens(Move, frozen=True, tag="tod-change-tokens"):
    """Adventure: turn a die to any symbol for three tokens."""

    spoken_as: ClassVar[str] = "Turn a die for 3 tokens"
    die: str
    symbol: str


class Resolve(Move, frozen=True, tag="tod-resolve"):
    """Adventure: resolve the Adventure with the dice as they are."""


class SkipAdventure(Move, frozen=True, tag="tod-skip-adventure"):
    """Record that the Adventure was left out, without rolling dice."""


class ChooseCost(Move, frozen=True, tag="tod-choose-cost"):
    """Choose one of the printed costs, counted from 1."""

    names: ClassVar[tuple[str, ...]] = ("option",)
    option: int


class PayCard(Move, frozen=True, tag="tod-pay-card"):
    """Discard a card from the hand as a cost."""

    card: str


class PayTokens(Move, frozen=True, tag="tod-pay-tokens"):
    """Pay a cost with tokens if it can be paid with tokens or a card."""


class PayCompanion(Move, frozen=True, tag="tod-pay-companion"):
    """Discard or dismiss a Companion as a cost."""

    companion: str


class Finish(Move, frozen=True, tag="tod-finish"):
    """Finish: clear the Locations and refill Earth. If the hand is not above its limit, pass the TARDIS die on."""


class DiscardTimey(Move, frozen=True, tag="tod-discard"):
    """Finish: discard a card from a hand that is too large."""

    spoken_as: ClassVar[str] = "Discard a card"
    card: str


class DaleksMove(Move, frozen=True, tag="tod-daleks"):
    """Take the Daleks' turn. The player with the last turn of the round writes this move."""

    spoken_as: ClassVar[str] = "Move the Daleks"


TodMove = (
    ChooseDoctor | Charge | Install | Uninstall | Dismiss | PlayTimey | UseAbility | Stay | RollTardis | Travel
    | Explore | KeepLocation | EnterZone | Recruit | Gather | Focus | CallHelp | GiveHelp | CutDie | Exterminate
    | RollDice | ReRoll | ReRollByTokens | SpendBlack | ChangeFace | ChangeByTokens | Resolve | SkipAdventure
    | ChooseCost | PayCard | PayTokens | PayCompanion | Finish | DiscardTimey | DaleksMove
)  # fmt: skip
AnyMove = TodMove | Passed
"""Every move that a seat can make in this game."""
MOVES: tuple[type[Move], ...] = get_args(TodMove)
