"""The position as one viewer may know it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from projections.contracts import Changeable
from projections.games.risk.components.cards import SHIPPED, CardSet
from projections.games.risk.options import Options
from projections.window import StackItem, Window

NEUTRALS: Final = ("n1", "n2", "n3")
ELEVENTH: Final = "the Eleventh Doctor"
CONQUERED: Final = "every territory"
ELIMINATED: Final = "the other player eliminated"
CAPPED: Final = "the turn cap"
"""This text and the three before it are the ways in which a game can end, as in `GameEnded.how`."""


class Land(msgspec.Struct, frozen=True, gc=False):
    """A territory: its army ("" before the deal) and its Daleks."""

    army: str = ""
    daleks: int = 0


class Side(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One side in a battle: changes to its dice, and the Power Card that it played."""

    plus: int = 0
    reroll: bool = False
    fewer: int = 0
    card: str = ""


class Battle(StackItem, frozen=True, tag="battle"):
    """An attack under way.

    `daleks` were declared. `group` is what is left of a committed group. `guard` Daleks of the origin do not take part.
    `rolls` counts the rolls. `faces` are the dice of the last one, and `waiting` is the side that may re-roll some of
    them. `dice` is the defender's choice (0: not yet). If the territory is `taken`, at least `least` Daleks must move
    in.
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
    """A seat's duty to remove `daleks` of its own from the board because of a card."""

    player: str
    daleks: int


class World(Changeable, frozen=True, omit_defaults=True):
    """The whole position. Mappings are by territory or by army, and are never changed in place.

    - `pool` new Daleks are left to place, and `neutral_pool` for the opponent to add to `neutral_army`.
    - `cuts` reduce the next count: by a number of Daleks, and whether continents pay nothing.
    - `barred` origins may not attack again this turn. `no_attack` ends all attacks of this turn.
    - `spent` are the Power and Mission Cards that left the game, face up.
    - `step` is `set-up`, `neutral`, `tardis`, `count`, `place`, `attack`, `manoeuvre`, `draw` or `over`.
    - `missed` lists skipped compulsory steps of this turn. `counted` is a skipped count whose Daleks were added anyway.
    - `first` had the first turn.
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
        """Whether the game has ended and play has not continued after it."""
        return bool(self.how) and self.step == "over"

    @property
    def army_order(self) -> tuple[str, ...]:
        """The armies in seating order; before the deal only those of the seats."""
        return self.armies or self.seats

    def lands_of(self, army: str) -> list[str]:
        """Return the ids of the territories that an army holds."""
        return [name for name, land in self.lands.items() if land.army == army]

    def daleks_of(self, army: str) -> int:
        """Return the number of an army's Daleks on the board."""
        return sum(land.daleks for land in self.lands.values() if land.army == army)

    @property
    def battle(self) -> Battle | None:
        """The battle under way, if any."""
        for thing in self.stack:
            if isinstance(thing, Battle):
                return thing
        return None
