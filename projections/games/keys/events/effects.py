"""Effects: results of moves and chance. Names of tiles, cards and places are described in `events`."""

from typing import ClassVar

from events.events import Effect


class TilesLaid(Effect, frozen=True, tag="keys-tiles-laid"):
    """The 48 doors were laid closed. `colours` (`r g b y`) run from a1 eastward, row by row, without d4."""

    rule = "KEY-SET-02"
    colours: tuple[str, ...]


class PawnSet(Effect, frozen=True, tag="keys-pawn-set"):
    """A pawn was placed outside the grid at an edge: `N`, `E`, `S` or `W`."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-SET-04"
    player: str
    edge: str


class TurnBegan(Effect, frozen=True, tag="keys-turn-began"):
    """A seat's turn begins; `bonus` marks the turn of an Extra Turn tile."""

    rule = "KEY-TRN-06"
    player: str
    turn: int
    round: int
    bonus: bool = False


class CardPlayed(Effect, frozen=True, tag="keys-card-played"):
    """A card left a hand: to the discards or, with `laid`, onto the board."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-TRN-04"
    player: str
    card: str
    laid: bool = False


class DrawPileRenewed(Effect, frozen=True, tag="keys-draw-pile-renewed"):
    """The discards become the draw pile; their shuffle follows."""

    rule = "KEY-TRN-07"
    count: int


class DoorOpened(Effect, frozen=True, tag="keys-door-opened"):
    """A door was turned to its open side."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CKE-01"
    tile: str


class DoorClosed(Effect, frozen=True, tag="keys-door-closed"):
    """A door was turned to its closed side. Its kind remains known to those who saw it."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CKE-01"
    tile: str


class BarrierLaid(Effect, frozen=True, tag="keys-barrier-laid"):
    """A Time Barrier was laid on a tile."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CBA-01"
    tile: str


class BarrierLifted(Effect, frozen=True, tag="keys-barrier-lifted"):
    """A Time Barrier went to the discards."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CBA-06"
    tile: str


class TunnelLaid(Effect, frozen=True, tag="keys-tunnel-laid"):
    """A Time Tunnel was laid between two tiles, the lower name first."""

    subject: ClassVar[tuple[str, ...]] = ("tile", "other")
    rule = "KEY-CTU-01"
    tile: str
    other: str


class CookieLaid(Effect, frozen=True, tag="keys-cookie-laid"):
    """A Jam Cookie was laid on a Dalek Door."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CJC-01"
    tile: str


class PawnHeld(Effect, frozen=True, tag="keys-pawn-held"):
    """A Pandorica was laid under a pawn. `turns` is the number of its player's turns that it lasts."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-CPA-01"
    player: str
    turns: int


class HoldCounted(Effect, frozen=True, tag="keys-hold-counted"):
    """The turn of a held pawn's player ended. `left` is the number of turns that remain."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-CPA-02"
    player: str
    left: int


class PawnReleased(Effect, frozen=True, tag="keys-pawn-released"):
    """The Pandorica under a pawn went to the discards."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-CPA-04"
    player: str


class PawnMoved(Effect, frozen=True, tag="keys-pawn-moved"):
    """A pawn moved to a tile, or to `out`."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-MOV-01"
    player: str
    to: str


class PawnTeleported(Effect, frozen=True, tag="keys-pawn-teleported"):
    """A pawn went from a Teleport tile to the Control tile."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-TTE-01"
    player: str


class BonusOffered(Effect, frozen=True, tag="keys-bonus-offered"):
    """A pawn landed on a TARDIS Key tile whose bonus its player has not used."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-TKE-01"
    player: str
    tile: str


class KeyUsed(Effect, frozen=True, tag="keys-key-used"):
    """A player has used up the bonus of a TARDIS Key tile."""

    subject: ClassVar[tuple[str, ...]] = ("player", "tile")
    rule = "KEY-TKE-04"
    player: str
    tile: str


class BonusClosed(Effect, frozen=True, tag="keys-bonus-closed"):
    """The offered bonus was used or declined."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-TKE-01"
    player: str


class ExtraTurnEarned(Effect, frozen=True, tag="keys-extra-turn-earned"):
    """A pawn landed on an Extra Turn tile for the first time. The bonus turn of its player follows."""

    subject: ClassVar[tuple[str, ...]] = ("player", "tile")
    rule = "KEY-TEX-01"
    player: str
    tile: str


class StepMissed(Effect, frozen=True, tag="keys-step-missed"):
    """A compulsory step, `draw` or `play`, was skipped. It can be made up until the next seat acts."""

    subject: ClassVar[tuple[str, ...]] = ("player", "step")
    rule = "KEY-TRN-01"
    player: str
    step: str


class DiscardTaken(Effect, frozen=True, tag="keys-discard-taken"):
    """A moderator took a card from the discards to place it on the board."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "KEY-TRN-04"
    card: str


class KindShown(Effect, frozen=True, tag="keys-kind-shown"):
    """A moderator named the kind of a door for all players."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CMP-03"
    tile: str
    shows: str


class GameWon(Effect, frozen=True, tag="keys-game-won"):
    """A pawn reached the edge opposite its own."""

    rule = "KEY-WIN-01"
    player: str
    tile: str


BoardEffect = TilesLaid | DoorOpened | DoorClosed | BarrierLaid | BarrierLifted | CookieLaid | TunnelLaid | KindShown
CourseEffect = (
    PawnSet | PawnMoved | PawnTeleported | TurnBegan | CardPlayed | DrawPileRenewed | PawnHeld | HoldCounted
    | PawnReleased | BonusOffered | BonusClosed | KeyUsed | ExtraTurnEarned | StepMissed | DiscardTaken | GameWon
)  # fmt: skip
BOARD = BoardEffect.__args__
"""Effects on tiles and the cards on them."""
COURSE = CourseEffect.__args__
"""Effects on pawns, hands, piles and turns."""
