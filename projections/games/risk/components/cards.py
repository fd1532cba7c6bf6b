"""The cards as data, and the parser for a custom card file.

A card file has three tables, and every row may have a `provenance`:

- `territory`: a row for each of the 42 territories, with `stars` and `clara`.
- `mission`: ten rows with `invader`, `territory` and `daleks`.
- `power`: fifteen rows with `name`, `timing`, `effect` and `amount`.

The rulebook gives the mission of the Vampires in full, and Salamander's without a territory (RISK-MIS-10).
"""

import tomllib
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from events.errors import RefusedError
from projections.card_file import decoded, rows_of, shipped_text, tables_of
from projections.games.risk.components.world_map import TERRITORIES

Provenance = Literal["rulebook", "one-source", "stand-in"]
Timing = Literal["declare", "defend", "place", "tardis"]
PowerEffect = Literal[
    "attack-plus", "reroll-ones", "genesis-ark", "defence-fewer", "strike-first", "doctor-donna", "defence-plus",
    "defence-reroll", "defence-reinforced", "more-daleks", "continent-bonus", "rival-fewer", "rival-no-continents",
    "rival-removes", "move-tardis",
]  # fmt: skip
T = TypeVar("T", bound=msgspec.Struct)

_COUNTS: Final = {"territory": 42, "mission": 10, "power": 15}  # the number of cards of each kind (RISK-CMP-02)
_LONGEST: Final = 60  # maximum length of a name; the longest supplied name has 53 characters


class TerritoryCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Territory Card: 1 or 2 stars, and whether it shows Clara (RISK-TRD-01, A10)."""

    stars: Literal[1, 2]
    clara: bool = False
    provenance: Provenance = "stand-in"


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Mission Card: invader, territory, reward (RISK-MIS-01)."""

    invader: str
    territory: str
    daleks: int
    provenance: Provenance = "stand-in"


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Power Card: its name, when it can be played, its effect and the amount."""

    name: str
    timing: Timing
    effect: PowerEffect
    amount: int = 1
    provenance: Provenance = "stand-in"


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of a session by id: 42 Territory, 10 Mission and 15 Power Cards."""

    territory: Mapping[str, TerritoryCard]
    mission: Mapping[str, Mission]
    power: Mapping[str, Power]


_TIMINGS: Final[Mapping[str, Timing]] = {
    **dict.fromkeys(("attack-plus", "reroll-ones", "genesis-ark", "defence-fewer", "strike-first"), "declare"),
    **dict.fromkeys(("doctor-donna", "defence-plus", "defence-reroll", "defence-reinforced"), "defend"),
    **dict.fromkeys(("more-daleks", "continent-bonus", "rival-fewer", "rival-no-continents", "rival-removes"), "place"),
    "move-tardis": "tardis",
}
"""When a card with each effect can be played."""


def shipped_file() -> str:
    """Return the supplied card file as TOML."""
    return shipped_text("projections.games.risk", "data/cards.toml")


def read_cards(given: Any, where: str) -> CardSet:
    """Convert parsed TOML or JSON to a card set. Raises RefusedError with the faulty place in the file `where`."""
    tables = tables_of(given, tuple(_COUNTS), where)
    cards = CardSet(
        territory=_rows(tables, "territory", TerritoryCard, where),
        mission=_rows(tables, "mission", Mission, where),
        power=_rows(tables, "power", Power, where),
    )
    _check(cards, where)
    return cards


def parse_cards(text: bytes | str, where: str) -> CardSet:
    """Return a card set from the text of the JSON file that a session stores. Raises what `read_cards` raises."""
    return read_cards(decoded(text, where), where)


def _rows(given: Mapping[str, Any], kind: str, row: type[T], where: str) -> dict[str, T]:
    rows = given.get(kind)
    if not isinstance(rows, Mapping):
        raise RefusedError(f"{where}: {kind}: must be a table of {_COUNTS[kind]} cards")
    if len(rows) != _COUNTS[kind]:
        raise RefusedError(f"{where}: {kind}: has {len(rows)} cards, but must have {_COUNTS[kind]} (RISK-CMP-02)")
    return rows_of(row, rows, f"{where}: {kind}", _COUNTS[kind])


def _check(cards: CardSet, where: str) -> None:
    for name in cards.territory:
        if name not in TERRITORIES:
            raise RefusedError(f'{where}: territory.{name}: "{name}" is not a territory (RISK-CMP-06)')
    for name, mission in cards.mission.items():
        if mission.territory not in TERRITORIES:
            raise RefusedError(f'{where}: mission.{name}.territory: "{mission.territory[:40]}" is not a territory')
        _in_range(mission.daleks, f"{where}: mission.{name}.daleks")
        _told(mission.invader, f"{where}: mission.{name}.invader")
    for name, power in cards.power.items():
        if name in cards.mission:
            raise RefusedError(f"{where}: power.{name}: a Mission Card has the same id")
        if power.timing != _TIMINGS[power.effect]:
            wanted = _TIMINGS[power.effect]
            raise RefusedError(f'{where}: power.{name}.timing: must be "{wanted}" for the effect "{power.effect}"')
        _in_range(power.amount, f"{where}: power.{name}.amount")
        _told(power.name, f"{where}: power.{name}.name")


def _told(text: str, path: str) -> None:
    if not (text.strip() == text and text.isprintable() and 0 < len(text) <= _LONGEST):
        raise RefusedError(f"{path}: a name must have 1 to {_LONGEST} printable characters, without spaces around it")


def _in_range(value: int, path: str) -> None:
    if not 1 <= value <= 30:
        raise RefusedError(f"{path}: must be 1 to 30, not {value}")


SHIPPED: Final = read_cards(tomllib.loads(shipped_file()), "data/cards.toml")
"""The supplied cards; a custom card file replaces them."""
