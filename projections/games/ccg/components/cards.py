"""The cards as data: what a card is and what its abilities are.

Each ability has one kind from a small vocabulary. A card that needs its own code names it in `code`.
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
"""The kinds of abilities. `bonus` and `swell` are constant: a fixed rise, and a rise for each other copy of the card.
`banish` puts a card out of play. `bar` forbids a kind of action in a zone for the turn. `waive` sets a rule aside."""
ZONES: Final[tuple[Zone, ...]] = ("past", "present", "future")
"""The three Time Zones in the order of their line (CCG-ZON-01, A41)."""
TIMELESS: Final = "timeless"
WATCHERS: Final[Mapping[str, str]] = {
    "past": "watcher-past", "present": "watcher-present", "future": "watcher-future",
}  # fmt: skip
"""The card id of The Watcher of each zone; every card file has all three (CCG-CRE-05)."""


def time_card(zone: str) -> str:
    """Return the card id of the Time card of a zone."""
    return f"time-{zone}"


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A cost in addition to Siding the card itself, paid with another card of the player in the chosen zone (Q-10)."""

    pay: Literal["side", "sacrifice"]
    type: Literal["creature", "resource", "card"] = "creature"
    race: Race | Literal[""] = ""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ability of a card.

    `value` is the value that changes. With `either` the user chooses Energy or Substance (A25); `both` changes both.
    `target` is what may be chosen. `payment` means the cards that paid the cost; `self` and `none` leave no choice.
    `whose` is relative to the card's player, or to the Solver of an Episode.
    `named`, `race` and `label` narrow the choice; `other` excludes the card itself.
    With `every` the ability affects all possible targets instead of one.
    `reach` is the card's zone or any zone.
    `along` moves the card itself too.
    `bars` is what a `bar` forbids. `waives` is the rule that a `waive` sets aside for the card itself.
    `code` names an ability that is written in code.
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
    """The printed face of a card. `zone` is the frame colour of a Creature or Time card, and `any` for other types."""

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
        """Return whether this is a Creature that may be played in any zone (CCG-CRE-02)."""
        return self.type == "creature" and self.zone == TIMELESS


class Starter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A preconstructed deck: its name and the number of each card, Time cards included."""

    name: str
    cards: Mapping[str, int]

    @property
    def row(self) -> tuple[str, ...]:
        """The deck as one card id per card, sorted."""
        return tuple(card for card, count in sorted(self.cards.items()) for _ in range(count))


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of a session, by id, and decks made of them."""

    card: Mapping[str, Card]
    starter: Mapping[str, Starter] = {}
