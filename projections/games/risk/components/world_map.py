"""The board: 42 territories in six continents with 83 connections (`data/map.toml`), and two charts.

The charts give the new Daleks for territories and for stars (`data/charts.toml`).
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from projections.card_file import shipped_text

Pair = tuple[str, str]


class Territory(NamedTuple):
    """A territory (RISK-CMP-06): its name, its three-letter code and its continent."""

    name: str
    code: str
    continent: str


class Continent(NamedTuple):
    """A continent: its name, the bonus for an army that holds all of it (RISK-CON-02), and its territories."""

    name: str
    bonus: int
    territories: tuple[str, ...]


class Edges(Protocol):
    """The options that remove a connection of the map that the rulebook leaves unclear (N1)."""

    @property
    def edge_east_africa_middle_east(self) -> bool:
        """Whether East Africa and the Middle East are connected."""

    @property
    def edge_new_guinea_western_australia(self) -> bool:
        """Whether New Guinea and Western Australia are connected."""


def _file(name: str) -> Mapping[str, Any]:
    return tomllib.loads(shipped_text("projections.games.risk", f"data/{name}"))


def _pairs(rows: Sequence[Sequence[str]]) -> tuple[Pair, ...]:
    return tuple((one, other) for one, other in rows)


_MAP: Final = _file("map.toml")
_CHARTS: Final = _file("charts.toml")

TERRITORIES: Final[Mapping[str, Territory]] = MappingProxyType(
    {name: Territory(**row) for name, row in _MAP["territories"].items()}
)
"""The territories by id, continent by continent."""
CONTINENTS: Final[Mapping[str, Continent]] = MappingProxyType(
    {
        name: Continent(**row, territories=tuple(key for key, land in TERRITORIES.items() if land.continent == name))
        for name, row in _MAP["continents"].items()
    }
)
LAND_BORDERS: Final = _pairs(_MAP["connections"]["land"])
SEA_LINES: Final = _pairs(_MAP["connections"]["sea"])
"""Connections across the sea. No rule distinguishes them from land borders (RISK-CMP-07)."""
DOUBTFUL: Final = _pairs(_MAP["connections"]["doubtful"])
"""The connections that an option can remove (N1)."""
CODES: Final[Mapping[str, str]] = MappingProxyType({land.code: name for name, land in TERRITORIES.items()})
LEAST_STARS: Final[int] = min(stars for stars, _ in _CHARTS["stars"])
"""The minimum number of stars in a trade, because fewer stars pay nothing (RISK-TRD-04)."""
MOST_STARS: Final[int] = max(stars for stars, _ in _CHARTS["stars"])
"""The number of stars that pays most in a trade; more stars do not pay more (RISK-TRD-09)."""


CLASSIC: Final[Mapping[str, str]] = MappingProxyType({
    "ukraine": "russia", "quebec": "eastern-canada", "congo": "central-africa", "siam": "southeast-asia",
})  # fmt: skip
"""Names of territories on classic Risk boards, each with the id of the same territory on this board."""
_SHORT: Final = {
    "us": "united-states", "usa": "united-states", "nw": "northwest", "se": "southeast", "britain": "great-britain",
    "uk": "great-britain", "territories": "territory", "urals": "ural", **CLASSIC,
}  # fmt: skip
"""Abbreviations of words in territory names, and classic names, each with the full form on this board."""


def territory_named(written: str) -> str | None:
    """Return the id of a territory from an id, code, name, classic name or abbreviation (`N. Europe`, `E US`).

    Return None if no territory matches, or several.
    """
    words = [word for word in re.findall(r"[^\W_]+", written.lower()) if word != "the"]
    plain = "-".join(words)
    if plain in TERRITORIES or plain.upper() in CODES:
        return plain if plain in TERRITORIES else CODES[plain.upper()]
    parts = "-".join(_SHORT.get(word, word) for word in words).split("-")
    found = [
        name for name in TERRITORIES
        if len(full := name.split("-")) == len(parts) and all(map(str.startswith, full, parts))
    ]  # fmt: skip
    return found[0] if len(found) == 1 and parts[0] else None


def neighbours(territory: str, options: Edges | None = None) -> tuple[str, ...]:
    """Return the ids of the territories connected to a territory (RISK-CMP-08), in board order.

    Without options all 83 connections count. An unknown territory has no neighbours.
    """
    if options is None:
        return _board(True, True).get(territory, ())
    return _board(options.edge_east_africa_middle_east, options.edge_new_guinea_western_australia).get(territory, ())


@cache
def _board(east_africa: bool, new_guinea: bool) -> Mapping[str, tuple[str, ...]]:  # noqa: FBT001  # a cache key
    left_out = [pair for pair, stands in zip(DOUBTFUL, (east_africa, new_guinea), strict=True) if not stands]
    joined: dict[str, set[str]] = {name: set() for name in TERRITORIES}
    for one, other in (*LAND_BORDERS, *SEA_LINES):
        if (one, other) not in left_out:
            joined[one].add(other)
            joined[other].add(one)
    return {name: tuple(other for other in TERRITORIES if other in joined[name]) for name in TERRITORIES}


def path_between(source: str, target: str, allowed: frozenset[str], options: Edges | None = None) -> tuple[str, ...]:
    """Return a shortest path through allowed territories only, including both ends; () if there is no path."""
    ways: dict[str, tuple[str, ...]] = {source: (source,)} if source in allowed else {}
    queue = list(ways)
    for here in queue:
        if here == target:
            return ways[here]
        for there in neighbours(here, options):
            if there in allowed and there not in ways:
                ways[there] = (*ways[here], there)
                queue.append(there)
    return ()


def _read_chart(rows: Sequence[Sequence[int]], number: int) -> int:
    return max((daleks for at_least, daleks in rows if number >= at_least), default=0)


def daleks_for_territories(held: int) -> int:
    """Return the new Daleks for `held` territories, besides the three of every turn (RISK-PLC-03, RISK-PLC-04)."""
    return _read_chart(_CHARTS["territories"], held)


def daleks_for_stars(stars: int) -> int:
    """Return the Daleks for a trade (RISK-TRD-03, RISK-TRD-04). Stars beyond the chart pay no more (RISK-TRD-09)."""
    return _read_chart(_CHARTS["stars"], stars)
