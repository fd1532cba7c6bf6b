"""The table as one viewer may know it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from projections.games.daleks.components.box import Box, Option
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.options import Options
from projections.terms import Changeable
from projections.window import StackItem, Window

STEPS: Final = (
    "set-up", "charge", "prepare", "travel", "choose", "enter", "adventure", "finish", "discard", "daleks", "over",
)  # fmt: skip
"""Steps of the session and a turn. `charge` is the token gain; `choose` follows a TARDIS die that lets the player
choose, or two drawn Locations; `enter` is the zone of a new Location; `discard` follows a Finish with too large a hand;
`daleks` is the Dalek turn."""
STAGES: Final = ("recruit", "pool", "cut", "exterminate", "roll", "reroll", "change", "resolve")
"""Stages of an Adventure. In `pool` players gather, focus and call for help; in `cut` they come down to the limit."""
BEFORE_ROLL: Final = "roll"
BEFORE_RESOLVING: Final = "resolve"
"""The two windows of an Adventure in which other players may play cards."""

TURN_CAP: Final = "turn cap"
"""How a game ended that came to the table's last turn."""


class Aboard(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A Companion on a console."""

    companion: str
    part_time: bool = False


class Console(Changeable, frozen=True, omit_defaults=True):
    """A seat's TARDIS Console (TOD-COMP-16)."""

    doctor: str = ""
    companions: tuple[Aboard, ...] = ()
    equipment: tuple[str, ...] = ()
    tokens: int = 0


class Slot(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A Dilemma's place: "" for none, `"?"` for one that this viewer does not know; face up where it is `open`.

    `n` tells where it lay in the last shuffle of the deck, counted from 1; 0 where it came from an older one.
    """

    dilemma: str = ""
    open: bool = False
    n: int = 0


class Place(Changeable, frozen=True, omit_defaults=True):
    """A Location in play: Earth is number 1. An anomaly that acts as a Location has no slot.

    Dalek markers are counted by zone; away from Earth all stand in zone 0.
    """

    n: int
    location: str
    slots: tuple[Slot, ...] = ()
    daleks: tuple[int, ...] = (0,)


class Task(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A Task anomaly in force, and how many of its tasks are done."""

    anomaly: str
    done: int = 0


class Die(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die of a pool: its name and colour, the symbol it shows ("" before the roll), how it came to it.

    `story` tells each step, oldest first: `rolled running`, `re-rolled cunning Bow Tie`, `changed science tokens`.
    `gone` is how it left the pool: `focused`, `cut`, `exterminated`, `spent`, `imprisoned` or `returned`.
    """

    name: str
    colour: str
    symbol: str = ""
    story: tuple[str, ...] = ()
    gone: str = ""
    card: str = ""


class Pool(Changeable, frozen=True, omit_defaults=True):
    """The dice of one Doctor; `done` when it is cut to its limit."""

    seat: str
    dice: tuple[Die, ...] = ()
    gathered: bool = False
    done: bool = False


class Adventure(StackItem, frozen=True, tag="adventure"):
    """An Adventure under way.

    `pools` has the caller's first, then the helper's. `manner` is `afar` or `here`, "" while the helper is to say.
    `owed` are dice still to be exterminated; `rerolling` what the next roll belongs to: names of dice, and by what.
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
    """A cost that a seat is carrying out: the printed options, the one chosen (from 1), how many parts are left.

    `kind` is where it stands, on the card `source`: the fail cost of a `dilemma` or an `anomaly`, or that without moves
    of the ship, `spared`; a `toll`; an `effect` or an `ability`, and what `each` Doctor carries out of a card;
    what `help` at the Location brings. What is `left` counts cards and Companions one by one.
    """

    seat: str
    kind: str
    source: str
    options: tuple[Option, ...] = ()
    chosen: int = 0
    left: int = 0


class Position(Changeable, frozen=True, omit_defaults=True):
    """The whole table. Mappings are by seat; nothing in here is ever changed in place.

    `seen` has the cards of a hand that everybody has seen. Spaces of the track count from Skaro, 0. `at` gives place
    and zone of the Doctors who are at a Location. `found` are Locations drawn and not yet laid. `answer` is what the
    TARDIS die said this turn: `choose` or `decides`. `steered` is whether the Daleks' turn has moved the ship. `used`
    lists (seat, card, icon) of this turn. `entered` is the number of Locations ever laid, `dilemmas` how many Dilemmas
    were laid since their deck was shuffled. `stack` holds what was begun, the last on top.
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
        """Whether the game has ended, and the table has not played on behind that."""
        return bool(self.how) and self.step == "over"

    def place(self, number: int) -> Place | None:
        """The Location in play of this number."""
        return next((place for place in self.places if place.n == number), None)

    def console(self, seat: str) -> Console:
        """A seat's console."""
        return self.consoles.get(seat, Console())

    @property
    def adventure(self) -> Adventure | None:
        """The Adventure under way, if any."""
        for thing in self.stack:  # asked so often that a generator is too slow
            if isinstance(thing, Adventure):
                return thing
        return None

    @property
    def debt(self) -> Debt | None:
        """The cost on top, if what was begun last is one."""
        return self.stack[-1] if self.stack and isinstance(self.stack[-1], Debt) else None

    @property
    def window(self) -> Window | None:
        """The window that is open now."""
        return next((thing for thing in reversed(self.stack) if isinstance(thing, Window)), None)

    @property
    def daleks(self) -> int:
        """How many Dalek markers are out, Davros among them."""
        return sum(sum(place.daleks) for place in self.places)
