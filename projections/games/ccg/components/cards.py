"""The cards as data: what a card is, what it does, and how a card file is read.

A card file has the tables `card`, by id, and `starter`, decks made of them. What a card does is said by abilities, each
of one kind from a small vocabulary; a card that needs code of its own names it in `code`.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

Zone = Literal["past", "present", "future"]
Race = Literal["alien", "assistant", "human", "robot", "time-lord"]
"""The five races (CCG-CRE-03)."""
Value = Literal["energy", "substance", "support"]
When = Literal["innate", "special", "flash", "episode"]
Kind = Literal[
    "raise", "damage", "bonus", "swell", "move", "side", "stand", "lock", "destroy", "return", "clone", "counter",
    "save", "regenerate", "banish", "prevent-hit", "hit", "extra-play", "extra-turn", "draw", "discard", "bar",
    "must-attack", "waive", "code",
]  # fmt: skip
"""What an ability does. `bonus` and `swell` are constant: a fixed rise, and one for each other copy of the card.
`banish` puts a card out of play; `bar` forbids a kind of action in a zone for the turn; `waive` sets a rule aside."""
ZONES: Final[tuple[Zone, ...]] = ("past", "present", "future")
"""The three Time Zones, in a line (CCG-ZON-01, A41)."""
TIMELESS: Final = "timeless"
WATCHERS: Final[Mapping[str, str]] = {
    "past": "watcher-past", "present": "watcher-present", "future": "watcher-future",
}  # fmt: skip
"""The Watcher of each zone, in every card file (CCG-CRE-05)."""


def time_card(zone: str) -> str:
    """The id of the Time card of a zone."""
    return f"time-{zone}"


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is paid beside Siding the card itself, with a card of one's own in the chosen zone (Q-10)."""

    pay: Literal["side", "sacrifice"]
    type: Literal["creature", "resource", "card"] = "creature"
    race: Race | Literal[""] = ""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that a card does.

    `value` is which value changes; `either` leaves Energy or Substance to whoever uses it (A25), `both` changes both.
    `target` is what may be chosen, `payment` what the cost was paid with; `self` and `none` choose nothing. `whose` is
    seen from the card's player, from the Solver for an Episode. `named`, `race` and `label` narrow the choice; `other`
    leaves the card itself out; `every` takes all instead of one; `reach` is the card's zone or any. `along` moves the
    card itself too. `bars` says what a `bar` forbids, `waives` which rule a `waive` sets aside for the card itself,
    `code` the name of what is written in code.
    """

    when: When
    what: Kind
    value: Value | Literal["either", "both", ""] = ""
    amount: int = 0
    target: Literal["creature", "resource", "episode", "card", "payment", "self", "none"] = "none"
    whose: Literal["any", "own", "rival"] = "any"
    named: str = ""
    race: Race | Literal[""] = ""
    label: str = ""
    other: bool = False
    every: bool = False
    reach: Literal["zone", "any"] = "zone"
    along: bool = False
    cost: tuple[Cost, ...] = ()
    bars: Literal["support", "special", "flash", "attack", "draw", ""] = ""
    waives: str = ""
    code: str = ""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card's face. `zone` is the frame's colour of a Creature or Time card, `any` for the other types."""

    name: str
    type: Literal["creature", "episode", "flash", "resource", "time"]
    zone: Zone | Literal["timeless", "any"] = "any"
    races: tuple[Race, ...] = ()
    labels: tuple[str, ...] = ()
    energy: int = 0
    substance: int = 0
    support: int = 0
    solve: int = 0
    unique: bool = False
    rarity: Literal["C", "U", "R", "X", "P", "S"] = "C"
    does: tuple[Ability, ...] = ()
    provenance: Literal["rulebook", "one-source", "stand-in"] = "stand-in"
    unknown: tuple[str, ...] = ()

    @property
    def timeless(self) -> bool:
        """Whether it is a Creature that may be played in any zone (CCG-CRE-02)."""
        return self.type == "creature" and self.zone == TIMELESS


class Starter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck that ships: a name, and how many of each card, Time cards included."""

    name: str
    cards: Mapping[str, int]

    @property
    def row(self) -> tuple[str, ...]:
        """The cards one by one, by id."""
        return tuple(card for card, count in sorted(self.cards.items()) for _ in range(count))


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of a table, by id, and decks made of them."""

    card: Mapping[str, Card]
    starter: Mapping[str, Starter] = {}
