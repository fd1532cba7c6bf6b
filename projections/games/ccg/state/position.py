"""The table as one viewer may know it."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from projections.games.ccg.components.cards import CardSet, Zone
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.options import Options
from projections.terms import Changeable
from projections.window import StackItem, Window

STOPS: Final = ("combat", "attack", "targeted", "destroyed", "hit", "episode", "action")
"""At what a seat can be asked. The first six are asked unless the seat says otherwise; `action` is every action of the
opponent."""
STEPS: Final = ("deck", "stand", "zone", "draw", "play", "combat", "attack", "name", "fight", "hit", "bonus", "over")
"""The steps of a session and a turn. `play` is 1d and phase 2: whoever plays or solves an Episode has finished what
came before it. `combat` is the defender's preparation, `attack` the attacker's choice."""


class Change(msgspec.Struct, frozen=True, gc=False):
    """A change of a value in force: how much, from which face, `by` which card in play (0 for a Flash)."""

    value: str
    amount: int
    face: str
    by: int = 0
    constant: bool = False


class InPlay(Changeable, frozen=True, omit_defaults=True):
    """A card in a zone. `side` is the seat on whose side it lies; `turn` the turn in which it came into play.

    `rivals` says that the opponent Sided it. `clone` is the face it copies, "" for its own,
    `passing` where that ends with the turn, and it is again what it was before: `copied`. `out` is -1 where it is out
    of play, or the number of the Episode it lies under. `energy`, `substance` and `support` are its present values.
    `supporters` are the Creatures that supported it this turn. `kept` is `save` or `regenerate`, this turn.
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
    """The use of a card that may still be answered; `card` is 0 for a Flash, `ability` counts from 1."""

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
    """Cards that are about to be destroyed; `how` as in `CardDiscarded`, `outright` as in `Doomed`."""

    cards: tuple[int, ...]
    how: str = "destroyed"
    outright: tuple[int, ...] = ()


class Fight(StackItem, frozen=True, tag="fight"):
    """Combat: the main combatants, `defender` 0 where there is none yet. `state` is `name`, `fight` or `hit`.

    `hits` counts Hits made; `again` says whether the next one is allowed, `declined` whether the defender named nobody.
    """

    attacker: int
    defender: int = 0
    state: str = "name"
    hits: int = 0
    again: bool = True
    declined: bool = False


class Hit(StackItem, frozen=True, tag="hit"):
    """A Hit that may still be prevented; `attack` where the attack of this turn makes it."""

    player: str
    attack: bool = False


class Position(Changeable, frozen=True, omit_defaults=True):
    """The whole table. Mappings are by seat; nothing in here is ever changed in place.

    `lists` are the decks as they were laid down, `times` the Time stacks from the top, `lost` the Time cards lost.
    `seen` are the cards that went to each hand before everybody's eyes and are still there, sorted.
    `play` are the cards in the zones, in the order in which they came into play, `count` how many ever did. `zone` is
    the chosen one, `bonus` whether it was the bonus zone when it was chosen. `plays` counts the cards of 1d played this
    turn, `granted` what cards allow beside. `missed` lists compulsory steps of this turn passed over. `bars` are
    (seat, zone, what) for this turn, `shields` Hits that will be prevented, `owed` turns that cards give. `latest` is
    the number and the face of the card that each seat last put into a zone. `drawn` and `episode` say whether this
    turn's card was drawn, whether its Episode was played, `solved` whether solving has begun; `attacked` whether the
    one attack was made.
    """

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
        """The other player."""
        return next((other for other in self.seats if other != seat), seat)

    def at(self, number: int) -> InPlay | None:
        """The card in play of this number."""
        return next((card for card in self.play if card.n == number), None)

    def lying(self, zone: str = "", side: str = "") -> Iterator[InPlay]:
        """The cards in play, of a zone or of a side where they are given; none that is out of play (A51)."""
        for card in self.play:
            if not card.out and zone in ("", card.zone) and side in ("", card.side):
                yield card

    def stops_of(self, seat: str) -> tuple[str, ...]:
        """At what a seat is asked."""
        return self.stops.get(seat, STOPS[:6])

    def bonus_zone(self, seat: str) -> str:
        """The zone that a seat's top Time card shows, "" where it is not known or there is none."""
        top = self.times.get(seat, ())[:1]
        return top[0].removeprefix("time-") if top and top[0].startswith("time-") else ""

    @property
    def fight(self) -> Fight | None:
        """The combat under way, if any."""
        return next((thing for thing in self.stack if isinstance(thing, Fight)), None)

    @property
    def window(self) -> Window | None:
        """The window that is open now: the last one begun."""
        return next((thing for thing in reversed(self.stack) if isinstance(thing, Window)), None)
