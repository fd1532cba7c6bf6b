"""The contents of the box as data: dice, Doctors, Companions, Locations, Dilemmas, Timey-Wimey cards, Time Anomalies.

A box file has the tables `setting`, `die`, `dice`, `doctor`, `companion`, `earth`, `location`, `dilemma`, `timey` and
`anomaly`. Icons describe effects on dice, parts describe all other effects. `unknown` lists the fields of a printed
card or tile that could not be found; their values are placeholders.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

Symbol = Literal["running", "cunning", "diplomacy", "tactics", "science", "strength"]
Colour = Literal["black", "green", "blue", "red"]
Condition = Literal["fixed-point", "time-locked", "time-breach"]
Provenance = Literal["rulebook", "one-source", "stand-in", "expansion"]
SYMBOLS: Final[tuple[Symbol, ...]] = ("running", "cunning", "diplomacy", "tactics", "science", "strength")
"""The six symbols, in the order of a black die (TOD-COMP-11)."""
COLOURS: Final[tuple[Colour, ...]] = ("black", "green", "blue", "red")
"""The colours of Story dice (TOD-COMP-08)."""
EARTH: Final = "earth"
"""The Location that is always in play (TOD-COMP-01)."""


class Icon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One dice icon (TOD-CARD-11): `add` dice, `focus`, `reroll` or `change` a face.

    If there are several `colours`, the user chooses one (a split icon). `amount` is the number of added dice, or the
    most dice re-rolled in mode `number`. Mode `any` re-rolls any number, `all` every die of the colour or none.
    `symbol` is the face that `change` gives. `price` is the cost of use in tokens.
    """

    does: Literal["add", "focus", "reroll", "change"]
    colours: tuple[Colour, ...]
    amount: int = 1
    mode: Literal["number", "any", "all"] = "number"
    symbol: Symbol | Literal[""] = ""
    price: int = 0
    name: str = ""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One effect on the Doctor concerned, or on `each` Doctor in seat order from the active player.

    - `tokens` and `cards` are gained. `pay-tokens`, `pay-cards`, `pay-either` (this many tokens or one card),
      `discard-companion` and `dismiss-companion` are paid.
    - `ship` and `tardis` move forward, or back if `amount` is negative.
    - `dalek` places Dalek markers at the Location, `clear` removes them.
    - `regenerate` is for every Doctor. `console` returns a Doctor to the console.
    - `swap` trades a card for a random one of another hand, `trade` an Equipment with another console.
    - `redraw` discards the anomaly and draws another.
    """

    does: Literal[
        "tokens", "cards", "pay-tokens", "pay-cards", "pay-either", "discard-companion", "dismiss-companion", "ship",
        "tardis", "dalek", "clear", "regenerate", "console", "swap", "trade", "redraw",
    ]  # fmt: skip
    amount: int = 1
    each: bool = False


Option = tuple[Part, ...]
"""Parts that are carried out together. If a cost has several options, the payer chooses one (TOD-FAIL-06)."""


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An ability of a Doctor or Companion that is not a dice icon, used once a turn in `prepare` or `travel`.

    `doctors` are the numbers of the Doctors with whom it works; empty means all. `skip_roll` draws one Location and
    goes there without the TARDIS die, and then `parts` happen.
    """

    when: Literal["prepare", "travel"]
    parts: tuple[Part, ...] = ()
    doctors: tuple[int, ...] = ()
    skip_roll: bool = False


class Doctor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Doctor card: the number of the regeneration, dice icons, the starting Companion, Links to Companions."""

    name: str
    number: int
    icons: tuple[Icon, ...]
    companion: str
    links: tuple[str, ...] = ()
    ability: Ability | None = None
    provenance: Provenance = "stand-in"
    unknown: tuple[str, ...] = ()


class Companion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Companion card of one of the two decks. A Link may name one of its `groups` in place of the Companion."""

    name: str
    deck: Literal["earth", "alien"]
    icons: tuple[Icon, ...] = ()
    links: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    ability: Ability | None = None
    no_hats: bool = False
    provenance: Provenance = "stand-in"
    unknown: tuple[str, ...] = ()


class ZoneFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The printed face of a zone: its part of the challenge, its reward, Links to Companions."""

    name: str
    symbols: tuple[Symbol, ...]
    reward: tuple[Part, ...]
    links: tuple[str, ...] = ()


class Location(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Location tile with two zones; Earth has three (TOD-COMP-02, TOD-COMP-03)."""

    name: str
    zones: tuple[ZoneFace, ...]
    provenance: Provenance = "stand-in"
    unknown: tuple[str, ...] = ()


class Dilemma(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Dilemma tile: its part of the challenge, conditions, fail cost. With `later` it is left out of a first game."""

    name: str
    symbols: tuple[Symbol, ...]
    fail: tuple[Option, ...]
    conditions: tuple[Condition, ...] = ()
    links: tuple[str, ...] = ()
    later: bool = False
    provenance: Provenance = "stand-in"
    unknown: tuple[str, ...] = ()


class Timey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Timey-Wimey card: its type, timing, price in tokens, dice icons and other effects."""

    name: str
    type: Literal["equipment", "event", "transfer"]
    timing: Literal["anytime", "prepare", "adventure", "any-adventure"]
    price: int = 0
    icons: tuple[Icon, ...] = ()
    parts: tuple[Part, ...] = ()
    hat: bool = False
    provenance: Provenance = "stand-in"
    unknown: tuple[str, ...] = ()


class Anomaly(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Time Anomaly. `effect` is carried out when it is drawn.

    A Location has a challenge, a reward and a fail cost. `toll` is the cost of moving to an ordinary Location while it
    is in play. A Task imprisons all dice of the colour `prison`, or asks for `tasks` Progress markers. A success whose
    challenge has one of the `wanted` symbols does one task. `rule` applies while the anomaly is in force: the charge
    gives one token, tokens cannot re-roll, no help can be called, the pool limit is one less, or Links do not work.
    """

    name: str
    type: Literal["location", "task", "instant"]
    effect: tuple[Part, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    conditions: tuple[Condition, ...] = ()
    reward: tuple[Part, ...] = ()
    fail: tuple[Option, ...] = ()
    toll: tuple[Option, ...] = ()
    prison: Colour | Literal[""] = ""
    tasks: int = 0
    wanted: tuple[Symbol, ...] = ()
    rule: Literal["", "one-token", "no-token-rerolls", "no-help", "pool-one-less", "no-links"] = ""
    later: bool = False
    provenance: Provenance = "stand-in"
    unknown: tuple[str, ...] = ()


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Numbers that the rulebook does not give or that players may change; spaces count from Skaro (0)."""

    gallifrey: int = 18
    earth: int = 4
    markers: tuple[int, ...] = (6, 9, 12, 15)
    first_markers: tuple[int, ...] = (8, 11, 14)
    choose_faces: int = 3
    equipment_slots: int = 2
    companion_spaces: int = 3
    provenance: Mapping[str, Provenance] = {}


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the box: six faces (TOD-COMP-11, TOD-COMP-12) and dice of each colour, and all cards by id."""

    setting: Setting
    die: Mapping[Colour, tuple[Symbol, ...]]
    dice: Mapping[Colour, int]
    doctor: Mapping[str, Doctor]
    companion: Mapping[str, Companion]
    earth: Location
    location: Mapping[str, Location]
    dilemma: Mapping[str, Dilemma]
    timey: Mapping[str, Timey]
    anomaly: Mapping[str, Anomaly]
