"""The words of Keys to the TARDIS: moves as a player says them, and what the table makes of them.

Tiles are `a1` to `g7`: columns from the west, rows from the south, the Control tile at `d4`. A closed tile's item is
`red-dalek` and the like, its colour public, its kind hidden. Cards are `key-red`, `sonic`, `barrier`, `tunnel`,
`cookie`, `pandorica`, `cyberman`. A pawn off the grid is at `out`.
"""

from typing import ClassVar

from events.facts import Effect, Fact, Move

__all__ = [
    "BOARD",
    "COURSE",
    "VOCABULARY",
    "BarrierLaid",
    "BarrierLifted",
    "BoardEffect",
    "BonusClosed",
    "BonusOffered",
    "CardPlayed",
    "CookieLaid",
    "CourseEffect",
    "Discard",
    "DoorClosed",
    "DoorOpened",
    "DrawCard",
    "DrawPileRenewed",
    "ExtraTurnEarned",
    "GameWon",
    "HoldCounted",
    "KeyUsed",
    "KeysMove",
    "LeaveGrid",
    "MovePawn",
    "PawnHeld",
    "PawnMoved",
    "PawnReleased",
    "PawnSet",
    "PawnTeleported",
    "PlayBarrier",
    "PlayCookie",
    "PlayCyberman",
    "PlayKey",
    "PlayPandorica",
    "PlaySonic",
    "PlayTunnel",
    "Stay",
    "TilesLaid",
    "TunnelLaid",
    "TurnBegan",
    "UseKey",
]


# Moves


class DrawCard(Move, frozen=True, tag="keys-draw-card"):
    """Take the top card of the draw pile."""


class PlayKey(Move, frozen=True, tag="keys-play-key"):
    """Play a Key of a colour: `open` or `close` a door of that colour."""

    colour: str
    tile: str
    action: str


class PlaySonic(Move, frozen=True, tag="keys-play-sonic"):
    """Play a Sonic Screwdriver: `open` or `close` any door, or `lift` a Time Barrier."""

    tile: str
    action: str


class PlayBarrier(Move, frozen=True, tag="keys-play-barrier"):
    """Play a Time Barrier on a tile."""

    tile: str


class PlayTunnel(Move, frozen=True, tag="keys-play-tunnel"):
    """Play a Time Tunnel between two diagonal neighbours, named in any order."""

    tile: str
    other: str


class PlayCookie(Move, frozen=True, tag="keys-play-cookie"):
    """Play a Jam Cookie on an open Dalek Door."""

    tile: str


class PlayPandorica(Move, frozen=True, tag="keys-play-pandorica"):
    """Lay a Pandorica under an opponent's pawn."""

    victim: str


class PlayCyberman(Move, frozen=True, tag="keys-play-cyberman"):
    """Play a Cyberman Assault: move an opponent's pawn one tile."""

    victim: str
    to: str


class Discard(Move, frozen=True, tag="keys-discard"):
    """Play a card to the discard pile without effect."""

    card: str


class MovePawn(Move, frozen=True, tag="keys-move-pawn"):
    """Move the own pawn one tile, or onto the grid; a Teleport tile is named itself, not where it leads."""

    to: str


class LeaveGrid(Move, frozen=True, tag="keys-leave-grid"):
    """Move the own pawn off the grid at its starting edge."""


class Stay(Move, frozen=True, tag="keys-stay"):
    """Do not move this turn."""


class UseKey(Move, frozen=True, tag="keys-use-key"):
    """Use the bonus of a TARDIS Key tile: `open` or `close` another door. `Passed` declines it."""

    tile: str
    action: str


KeysMove = (
    DrawCard | PlayKey | PlaySonic | PlayBarrier | PlayTunnel | PlayCookie | PlayPandorica | PlayCyberman | Discard
    | MovePawn | LeaveGrid | Stay | UseKey
)  # fmt: skip


# Effects


class TilesLaid(Effect, frozen=True, tag="keys-tiles-laid"):
    """The 48 doors lie closed; their colours (`r g b y`) from a1 eastward, row by row, without d4."""

    rule = "KEY-SET-02"
    colours: tuple[str, ...]


class PawnSet(Effect, frozen=True, tag="keys-pawn-set"):
    """A pawn stands outside the grid at an edge: `N`, `E`, `S` or `W`."""

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
    """A card left a hand: to the discards, or onto the board where `laid`."""

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
    """A door shows its open side."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CKE-01"
    tile: str


class DoorClosed(Effect, frozen=True, tag="keys-door-closed"):
    """A door shows its closed side; the kind that was seen stays known."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CKE-01"
    tile: str


class BarrierLaid(Effect, frozen=True, tag="keys-barrier-laid"):
    """A Time Barrier lies on a tile."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CBA-01"
    tile: str


class BarrierLifted(Effect, frozen=True, tag="keys-barrier-lifted"):
    """A Time Barrier went to the discards."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CBA-06"
    tile: str


class TunnelLaid(Effect, frozen=True, tag="keys-tunnel-laid"):
    """A Time Tunnel joins two tiles, the lesser name first."""

    subject: ClassVar[tuple[str, ...]] = ("tile", "other")
    rule = "KEY-CTU-01"
    tile: str
    other: str


class CookieLaid(Effect, frozen=True, tag="keys-cookie-laid"):
    """A Jam Cookie lies on a Dalek Door."""

    subject: ClassVar[tuple[str, ...]] = ("tile",)
    rule = "KEY-CJC-01"
    tile: str


class PawnHeld(Effect, frozen=True, tag="keys-pawn-held"):
    """A Pandorica lies under a pawn for so many of its own turns."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "KEY-CPA-01"
    player: str
    turns: int


class HoldCounted(Effect, frozen=True, tag="keys-hold-counted"):
    """A held pawn's turn ended; so many are left."""

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
    """A pawn stands on a tile, or `out`."""

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
    """The bonus of a TARDIS Key tile is spent for this player."""

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
    """A pawn landed on an Extra Turn tile for the first time; its player's bonus turn follows."""

    subject: ClassVar[tuple[str, ...]] = ("player", "tile")
    rule = "KEY-TEX-01"
    player: str
    tile: str


class GameWon(Effect, frozen=True, tag="keys-game-won"):
    """A pawn reached the edge opposite its own."""

    rule = "KEY-WIN-01"
    player: str
    tile: str


VOCABULARY: tuple[type[Fact], ...] = (
    DrawCard, PlayKey, PlaySonic, PlayBarrier, PlayTunnel, PlayCookie, PlayPandorica, PlayCyberman, Discard, MovePawn,
    LeaveGrid, Stay, UseKey, TilesLaid, PawnSet, TurnBegan, CardPlayed, DrawPileRenewed, DoorOpened, DoorClosed,
    BarrierLaid, BarrierLifted, TunnelLaid, CookieLaid, PawnHeld, HoldCounted, PawnReleased, PawnMoved, PawnTeleported,
    BonusOffered, KeyUsed, BonusClosed, ExtraTurnEarned, GameWon,
)  # fmt: skip

BoardEffect = TilesLaid | DoorOpened | DoorClosed | BarrierLaid | BarrierLifted | CookieLaid | TunnelLaid
CourseEffect = (
    PawnSet | PawnMoved | PawnTeleported | TurnBegan | CardPlayed | DrawPileRenewed | PawnHeld | HoldCounted | PawnReleased
    | BonusOffered | BonusClosed | KeyUsed | ExtraTurnEarned | GameWon
)  # fmt: skip
BOARD = BoardEffect.__args__
"""Effects on tiles and what lies on them."""
COURSE = CourseEffect.__args__
"""Effects on pawns, hands, piles and turns."""
