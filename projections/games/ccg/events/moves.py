"""Moves of the Collectible Card Game, as a player says them.

A card in a zone is meant by its number, given in the order in which cards came into play; a card of the hand by its id.
"""

from typing import Annotated, ClassVar

from events.events import KnownTo, Move, Passed


class SubmitDeck(Move, frozen=True, tag="ccg-submit-deck"):
    """Lay down the deck to play with, Time cards and Watchers included; only its player sees which cards they are."""

    cards: Annotated[tuple[str, ...], KnownTo("player")]


class SetStops(Move, frozen=True, tag="ccg-set-stops"):
    """Say at what one wants to be asked: any of `position.STOPS`; everybody sees it."""

    stops: tuple[str, ...]


class StandCards(Move, frozen=True, tag="ccg-stand"):
    """1a: Stand the own Sided cards."""

    said: ClassVar[str] = "Stand cards"


class ChooseZone(Move, frozen=True, tag="ccg-choose-zone"):
    """1b: choose the Time Zone of this turn."""

    zone: str


class DrawCard(Move, frozen=True, tag="ccg-draw"):
    """1c: draw a card, or take a Hit where the draw deck is empty."""

    said: ClassVar[str] = "Draw a card"


class PlayCard(Move, frozen=True, tag="ccg-play"):
    """1d: put a Creature or Resource of the hand into the chosen zone."""

    said: ClassVar[str] = "Play a card"

    card: str


class PlayEpisode(Move, frozen=True, tag="ccg-play-episode"):
    """2a: put an Episode of the hand on the opponent's side of a zone."""

    card: str
    zone: str


class SolveEpisode(Move, frozen=True, tag="ccg-solve"):
    """2b: Side Creatures to solve the Episode of this number."""

    names: ClassVar[tuple[str, ...]] = ("episode", "sided")
    said: ClassVar[str] = "Solve an Episode"
    episode: int
    sided: tuple[int, ...]


class AnnounceCombat(Move, frozen=True, tag="ccg-announce-combat"):
    """3a: announce combat; what was not solved takes effect, and the defender prepares."""


class Attack(Move, frozen=True, tag="ccg-attack"):
    """3a: attack with a Creature; `defender` is the opponent's one, or 0 where the defender may choose."""

    names: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    attacker: int
    defender: int = 0


class NameCombatant(Move, frozen=True, tag="ccg-name-combatant"):
    """3a: the defender's main combatant, where the attacker left the choice."""

    names: ClassVar[tuple[str, ...]] = ("card",)
    card: int


class DeclineCombat(Move, frozen=True, tag="ccg-decline"):
    """3a: name no main combatant."""

    said: ClassVar[str] = "Decline combat"


class MakeHit(Move, frozen=True, tag="ccg-hit"):
    """3b: make a Hit; the defender discards the top Time card."""

    said: ClassVar[str] = "Make a Hit"


class GiveSupport(Move, frozen=True, tag="ccg-support"):
    """Side a Creature to add its Support to the Energy or Substance of another."""

    names: ClassVar[tuple[str, ...]] = ("card", "target")
    said: ClassVar[str] = "Give Support"
    card: int
    target: int
    value: str


class UseSpecial(Move, frozen=True, tag="ccg-special"):
    """Side a card for one of its Special abilities, counted from 1; what it is paid with and aimed at.

    `value` is the value that changes where the card leaves the choice, `zone` where to a card moves.
    """

    names: ClassVar[tuple[str, ...]] = ("card", "ability", "targets", "paid")
    said: ClassVar[str] = "Use a Special"
    card: int
    ability: int = 1
    targets: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    value: str = ""
    zone: str = ""


class PlayFlash(Move, frozen=True, tag="ccg-flash"):
    """Play a Flash of the hand; the other fields as in `UseSpecial`."""

    names: ClassVar[tuple[str, ...]] = ("targets", "paid")
    said: ClassVar[str] = "Play a Flash"
    card: str
    targets: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    value: str = ""
    zone: str = ""


class SkipStep(Move, frozen=True, tag="ccg-skip-step"):
    """Say that a compulsory step was not made: `stand`, `draw` or `combat`."""

    step: str


class DrawBonus(Move, frozen=True, tag="ccg-draw-bonus"):
    """Phase 4: draw the bonus card, and end the turn."""


class EndTurn(Move, frozen=True, tag="ccg-end-turn"):
    """End the turn without a bonus card."""


TurnMove = (
    StandCards | ChooseZone | DrawCard | PlayCard | PlayEpisode | SolveEpisode | AnnounceCombat
    | Attack | NameCombatant | DeclineCombat | MakeHit | GiveSupport | UseSpecial | PlayFlash | DrawBonus | EndTurn
    | SkipStep | Passed
)  # fmt: skip
"""What is said in a turn."""
AnyMove = SubmitDeck | SetStops | TurnMove
"""What a seat may say in this game."""
MOVES: tuple[type[Move], ...] = (
    SubmitDeck, SetStops, StandCards, ChooseZone, DrawCard, PlayCard, PlayEpisode, SolveEpisode, AnnounceCombat,
    Attack, NameCombatant, DeclineCombat, MakeHit, GiveSupport, UseSpecial, PlayFlash, DrawBonus, EndTurn,
    SkipStep,
)  # fmt: skip
