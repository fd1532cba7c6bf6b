"""The map and the cards as data: what ships, and how a table's own card file is read."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, Literal

import msgspec

from events.errors import RefusedError

__all__ = ["SHIPPED", "CardSet", "Mission", "Power", "TerritoryCard", "Timing", "read_cards", "shipped_file"]

Provenance = Literal["rulebook", "one-source", "stand-in"]
Timing = Literal["declare", "defend", "place", "tardis"]
Effect = Literal[
    "attack-plus", "reroll-ones", "genesis-ark", "defence-fewer", "strike-first", "doctor-donna", "defence-plus",
    "defence-reroll", "defence-reinforced", "more-daleks", "continent-bonus", "rival-fewer", "rival-no-continents",
    "rival-removes", "move-tardis",
]  # fmt: skip


class TerritoryCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Territory Card: 1 or 2 stars, and whether Clara is on it."""

    stars: int
    clara: bool = False
    provenance: Provenance = "stand-in"


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Mission Card: invader, territory, reward."""

    invader: str
    territory: str
    daleks: int
    provenance: Provenance = "stand-in"


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Power Card: its name, when it is played, what it does, and by how much."""

    name: str
    timing: Timing
    effect: Effect
    amount: int = 1
    provenance: Provenance = "stand-in"


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of a table, by id: 42 Territory, 10 Mission and 15 Power Cards."""

    territory: Mapping[str, TerritoryCard]
    mission: Mapping[str, Mission]
    power: Mapping[str, Power]


def shipped_file() -> str:
    """The card file that ships, as TOML."""
    return resources.files("projections.games.risk").joinpath("data/cards.toml").read_text("utf-8")


def read_cards(given: Mapping[str, Any], where: str) -> CardSet:
    """A card set from parsed TOML or JSON.

    Raises:
        RefusedError: with the path to the fault in the file `where`.
    """
    try:
        return msgspec.convert(given, CardSet)
    except msgspec.ValidationError as error:
        raise RefusedError(f"{where}: {error}") from error


@cache
def _shipped() -> CardSet:
    return read_cards(tomllib.loads(shipped_file()), "data/cards.toml")


SHIPPED: Final = _shipped()
"""The cards that ship; a table's own file takes their place."""
