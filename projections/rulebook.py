"""The rules of a game by number, read from RULES.md in the folder of its package."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pkgutil import get_data
from types import MappingProxyType
from typing import Final, NamedTuple

_ROW: Final = re.compile(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| (.+?) \| (.+?) \|", re.MULTILINE)
_READING: Final = re.compile(r"^\| ([A-Z]{1,3}-?[0-9]{1,2}) \| (.+?) \| (.+?) \| (.*`.*) \|$", re.MULTILINE)
_DOUBTED: Final = re.compile(
    r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| [^|]+ \| [^|]+ \| ([A-Z0-9 -]+) \|$", re.MULTILINE
)
_OPTION: Final = re.compile(r"^\| `([a-z_]+)` \| ([^|]+) \|$", re.MULTILINE)
_NO_CODE: Final = re.compile(r"^\| ([A-Z]{2,5}-[A-Z]{2,5}-[0-9]{2,3}) \| ([^|]{12,}) \|$", re.MULTILINE)


class Interpretation(NamedTuple):
    """The interpretation of a doubtful rule: how it is read here, and the option that reads it otherwise."""

    doubt: str
    asks: str
    says: str
    option: str


@cache
def _page(package: str) -> str:
    """The page. Reading it so loads nothing, and `importlib.resources` a seventh of what a command may take."""
    return (get_data(package, "RULES.md") or b"").decode()


def doubts_of(package: str) -> Mapping[str, Sequence[str]]:
    """The doubts that each rule hangs on: the last cell of its row, where a game's table has it."""
    return {number: ids.split() for number, ids in _DOUBTED.findall(_page(package))}


@cache
def rules_of(package: str) -> Mapping[str, str]:
    """Each rule id with its sentence in our own words: rows of id, sentence and section of the rulebook."""
    return MappingProxyType({number: sentence for number, sentence, _section in _ROW.findall(_page(package))})


def rules_without_code(package: str) -> Mapping[str, str]:
    """The rules that no code stands for, each with the reason: rows of two cells."""
    return dict(_NO_CODE.findall(_page(package)))


def options_told(package: str) -> dict[str, str]:
    """Each option with what it changes: rows of two cells."""
    return dict(_OPTION.findall(_page(package)))


def interpretations_of(package: str) -> tuple[Interpretation, ...]:
    """The doubts that options settle: rows of id, doubt, reading and options."""
    return tuple(Interpretation(*found) for found in _READING.findall(_page(package)))
