"""The world as one viewer may know it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from projections.games.risk.components.cards import SHIPPED, CardSet
from projections.games.risk.options import Options
from projections.terms import Changeable
from projections.window import StackItem, Window

NEUTRALS: Final = ("n1", "n2", "n3")
"""The neutral armies of the two-player game."""
ELEVENTH: Final = "the Eleventh Doctor"
CONQUERED: Final = "every territory"
ELIMINATED: Final = "the other player eliminated"
CAPPED: Final = "the turn cap"
"""How a game ended, as `GameEnded` says it."""


class Land(msgspec.Struct, frozen=True, gc=False):
    """A territory: the army that stands in it ("" before the deal) and its Daleks."""

    army: str = ""
    daleks: int = 0


class Side(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What changes one side's dice in a battle, and the Power Card that side has played in it."""

    plus: int = 0
    reroll: bool = False
    fewer: int = 0
    card: str = ""


class Battle(StackItem, frozen=True, tag="battle"):
    """An attack under way. `daleks` is how many were declared, `group` how many of a committed group are left.

    `guard` is how many of the origin stay out of it, none where it was stripped bare. `rolls` counts rolls so far,
    `faces` are the dice of the last one and `waiting` the side that may still re-roll some of them. `dice` is what the
    defender chose (0: not yet). `taken` is set when the territory has fallen and somebody has to move in, at least
    `least`.
    """

    attacker: str
    defender: str
    source: str
    target: str
    daleks: int
    group: int = 0
    guard: int = 1
    rolls: int = 0
    attack: Side = Side()
    defence: Side = Side()
    dice: int = 0
    faces: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    waiting: str = ""
    taken: bool = False
    least: int = 0


class Duty(StackItem, frozen=True, tag="duty"):
    """A seat has to take `daleks` of its own off the board because a card says so."""

    player: str
    daleks: int


class World(Changeable, frozen=True, omit_defaults=True):
    """The whole table. Mappings are by territory or by army; nothing in here is ever changed in place.

    `pool` is what is still to be placed, `neutral_pool` what the opponent still adds to `neutral_army`. `cuts` holds
    what a count will be short of: Daleks, and whether continents pay. `barred` are origins that may attack no more this
    turn, `no_attack` that nobody may. `spent` are the Power and Mission Cards out of the game, face up. `step` is
    `set-up`, `neutral`, `tardis`, `count`, `place`, `attack`, `manoeuvre`, `draw` or `over`; `missed` lists compulsory
    steps of this turn passed over, `counted` for a count that was made behind that. `first` had the first turn.
    """

    seats: tuple[str, ...]
    options: Options
    cards: CardSet = SHIPPED
    armies: tuple[str, ...] = ()
    lands: Mapping[str, Land] = {}
    clara: int = 1
    tardis: str = ""
    tardis_card: str = ""
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    mission_pile: tuple[str, ...] = ()
    power_pile: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = {}
    missions: Mapping[str, tuple[str, ...]] = {}
    powers: Mapping[str, tuple[str, ...]] = {}
    spent: tuple[str, ...] = ()
    defeated: tuple[str, ...] = ()
    first: str = ""
    player: str = ""
    turn: int = 0
    round: int = 0
    step: str = "set-up"
    missed: tuple[str, ...] = ()
    pool: int = 0
    neutral_army: str = ""
    neutral_pool: int = 0
    cuts: Mapping[str, tuple[int, bool]] = {}
    trades: int = 0
    barred: tuple[str, ...] = ()
    no_attack: bool = False
    conquered: bool = False
    drawn: bool = False
    stack: tuple[Battle | Duty | Window, ...] = ()
    winners: tuple[str, ...] = ()
    how: str = ""
    decided: str = ""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and the table has not played on behind that."""
        return bool(self.how) and self.step == "over"

    @property
    def army_order(self) -> tuple[str, ...]:
        """The armies in the order of the table; before the deal those of the seats."""
        return self.armies or self.seats

    def lands_of(self, army: str) -> list[str]:
        """The territories that an army holds."""
        return [name for name, land in self.lands.items() if land.army == army]

    def daleks_of(self, army: str) -> int:
        """How many Daleks of an army stand on the board."""
        return sum(land.daleks for land in self.lands.values() if land.army == army)

    @property
    def battle(self) -> Battle | None:
        """The battle under way, if any."""
        for thing in self.stack:
            if isinstance(thing, Battle):
                return thing
        return None
