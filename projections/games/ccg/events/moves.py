"""Moves of the Collectible Card Game.

A card in a zone is identified by its number, given in the order of entering. A card of the hand is identified by its
id.
"""

from typing import Annotated, ClassVar, get_args

from events.events import KnownTo, Move, Passed


class SubmitDeck(Move, frozen=True, tag="ccg-submit-deck"):
    """Submit the deck to play with, including Time cards and Watchers. Only its player sees the cards."""

    cards: Annotated[tuple[str, ...], KnownTo("player")]


class SetStops(Move, frozen=True, tag="ccg-set-stops"):
    """Choose the occasions (`position.STOPS`) on which this seat is asked for an answer. The choice is public."""

    stops: tuple[str, ...]


class StandCards(Move, frozen=True, tag="ccg-stand"):
    """Stand your Sided cards (step 1a of the rulebook)."""

    spoken_as: ClassVar[str] = "Stand cards"


class ChooseZone(Move, frozen=True, tag="ccg-choose-zone"):
    """Choose the Time Zone of this turn (step 1b of the rulebook)."""

    zone: str


class DrawCard(Move, frozen=True, tag="ccg-draw"):
    """Draw a card, or take a Hit if the draw deck is empty (step 1c of the rulebook)."""

    spoken_as: ClassVar[str] = "Draw a card"


class PlayCard(Move, frozen=True, tag="ccg-play"):
    """Put a Creature or Resource from the hand into the chosen zone (step 1d of the rulebook)."""

    spoken_as: ClassVar[str] = "Play a card"

    card: str


class PlayEpisode(Move, frozen=True, tag="ccg-play-episode"):
    """Put an Episode from the hand on the opponent's side of a zone (step 2a of the rulebook)."""

    card: str
    zone: str


class SolveEpisode(Move, frozen=True, tag="ccg-solve"):
    """Side Creatures to solve the Episode of this number (step 2b of the rulebook)."""

    names: ClassVar[tuple[str, ...]] = ("episode", "sided")
    spoken_as: ClassVar[str] = "Solve an Episode"
    episode: int
    sided: tuple[int, ...]


class AnnounceCombat(Move, frozen=True, tag="ccg-announce-combat"):
    """Announce combat (step 3a of the rulebook). Unsolved Episodes take effect, and the defender prepares."""


class Attack(Move, frozen=True, tag="ccg-attack"):
    """Attack with a Creature (step 3a of the rulebook). `defender` is 0 to let the defender choose a Creature."""

    names: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    attacker: int
    defender: int = 0


class NameCombatant(Move, frozen=True, tag="ccg-name-combatant"):
    """Name the defender's main combatant, if the attacker left the choice (step 3a of the rulebook)."""

    names: ClassVar[tuple[str, ...]] = ("card",)
    card: int


class DeclineCombat(Move, frozen=True, tag="ccg-decline"):
    """Name no main combatant as the defender (step 3a of the rulebook)."""

    spoken_as: ClassVar[str] = "Decline combat"


class MakeHit(Move, frozen=True, tag="ccg-hit"):
    """Make a Hit; the defender discards the top Time card (step 3b of the rulebook)."""

    spoken_as: ClassVar[str] = "Make a Hit"


class GiveSupport(Move, frozen=True, tag="ccg-support"):
    """Side a Creature to add its Support to the Energy or Substance of another."""

    names: ClassVar[tuple[str, ...]] = ("card", "target")
    spoken_as: ClassVar[str] = "Give Support"
    card: int
    target: int
    value: str


class UseSpecial(Move, frozen=True, tag="ccg-special"):
    """Side a card to use one of its Special abilities, counted from 1.

    `targets` and `paid` are card numbers. `value` is the value that changes if the card leaves a choice. `zone` is the
    destination of a card that moves.
    """

    names: ClassVar[tuple[str, ...]] = ("card", "ability", "targets", "paid")
    spoken_as: ClassVar[str] = "Use a Special"
    card: int
    ability: int = 1
    targets: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    value: str = ""
    zone: str = ""


class PlayFlash(Move, frozen=True, tag="ccg-flash"):
    """Play a Flash from the hand; the other fields are as in `UseSpecial`."""

    names: ClassVar[tuple[str, ...]] = ("targets", "paid")
    spoken_as: ClassVar[str] = "Play a Flash"
    card: str
    targets: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    value: str = ""
    zone: str = ""


class SkipStep(Move, frozen=True, tag="ccg-skip-step"):
    """State that a compulsory step was not made: `stand`, `draw` or `combat`."""

    step: str


class DrawBonus(Move, frozen=True, tag="ccg-draw-bonus"):
    """Phase 4: draw the bonus card and end the turn."""


class EndTurn(Move, frozen=True, tag="ccg-end-turn"):
    """End the turn without a bonus card."""


CcgMove = (
    SubmitDeck | SetStops | StandCards | ChooseZone | DrawCard | PlayCard | PlayEpisode | SolveEpisode | AnnounceCombat
    | Attack | NameCombatant | DeclineCombat | MakeHit | GiveSupport | UseSpecial | PlayFlash | DrawBonus | EndTurn
    | SkipStep
)  # fmt: skip
AnyMove = CcgMove | Passed
MOVES: tuple[type[Move], ...] = get_args(CcgMove)
