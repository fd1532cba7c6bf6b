"""The position of a game as one viewer may know it."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

import msgspec

from projections.contracts import Changeable
from projections.games.ccg.components.cards import CardSet, Zone
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.options import Options
from projections.window import StackItem, Window

STOPS: Final = ("combat", "attack", "targeted", "destroyed", "hit", "episode", "action")
"""The occasions on which a seat can be asked. The first six are the default.
`action` is every action of the opponent."""
STEPS: Final = ("deck", "stand", "zone", "draw", "play", "combat", "attack", "name", "fight", "hit", "bonus", "over")
"""The steps of a game and a turn. `play` is 1d and phase 2; playing or solving an Episode ends 1d. `combat` is the
defender's preparation, `attack` the attacker's choice."""


class Change(msgspec.Struct, frozen=True, gc=False):
    """A change of a value in force: amount, face it comes from, and the card in play that makes it (0 for a Flash)."""

    value: str
    amount: int
    face: str
    by: int = 0
    constant: bool = False


class InPlay(Changeable, frozen=True, omit_defaults=True):
    """A card in a zone.

    `side` is the seat on whose side of the zone the card is. `turn` is the turn in which it came into play.
    `rivals` is true if the opponent Sided the card.
    `clone` is the face it copies, or "" if it copies none. If `passing`, the copy ends with the turn and the card then
    copies `copied` again.
    `out` is -1 if the card is out of play, or the number of the Episode above it.
    `energy`, `substance` and `support` are its present values.
    `supporters` are the Creatures that supported it this turn. `kept` is `save` or `regenerate` for this turn.
    """

    n: int
    face: str
    owner: str
    side: str
    zone: Zone
    turn: int = 0
    sided: bool = False
    rivals: bool = False
    locked: bool = False
    clone: str = ""
    passing: bool = False
    copied: str = ""
    out: int = 0
    energy: int = 0
    substance: int = 0
    support: int = 0
    changes: tuple[Change, ...] = ()
    supporters: tuple[int, ...] = ()
    kept: str = ""


class Announcement(StackItem, frozen=True, tag="announcement"):
    """The use of a card that can still be answered. `card` is 0 for a Flash; `ability` counts from 1."""

    place: int
    player: str
    face: str
    card: int = 0
    ability: int = 1
    targets: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    value: str = ""
    zone: str = ""


class Doom(StackItem, frozen=True, tag="doom"):
    """Cards that are about to be destroyed. `how` is as in `CardDiscarded`, `outright` as in `Doomed`."""

    cards: tuple[int, ...]
    how: str = "destroyed"
    outright: tuple[int, ...] = ()


class Fight(StackItem, frozen=True, tag="fight"):
    """Combat between main combatants. `defender` is 0 until it is named.

    `state` is `name`, `fight` or `hit`. `hits` counts the Hits made; `again` says whether another one is allowed.
    `declined` says whether the defender named no Creature.
    """

    attacker: int
    defender: int = 0
    state: str = "name"
    hits: int = 0
    again: bool = True
    declined: bool = False


class Hit(StackItem, frozen=True, tag="hit"):
    """A Hit that can still be prevented. `attack` says whether it comes from this turn's attack."""

    player: str
    attack: bool = False


class Position(Changeable, frozen=True, omit_defaults=True):
    """The whole position, immutable. Mappings are keyed by seat.

    `lists` are the submitted decks, `times` the Time stacks from the top, `lost` the lost Time cards.
    `seen` are the cards of each hand that every player has seen, sorted.
    `play` are the cards in the zones in the order of entering. `count` is the number of cards that ever came into play.
    `zone` is the chosen zone. `bonus` says whether it was the bonus zone when it was chosen.
    `plays` counts the cards that were put into a zone this turn. `granted` is the number of extra plays that cards
    allow. `missed` lists the compulsory steps of this turn that were skipped.
    `bars` are forbidden this turn: (seat, zone, action). `shields` counts Hits that will be prevented.
    `owed` lists the seats that get an extra turn.
    `latest` is the number and face of the card that each seat last put into a zone.
    `drawn` and `episode` say whether this turn's card was drawn and its Episode played. `solved` says whether solving
    has begun, `attacked` whether the one attack was made.

    `rules` is the rules version. It belongs to the type and not to the fields, so that a position has the same state
    hash under each version.
    """

    rules: ClassVar[int] = 2
    seats: tuple[str, ...]
    options: Options = Options()
    cards: CardSet = SHIPPED
    lists: Mapping[str, tuple[str, ...]] = {}
    decks: Mapping[str, tuple[str, ...]] = {}
    times: Mapping[str, tuple[str, ...]] = {}
    lost: Mapping[str, tuple[str, ...]] = {}
    hands: Mapping[str, tuple[str, ...]] = {}
    seen: Mapping[str, tuple[str, ...]] = {}
    discards: Mapping[str, tuple[str, ...]] = {}
    play: tuple[InPlay, ...] = ()
    count: int = 0
    stops: Mapping[str, tuple[str, ...]] = {}
    first: str = ""
    player: str = ""
    turn: int = 0
    round: int = 0
    step: str = "deck"
    missed: tuple[str, ...] = ()
    zone: str = ""
    bonus: bool = False
    plays: int = 0
    granted: int = 0
    drawn: bool = False
    episode: bool = False
    solved: bool = False
    attacked: bool = False
    bars: tuple[tuple[str, str, str], ...] = ()
    shields: Mapping[str, int] = {}
    owed: tuple[str, ...] = ()
    latest: Mapping[str, tuple[int, str]] = {}
    stack: tuple[Announcement | Doom | Fight | Hit | Window, ...] = ()
    winners: tuple[str, ...] = ()
    how: str = ""

    def rival(self, seat: str) -> str:
        """Return the other player."""
        for other in self.seats:
            if other != seat:
                return other
        return seat

    def at(self, number: int) -> InPlay | None:
        """Return the card in play with this number, or None."""
        for card in self.play:
            if card.n == number:
                return card
        return None

    def lying(self, zone: str = "", side: str = "") -> Iterator[InPlay]:
        """Yield the cards in play, optionally of one zone or side; cards out of play are excluded (A51)."""
        for card in self.play:
            if not card.out and zone in ("", card.zone) and side in ("", card.side):
                yield card

    def stops_of(self, seat: str) -> tuple[str, ...]:
        """Return the occasions on which a seat is asked for an answer."""
        return self.stops.get(seat, STOPS[:6])

    def bonus_zone(self, seat: str) -> str:
        """Return the zone of a seat's top Time card, or "" if this card is unknown or missing."""
        top = self.times.get(seat, ())[:1]
        return top[0].removeprefix("time-") if top and top[0].startswith("time-") else ""

    @property
    def fight(self) -> Fight | None:
        """The combat under way, or None."""
        for thing in self.stack:  # called so often that a generator is too slow
            if isinstance(thing, Fight):
                return thing
        return None

    @property
    def window(self) -> Window | None:
        """The question that was put to seats last and is still open, or None."""
        for thing in reversed(self.stack):  # as in `fight`
            if isinstance(thing, Window):
                return thing
        return None


class PositionInVersion1(Position, frozen=True):
    """A position of a session under version 1 of the rules."""

    rules: ClassVar[int] = 1


VERSIONS: Final[Mapping[int, type[Position]]] = {1: PositionInVersion1, 2: Position}
"""The type of a position under each version of the rules."""
