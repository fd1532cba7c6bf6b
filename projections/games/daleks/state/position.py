"""The position as one viewer may know it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from projections.contracts import Changeable
from projections.games.daleks.components.box import Box, Option
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.options import Options
from projections.window import StackItem, Window

STEPS: Final = (
    "set-up", "charge", "prepare", "travel", "choose", "enter", "adventure", "finish", "discard", "daleks", "over",
)  # fmt: skip
"""The steps of the session and of a turn. `charge` is the token gain. In `choose` the player decides where to go, after
the TARDIS die or with two drawn Locations. In `enter` the player chooses the zone of a new Location. `discard`
follows a Finish with too large a hand. `daleks` is the Daleks' turn."""
STAGES: Final = ("recruit", "pool", "cut", "exterminate", "roll", "reroll", "change", "resolve")
"""The stages of an Adventure. In `pool` players gather, focus and call for help; in `cut` they discard to the limit."""
BEFORE_ROLL: Final = "roll"
BEFORE_RESOLVING: Final = "resolve"
"""The second window of an Adventure in which other players may play cards; the first is `BEFORE_ROLL`."""

TURN_CAP: Final = "turn cap"
"""The name of the game end if the game reached its last turn."""


class Aboard(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A Companion on a console."""

    companion: str
    part_time: bool = False


class Console(Changeable, frozen=True, omit_defaults=True):
    """The TARDIS Console of a seat (TOD-COMP-16)."""

    doctor: str = ""
    companions: tuple[Aboard, ...] = ()
    equipment: tuple[str, ...] = ()
    tokens: int = 0


class Slot(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The Dilemma slot of a zone: "" if empty, `"?"` if this viewer does not know the tile; `open` if face up.

    `n` is the tile's index in the last shuffle of the deck, counted from 1. It is 0 if the tile is from an older
    shuffle.
    """

    dilemma: str = ""
    open: bool = False
    n: int = 0


_NO_CARDS: Final = Console()


class Place(Changeable, frozen=True, omit_defaults=True):
    """A Location in play. Earth is number 1. An anomaly that acts as a Location has no slots.

    `daleks` counts Dalek markers by zone. Away from Earth all are in zone 0.
    """

    n: int
    location: str
    slots: tuple[Slot, ...] = ()
    daleks: tuple[int, ...] = (0,)


class Task(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A Task anomaly in force, and the number of its tasks that are done."""

    anomaly: str
    done: int = 0


class Die(Changeable, frozen=True, omit_defaults=True):
    """A die of a pool, with the symbol it shows ("" before the roll).

    `story` lists how it got its symbol, oldest first: `rolled running`, `re-rolled cunning Bow Tie`, `changed science
    tokens`. `gone` is how it left the pool: `focused`, `cut`, `exterminated`, `spent`, `imprisoned` or `returned`.
    `card` is the card that added the die.
    """

    name: str
    colour: str
    symbol: str = ""
    story: tuple[str, ...] = ()
    gone: str = ""
    card: str = ""


class Pool(Changeable, frozen=True, omit_defaults=True):
    """The dice of one Doctor. `done` is true after the cut to the limit."""

    seat: str
    dice: tuple[Die, ...] = ()
    gathered: bool = False
    done: bool = False


class Adventure(StackItem, frozen=True, tag="adventure"):
    """An Adventure under way.

    `pools` has the caller's pool first, then the helper's. `manner` is `afar` or `here`, "" until the helper has
    chosen. `owed` is the number of dice still to be exterminated.
    """

    seat: str
    place: int
    zone: int
    symbols: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    stage: str = "recruit"
    helper: str = ""
    manner: str = ""
    pools: tuple[Pool, ...] = ()
    owed: int = 0
    won: bool = False
    over: bool = False


class Debt(StackItem, frozen=True, tag="debt"):
    """A cost or effect that a seat is carrying out. `options` are the printed options, `chosen` counts from 1.

    `kind` is the part of the card `source`: the fail cost of a `dilemma` or an `anomaly`, or that cost without ship
    moves (`spared`); a `toll`; an `effect` or an `ability`; a part for `each` Doctor; the result of `help` at the
    Location. `left` is the number of parts that remain; cards and Companions count one by one.
    """

    seat: str
    kind: str
    source: str
    options: tuple[Option, ...] = ()
    chosen: int = 0
    left: int = 0


class Position(Changeable, frozen=True, omit_defaults=True):
    """The whole position. Mappings are by seat. A position is never changed in place.

    `seen` has the cards of each hand that every player has seen. Spaces of the track count from Skaro (0). `at` has the
    place and zone of the Doctors at a Location. `found` are Locations drawn but not yet put in play. `answer` is the
    result of the TARDIS die this turn: `choose` or `decides`. `steered` is true after the ship's move in the Daleks'
    turn. `used` lists (seat, card, icon) of this turn. `entered` is the number of Locations that ever came into play,
    `dilemmas` the number of Dilemmas laid since the last shuffle of their deck. `stack` holds everything unfinished,
    the newest last.
    """

    seats: tuple[str, ...]
    options: Options = Options()
    box: Box = SHIPPED
    consoles: Mapping[str, Console] = {}
    hands: Mapping[str, tuple[str, ...]] = {}
    seen: Mapping[str, tuple[str, ...]] = {}
    timey_deck: tuple[str, ...] = ()
    timey_discards: tuple[str, ...] = ()
    companion_decks: Mapping[str, tuple[str, ...]] = {}
    companion_discards: Mapping[str, tuple[str, ...]] = {}
    location_deck: tuple[str, ...] = ()
    location_discards: tuple[str, ...] = ()
    dilemma_deck: tuple[str, ...] = ()
    dilemma_discards: tuple[str, ...] = ()
    dilemmas: int = 0
    anomaly_deck: tuple[str, ...] = ()
    anomaly_discards: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    places: tuple[Place, ...] = ()
    entered: int = 0
    at: Mapping[str, tuple[int, int]] = {}
    ship: int = 0
    tardis: Mapping[str, int] = {}
    markers: tuple[int, ...] = ()
    arrived: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    player: str = ""
    turn: int = 0
    round: int = 0
    step: str = "set-up"
    missed: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    answer: str = ""
    adventured: bool = False
    steered: bool = False
    used: tuple[tuple[str, str, int], ...] = ()
    stack: tuple[Adventure | Debt | Window, ...] = ()
    winners: tuple[str, ...] = ()
    how: str = ""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and the players have not continued it."""
        return bool(self.how) and self.step == "over"

    def place(self, number: int) -> Place | None:
        """Return the Location in play with this number."""
        for place in self.places:
            if place.n == number:
                return place
        return None

    def console(self, seat: str) -> Console:
        """Return the console of a seat."""
        return self.consoles.get(seat, _NO_CARDS)

    @property
    def adventure(self) -> Adventure | None:
        """The Adventure under way, if any."""
        for thing in self.stack:  # called so often that a generator is too slow
            if isinstance(thing, Adventure):
                return thing
        return None

    @property
    def debt(self) -> Debt | None:
        """The cost on top of the stack, if the top is a cost."""
        return self.stack[-1] if self.stack and isinstance(self.stack[-1], Debt) else None

    @property
    def window(self) -> Window | None:
        """The window (an open question to seats, who may play cards or pass), if any."""
        return next((thing for thing in reversed(self.stack) if isinstance(thing, Window)), None)

    @property
    def daleks(self) -> int:
        """The number of Dalek markers in play, including Davros."""
        return sum(sum(place.daleks) for place in self.places)
